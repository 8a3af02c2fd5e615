#!/bin/sh
# Called by ../run.sh as: vscode/run.sh WORK
# Installs the packaged extension into a fresh VS Code, then looks at it twice:
#   workbench.mjs       a browser: squiggle, hover, quick fix, as a user sees them
#   extension_host.mjs  host_tests/ inside the real extension host: API, killed server, commands, settings
set -u
here=$(cd "$(dirname "$0")" && pwd)
work=$1
GRAPHFENCE_VSCODE_DIR=$GRAPHFENCE_EDITORS_DIR/vscode
export GRAPHFENCE_VSCODE_DIR
node=$GRAPHFENCE_VSCODE_DIR/node
server=''

run_vscode() {
  exec "$node" "$GRAPHFENCE_VSCODE_DIR/node_modules/code-server/lib/vscode/out/server-main.js" \
    --accept-server-license-terms --telemetry-level off --server-data-dir "$work/server" --user-data-dir "$work/data" \
    --extensions-dir "$work/extensions" "$@"
}

stop_vscode() {
  [ -z "$server" ] || { kill "$server"; wait "$server"; } 2> /dev/null
  server=''
}
trap stop_vscode EXIT

# --enable-smoke-test-driver makes new versions heed extensionDevelopmentPath and extensionTestsPath;
# --force-disable-user-env keeps the PATH of run.sh instead of asking a login shell for another one.
start_vscode() {
  GRAPHFENCE_PORT=$("$node" -e 'const server = require("net").createServer();
    server.listen(0, "127.0.0.1", () => { console.log(server.address().port); server.close(); });')
  export GRAPHFENCE_PORT
  run_vscode --host 127.0.0.1 --port "$GRAPHFENCE_PORT" --without-connection-token --disable-workspace-trust \
    --enable-smoke-test-driver --force-disable-user-env >> "$work/server.log" 2>&1 &
  server=$!
  "$node" -e 'const net = require("net"), end = Date.now() + 30000;
    (function attempt() {
      const socket = net.connect(Number(process.argv[1]), "127.0.0.1", () => process.exit(0));
      socket.on("error", () => { if (Date.now() > end) process.exit(1); setTimeout(attempt, 50); });
    })();' "$GRAPHFENCE_PORT" || { echo "FAIL VS Code started: $(tail -n 5 "$work/server.log")"; exit 1; }
}

(run_vscode --install-extension "$GRAPHFENCE_EDITORS_DIR/extension/graphfence.vsix") > "$work/install.log" 2>&1
if ! grep -q 'successfully installed' "$work/install.log"; then
  echo "FAIL package installed: $(tail -n 3 "$work/install.log")"
  exit 1
fi
echo "ok package installed"

# VS Code keeps the extensions of a closed window running for a while, in case it comes back. Each part gets an editor
# of its own, so that the servers counted are those of its window.
status=0
start_vscode
timeout 300 "$node" "$here/workbench.mjs" || status=1
stop_vscode
# The first part has applied the fix, and VS Code may have saved it.
cp "$here/../sample/penalised.py" "$GRAPHFENCE_FILE"
start_vscode
timeout 300 "$node" "$here/extension_host.mjs" || status=1
exit $status
