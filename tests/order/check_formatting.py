#!/usr/bin/env python3
"""C++ files look as clang-format-22 writes them. Exit status 77 (skipped) where that version is not installed."""
import concurrent.futures
import os
import re
import shutil
import subprocess
import sys

from order import ROOT, main

TOOL = "clang-format-22"
COMPLAINT = re.compile(r":(\d+):\d+: (?:error|warning): ")


def first_complaint(path, text):
    command = [TOOL, "--dry-run", "--Werror", f"--style=file:{ROOT / '.clang-format'}", f"--assume-filename={path}"]
    done = subprocess.run(command, input=text.encode(), capture_output=True)
    if done.returncode == 0:
        return None
    match = COMPLAINT.search(done.stderr.decode(errors="replace"))
    return f"{path}:{match.group(1) if match else 1}: not formatted (./dev fmt)"


def check(tree):
    paths = tree.paths(".cpp", ".h")
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        results = pool.map(lambda path: first_complaint(path, tree.read(path)), paths)
        return [finding for finding in results if finding]


CASES = [
    ("formatted", {"a.cpp": "int f(int x) {\n  return x;\n}\n"}, None),
    ("spaces", {"a.cpp": "int  f(int x) {\n  return x;\n}\n"}, "a.cpp:1: not formatted"),
    ("later line", {"b.h": "#pragma once\n\nint f( int x );\n"}, "b.h:3: not formatted"),
    ("other languages are left alone", {"a.py": "x  =  1\n"}, None),
]

if __name__ == "__main__":
    if shutil.which(TOOL) is None:
        print(f"{TOOL} is not installed")
        sys.exit(77)
    main(check, CASES)
