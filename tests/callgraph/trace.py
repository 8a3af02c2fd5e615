#!/usr/bin/env python3
"""trace.py PROGRAM_DIR: runs main.py of the folder and prints the call graph of what ran, as JSON adjacency in the
convention of `graphfence debug callgraph` (README.md). Nodes are code below the folder; an edge goes from the nearest
such code on the stack to the function that starts to run."""
import ast
import json
import os
import pathlib
import subprocess
import sys

OBSERVER = str(pathlib.Path(__file__).resolve().with_name("observer.py"))


class ProgramFailed(Exception):
    pass


def child(folder, *options):
    folder = str(pathlib.Path(folder).resolve())
    command = [sys.executable, "-B", "-s", "-S", OBSERVER, folder, *options]
    environment = {**os.environ, "PYTHONHASHSEED": "0"}
    environment.pop("PYTHONPATH", None)
    done = subprocess.run(command, capture_output=True, text=True, cwd=folder, timeout=60, env=environment)
    if done.returncode != 0:
        raise ProgramFailed(f"{folder}: exit status {done.returncode}\n{done.stderr}")
    return ast.literal_eval(done.stdout)


def observe(folder):
    """node -> sorted list of nodes it calls."""
    return child(folder)


def left_out(folder):
    """Functions and statements (FILE:LINE) that should have run and did not."""
    return child(folder, "left-out")


def main(arguments):
    if len(arguments) != 1 or not os.path.isfile(os.path.join(arguments[0], "main.py")):
        print(__doc__, file=sys.stderr)
        return 2
    try:
        print(json.dumps(observe(arguments[0]), indent=2))
    except ProgramFailed as failure:
        print(f"trace.py: {failure}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
