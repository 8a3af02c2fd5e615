#!/bin/sh
# Type-check, test, bundle and package the extension.
#   build.sh [--out DIR] [--server BINARY --target TARGET]
#   --out DIR        where to work; the package becomes DIR/graphfence.vsix (default: build/vscode at the top of the tree)
#   --server BINARY  put this executable inside; TARGET is then the platform the package is for (linux-x64, darwin-arm64, ...)
# Needs Node 20 and npm. The sources are copied first, so this folder stays as it is.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
out=$here/../../build/vscode server='' target=''
while [ $# -gt 0 ]; do
  case $1 in
  --out) out=${2:?--out needs a folder}; shift 2 ;;
  --server) server=${2:?--server needs a file}; shift 2 ;;
  --target) target=${2:?--target needs a name}; shift 2 ;;
  *) sed -n '2,6s/^# \{0,1\}//p' "$0" >&2; exit 2 ;;
  esac
done
if [ -n "$server" ] && [ -z "$target" ]; then
  echo "build.sh: --server needs --target: an executable runs on one platform only" >&2
  exit 2
fi
if [ -n "$server" ] && ! { [ -f "$server" ] && [ -x "$server" ]; }; then
  echo "build.sh: --server: $server is no executable file" >&2
  exit 2
fi
mkdir -p "$out/stage"
out=$(cd "$out" && pwd)
stage=$out/stage

rm -rf "$stage/src" "$stage/test" "$stage/dist" "$stage/server"
cp -R "$here/src" "$here/test" "$here/package.json" "$here/package-lock.json" "$here/tsconfig.json" "$here/.npmrc" \
  "$here/.vscodeignore" "$here/README.md" "$stage/"
if [ -n "$server" ]; then
  mkdir "$stage/server"
  cp "$server" "$stage/server/graphfence"
  chmod 755 "$stage/server/graphfence"
fi

cd "$stage"
# npm ci starts from nothing; skip it while the lock file is the one that is installed.
if ! cmp -s package-lock.json node_modules/.installed-lock; then
  npm ci --ignore-scripts --no-audit --no-fund --loglevel=error
  cp package-lock.json node_modules/.installed-lock
fi
npm run --silent check
npm run --silent test > test.log 2>&1 || {
  cat test.log >&2
  exit 1
}
npm run --silent bundle
npm run --silent package -- ${target:+--target "$target"} -o "$out/graphfence.vsix" > package.log 2>&1 || {
  cat package.log >&2
  exit 1
}
echo "$out/graphfence.vsix"
