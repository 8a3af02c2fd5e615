#!/bin/sh
# Makes the Python environments the truth programs run in:  environments.sh DIR [NAME...]
#
#   k3    TensorFlow 2.21 with Keras 3.15.1; tf-keras beside it, so that the same folder serves the
#         configuration `leg` (TF_USE_LEGACY_KERAS=1)
#   k2    TensorFlow 2.15.1, the last one whose tf.keras is Keras 2
#   k28   TensorFlow 2.8.4 (Keras 2.8)
#
# An environment that is already complete is left alone. One for which no fitting interpreter is
# found is skipped with a message. Leaves with 1 only when an installation fails.
set -u

if [ $# -lt 1 ]; then
    echo "usage: environments.sh DIR [k3] [k2] [k28]" >&2
    exit 2
fi
mkdir -p "$1" || exit 1
root=$(cd "$1" && pwd)
shift
[ $# -gt 0 ] || set -- k3 k2 k28
failed=0

# Prints the first interpreter of one of the versions given that can make environments.
find_python() {
    for version in "$@"; do
        for candidate in "python$version" \
            "${PYENV_ROOT:-$HOME/.pyenv}/versions/$version".*/bin/python \
            "/opt/homebrew/bin/python$version" "/usr/local/bin/python$version" \
            "/usr/bin/python$version"; do
            path=$(command -v "$candidate" 2>/dev/null) || continue
            if "$path" -c "import sys, venv, ensurepip
sys.exit('%d.%d' % sys.version_info[:2] != '$version')" >/dev/null 2>&1; then
                echo "$path"
                return 0
            fi
        done
    done
    return 1
}

# make NAME "PYTHON VERSIONS" REQUIREMENT...
make() {
    name=$1
    versions=$2
    shift 2
    folder=$root/$name
    wanted="$*"
    if [ -x "$folder/bin/python" ] && [ "$(cat "$folder/complete" 2>/dev/null)" = "$wanted" ]; then
        echo "$name: complete"
        return
    fi
    # shellcheck disable=SC2086
    if ! python=$(find_python $versions); then
        echo "$name: skipped, it needs Python $(echo "$versions" | sed 's/ / or /g')"
        return
    fi
    echo "$name: installing $wanted"
    rm -rf "$folder"
    if "$python" -m venv "$folder" &&
        "$folder/bin/python" -m pip install --quiet --disable-pip-version-check "$@" &&
        "$folder/bin/python" -c 'import tensorflow' 2>/dev/null; then
        echo "$wanted" >"$folder/complete"
        echo "$name: ready"
    else
        echo "$name: the installation failed" >&2
        failed=1
    fi
}

for name in "$@"; do
    case $name in
    k3 | leg) make k3 "3.11 3.12 3.13" tensorflow-cpu==2.21.0 keras==3.15.1 tf-keras==2.21.0 ;;
    k2) make k2 "3.11 3.10" tensorflow-cpu==2.15.1 ;;
    k28) make k28 "3.10 3.9 3.8" tensorflow-cpu==2.8.4 'protobuf<3.20' 'numpy<1.24' ;;
    *)
        echo "unknown environment: $name" >&2
        exit 2
        ;;
    esac
done
exit $failed
