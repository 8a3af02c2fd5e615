#!/usr/bin/env python3
"""Includes go one way. Inside `analysis/` a folder includes only folders that stand before it in ORDER; `protocol` and
`analysis` never see each other; `server` is the only glue; a heavy third-party header is seen by few files."""
import re

from order import main

ORDER = ["base", "text", "syntax", "items", "ir", "values", "library", "summary", "workspace", "rules", "features"]
# Files of analysis/ itself: finding.h is the vocabulary of rules and what follows, the façade sees everything.
TOP_FILES = {"finding": ORDER.index("rules"), "engine": len(ORDER)}

# Which first path components a layer may include; "std" is everything without a slash that is no header of ours.
LAYERS = {
    "protocol": {"protocol", "nlohmann"},
    "analysis": {"analysis", "tree_sitter", "xxhash.h"},
    "server": {"protocol", "analysis", "server", "nlohmann", "spdlog", "fmt", "CLI", "toml++", "asio", "asio.hpp", "sys"},
    "tests": None,
}
# What analysis must not reach: I/O is passed in; time and threads belong to the server.
FORBIDDEN_IN_ANALYSIS = {"filesystem", "fstream", "iostream", "thread", "future"}
FORBIDDEN_IN_RULES = {"chrono", "atomic", "mutex", "cstdio", "cstdlib", "random"}
# Header prefix -> (pattern of files that may include it, how many of them at most).
CONFINED = {
    "spdlog/": (r"server/.*\.cpp$", 1),
    "CLI/": (r"server/.*\.cpp$", 1),
    "toml++/": (r"server/.*\.cpp$", 1),
    "asio": (r"server/lsp/[a-z_]+\.(h|cpp)$", 4),
    "nlohmann/json.hpp": (r"(protocol|server|tests)/.*\.cpp$", 200),
    "xxhash.h": (r"analysis/base/.*\.(h|cpp)$", 2),
    "doctest/": (r"tests/.*\.(h|cpp)$", 1000),
}
FORBIDDEN = {"regex": "it costs four seconds a file and its matching recurses"}

INCLUDE = re.compile(r'^\s*#\s*include\s*(["<])([^">]+)[">]')


def includes(tree, path):
    for number, line in tree.lines(path):
        match = INCLUDE.match(line)
        if match:
            yield number, match.group(1) == '"', match.group(2)


def rank(path):
    """Place of a file of analysis/ in the order."""
    parts = path.split("/")
    if len(parts) > 2:
        return ORDER.index(parts[1]) if parts[1] in ORDER else None
    return TOP_FILES.get(parts[1].split(".")[0])


def check_include(path, header, quoted, tree):
    layer = path.split("/")[0]
    first = header.split("/")[0]
    if header in FORBIDDEN:
        yield f"<{header}> is not used here: {FORBIDDEN[header]}"
    ours = first in LAYERS
    if quoted and not ours:
        yield f'"{header}": our own headers are included from the top ("analysis/items/scope.h")'
    if quoted and ours and layer != "tests" and not tree.exists(header):
        yield f'"{header}" does not exist'
    allowed = LAYERS[layer]
    third_party = "/" in header and not ours
    if allowed is not None and (ours or third_party) and first not in allowed:
        yield f"{layer}/ must not include {header}"
    if layer == "analysis":
        if header in FORBIDDEN_IN_ANALYSIS:
            yield f"<{header}>: analysis gets files, time and threads handed in"
        if path.startswith("analysis/rules/") and path.count("/") > 2:
            if header in FORBIDDEN_IN_RULES or header.startswith(("analysis/workspace/", "analysis/syntax/")):
                yield f"{header}: a rule sees events only"
        if first == "analysis":
            mine, theirs = rank(path), rank(header)
            if theirs is None:
                yield f"{header} is in no folder of the order"
            elif mine is not None and theirs > mine:
                yield f"{header} stands after {path} in the order {' '.join(ORDER)}"


