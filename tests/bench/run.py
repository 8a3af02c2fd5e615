#!/usr/bin/env python3
"""Measures the release binary beside other servers in one run and prints a table. Reports, never judges.

    run.py [--edits N] [--rounds N] [--only NAME]...

Method: every server gets the same Keras files (from PyPI, pinned), opens them with a small program appended in which it
has something to find, and must answer each edit with the number of diagnostics expected, so that doing nothing cannot win. The edits
type a statement into a function body, one character at a time, through its broken states, and take it back again.
"""
import argparse
import hashlib
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time
import zipfile

from lsp_client import Client, Timeout

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD = ROOT / "build"
ENVIRONMENT = BUILD / "bench-env" / "bin"
SOURCES = BUILD / "bench-src"
BINARY = BUILD / "release" / "graphfence"
PARSE_TIME = BUILD / "bench" / "graphfence_parse_time"

# Something to find for us (a loss added in a graph of its own) and for the others (a name that does not exist).
PROBE = '''

import tensorflow as tf


class BenchProbe(tf.keras.layers.Layer):
    @tf.function
    def call(self, inputs):
        self.add_loss(tf.reduce_sum(inputs))
        return inputs


def bench_probe():
    layer = BenchProbe()
    with tf.GradientTape() as tape:
        outputs = layer(tf.ones([2, 2]))
        total = tf.reduce_sum(outputs) + sum(layer.losses)
    return tape, total, bench_name_that_does_not_exist
'''
TYPED = "bench_value = max(1, len('abc'))"

TARGETS = {  # milliseconds, megabytes, and the ratio to parsing
    "start": 10, "initialize": 5, "open": 25, "edit p50": 1, "edit p95": 5, "memory idle": 5, "memory open": 18, "tree": 3, "binary": 4,
}


def servers():
    """Name, command of the server, command that checks a tree on all cores and on one, file that is shipped."""
    found = [("graphfence", [str(BINARY), "server"], [str(BINARY), "check"], [str(BINARY), "check", "--jobs", "1"], BINARY)]
    ruff, ty = ENVIRONMENT / "ruff", ENVIRONMENT / "ty"
    if ruff.exists():
        check = [str(ruff), "check", "--no-cache", "--isolated", "-q"]
        found.append(("ruff", [str(ruff), "server"], check, ["env", "RAYON_NUM_THREADS=1", *check], ruff))
    if ty.exists():
        check = [str(ty), "check", "-q"]
        found.append(("ty", [str(ty), "server"], check, ["env", "RAYON_NUM_THREADS=1", "TY_MAX_PARALLELISM=1", *check], ty))
    return found


def fetch_sources():
    """tf_keras as files, without its dependencies."""
    pins = pathlib.Path(__file__).with_name("sources.txt")
    stamp = SOURCES / "complete"
    wanted = hashlib.sha256(pins.read_bytes()).hexdigest()
    if not stamp.exists() or stamp.read_text() != wanted:
        SOURCES.mkdir(parents=True, exist_ok=True)
        subprocess.run([str(ENVIRONMENT / "python"), "-m", "pip", "download", "-q", "--disable-pip-version-check", "--no-deps",
                        "--require-hashes", "-d", str(SOURCES), "-r", str(pins)], check=True)
        for wheel in SOURCES.glob("*.whl"):
            zipfile.ZipFile(wheel).extractall(SOURCES)
        stamp.write_text(wanted)
    return SOURCES / "tf_keras"


def file_of_about(tree, lines):
    """The file whose length is nearest; ties by path."""
    def distance(path):
        return abs(path.read_bytes().count(b"\n") - lines), str(path)
    return min(tree.rglob("*.py"), key=distance)


