#!/bin/sh
# Makes the TensorFlow environments (once) and brings the truth record up to date.
#
#   run.sh                    run what changed since it was recorded, then check the record
#   run.sh --all              run everything again
#   run.sh --compare          run and compare with the record, change nothing (--sample N: a few)
#
# TRUTH_ENVIRONMENTS names another folder for the environments (default: build/truth-envs).
set -eu
here=$(cd "$(dirname "$0")" && pwd)
folder=${TRUTH_ENVIRONMENTS:-$here/../../build/truth-envs}
"$here/environments.sh" "$folder"
python3 "$here/run_truth.py" "$folder" "$@"
python3 "$here/check_record.py" -v
