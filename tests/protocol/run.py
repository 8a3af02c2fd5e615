#!/usr/bin/env python3
"""Drives the real language server through scripted conversations.

    run.py [BINARY] [-k WORD]     BINARY defaults to $GRAPHFENCE
    GRAPHFENCE_SERVER='any command' run.py    another server, started by that command

Prints `ok NAME` or `FAIL NAME` per conversation and a summary; exit status 1 when one failed.
"""

import argparse
import importlib
import os
import pathlib
import shlex
import sys
import time
import traceback

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))

import harness  # noqa: E402


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("binary", nargs="?", default=os.environ.get("GRAPHFENCE"))
    parser.add_argument("-k", dest="word", default="", help="run only conversations whose name contains this")
    parser.add_argument("-v", dest="verbose", action="store_true", help="print how long each took")
    arguments = parser.parse_args()
    if "GRAPHFENCE_SERVER" in os.environ and not arguments.binary:
        harness.COMMAND = shlex.split(os.environ["GRAPHFENCE_SERVER"])
    elif arguments.binary:
        harness.COMMAND = [str(pathlib.Path(arguments.binary).resolve()), "server"]
    else:
        parser.error("which server? give BINARY or set GRAPHFENCE")

    for file in sorted((pathlib.Path(__file__).parent / "conversations").glob("*.py")):
        importlib.import_module(f"conversations.{file.stem}")
    chosen = [test for test in harness.CONVERSATIONS if arguments.word in test.title]
    failed = []
    for test in chosen:
        start = time.monotonic()
        try:
            test.run()
        except Exception:
            failed.append(test.title)
            print(f"FAIL {test.title}")
            traceback.print_exc(limit=-4, file=sys.stdout)
        else:
            took = f" ({(time.monotonic() - start) * 1000:.0f} ms)" if arguments.verbose else ""
            print(f"ok {test.title}{took}")
        sys.stdout.flush()
    print(f"{len(chosen) - len(failed)} of {len(chosen)} conversations passed")
    return 1 if failed or not chosen else 0


if __name__ == "__main__":
    sys.exit(main())
