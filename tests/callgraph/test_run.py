#!/usr/bin/env python3
"""The comparison, with stand-ins for the binary: it passes what agrees, and names what does not."""
import contextlib
import io
import json
import pathlib
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import run  # noqa: E402

PROGRAM = "def f():\n    pass\n\n\ndef never_g():\n    pass\n\n\nf()\n"
RIGHT = {"main": ["main.f", "<builtin>.print"], "main.f": [], "main.never_g": []}


class Comparison(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = pathlib.Path(temporary.name)
        self.known = {}
        self.add_program("calls/one")

    def add_program(self, name):
        path = self.folder / "programs" / name / "main.py"
        path.parent.mkdir(parents=True)
        path.write_text(PROGRAM, encoding="utf-8")

    def run_with(self, printed, *options, status=0):
        text = printed if isinstance(printed, str) else json.dumps(printed)
        binary = self.folder / "binary"
        binary.write_text(f"#!{sys.executable}\nimport sys\nassert sys.argv[1:] == ['debug', 'callgraph', 'main.py']\n"
                          f"print({text!r})\nsys.exit({status})\n", encoding="utf-8")
        binary.chmod(0o755)
        known_file = self.folder / "known.json"
        known_file.write_text(json.dumps(self.known), encoding="utf-8")
        output = io.StringIO()
        with contextlib.redirect_stdout(output), contextlib.redirect_stderr(output):
            status = run.main([str(binary), *options], self.folder / "programs", known_file)
        return status, output.getvalue()

    def test_agreement_passes_whatever_is_said_of_the_library(self):
        status, output = self.run_with(RIGHT)
        self.assertEqual(status, 0, output)
        self.assertRegex(output, r"calls +1 +1 +1 +0\n")

    def test_missing_edge(self):
        status, output = self.run_with({"main": []}, "-v")
        self.assertEqual(status, 1)
        self.assertRegex(output, r"calls +1 +0 +1 +0\n")
        self.assertIn("missing main -> main.f", output)
        self.assertIn("calls: 1 of 1 disagree: one", output)

    def test_false_edge(self):
        status, output = self.run_with({**RIGHT, "main.f": ["main.never_g"]}, "-v")
        self.assertEqual(status, 1)
        self.assertRegex(output, r"calls +1 +1 +0 +0\n")
        self.assertIn("false   main.f -> main.never_g", output)

    def test_missing_module(self):
        result = run.compare({"main": []}, {"main": [], "other": []}, ["main", "other"])
        self.assertEqual(result.missing, ["module other"])

    def test_nodes_that_only_begin_like_a_module_are_not_of_the_program(self):
        self.assertTrue(run.compare({"main": ["mainly.f"]}, {"main": []}, ["main"]).agrees())

    def test_failure_and_nonsense_of_the_binary(self):
        for printed, status in [(RIGHT, 3), ("no JSON", 0), ([1], 0)]:
            status, output = self.run_with(printed, status=status)
            self.assertEqual(status, 1, output)

    def test_one_in_twenty_may_disagree(self):
        def judged(bad):
            results = {f"c/{i}": run.Result(missing=["x"] if i < bad else []) for i in range(20)}
            with contextlib.redirect_stdout(io.StringIO()):
                return run.table(results, {})
        self.assertEqual(judged(1), [])
        self.assertEqual(judged(2), ["c: 2 of 20 disagree: 0 1"])

    def test_known_disagreement_is_accepted_as_long_as_it_is_that_one(self):
        self.known = {"calls/one": {"missing": ["main -> main.f"], "reason": "because"}}
        status, output = self.run_with({"main": []})
        self.assertEqual(status, 0, output)
        self.assertRegex(output, r"calls +1 +0 +1 +1\n")
        status, output = self.run_with(RIGHT)
        self.assertEqual(status, 1)
        self.assertIn("calls/one agrees now", output)
        status, output = self.run_with({"main": ["main.never_g"]})
        self.assertEqual(status, 1)
        self.assertIn("calls/one disagrees in another way now", output)

    def test_known_disagreement_needs_a_program_and_a_reason(self):
        self.known = {"calls/one": {"missing": ["main -> main.f"]}, "calls/two": {"reason": "gone"}}
        status, output = self.run_with({"main": []})
        self.assertEqual(status, 1)
        self.assertIn("calls/one has no reason", output)
        self.assertIn("there is no program calls/two", output)

    def test_category(self):
        self.add_program("other/two")
        self.known = {"other/two": {"missing": ["main -> main.f"], "reason": "because"}}
        status, output = self.run_with(RIGHT, "--category", "calls")
        self.assertEqual(status, 0, output)
        self.assertNotIn("other", output)
        self.assertEqual(self.run_with(RIGHT, "--category", "none")[0], 2)


if __name__ == "__main__":
    unittest.main()
