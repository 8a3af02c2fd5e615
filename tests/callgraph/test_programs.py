#!/usr/bin/env python3
"""The programs keep their own rules: everything in them runs, so that what is observed is the whole graph."""
import concurrent.futures
import os
import pathlib
import sys
import unittest

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
import run  # noqa: E402
import trace  # noqa: E402

PROGRAMS = run.programs(HERE / "programs")


def problems(folder):
    try:
        return trace.left_out(folder)
    except trace.ProgramFailed as failure:
        return [str(failure)]


class Programs(unittest.TestCase):
    def test_there_are_enough(self):
        by_category = {}
        for name in PROGRAMS:
            by_category.setdefault(name.split("/")[0], []).append(name)
        self.assertGreaterEqual(len(PROGRAMS), 150)
        self.assertEqual([category for category, names in by_category.items() if len(names) < 5], [])

    def test_every_file_belongs_to_a_program(self):
        folders = set(PROGRAMS.values())
        strays = [str(path) for path in (HERE / "programs").rglob("*.py") if not folders.intersection(path.parents)]
        self.assertEqual(strays, [])

    def test_everything_runs(self):
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            found = dict(zip(PROGRAMS, pool.map(problems, PROGRAMS.values())))
        self.assertEqual({name: left for name, left in found.items() if left}, {})


if __name__ == "__main__":
    unittest.main()
