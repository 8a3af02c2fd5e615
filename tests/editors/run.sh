#!/bin/sh
# Drive one real editor, without a screen, with our integration for it and the given server.
#   run.sh nvim|nvim-0.11|emacs|lsp-mode|vscode BINARY
# BINARY is started as "BINARY server". Prints "ok NAME" or "FAIL NAME" per check, then PASS or FAIL; status 0 only if
# every check passed, the script reached its end, and no server process of the run is left. See README.md.
set -u
here=$(cd "$(dirname "$0")" && pwd)
usage() { sed -n '2,5s/^# \{0,1\}//p' "$0" >&2; exit 2; }
[ $# -eq 2 ] || usage
editor=$1
# env: "command -v" would answer "false" for a command that the shell has built in.
case $2 in */*) binary=$2 ;; *) binary=$(env which "$2") ;; esac
[ -x "$binary" ] || { echo "run.sh: $2 is not an executable" >&2; exit 2; }
binary=$(cd "$(dirname "$binary")" && pwd)/$(basename "$binary")

GRAPHFENCE_TREE=$(cd "$here/../.." && pwd)
GRAPHFENCE_EDITORS_DIR=${GRAPHFENCE_EDITORS_DIR:-$GRAPHFENCE_TREE/build/editor-tools}
case $GRAPHFENCE_EDITORS_DIR in /*) ;; *) GRAPHFENCE_EDITORS_DIR=$PWD/$GRAPHFENCE_EDITORS_DIR ;; esac
emacs=${GRAPHFENCE_EMACS:-emacs} nvim=${GRAPHFENCE_NVIM:-nvim}
[ "$editor" != nvim-0.11 ] || nvim=$GRAPHFENCE_EDITORS_DIR/nvim-0.11/nvim

case $editor in nvim|nvim-0.11|emacs|lsp-mode|vscode) ;; *) usage ;; esac
has_library() { "$emacs" --batch --eval "(progn (require 'package) (package-initialize) (require '$1))"; }
# Status 77 tells ctest that the test was skipped.
case $editor in
nvim|nvim-0.11) command -v "$nvim" ;;
emacs) has_library eglot ;;
lsp-mode) has_library lsp-mode ;;
vscode) command -v npm ;;
esac > /dev/null 2>&1 || { echo "SKIP $editor is not installed; tests/editors/setup.sh $editor does it"; exit 77; }
# The package must be that of these sources. Before HOME changes: npm's settings are in it.
if [ "$editor" = vscode ]; then
  export GRAPHFENCE_EDITORS_DIR
  "$here/vscode/setup.sh" || { echo "FAIL set-up of VS Code"; exit 1; }
fi

work=$(mktemp -d "${TMPDIR:-/tmp}/gf-editor.XXXXXX")
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
mkdir "$work/proj" "$work/home" "$work/bin"
# The integrations look for "graphfence" on PATH, as they do for a user.
ln -s "$binary" "$work/bin/graphfence"
PATH=$work/bin:$PATH
cp "$here/sample/penalised.py" "$work/proj/sample.py"
chmod u+w "$work/proj/sample.py"
HOME=$work/home
XDG_CONFIG_HOME=$HOME/.config XDG_DATA_HOME=$HOME/.local/share XDG_STATE_HOME=$HOME/.local/state XDG_CACHE_HOME=$HOME/.cache
GRAPHFENCE_RUN_ID=$$-$(basename "$work")
GRAPHFENCE_FILE=$work/proj/sample.py
GRAPHFENCE_OUT=$work/result.txt
export PATH HOME XDG_CONFIG_HOME XDG_DATA_HOME XDG_STATE_HOME XDG_CACHE_HOME
export GRAPHFENCE_TREE GRAPHFENCE_RUN_ID GRAPHFENCE_FILE GRAPHFENCE_OUT GRAPHFENCE_EDITORS_DIR
: > "$GRAPHFENCE_OUT"

# A server must not outlive its editor by more than ten seconds.
no_server_left() {
  for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
    left=$("$here/server_pids.sh")
    [ -z "$left" ] && { echo "ok no server left"; return 0; }
    sleep 0.5
  done
  echo "FAIL no server left: $left" | tr '\n' ' '
  echo
  return 1
}

case $editor in
nvim|nvim-0.11)
  timeout 300 "$nvim" --headless -i NONE -n -u "$here/nvim/init.lua" -S "$here/nvim/test.lua" \
    < /dev/null > "$GRAPHFENCE_OUT" 2> "$work/messages"
  status=$?
  # What Neovim says itself has no line ends and would run into our lines.
  [ ! -s "$work/messages" ] || { echo; cat "$work/messages"; echo; } >> "$GRAPHFENCE_OUT" ;;
emacs|lsp-mode)
  [ "$editor" = emacs ] && script=eglot_test.el || script=lsp_mode_test.el
  timeout 300 "$emacs" --batch -l "$here/emacs/$script" < /dev/null > "$GRAPHFENCE_OUT" 2>&1
  status=$? ;;
vscode)
  "$here/vscode/run.sh" "$work" >> "$GRAPHFENCE_OUT" 2>&1
  status=$? ;;
esac
cat "$GRAPHFENCE_OUT"
echo
# An editor that ended early with status 0 must not pass.
grep -q '^ok end of script' "$GRAPHFENCE_OUT" || { echo "FAIL end of script not reached"; status=1; }
if grep -q '^FAIL' "$GRAPHFENCE_OUT" && [ "$status" -eq 0 ]; then status=1; fi
no_server_left || status=1
if [ "$status" -eq 0 ]; then echo "PASS $editor"; else echo "FAIL $editor (status $status)"; fi
exit "$status"
