#!/bin/sh
# Install a real VS Code (the server half of npm's code-server; nothing is compiled) and package our extension.
# Called by ../setup.sh, and by run.sh to bring the package up to date. About 0.8 GB; does nothing when nothing is missing.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
tree=$(cd "$here/../../.." && pwd)
dir=${GRAPHFENCE_EDITORS_DIR:-$tree/build/editor-tools}
mkdir -p "$dir"
dir=$(cd "$dir" && pwd)

# This code-server is VS Code 1.139 and wants Node 24, which comes from npm too.
code_server=4.139.1 node=24.22.3 playwright=1.65.1
case $(uname -s)-$(uname -m) in
Linux-x86_64) platform=linux-x64 ;;
Linux-aarch64) platform=linux-arm64 ;;
*) echo "setup.sh: no VS Code for the tests on $(uname -s) $(uname -m)" >&2; exit 1 ;;
esac
wanted="code-server $code_server node-$platform $node playwright-core $playwright"
if [ "$(cat "$dir/vscode/installed" 2> /dev/null)" != "$wanted" ]; then
  echo "installing VS Code for the tests into $dir/vscode"
  rm -rf "$dir/vscode"
  mkdir -p "$dir/vscode"
  cd "$dir/vscode"
  flags="--ignore-scripts --no-audit --no-fund --loglevel=error"
  npm init -y > /dev/null
  # shellcheck disable=SC2086 # a list of words
  npm install $flags "node-$platform@$node" "playwright-core@$playwright"
  PATH=$dir/vscode/node_modules/node-$platform/bin:$PATH
  # shellcheck disable=SC2086
  npm install $flags "code-server@$code_server"
  # Its inner package has dependencies of its own, which --ignore-scripts leaves out.
  # shellcheck disable=SC2086
  (cd node_modules/code-server/lib/vscode && npm install --omit=dev $flags)
  ln -s "node_modules/node-$platform/bin/node" node
  echo "$wanted" > installed
fi

package=$dir/extension/graphfence.vsix
if [ ! -e "$package" ] || [ -n "$(find "$tree/editors/vscode" -newer "$package" -type f -not -path '*/node_modules/*' | head -n 1)" ]; then
  echo "packaging the extension into $dir/extension"
  "$tree/editors/vscode/build.sh" --out "$dir/extension" > /dev/null
fi
