"""Drives the real program as users, scripts and attackers do.

    run.py [BINARY] [NAME...]      BINARY defaults to $GRAPHFENCE; with names only those tests run

Prints a line "ok NAME" or "FAIL NAME" for each test and exits with 1 when one failed. Needs the standard library only.
"""

import os
import sys
import traceback

import harness

MODULES = ("options_tests", "finding_tests", "file_tests", "fix_tests", "bad_input_tests")


def main(arguments):
    binary = os.path.abspath(arguments[0] if arguments else os.environ.get("GRAPHFENCE", "build/dev/server/graphfence"))
    if not os.access(binary, os.X_OK):
        print("FAIL no program at %s" % binary)
        return 1
    os.environ["GRAPHFENCE"] = binary
    for module in MODULES:
        __import__(module)
    wanted = arguments[1:]
    failed = 0
    for function in harness.TESTS:
        name = function.__name__
        if wanted and name not in wanted:
            continue
        folder = harness.Folder()
        try:
            function(folder)
            print("ok %s" % name, flush=True)
        except Exception:  # every test must get its turn
            failed += 1
            print("FAIL %s" % name)
            print("    " + traceback.format_exc()[-3000:].rstrip().replace("\n", "\n    "), flush=True)
        finally:
            folder.remove()
    if failed:
        print("%d of %d failed" % (failed, len(harness.TESTS)))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
