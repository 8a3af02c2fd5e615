"""Drives the real program as users, scripts and attackers do.

    run.py [BINARY] [NAME...]      BINARY defaults to $GRAPHFENCE; with names only those tests run

Prints a line "ok NAME" or "FAIL NAME" for each test and exits with 1 when one failed. Needs the standard library only.
"""

import json
import os
import pty
import re
import shutil
import socket
import stat
import subprocess
import sys
import tempfile
import time
import traceback

ARGUMENTS = sys.argv[1:]
BINARY = os.path.abspath(ARGUMENTS.pop(0) if ARGUMENTS else os.environ.get("GRAPHFENCE", "build/dev/server/graphfence"))
TESTS = []

# The first problem the product was born from: an error on every version.
FAULTY = """\
import tensorflow as tf


class Penalty(tf.keras.layers.Layer):
    @tf.function
    def call(self, x):
        self.add_loss(tf.reduce_sum(x))
        return x


layer = Penalty()
with tf.GradientTape() as tape:
    y = layer(tf.ones([2, 3]))
    loss = tf.add_n(layer.losses)
"""
RULE = "add-loss-in-decorated-call"
CLEAN = "import tensorflow as tf\n\nx = tf.ones([2])\n"


def test(function):
    TESTS.append(function)
    return function


class Result:
    def __init__(self, code, out, err):
        self.code, self.out, self.err = code, out, err

    def __str__(self):
        return "exit %d\n--- stdout\n%s\n--- stderr\n%s" % (self.code, self.out, self.err)


class Folder:
    """An empty folder, and the program run inside of it."""

    def __init__(self):
        self.path = os.path.realpath(tempfile.mkdtemp(prefix="graphfence-cli-"))
        os.chmod(self.path, 0o755)

    def write(self, name, content=""):
        path = os.path.join(self.path, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "wb") as file:
            file.write(content if isinstance(content, bytes) else content.encode())
        return path

    def read(self, name):
        with open(os.path.join(self.path, name), "rb") as file:
            return file.read()

    def run(self, *args, stdin=b"", env=None, timeout=120, cwd=None, binary=BINARY, **more):
        variables = {"PATH": os.environ.get("PATH", ""), "HOME": self.path}
        variables.update(env or {})
        done = subprocess.run([binary, *args], input=stdin, capture_output=True, cwd=cwd or self.path, env=variables,
                              timeout=timeout, **more)
        return Result(done.returncode, done.stdout.decode("utf-8", "backslashreplace"),
                      done.stderr.decode("utf-8", "backslashreplace"))

    def check(self, *args, **more):
        return self.run("check", *args, **more)

    def findings(self, *args, **more):
        result = self.check("--format", "json", *args, **more)
        try:
            return json.loads(result.out)["diagnostics"]
        except ValueError:
            raise AssertionError("no JSON: %s" % result)

    def remove(self):
        for root, folders, _ in os.walk(self.path):
            for name in folders:
                if not os.path.islink(os.path.join(root, name)):
                    os.chmod(os.path.join(root, name), 0o755)
        shutil.rmtree(self.path, ignore_errors=True)


def expect(result, code, out=None, err=None):
    assert result.code == code, "expected exit %d, got %s" % (code, result)
    for part in [out] if isinstance(out, str) else out or []:
        assert part in result.out, "%r is missing in stdout: %s" % (part, result)
    for part in [err] if isinstance(err, str) else err or []:
        assert part in result.err, "%r is missing in stderr: %s" % (part, result)
    return result


def expect_no_control_characters(text):
    wrong = re.search("[\x00-\x09\x0b-\x1f\x7f\x80-\x9f\u202a-\u202e\u2066-\u2069]", text)
    assert wrong is None, "control character %r in %r" % (wrong.group(), text[:2000])


# Commands and options


