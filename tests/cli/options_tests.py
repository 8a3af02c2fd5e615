"""Commands, options, and the mistakes people make with them."""

import json
import re

from harness import CLEAN, RULE, expect, expect_no_control_characters, test


@test
def help_and_version(folder):
    for arguments in (["--help"], ["check", "--help"], ["server", "--help"], ["explain", "-h"]):
        expect(folder.run(*arguments), 0, "Usage: graphfence")
    expect(folder.check("--help"), 0, ["--unsafe-fixes", "Exit status: 0", "hints alone"])
    assert re.fullmatch(r"graphfence \d+\.\d+\.\d+\n", expect(folder.run("--version"), 0).out)
    expect(folder.run("--version", "--verbose"), 0, ["target: ", "import roots:", "rules: "])


@test
def wrong_use_exits_with_2(folder):
    folder.write("a.py", CLEAN)
    for arguments, message in (
        ([], "Usage: graphfence"),
        (["chekc"], "unknown command `chekc`; did you mean `check`?"),
        (["chekc", "."], "unknown command `chekc`; did you mean `check`?"),
        (["rulse", "--format", "json"], "did you mean `rules`?"),
        (["a.py"], "did you mean `graphfence check a.py`?"),
        ([""], "unknown command ``"),
        (["check", "--select", ""], "--select: no rule is named"),
        (["check", "--ignore", ""], "--ignore: no rule is named"),
        (["check", "--select="], "--select"),
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
        (["check", "--diff", "--format", "json"], "--diff goes with --format text only"),
        (["check", "--diff", "--fix", "--format", "github"], "--diff goes with --format text only"),
        (["check", "--diff", "--statistics"], "cannot be combined"),
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
def what_is_like_no_rule_gets_no_suggestion(folder):
    folder.write("a.py", CLEAN)
    folder.write("graphfence.toml", 'ignore = ["nosuch"]\n')
    for arguments in (["check", "--select", "nosuch"], ["check", "--ignore", "x"], ["explain", "nosuch"], ["check"], ["nosuch"]):
        result = expect(folder.run(*arguments), 2, err="unknown")
        assert "did you mean" not in result.err, result
    expect(folder.run("explain", "nosuch"), 2, err="`graphfence rules` lists them")


@test
def a_family_is_explained_by_its_rules(folder):
    rules = json.loads(folder.run("rules", "--format", "json").out)["rules"]
    for family in {rule["family"] for rule in rules}:
        text = expect(folder.run("explain", family), 0, family + "\n").out
        for rule in rules:
            assert (rule["id"] + " " in text) == (rule["family"] == family), (family, rule["id"], text)
    expect(folder.run("explain", "lossse"), 2, err="did you mean `losses`?")


@test
def who_calls_whom_is_printed(folder):
    folder.write("helpers/tools.py", "def g():\n    return len([])\n")
    folder.write("main.py", "from helpers.tools import g\n\n\ndef f():\n    return g()\n\n\nf()\n")
    result = folder.run("debug", "callgraph", "main.py")
    assert (result.code, result.err) == (0, ""), result
    assert json.loads(result.out) == {
        "main": ["main.f"],
        "main.f": ["helpers.tools.g"],
        "helpers.tools.g": ["<builtin>.len"],
        "helpers.tools": [],
    }, result
    folder.write("broken.py", "def f(:\n")
    for name, why in (("broken.py", "cannot be read as Python"), ("missing.py", "cannot be read")):
        result = folder.run("debug", "callgraph", name)
        assert (result.code, result.out) == (2, ""), result
        assert result.err == "graphfence: error: %s: %s\n" % (name, why), result
    assert folder.run("debug").code == 2


@test
def rules_are_listed_and_explained(folder):
    listed = expect(folder.run("rules"), 0, RULE).out
    rules = json.loads(expect(folder.run("rules", "--format", "json"), 0).out)["rules"]
    assert RULE in [rule["id"] for rule in rules]
    for rule in rules:
        assert rule["id"] in listed
        page = expect(folder.run("explain", rule["id"]), 0).out
        assert rule["id"] in page and page.endswith("\n"), page
