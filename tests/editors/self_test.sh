#!/bin/sh
# Test the editor scripts themselves: they must pass with a server that works and fail with one that does not.
#   self_test.sh EDITOR...
set -u
here=$(cd "$(dirname "$0")" && pwd)
[ $# -gt 0 ] || { echo "usage: self_test.sh nvim|nvim-0.11|emacs|lsp-mode|vscode..." >&2; exit 2; }
status=0 skipped=0
for editor; do
  if output=$("$here/run.sh" "$editor" "$here/stub_server.py" 2>&1); then
    echo "ok $editor passes with the stub"
  elif [ $? -eq 77 ]; then
    echo "$output"
    skipped=77
    continue
  else
    printf '%s\nFAIL %s passes with the stub\n' "$output" "$editor"
    status=1
  fi
  if output=$("$here/run.sh" "$editor" false 2>&1); then
    printf '%s\nFAIL %s fails without a server\n' "$output" "$editor"
    status=1
  else
    echo "ok $editor fails without a server"
  fi
done
[ $status -ne 0 ] || status=$skipped
exit $status