@test
def help_and_version(folder):
    for arguments in (["--help"], ["check", "--help"], ["server", "--help"], ["explain", "-h"]):
        expect(folder.run(*arguments), 0, "Usage: graphfence")
    expect(folder.check("--help"), 0, ["--unsafe-fixes", "Exit status: 0", "hints alone"])
    assert re.fullmatch(r"graphfence \d+\.\d+\.\d+\n", expect(folder.run("--version"), 0).out)
    expect(folder.run("--version", "--verbose"), 0, ["target: TensorFlow 2.", "import roots:", "rules: "])


@test
def wrong_use_exits_with_2(folder):
    folder.write("a.py", CLEAN)
    for arguments, message in (
        ([], "Usage: graphfence"),
        (["chekc"], "chekc"),
        (["check", "--bogus"], "--bogus"),
        (["check", "--format", "xml"], "none of github|json|text"),
        (["check", "--color", "blue"], "auto"),
        (["check", "--jobs", "0"], "--jobs"),
        (["check", "--jobs", "many"], "--jobs"),
        (["check", "--select"], "--select"),
        (["check", "--tf-version", "1.15"], "1.15"),
        (["check", "--tf-version", "banana"], "keras2"),
        (["check", "-", "a.py"], "standard input"),
        (["check", "--stdin-filename", "b.py"], "needs `-`"),
        (["check", "--unsafe-fixes"], "--fix"),
        (["check", "--statistics", "--format", "json"], "text"),
        (["check", ""], "empty path"),
        (["explain"], "required"),
        (["server", "--workers", "many"], "--workers"),
    ):
        result = expect(folder.run(*arguments), 2, err=message)
        expect_no_control_characters(result.err)


@test
def messages_of_wrong_use_hold_no_control_characters(folder):
    for arguments in (["\x1b[31mx"], ["check", "--\x1b[31mx"], ["check", "--select", "\x1b[31mx"],
                      ["check", "--tf-version", "\x1b"], ["explain", "\x1b[2J"], ["check", "\x1b[2J.py"]):
        expect_no_control_characters(expect(folder.run(*arguments), 2).err)


@test
def unknown_rules_name_the_nearest(folder):
    folder.write("a.py", CLEAN)
    expect(folder.check("--select", "add-loss-in-decoratd-call"), 2, err="did you mean `%s`?" % RULE)
    expect(folder.check("--ignore", "add-loss-in-decoratd-call"), 2, err="did you mean `%s`?" % RULE)
    expect(folder.run("explain", "add-loss-in-decoratd-call"), 2, err="did you mean `%s`?" % RULE)
    folder.write("graphfence.toml", 'ignore = [\n  "add-loss-in-decoratd-call",\n]\n')
    expect(folder.check(), 2, err="graphfence.toml:2:3: unknown rule `add-loss-in-decoratd-call`; did you mean `%s`?" % RULE)


@test
def rules_are_listed_and_explained(folder):
    listed = expect(folder.run("rules"), 0, RULE).out
    rules = json.loads(expect(folder.run("rules", "--format", "json"), 0).out)["rules"]
    assert RULE in [rule["id"] for rule in rules]
    for rule in rules:
        assert rule["id"] in listed
        page = expect(folder.run("explain", rule["id"]), 0).out
        assert rule["id"] in page and page.endswith("\n"), page


# Findings in the three formats


@test
def text_shows_excerpts_related_places_and_a_summary(folder):
    folder.write("pkg/a.py", FAULTY)
    result = expect(folder.check(), 1, [
        "error[%s]: " % RULE,
        " --> pkg/a.py:7:9\n",
        " 7 |         self.add_loss(tf.reduce_sum(x))\n",
        "   |         ^^^^",
        "::: pkg/a.py:",
        "Found 1 error in 1 file, 1 file checked\n",
    ])
    assert "\x1b" not in result.out
    assert result.err == ""


