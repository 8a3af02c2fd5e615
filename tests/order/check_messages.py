#!/usr/bin/env python3
"""docs/messages.md is the table of what the rules say, as the fixtures make them say it; `--write` brings it up to date.

In the table a name in backquotes that changes from program to program is `…`. The environment variable GRAPHFENCE names
the executable; without it the check is skipped. A message has at most two sentences.
"""
import json
import os
import re
import subprocess
import sys

from order import ROOT

TABLE = ROOT / "docs" / "messages.md"
VERSIONS = ("2.15", "2.21")
LEVELS = ("error", "warning", "information", "hint")
HEAD = """# Messages

What each rule says, side by side, so that they read as one voice. Made from the fixtures by `tests/order/check_messages.py --write`; in the
programs a name stands where the table has `…`.

| rule | at most | message |
|---|---|---|
"""


def general(message):
    """The message without the names of one program: what stands in backquotes, unless it is advice, and numbers."""
    return re.sub(r"`[^`]*`", "`…`", re.sub(r"(?<!Keras )\b\d+\b", "N", message))


def sentences(message):
    return len([part for part in re.split(r"[.;?!] ", re.sub(r"`[^`]*`|\([^)]*\)|\"[^\"]*\"", "x", message)) if part])


def collected(binary):
    found = {}
    for version in VERSIONS:
        command = [binary, "check", "--no-config", "--format", "json", "--tf-version", version, "tests/fixtures", "examples"]
        run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
        if run.returncode not in (0, 1, 2):
            raise SystemExit(f"{' '.join(command)} ended with {run.returncode}")
        for finding in json.loads(run.stdout)["diagnostics"]:
            if finding["rule"] == "unused-suppression":
                continue
            row = found.setdefault((finding["rule"], general(finding["message"])), [])
            row.append(finding["severity"])
    return found


def table(found):
    rows = []
    for (rule, message), levels in sorted(found.items()):
        rows.append("| `%s` | %s | %s |\n" % (rule, min(levels, key=LEVELS.index), message.replace("|", "\\|")))
    return HEAD + "".join(rows)


def problems(written, made):
    findings = []
    if written != made:
        findings.append("docs/messages.md:1: is not what the fixtures say; run tests/order/check_messages.py --write")
    for number, line in enumerate(made.split("\n"), start=1):
        if line.startswith("| `") and sentences(line.split(" | ", 2)[2]) > 2:
            findings.append(f"docs/messages.md:{number}: more than two sentences")
    return findings


def self_test():
    row = "| `a` | error | one. two. three. |\n"
    assert problems("x", "y") and not problems("x", "x")
    assert "more than two" in problems(row, row)[0]
    assert general("`f` gives 3 of `g`") == "`…` gives N of `…`"
    assert sentences('`a. b` raises ("x. y."); use `c`') == 2


def main():
    if "--self-test" in sys.argv:
        self_test()
        return 0
    binary = os.environ.get("GRAPHFENCE")
    if not binary or not os.path.exists(binary):
        print("no executable: GRAPHFENCE is not set")
        return 77
    made = table(collected(binary))
    if "--write" in sys.argv:
        TABLE.write_text(made, encoding="utf-8")
        return 0
    findings = problems(TABLE.read_text(encoding="utf-8") if TABLE.exists() else "", made)
    for finding in findings:
        print(finding)
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main())
