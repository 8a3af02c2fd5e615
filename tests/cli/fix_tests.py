"""--fix and --diff."""

import os
import re
import shutil
import stat
import subprocess

from harness import CLEAN, FAULTY, RULE, as_nobody, expect, test

UNUSED = "import tensorflow as tf\n\nx = tf.ones([2])  # graphfence: ignore[%s]\n" % RULE


def first_fix(folder):
    """A program with a finding whose best fix is of class A."""
    folder.write("a.py", UNUSED)
    (finding,) = folder.findings("a.py")
    assert finding["fixes"][0]["class"] == "A", finding
    return finding


@test
def fixes_are_written_and_the_result_is_stable(folder):
    first_fix(folder)
    before = folder.read("a.py")
    result = expect(folder.check("--fix"), 0, "; 1 fixed\n")
    assert folder.read("a.py") != before
    fixed = folder.read("a.py")
    assert b"ignore" not in fixed and fixed.startswith(b"import tensorflow as tf\n\nx = tf.ones([2])"), fixed
    expect(folder.check("--fix"), 0, "No problems found, 1 file checked\n")
    assert folder.read("a.py") == fixed
    assert sorted(os.listdir(folder.path)) == ["a.py"], result


@test
def removing_a_suppression_keeps_the_words_behind_it(folder):
    folder.write("a.py", UNUSED.replace("]\n", "]  keep: see #123\n"))
    expect(folder.check("--fix"), 0, "; 1 fixed\n")
    assert folder.read("a.py") == b"import tensorflow as tf\n\nx = tf.ones([2])  # keep: see #123\n"


@test
def diff_prints_a_patch_and_writes_nothing(folder):
    first_fix(folder)
    before = folder.read("a.py")
    result = expect(folder.check("--diff"), 1, ["--- a.py\n+++ a.py\n@@ -1,3 +1,3 @@\n"])
    assert folder.read("a.py") == before
    expect(folder.check("--diff", "--exit-zero"), 0)
    expect(folder.check("--fix"), 0)
    fixed = folder.read("a.py")
    folder.write("a.py", before)
    if shutil.which("patch"):
        subprocess.run(["patch", "-p0", "-s"], input=result.out.encode(), cwd=folder.path, check=True)
        assert folder.read("a.py") == fixed
    folder.write("a.py", CLEAN)
    assert expect(folder.check("--diff"), 0).out == ""


@test
def the_marks_of_the_fixes_are_true(folder):
    """What a mark promises is what the option does; what is for the editor no option does."""
    folder.write("a.py", FAULTY)
    folder.write("b.py", UNUSED)
    text = folder.check().out
    marks = re.findall(r"= help: (.*) \[(--fix|--unsafe-fixes|editor)\]\n", text)
    assert len(marks) == text.count("= help: ") and {mark for _, mark in marks} == {"--fix", "--unsafe-fixes", "editor"}, text
    for options, mark in ((["--diff"], "--fix"), (["--diff", "--unsafe-fixes"], "--unsafe-fixes")):
        expect(folder.check("b.py" if mark == "--fix" else "a.py", *options), 1, "--- ")
    assert expect(folder.check("a.py", "--diff"), 0).out == ""
    assert "\x1b[2m [editor]\x1b[0m\n" in folder.check("--color", "always").out
    assert "1 problem can be fixed with --fix\n1 problem can be fixed with --fix --unsafe-fixes\n" in text, text


@test
def fixes_keep_line_ends_mode_and_links(folder):
    folder.write("real/a.py", UNUSED.replace("\n", "\r\n"))
    os.chmod(os.path.join(folder.path, "real/a.py"), 0o754)
    os.symlink("real/a.py", os.path.join(folder.path, "link.py"))
    expect(folder.check("--fix", "link.py"), 0)
    fixed = folder.read("real/a.py")
    assert b"ignore" not in fixed and fixed.count(b"\r\n") == fixed.count(b"\n") == 3, fixed
    assert os.path.islink(os.path.join(folder.path, "link.py"))
    assert stat.S_IMODE(os.stat(os.path.join(folder.path, "real/a.py")).st_mode) == 0o754


@test
def fixing_standard_input_prints_the_program(folder):
    result = expect(folder.check("--fix", "-", stdin=UNUSED.encode()), 0, err="1 fixed")
    assert result.out.startswith("import tensorflow as tf\n\nx = tf.ones([2])") and "ignore" not in result.out, result
    assert expect(folder.check("--fix", "-", stdin=CLEAN.encode()), 0).out == CLEAN


@test
def files_that_may_not_be_written_are_named(folder):
    folder.write("d/a.py", UNUSED)
    before = folder.read("d/a.py")
    os.chmod(os.path.join(folder.path, "d/a.py"), 0o444)
    expect(as_nobody(folder, "check", "--fix"), 2, err="d/a.py: cannot be written: Permission denied")
    os.chmod(os.path.join(folder.path, "d/a.py"), 0o666)
    expect(as_nobody(folder, "check", "--fix"), 2, err="d/a.py: cannot be written: Permission denied")
    assert folder.read("d/a.py") == before
