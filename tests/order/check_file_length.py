#!/usr/bin/env python3
"""Files that people write stay short: over 400 lines is said, over 800 fails."""
from order import main

SUFFIXES = (".cpp", ".h", ".py", ".ts", ".el", ".lua", ".sh")
NAMES = ("dev", ".ci/run")
WARN, FAIL = 400, 800


def check(tree):
    findings = []
    for path in tree.paths():
        if not (path.endswith(SUFFIXES) or path in NAMES):
            continue
        text = tree.read(path)
        length = text.count("\n") + (not text.endswith("\n"))
        if length > FAIL:
            findings.append(f"{path}:{FAIL}: {length} lines, at most {FAIL}: split it by concern")
        elif length > WARN:
            print(f"note: {path} has {length} lines; past {WARN} it is time to split")
    return findings


CASES = [
    ("short", {"a.cpp": "x\n" * 400}, None),
    ("long warns only", {"a.cpp": "x\n" * 800}, None),
    ("too long", {"a.cpp": "x\n" * 801}, "801 lines"),
    ("too long without a last newline", {"a.py": "x\n" * 800 + "x"}, "801 lines"),
    ("other files may be long", {"a.md": "x\n" * 2000}, None),
]

if __name__ == "__main__":
    main(check, CASES)