@test
def json_has_the_documented_shape(folder):
    folder.write("a.py", "# ü 日本\n" + FAULTY)
    result = expect(folder.check("--format", "json"), 1)
    root = json.loads(result.out)
    assert list(root) == ["version", "diagnostics", "files"] and root["version"] == 1 and root["files"] == 1
    (finding,) = root["diagnostics"]
    assert list(finding) == ["file", "rule", "severity", "message", "range", "related", "fixes"]
    assert (finding["file"], finding["rule"], finding["severity"]) == ("a.py", RULE, "error")
    assert finding["range"]["start"] == {"line": 8, "column": 9}
    assert finding["related"]
    for related in finding["related"]:
        assert sorted(related) == ["file", "message", "range"] and related["message"]
    for fix in finding["fixes"]:
        assert sorted(fix) == ["class", "edits", "title"] and fix["class"] in "ABCD"
        for edit in fix["edits"]:
            assert sorted(edit) == ["file", "range", "text"]


@test
def columns_count_code_points(folder):
    line = '        """日本 ü 😀"""; self.add_loss(tf.reduce_sum(x))\n'
    folder.write("a.py", FAULTY.replace("        self.add_loss(tf.reduce_sum(x))\n", line))
    (finding,) = folder.findings()
    assert finding["range"]["start"]["column"] == line.index("self") + 1, finding["range"]


@test
def github_prints_workflow_commands(folder):
    folder.write("a,b:c.py", FAULTY)
    result = expect(folder.check("--format", "github"), 1)
    (line,) = result.out.splitlines()
    assert line.startswith("::error title=graphfence (%s),file=a%%2Cb%%3Ac.py,line=7,col=9,endLine=7," % RULE), line


@test
def statistics_replace_the_findings(folder):
    folder.write("a.py", FAULTY)
    folder.write("b.py", FAULTY)
    result = expect(folder.check("--statistics"), 1, ["      2  error        %s\n" % RULE, "Found 2 errors in 2 files"])
    assert "-->" not in result.out


@test
def severity_decides_the_exit_status(folder):
    folder.write("a.py", FAULTY)
    for level, code in (("error", 1), ("warning", 1), ("information", 0), ("hint", 0)):
        folder.write("graphfence.toml", '[severity]\n%s = "%s"\n' % (RULE, level))
        expect(folder.check(), code, "%s[%s]" % (level, RULE))
    folder.write("graphfence.toml", '[severity]\n%s = "off"\n' % RULE)
    expect(folder.check(), 0, "No problems found")
    os.remove(os.path.join(folder.path, "graphfence.toml"))
    expect(folder.check("--exit-zero"), 0, "Found 1 error")


@test
def rules_are_chosen_by_command_line_and_configuration(folder):
    folder.write("a.py", FAULTY)
    other = next(rule["id"] for rule in json.loads(folder.run("rules", "--format", "json").out)["rules"] if rule["id"] != RULE)
    expect(folder.check("--select", RULE), 1)
    expect(folder.check("--select", other), 0)
    expect(folder.check("--select", other + "," + RULE), 1)
    expect(folder.check("--select", other, "--select", RULE, "a.py"), 1)
    expect(folder.check("--ignore", RULE), 0)
    expect(folder.check("--select", "all"), 1)
    folder.write("graphfence.toml", 'ignore = ["%s"]\n' % RULE)
    expect(folder.check(), 0)
    expect(folder.check("--select", RULE), 1)
    expect(folder.check("--no-config"), 1)
    folder.write("graphfence.toml", '[per-file-ignores]\n"tests/*" = ["%s"]\n' % RULE)
    folder.write("tests/b.py", FAULTY)
    assert [finding["file"] for finding in folder.findings()] == ["a.py"]


@test
def suppression_comments_are_honoured(folder):
    folder.write("a.py", FAULTY.replace("sum(x))\n", "sum(x))  # graphfence: ignore[%s]\n" % RULE))
    expect(folder.check(), 0, "No problems found")


@test
def two_projects_have_their_own_settings(folder):
    folder.write("one/a.py", FAULTY)
    folder.write("one/graphfence.toml", 'ignore = ["%s"]\n' % RULE)
    folder.write("two/a.py", FAULTY)
    folder.write("two/pyproject.toml", '[tool.graphfence.severity]\n%s = "warning"\n' % RULE)
    found = [(finding["file"], finding["severity"]) for finding in folder.findings("one", "two")]
    assert found == [("two/a.py", "warning")], found


