"""Which files are checked, and standard input."""

import json
import os

from harness import CLEAN, FAULTY, RULE, expect, test


@test
def folders_are_searched_and_ignore_files_honoured(folder):
    folder.write(".gitignore", "generated/\n*_old.py\n!keep_old.py\n/top.py\n")
    for name in ("a.py", "top.py", "lib/top.py", "lib/b.pyi", "lib/c_old.py", "keep_old.py", "generated/d.py", "venv/e.py",
                 "node_modules/f.py", "build/g.py", "notes.txt"):
        folder.write(name, FAULTY)
    folder.write("lib/.gitignore", "local.py\n")
    folder.write("lib/local.py", FAULTY)
    found = [finding["file"] for finding in folder.findings()]
    assert found == ["a.py", "keep_old.py", "lib/b.pyi", "lib/top.py"] or found == ["a.py", "keep_old.py", "lib/top.py"], found
    assert [finding["file"] for finding in folder.findings("generated", "top.py")] == ["generated/d.py", "top.py"]


@test
def configuration_excludes_files_unless_they_are_named(folder):
    folder.write("graphfence.toml", 'exclude = ["gen/", "*_pb2.py"]\n')
    for name in ("a.py", "gen/b.py", "c_pb2.py"):
        folder.write(name, FAULTY)
    assert [finding["file"] for finding in folder.findings()] == ["a.py"]
    assert [finding["file"] for finding in folder.findings("gen/b.py")] == ["gen/b.py"]
    assert folder.findings("--force-exclude", "gen/b.py") == []


@test
def order_and_number_of_threads_change_nothing(folder):
    for i in range(40):
        folder.write("d%d/f%02d.py" % (i % 7, i), FAULTY if i % 3 else CLEAN)
    first = expect(folder.check("--jobs", "1"), 1).out
    for jobs in ("2", "5", "16"):
        assert folder.check("--jobs", jobs).out == first
    names = sorted(os.listdir(folder.path))
    assert folder.check(*names).out == folder.check(*reversed(names)).out == first
    assert folder.check(".", "d1", "d1/f01.py").out == first


@test
def an_empty_folder_is_clean(folder):
    expect(folder.check(), 0, "No files checked", "no Python files found")
    assert json.loads(folder.check("--format", "json").out) == {"version": 1, "diagnostics": [], "files": 0, "skipped": []}


@test
def other_files_are_read_for_their_facts_but_not_reported(folder):
    folder.write("layers.py", FAULTY.split("layer = ")[0])
    folder.write("train.py", "import tensorflow as tf\nfrom layers import Penalty\n\nlayer" + FAULTY.split("\nlayer")[1])
    assert [finding["file"] for finding in folder.findings()] == ["layers.py"]
    assert [finding["file"] for finding in folder.findings("layers.py", "train.py")] == ["layers.py"]
    assert folder.findings("train.py") == []


@test
def paths_are_shown_relative_to_the_current_folder(folder):
    folder.write("p/a.py", FAULTY)
    path = os.path.join(folder.path, "p/a.py")
    inside, outside = os.path.join(folder.path, "p"), os.path.join(folder.path, "q")
    os.mkdir(outside)
    assert folder.findings(path)[0]["file"] == "p/a.py"
    assert folder.findings(cwd=inside)[0]["file"] == "a.py"
    assert folder.findings("../p", cwd=outside)[0]["file"] == path


@test
def standard_input_is_checked_under_a_given_name(folder):
    expect(folder.check("-", stdin=FAULTY.encode()), 1, "--> <stdin>:7:9")
    expect(folder.check("-", "--stdin-filename", "pkg/new.py", stdin=FAULTY.encode()), 1, "--> pkg/new.py:7:9")
    folder.write("graphfence.toml", '[per-file-ignores]\n"tests/*" = ["%s"]\n' % RULE)
    expect(folder.check("-", "--stdin-filename", "tests/a.py", stdin=FAULTY.encode()), 0)
    expect(folder.check("-", stdin=b""), 0, "No problems found, 1 file checked")
    expect(folder.check("-", stdin=b"a\0b"), 2, err="binary")
    expect(folder.check("-", stdin=b"#" * (9 << 20)), 2, err="8 MB")
    folder.write("disk.py", CLEAN)
    expect(folder.check("-", "--stdin-filename", "disk.py", stdin=FAULTY.encode()), 1)
