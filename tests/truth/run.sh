#!/bin/sh
# Makes the TensorFlow environments (once), brings the truth record up to date, and holds the checker to it.
#
#   run.sh                    run what changed since it was recorded, check the record, then the checker:
#                             recall and false alarms, and every fix it offers applied and run
#   run.sh --all              run everything again
#   run.sh --compare          run and compare with the record, change nothing (--sample N: a few)
#
# TRUTH_ENVIRONMENTS names another folder for the environments (default: build/truth-envs),
# GRAPHFENCE another binary (default: build/release/graphfence; left out when there is none).
set -eu
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
folder=${TRUTH_ENVIRONMENTS:-$root/build/truth-envs}
binary=${GRAPHFENCE:-$root/build/release/graphfence}
"$here/environments.sh" "$folder"
python3 "$here/run_truth.py" "$folder" "$@"
case " $* " in
*" --compare "*) exit 0 ;;
esac
python3 "$here/check_record.py" -v
if [ -x "$binary" ]; then
    python3 "$here/corpus_check.py" "$binary"
    python3 "$here/fix_check.py" "$binary" "$folder"
fi
