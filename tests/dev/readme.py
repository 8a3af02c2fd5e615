#!/usr/bin/env python3
"""What README.md shows is true of the built program: its configuration is accepted, its commands exist, its comment silences.

    readme.py BINARY
"""
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
FAULTY = ROOT / "examples" / "problem1_penalty_in_decorated_call.py"
BINARY = ""


def blocks(language):
    return re.findall(rf"^```{language}\n(.*?)^```", README, re.M | re.S)


def run(folder, *arguments):
    return subprocess.run([BINARY, *arguments], cwd=folder, capture_output=True, text=True, stdin=subprocess.DEVNULL)


class Readme(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = pathlib.Path(temporary.name)

    def test_the_configuration_is_accepted_and_a_wrong_key_is_not(self):
        (self.folder / "a.py").write_text("x = 1\n")
        (self.folder / "src").mkdir()
        shown = blocks("toml")
        self.assertEqual(len(shown), 1)
        config = self.folder / "graphfence.toml"
        config.write_text(shown[0])
        done = run(self.folder, "check", ".")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        config.write_text(shown[0].replace("exclude", "exlcude"))
        self.assertEqual(run(self.folder, "check", ".").returncode, 2)

    def test_the_commands_exist(self):
        (self.folder / "src").mkdir()
        (self.folder / "tests").mkdir()
        commands = [line.split("#")[0] for block in blocks("sh") for line in block.splitlines() if line.startswith("graphfence")]
        self.assertGreater(len(commands), 2)
        for command in commands:
            done = run(self.folder, *shlex.split(command)[1:])
            self.assertEqual(done.returncode, 0, command + "\n" + done.stderr)

    def test_the_step_for_github_prints_annotations(self):
        (self.folder / "src").mkdir()
        (self.folder / "src/a.py").write_text(FAULTY.read_text(encoding="utf-8"))
        (step,) = re.findall(r"run: graphfence (.*)", "".join(blocks("yaml")))
        done = run(self.folder, *shlex.split(step))
        self.assertEqual(done.returncode, 1)
        self.assertRegex(done.stdout, r"^::error title=graphfence .*,file=src/a\.py,line=\d+")

    def test_the_exit_status_is_as_told(self):
        (self.folder / "a.py").write_text("x = 1  # graphfence: ignore\n")
        self.assertIn("Remarks and hints alone give 0", README)
        done = run(self.folder, "check")
        self.assertEqual(done.returncode, 0)
        self.assertIn("Found 1 hint", done.stdout)
        self.assertIn("so the exit status is 1", README)
        self.assertEqual(run(ROOT, "check", "examples").returncode, 1)
        self.assertEqual(run(ROOT, "check", "--exit-zero", "examples").returncode, 0)

    def test_the_excerpt_is_what_is_printed(self):
        (shown,) = [block for block in blocks("") if block.startswith("$ graphfence check examples/")]
        command, _, text = shown.partition("\n")
        self.assertEqual(run(ROOT, *shlex.split(command)[2:]).stdout, text)

    def test_the_comment_silences_a_finding(self):
        comment = re.search(r"#( graphfence: ignore\[[a-z-]+\])", README).group(0)
        text = FAULTY.read_text(encoding="utf-8")
        line = next(line for line in text.split("\n") if "self.add_loss(" in line)
        found = {}
        for name, content in (("loud.py", text), ("quiet.py", text.replace(line, f"{line}  {comment}"))):
            (self.folder / name).write_text(content)
            found[name] = run(self.folder, "check", "--no-config", name)
        self.assertEqual(found["loud.py"].returncode, 1)
        self.assertNotIn("[add-loss-in-decorated-call]", found["quiet.py"].stdout)
        self.assertIn("[add-loss-in-decorated-call]", found["loud.py"].stdout)

    def test_the_rules_named_exist(self):
        listed = run(self.folder, "rules").stdout.split()
        named = set(re.findall(r"(?:\"|ignore\[)([a-z]+(?:-[a-z]+){2,})[\"\]]", README)) | {"losses"}
        self.assertGreater(len(named), 2)
        for rule in named:
            self.assertIn(rule, listed)


if __name__ == "__main__":
    BINARY = str(pathlib.Path(sys.argv.pop(1)).resolve())
    unittest.main()