@test
def the_target_version_is_detected_and_stated(folder):
    folder.write("a.py", CLEAN)
    def target(env=None):
        return re.search("target: (.*)", folder.run("--version", "--verbose", env=env).out).group(1)
    assert target().endswith("(assumed)"), target()
    folder.write("requirements.txt", "tensorflow==2.15.0\n")
    assert target() == "TensorFlow 2.15, tf.keras is Keras 2, keras is Keras 2 (requirements.txt)", target()
    os.makedirs(os.path.join(folder.path, ".venv/lib/python3.11/site-packages/tensorflow-2.21.0.dist-info"))
    assert target() == "TensorFlow 2.21, tf.keras is Keras 3, keras is Keras 3 (.venv)", target()
    assert "tf.keras is Keras 2, keras is Keras 3" in target({"TF_USE_LEGACY_KERAS": "1"})
    folder.write("graphfence.toml", 'tf-version = "keras2"\n')
    assert target() == "TensorFlow 2.15, tf.keras is Keras 2, keras is Keras 2 (configuration)", target()
    for version in ("2.8", "2.15", "2.21.0", "keras2", "keras3"):
        expect(folder.check("--tf-version", version), 0)


@test
def broken_configuration_is_reported_with_its_place(folder):
    folder.write("a.py", CLEAN)
    for text, place in (("select = 3\n", ":1:10: "), ("\nselct = []\n", ":2:1: "), ("select = [\n", ":"), ("[[[", ":1:"),
                        ("[severity]\n%s = 'fatal'\n" % RULE, ":2:")):
        folder.write("graphfence.toml", text)
        expect(folder.check(), 2, err="graphfence: error: graphfence.toml" + place)
        expect(folder.check("--no-config"), 0)
    folder.write("graphfence.toml", b"\xff\xfe\x00x")
    expect(folder.check(), 2, err="graphfence.toml")


@test
def colours_follow_terminal_option_and_environment(folder):
    folder.write("a.py", FAULTY)
    assert "\x1b[" not in folder.check().out
    assert "\x1b[1;31m" in folder.check("--color", "always").out
    assert "\x1b[1;31m" in folder.check(env={"CLICOLOR_FORCE": "1"}).out
    assert "\x1b[" not in folder.check(env={"CLICOLOR_FORCE": "1", "NO_COLOR": "1"}).out
    assert "\x1b[1;31m" in on_terminal(folder, ["check"])
    assert "\x1b[" not in on_terminal(folder, ["check"], {"NO_COLOR": "1"})
    assert "\x1b[" not in on_terminal(folder, ["check", "--color", "never"])
    assert "\x1b[" not in on_terminal(folder, ["check"], {"TERM": "dumb"})


def on_terminal(folder, arguments, env=None):
    parent, child = pty.openpty()
    process = subprocess.Popen([BINARY, *arguments], stdin=child, stdout=child, stderr=child, cwd=folder.path,
                               env={"TERM": "xterm", **(env or {})})
    os.close(child)
    output = b""
    while True:
        try:
            block = os.read(parent, 65536)
        except OSError:
            break
        if not block:
            break
        output += block
    os.close(parent)
    process.wait(timeout=60)
    return output.decode()


# Which files are checked


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
    assert json.loads(folder.check("--format", "json").out) == {"version": 1, "diagnostics": [], "files": 0}


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


# Standard input


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


# Fixes

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


def as_nobody(folder, *arguments):
    """Runs the program without the rights of root, for whom nothing is closed."""
    if os.geteuid() != 0:
        os.chmod(os.path.join(folder.path, "d"), 0o555)
        return folder.run(*arguments)
    copy = os.path.join(tempfile.mkdtemp(prefix="graphfence-bin-"), "graphfence")
    shutil.copy(BINARY, copy)
    os.chmod(os.path.dirname(copy), 0o755)
    os.chmod(copy, 0o755)
    try:
        return folder.run(*arguments, binary=copy, user=65534, group=65534, extra_groups=[])
    finally:
        shutil.rmtree(os.path.dirname(copy))