def place_in_a_body(text):
    """Line number in the middle of the file at which a new statement fits, and its indent: before a `return` in a method."""
    lines = text.split("\n")
    for number in range(len(lines) // 2, len(lines)):
        if lines[number].startswith("        return ") and lines[number - 1].strip() and lines[number - 1].startswith("        "):
            return number, 8
    raise SystemExit("no function body found")


def percentile(values, share):
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def start_milliseconds(command, rounds):
    def once():
        start = time.perf_counter()
        subprocess.run([command[0], "--version"], stdout=subprocess.DEVNULL, check=True)
        return time.perf_counter() - start
    once()
    return 1000 * statistics.median(once() for _ in range(rounds))


def measure_server(command, path, rounds, edits):
    """Medians in milliseconds and megabytes."""
    text = path.read_text(encoding="utf-8") + PROBE
    uri = "file://" + str(path)
    line, indent = place_in_a_body(text)
    initialize, first, memory_idle, memory_open, times = [], [], [], [], []
    with open(BUILD / "bench-stderr.log", "ab") as log:
        for _ in range(rounds + 1):
            client = Client(command, str(path.parent), log)
            try:
                initialize.append(client.initialize())
                time.sleep(0.1)
                memory_idle.append(client.resident_megabytes())
                seconds, expected = client.open(uri, text)
                first.append(seconds)
                if expected == 0:
                    raise Timeout("nothing found in the opened file")
                times += type_and_take_back(client, uri, line, indent, edits, expected)
                memory_open.append(client.resident_megabytes())
            finally:
                client.stop()
    # The first round warms the disk cache.
    times = times[len(times) // (rounds + 1):]
    return {
        "initialize": 1000 * statistics.median(initialize[1:]), "open": 1000 * statistics.median(first[1:]),
        "edit p50": 1000 * percentile(times, 0.5), "edit p95": 1000 * percentile(times, 0.95),
        "memory idle": statistics.median(memory_idle[1:]), "memory open": max(memory_open[1:]), "findings": expected,
    }


def type_and_take_back(client, uri, line, indent, edits, expected):
    """A new line, then the statement letter by letter, then letter by letter back; repeated until `edits` were timed."""
    times = []
    client.edit(uri, (line, 0), (line, 0), " " * indent + "\n")
    while len(times) < edits:
        for index, letter in enumerate(TYPED):
            column = indent + index
            times.append(client.edit(uri, (line, column), (line, column), letter)[0])
        for index in reversed(range(len(TYPED))):
            column = indent + index
            times.append(client.edit(uri, (line, column), (line, column + 1), "")[0])
        count = client.edit(uri, (line, indent), (line, indent), "")[1]
        if count < expected:
            raise Timeout(f"{count} diagnostics after the edits, {expected} before")
    return times


def seconds_of(command, rounds):
    def once():
        start = time.perf_counter()
        subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd=tempfile.gettempdir())
        return time.perf_counter() - start
    once()
    return min(once() for _ in range(rounds))


def parse_seconds(path):
    files, size, seconds = subprocess.run([str(PARSE_TIME), str(path)], check=True, capture_output=True, text=True).stdout.split()
    return int(files), int(size), float(seconds)


def show(title, unit, values, target=None, per=None):
    """One row: name, each server's value and its ratio to ours, the target."""
    ours = values.get("graphfence")
    cells = []
    for name, value in values.items():
        if value is None:
            cells.append("-".rjust(18))
            continue
        ratio = f"({value / ours:.1f}x)" if ours and name != "graphfence" else (f"({value / per:.1f}x)" if per else "")
        cells.append(f"{value:10.2f} {ratio:>7}")
    goal = f"<= {target}" if target is not None else ""
    print(f"{title:34} {unit:5} {goal:>7} " + " ".join(cells))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--edits", type=int, default=200)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--only", action="append", help="graphfence, ruff or ty")
    options = parser.parse_args()
    tree = fetch_sources()
    chosen = [s for s in servers() if not options.only or s[0] in options.only]
    print(f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}; ratios to graphfence in parentheses\n")
    print(f"{'':34} {'':5} {'target':>7} " + " ".join(f"{name:>18}" for name, *_ in chosen))
    show("start: --version", "ms", {n: start_milliseconds(c, 20) for n, c, *_ in chosen}, TARGETS["start"])
    show("binary", "MB", {n: f.stat().st_size / 1e6 for n, _, _, _, f in chosen}, TARGETS["binary"])
    for lines in (2000, 4500):
        path = file_of_about(tree, lines)
        results = {}
        for name, command, *_ in chosen:
            try:
                results[name] = measure_server(command, path, options.rounds, options.edits)
            except (Timeout, OSError) as problem:
                print(f"{name}: {problem}", file=sys.stderr)
                results[name] = {}
        parsing = 1000 * parse_seconds(path)[2]
        print(f"\n{path.relative_to(SOURCES)}: {path.read_bytes().count(10)} lines, tree-sitter parses it in {parsing:.2f} ms")
        rows = [("start to initialize reply", "initialize", "ms"), ("open to first diagnostics", "open", "ms"),
                ("edit to diagnostics, p50", "edit p50", "ms"), ("edit to diagnostics, p95", "edit p95", "ms"),
                ("memory after initialize", "memory idle", "MB"), ("memory with the file open", "memory open", "MB")]
        for title, key, unit in rows:
            show(title, unit, {n: r.get(key) for n, r in results.items()}, TARGETS[key])
    files, size, seconds = parse_seconds(tree)
    print(f"\ntf_keras: {files} files, {size / 1e6:.1f} MB, tree-sitter alone parses it in {seconds:.2f} s on one thread")
    show("whole tree, all cores", "s", {n: seconds_of([*check, str(tree)], 3) for n, _, check, _, _ in chosen}, per=seconds)
    show("whole tree, one thread", "s", {n: seconds_of([*check, str(tree)], 3) for n, _, _, check, _ in chosen}, per=seconds)
    print(f"(graphfence's own ratios in the last two rows are to tree-sitter's time; target for one thread <= {TARGETS['tree']}x)")


if __name__ == "__main__":
    main()
