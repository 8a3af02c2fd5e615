"""Findings in the three formats, and what chooses among them."""

import json
import os
import re

from harness import CLEAN, FAULTY, RULE, expect, on_terminal, test


@test
def text_shows_excerpts_related_places_and_a_summary(folder):
    folder.write("pkg/a.py", FAULTY)
    result = expect(folder.check(), 1, [
        "error[%s]: " % RULE,
        " --> pkg/a.py:7:9\n",
        "7 |         self.add_loss(tf.reduce_sum(x))\n",
        "  |         ^^^^",
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
    assert list(root) == ["version", "diagnostics", "files", "skipped"] and root["version"] == 1 and root["files"] == 1
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
def suppression_comments_that_do_nothing_say_why(folder):
    ignore = "# graphfence: ignore[%s]" % RULE
    folder.write("a.py", FAULTY.replace("    @tf.function\n", "    %s\n    @tf.function\n" % ignore))
    expect(folder.check(), 1, "this suppression silences nothing here; the finding is on line 8\n")
    family = next(rule["family"] for rule in json.loads(folder.run("rules", "--format", "json").out)["rules"] if rule["id"] == RULE)
    folder.write("a.py", FAULTY.replace("sum(x))\n", "sum(x))  # graphfence: ignore[%s]\n" % family))
    expect(folder.check(), 0, "No problems found")
    for wrong in ("# graphfence: disable[%s]", "# Graphfence: ignore[%s]", "# graphfence: ignored[%s]"):
        folder.write("a.py", FAULTY.replace("sum(x))\n", "sum(x))  %s\n" % (wrong % RULE)))
        expect(folder.check(), 1, "silences nothing; did you mean `# graphfence: ignore`\n")
        expect(folder.check("--fix", "--unsafe-fixes", "--select", "unused-suppression"), 0, "1 fixed")
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
    assert target() == "not known, so Keras 2 and Keras 3 are both tried; `tf-version` in the configuration settles it", target()
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
def a_source_folder_that_is_none_is_told_with_its_place(folder):
    folder.write("p/a.py", FAULTY)
    folder.write("p/graphfence.toml", '# where it is\nsrc = [".", "nosuch"]\n')
    note = "graphfence: note: p/graphfence.toml:2:13: `src` names `nosuch`, which is no folder\n"
    assert expect(folder.check(), 1, "Found 1 error").err == note
    assert expect(folder.check("--format", "json"), 1).err == note
    expect(folder.run("--version", "--verbose", cwd=os.path.join(folder.path, "p")), 0, err="`src` names `nosuch`")
    os.mkdir(os.path.join(folder.path, "p/nosuch"))
    assert expect(folder.check(), 1).err == ""


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
