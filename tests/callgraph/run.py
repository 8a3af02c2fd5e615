#!/usr/bin/env python3
"""run.py BINARY [--category C] [-v]: compares `BINARY debug callgraph main.py` with what CPython does, for every program
below programs/. Fails when in a category under 95 % of the programs are complete (no edge missing) and exact (no false
edge). Disagreements listed in known.json are accepted as long as they are exactly those."""
import argparse
import concurrent.futures
import json
import os
import pathlib
import subprocess
import sys

import node_names
import trace

HERE = pathlib.Path(__file__).resolve().parent
REQUIRED = 0.95


class Result:
    def __init__(self, missing=(), false=(), error=None):
        self.missing, self.false, self.error = sorted(missing), sorted(false), error

    def agrees(self):
        return not (self.missing or self.false or self.error)


def edges(graph):
    return {f"{caller} -> {callee}" for caller, callees in graph.items() for callee in callees}


def of_program(node, modules):
    return any(node == module or node.startswith(module + ".") for module in modules)


def compare(printed, observed, modules):
    """Only edges between nodes of the program count, and that every module that ran is a node."""
    printed = {caller: [callee for callee in callees if of_program(callee, modules)]
               for caller, callees in printed.items() if of_program(caller, modules)}
    missing = edges(observed) - edges(printed)
    missing |= {f"module {node}" for node in observed if node in modules and node not in printed}
    return Result(missing, edges(printed) - edges(observed))


def printed_graph(binary, folder):
    done = subprocess.run([binary, "debug", "callgraph", "main.py"], cwd=folder, capture_output=True, text=True, timeout=60)
    if done.returncode != 0:
        raise ValueError(f"exit status {done.returncode}: {done.stderr.strip()}")
    graph = json.loads(done.stdout)
    if not isinstance(graph, dict) or not all(isinstance(callees, list) for callees in graph.values()):
        raise ValueError("what is printed is no adjacency")
    return graph


def judge(binary, folder):
    try:
        return compare(printed_graph(binary, folder), trace.observe(folder), node_names.module_names(folder))
    except (ValueError, OSError, subprocess.TimeoutExpired, trace.ProgramFailed) as error:
        return Result(error=str(error))


def programs(root, category=None):
    """category/name -> folder"""
    found = {f"{path.parent.parent.name}/{path.parent.name}": path.parent for path in sorted(root.glob("*/*/main.py"))}
    return {name: folder for name, folder in found.items() if category in (None, name.split("/")[0])}


def stale_entries(known, results, all_programs):
    for name, entry in sorted(known.items()):
        if name not in all_programs:
            yield f"known.json: there is no program {name}"
        elif not entry.get("reason"):
            yield f"known.json: {name} has no reason"
        elif name in results and not is_accepted(results[name], entry):
            yield f"known.json: {name} {'agrees now' if results[name].agrees() else 'disagrees in another way now'}"


def is_accepted(result, entry):
    return (not result.error and not result.agrees() and result.missing == sorted(entry.get("missing", []))
            and result.false == sorted(entry.get("false", [])))


def table(results, known):
    """Prints it and returns the categories that have too few good programs, as messages."""
    print(f"{'category':<24}{'programs':>9}{'complete':>9}{'exact':>9}{'accepted':>9}")
    rows, failures = {}, []
    for name, result in results.items():
        rows.setdefault(name.split("/")[0], {})[name] = result

    def line(title, group):
        print(f"{title:<24}{len(group):>9}{sum(not r.missing and not r.error for r in group.values()):>9}"
              f"{sum(not r.false and not r.error for r in group.values()):>9}"
              f"{sum(n in known and is_accepted(r, known[n]) for n, r in group.items()):>9}")

    for category, group in sorted(rows.items()):
        line(category, group)
        bad = [n for n, r in group.items() if not r.agrees() and not (n in known and is_accepted(r, known[n]))]
        if len(group) - len(bad) < REQUIRED * len(group):
            failures.append(f"{category}: {len(bad)} of {len(group)} disagree: {' '.join(n.split('/')[1] for n in bad)}")
    line("all", results)
    return failures


def details(name, result):
    print(name)
    if result.error:
        print(f"  {result.error}")
    for kind in ("missing", "false"):
        for edge in getattr(result, kind):
            print(f"  {kind:<8}{edge}")


def main(arguments, root=HERE / "programs", known_file=HERE / "known.json"):
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("binary")
    parser.add_argument("--category")
    parser.add_argument("-v", action="store_true", help="print the edges of every disagreement")
    options = parser.parse_args(arguments)
    binary = os.path.abspath(options.binary) if os.sep in options.binary else options.binary
    everything, chosen = programs(root), programs(root, options.category)
    if not chosen:
        print("there is no such program", file=sys.stderr)
        return 2
    known = json.loads(known_file.read_text(encoding="utf-8"))
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        results = dict(zip(chosen, pool.map(lambda folder: judge(binary, folder), chosen.values())))
    if options.v:
        for name, result in results.items():
            if not result.agrees():
                details(name, result)
    failures = table(results, known) + list(stale_entries(known, results, everything))
    for failure in failures:
        print(failure)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