# Bad input


@test
def unreadable_input_is_named_and_the_rest_is_checked(folder):
    folder.write("d/a.py", FAULTY)
    folder.write("d/closed.py", FAULTY)
    folder.write("d/sub/b.py", FAULTY)
    os.chmod(os.path.join(folder.path, "d/closed.py"), 0)
    os.chmod(os.path.join(folder.path, "d/sub"), 0)
    expect(as_nobody(folder, "check", "d/closed.py", "d/a.py"), 2, "--> d/a.py:7:9", "d/closed.py: Permission denied")
    expect(as_nobody(folder, "check", "d"), 2, "--> d/a.py:7:9", ["d/closed.py: Permission denied", "d/sub: Permission denied"])
    expect(folder.check("d/none.py", "d/a.py"), 2, "--> d/a.py:7:9", "d/none.py: No such file or directory")
    expect(folder.check("d/none.py", "--exit-zero"), 2)


@test
def notebooks_are_not_checked_yet(folder):
    folder.write("a.ipynb", "{}")
    expect(folder.check("a.ipynb"), 2, err="a.ipynb: notebooks cannot be checked yet")
    expect(folder.check("."), 0)


@test
def pipes_sockets_and_devices_are_never_opened(folder):
    folder.write("a.py", CLEAN)
    os.mkfifo(os.path.join(folder.path, "pipe.py"))
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(os.path.join(folder.path, "socket.py"))
        expect(folder.check(timeout=20), 0, "1 file checked")
        expect(folder.check("pipe.py", timeout=20), 2, err="pipe.py: is neither a file nor a folder")
        expect(folder.check("socket.py", timeout=20), 2, err="socket.py")
    expect(folder.check("/dev/zero", timeout=20), 2, err="/dev/zero")


@test
def loops_of_links_end(folder):
    folder.write("a/b/c.py", FAULTY)
    os.symlink("..", os.path.join(folder.path, "a/b/up"))
    os.symlink(folder.path, os.path.join(folder.path, "a/top"))
    os.symlink("self.py", os.path.join(folder.path, "self.py"))
    assert [finding["file"] for finding in folder.findings()] == ["a/b/c.py"]
    expect(folder.check("self.py"), 2, err="self.py: Too many levels of symbolic links")


@test
def binary_and_huge_files_are_left_out_with_a_note(folder):
    folder.write("a.py", FAULTY)
    folder.write("binary.py", b"import os\0\xff\xfe")
    folder.write("wide.py", FAULTY.encode("utf-16"))
    folder.write("huge.py", b"x = 1  # " + b"y" * (10 << 20))
    expect(folder.check(), 1, "1 file checked", ["binary.py: is binary; left out", "wide.py: is binary",
                                                "huge.py: is larger than the limit of 8 MB; left out"])
    expect(folder.check("huge.py", "binary.py"), 0, err="huge.py: is larger")


@test
def a_file_just_below_the_limit_is_checked(folder):
    body = "".join("x%d = [%d, %d]\n" % (i, i, i) for i in range(300000))[: 8 << 20]
    folder.write("large.py", FAULTY + body[: (8 << 20) - len(FAULTY) - 2].rpartition("\n")[0] + "\n")
    result = folder.check("large.py", timeout=600)
    assert result.code in (0, 1), result


