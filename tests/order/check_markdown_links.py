#!/usr/bin/env python3
"""Links between our own Markdown files lead somewhere: the file exists, and so does the heading after `#`."""
import posixpath
import re

from order import main

LINK = re.compile(r"(?<!\\)\[(?:[^\]\[]|\[[^\]]*\])*\]\(\s*<?([^)\s>]+)>?(?:\s+\"[^\"]*\")?\s*\)")
REFERENCE = re.compile(r"^\[[^\]]+\]:\s*(\S+)")
HEADING = re.compile(r"^ {0,3}#{1,6}\s+(.*?)\s*#*\s*$")
ANCHOR = re.compile(r"<a\s+(?:id|name)=\"([^\"]+)\"")
ELSEWHERE = re.compile(r"^[a-zA-Z][a-zA-Z0-9+.-]*:")


def prose(tree, path):
    """Lines outside fenced code, inline code removed."""
    fence = None
    for number, line in tree.lines(path):
        mark = re.match(r"^\s*(```+|~~~+)", line)
        if mark:
            fence = None if fence and mark.group(1).startswith(fence) else fence or mark.group(1)
            continue
        if fence is None:
            yield number, line


def slug(heading):
    text = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading)
    text = re.sub(r"[`*]", "", text).lower()
    return re.sub(r"[^\w\- ]", "", text).replace(" ", "-")


def anchors(tree, path):
    found, seen = set(), {}
    for _, line in prose(tree, path):
        found.update(ANCHOR.findall(line))
        match = HEADING.match(line)
        if match:
            base = slug(match.group(1))
            count = seen.get(base, 0)
            seen[base] = count + 1
            found.add(f"{base}-{count}" if count else base)
    return found


def targets(line):
    bare = re.sub(r"`[^`]*`", "", line)
    yield from LINK.findall(bare)
    match = REFERENCE.match(bare)
    if match:
        yield match.group(1)


def check(tree):
    findings = []
    for path in tree.paths(".md"):
        for number, line in prose(tree, path):
            for target in targets(line):
                if ELSEWHERE.match(target):
                    continue
                file, _, anchor = target.partition("#")
                if file.startswith("/"):
                    findings.append(f"{path}:{number}: {target}: links are relative")
                    continue
                full = posixpath.normpath(posixpath.join(posixpath.dirname(path), file)) if file else path
                if not tree.exists(full):
                    findings.append(f"{path}:{number}: {target}: there is no {full}")
                elif anchor and full.endswith(".md") and anchor not in anchors(tree, full):
                    findings.append(f"{path}:{number}: {target}: {full} has no heading #{anchor}")
    return findings


CASES = [
    ("file", {"a.md": "[b](docs/b.md)", "docs/b.md": ""}, None),
    ("folder", {"a.md": "[b](docs)", "docs/b.md": ""}, None),
    ("upward", {"docs/a.md": "[b](../b.md)", "b.md": ""}, None),
    ("missing", {"a.md": "see [b](b.md)"}, "there is no b.md"),
    ("missing, by reference", {"a.md": "see [b]\n\n[b]: b.md\n"}, "there is no b.md"),
    ("anchor", {"a.md": "[b](b.md#the-two-commands)", "b.md": "## The *two* commands!\n"}, None),
    ("own anchor", {"a.md": "[x](#one)\n# One\n"}, None),
    ("second of a name", {"a.md": "[x](#one-1)\n# One\n# One\n"}, None),
    ("no such anchor", {"a.md": "[b](b.md#three)", "b.md": "## Two\n"}, "no heading"),
    ("headings in code do not count", {"a.md": "[x](#one)\n```\n# One\n```\n"}, "no heading"),
    ("links in code do not count", {"a.md": "```\n[x](y.md)\n```\nand `[x](y.md)`\n"}, None),
    ("elsewhere is not looked at", {"a.md": "[x](https://example.com/y)"}, None),
    ("absolute", {"a.md": "[x](/y.md)", "y.md": ""}, "relative"),
]

if __name__ == "__main__":
    main(check, CASES)