def check(tree):
    findings = []
    users = {prefix: [] for prefix in CONFINED}
    for path in tree.paths(".h", ".cpp"):
        if path.split("/")[0] not in LAYERS:
            continue
        if path.startswith("analysis/") and rank(path) is None:
            findings.append(f"{path}:1: is in no folder of the order {' '.join(ORDER)}")
        for number, quoted, header in includes(tree, path):
            findings += [f"{path}:{number}: {text}" for text in check_include(path, header, quoted, tree)]
            for prefix, (where, _) in CONFINED.items():
                if header.startswith(prefix):
                    users[prefix].append(path)
                    if not re.match(where, path):
                        findings.append(f"{path}:{number}: {header} may be included only by files like {where}")
    for prefix, (_, most) in CONFINED.items():
        files = sorted({path for path in users[prefix] if not path.startswith("tests/")})
        if len(files) > most:
            findings.append(f"{files[0]}:1: {prefix} is included by {len(files)} files, at most {most}: {' '.join(files)}")
    return findings


CASES = [
    ("forward is fine", {"analysis/base/span.h": "", "analysis/text/a.h": '#include "analysis/base/span.h"\n'}, None),
    ("backward", {"analysis/text/a.h": "", "analysis/base/b.h": '#include "analysis/text/a.h"'}, "stands after"),
    ("unknown folder", {"analysis/misc/a.h": ""}, "no folder of the order"),
    ("finding below rules", {"analysis/finding.h": "", "analysis/ir/a.h": '#include "analysis/finding.h"'}, "stands after"),
    ("finding in rules", {"analysis/finding.h": "", "analysis/rules/a.h": '#include "analysis/finding.h"'}, None),
    ("facade from inside", {"analysis/engine.h": "", "analysis/features/a.h": '#include "analysis/engine.h"'}, "stands after"),
    ("facade sees all", {"analysis/features/a.h": "", "analysis/engine.cpp": '#include "analysis/features/a.h"'}, None),
    ("analysis sees protocol", {"protocol/a.h": "", "analysis/ir/a.h": '#include "protocol/a.h"'}, "must not include"),
    ("protocol sees analysis", {"analysis/finding.h": "", "protocol/a.h": '#include "analysis/finding.h"'}, "must not include"),
    ("analysis sees json", {"analysis/ir/a.cpp": "#include <nlohmann/json_fwd.hpp>"}, "must not include"),
    ("protocol sees server", {"server/a.h": "", "protocol/a.h": '#include "server/a.h"'}, "must not include"),
    ("server is glue", {"protocol/a.h": "", "analysis/engine.h": "",
                        "server/lsp/a.cpp": '#include "protocol/a.h"\n#include "analysis/engine.h"'}, None),
    ("relative include", {"protocol/a.h": "", "protocol/b.h": '#include "a.h"'}, "from the top"),
    ("missing header", {"protocol/b.h": '#include "protocol/a.h"'}, "does not exist"),
    ("regex", {"server/cli/a.cpp": "#include <regex>"}, "not used here"),
    ("two loggers", {"server/a.cpp": "#include <spdlog/spdlog.h>", "server/b.cpp": "#include <spdlog/spdlog.h>"}, "at most 1"),
    ("logger in a header", {"server/a.h": "#include <spdlog/spdlog.h>"}, "only by files like"),
    ("json in a header", {"protocol/a.h": "#include <nlohmann/json.hpp>"}, "only by files like"),
    ("asio in a handler", {"server/lsp/methods/hover.cpp": "#include <asio.hpp>"}, "only by files like"),
    ("asio in the transport", {"server/lsp/transport.cpp": "#include <asio.hpp>"}, None),
    ("files in analysis", {"analysis/items/a.cpp": "#include <fstream>"}, "handed in"),
    ("clock in a rule", {"analysis/rules/effects/a.cpp": "#include <chrono>"}, "events only"),
    ("workspace in a rule", {"analysis/workspace/a.h": "",
                             "analysis/rules/effects/a.cpp": '#include "analysis/workspace/a.h"'}, "events only"),
]

if __name__ == "__main__":
    main(check, CASES)