@test
def encodings_and_line_ends(folder):
    folder.write("latin.py", FAULTY.replace("\n\n\n", "\n# \xe4\xf6\n\n", 1).encode("latin-1"))
    folder.write("bom.py", b"\xef\xbb\xbf" + FAULTY.encode())
    folder.write("crlf.py", FAULTY.replace("\n", "\r\n"))
    folder.write("cr.py", FAULTY.replace("\n", "\r"))
    folder.write("empty.py", "")
    folder.write("blank.py", "\n\n   \n\t\n")
    result = expect(folder.check("--format", "json"), 1, err="latin.py: is not valid UTF-8; checked all the same")
    places = {f["file"]: (f["range"]["start"]["line"], f["range"]["start"]["column"])
              for f in json.loads(result.out)["diagnostics"]}
    for name in ("latin.py", "bom.py", "crlf.py"):
        assert places.get(name) == (7, 9), (name, places)
    assert "empty.py" not in places and "blank.py" not in places


@test
def control_characters_of_source_and_names_never_come_out(folder):
    evil = "\x1b[31m\x07\u202e\u009b"
    folder.write("e\x1b[2Jvil\r\u202e.py", FAULTY.replace("tf.reduce_sum(x))", "tf.reduce_sum(x))  # " + evil))
    folder.write("no\x1bsuch/x.py", FAULTY)
    for arguments in ([], ["--format", "github"], ["--format", "json"], ["--statistics"]):
        result = folder.check(*arguments)
        expect(result, 1)
        expect_no_control_characters(result.out)
        expect_no_control_characters(result.err)
    expect_no_control_characters(re.sub("\x1b\\[[0-9;]*m", "", folder.check("--color", "always").out))
    folder.write("graphfence.toml", '"\\u001b[2J" = 1\nselect = ["\\u001b"]\n')
    expect_no_control_characters(expect(folder.check(), 2).err)


@test
def file_names_that_are_no_utf8(folder):
    path = os.path.join(folder.path.encode(), b"n\xff.py")
    with open(path, "w") as file:
        file.write(FAULTY)
    assert folder.findings()[0]["file"] == "n\ufffd.py"
    expect(folder.check(), 1, "--> n\ufffd.py:7:9")


HOSTILE = {
    "parentheses": "x = " + "(" * 5000 + "1" + ")" * 5000 + "\n",
    "brackets": "x = " + "[" * 5000 + "]" * 5000 + "\n",
    "open_parentheses": "x = " + "(" * 50000 + "\n",
    "functions": "".join(" " * i + "def f%d(x):\n" % i for i in range(2000)) + " " * 2000 + "return x\n",
    "decorated": "import tensorflow as tf\n" + "".join(
        " " * i + "@tf.function\n" + " " * i + "def f%d(x):\n" % i for i in range(300)) + " " * 300 + "return x\n",
    "ifs": "".join(" " * i + "if x:\n" for i in range(3000)) + " " * 3000 + "pass\n",
    "lambdas": "f = " + "lambda x: " * 3000 + "x\n",
    "attributes": "import tensorflow as tf\nx = tf" + ".a" * 50000 + "\n",
    "sums": "x = 1" + "+x" * 50000 + "\n",
    "calls": "import tensorflow as tf\nx = " + "tf.abs(" * 3000 + "1" + ")" * 3000 + "\n",
    "string": 'x = """' + "some text that never ends\n" * 2000,
    "single_quote": "x = 'abc\ny = 2\n" + FAULTY,
    "f_string": "x = f'{a!r:{b}" + "{" * 1000 + "\n",
    "python2": "print 'hello'\nexec 'x'\nraise ValueError, 'y'\nexcept E, e:\n  print >>f, `x`\n" + FAULTY,
    "symbols": "import tensorflow\n" + "$%^ )(*&" * 20000,
    "long_line": "import tensorflow as tf\nx = [" + "tf.ones([2]), " * 50000 + "]\n",
    "recursion": "import tensorflow as tf\n@tf.function\ndef f(x):\n    return g(x)\n@tf.function\ndef g(x):\n    return f(x)\nf(1)\n",
    "classes": "import tensorflow as tf\n" + "class A(A): pass\n" * 500 + "class B(C): pass\nclass C(B): pass\nB()\n",
    "imports": "from hostile_imports import *\nfrom . import imports\nfrom ....... import x\nimport tensorflow as tf\n",
    "tabs": "import tensorflow as tf\nif 1:\n\tx = 1\n        y = 2\n  z = 3\n",
}


@test
def hostile_programs_are_survived(folder):
    for name, text in HOSTILE.items():
        folder.write("hostile/%s.py" % name, text)
        started = time.time()
        result = folder.check("hostile/%s.py" % name, timeout=120)
        assert result.code in (0, 1), (name, str(result)[:2000])
        assert time.time() - started < 60, (name, "took too long")
    assert folder.check("hostile", timeout=600).code in (0, 1)


@test
def a_deep_tree_of_folders_is_searched(folder):
    deep = os.path.join(folder.path, *["d"] * 500)
    os.makedirs(deep)
    with open(os.path.join(deep, "a.py"), "w") as file:
        file.write(FAULTY)
    assert len(folder.findings()) == 1


@test
def hostile_ignore_and_configuration_files_are_survived(folder):
    folder.write("a.py", FAULTY)
    folder.write(".gitignore", "*a" * 3000 + "b\n" + "[" * 1000 + "\n" + "**/" * 1000 + "z\n!\n/\n\\\n" + "\xff\n")
    folder.write("x" * 200 + ".py", CLEAN)
    expect(folder.check(timeout=60), 1)
    os.remove(os.path.join(folder.path, ".gitignore"))
    os.mkfifo(os.path.join(folder.path, ".gitignore"))
    expect(folder.check(timeout=20), 1)
    os.mkfifo(os.path.join(folder.path, "graphfence.toml"))
    expect(folder.check(timeout=20), 2, err="graphfence.toml: is no configuration file")
    os.remove(os.path.join(folder.path, "graphfence.toml"))
    folder.write("graphfence.toml", "select = " + "[" * 100000)
    expect(folder.check(timeout=60), 2, err="graphfence.toml:1:")
    folder.write("graphfence.toml", "")
    folder.write("requirements.txt", "tensorflow" + ">=2.1," * 100000 + "\n" + "keras==" + "9" * 100000)
    folder.write("uv.lock", "[[[")
    folder.write("Pipfile.lock", "[" * 100000)
    expect(folder.check(timeout=60), 1)


# Streams


@test
def a_full_disk_is_no_clean_result(folder):
    folder.write("a.py", FAULTY)
    with open("/dev/full", "wb") as full:
        done = subprocess.run([BINARY, "check"], stdout=full, stderr=subprocess.PIPE, cwd=folder.path, timeout=60)
    assert done.returncode == 2 and b"cannot write the output" in done.stderr, done


@test
def a_reader_that_leaves_early_does_no_harm(folder):
    for i in range(200):
        folder.write("f%03d.py" % i, FAULTY)
    process = subprocess.Popen([BINARY, "check"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=folder.path)
    process.stdout.read(10)
    process.stdout.close()
    errors = process.stderr.read()
    process.stderr.close()
    assert process.wait(timeout=60) != 0
    assert b"terminate" not in errors, errors


@test
def a_current_folder_that_is_gone_is_reported(folder):
    gone = os.path.join(folder.path, "gone")
    os.mkdir(gone)
    done = subprocess.run(["sh", "-c", 'cd "$1" && rmdir "$1" && exec "$2" check', "sh", gone, BINARY],
                          capture_output=True, timeout=60)
    assert done.returncode == 2 and b"current folder" in done.stderr, done


def main():
    if not os.access(BINARY, os.X_OK):
        print("FAIL no program at %s" % BINARY)
        return 1
    failed = 0
    for function in TESTS:
        name = function.__name__
        if ARGUMENTS and name not in ARGUMENTS:
            continue
        folder = Folder()
        try:
            function(folder)
            print("ok %s" % name, flush=True)
        except Exception:  # every test must get its turn
            failed += 1
            print("FAIL %s" % name)
            print("    " + traceback.format_exc()[-3000:].rstrip().replace("\n", "\n    "), flush=True)
        finally:
            folder.remove()
    if failed:
        print("%d of %d failed" % (failed, len(TESTS)))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
