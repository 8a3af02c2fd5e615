"""What the checks of this folder share: a view of the tree, findings, and the self-test that proves a check can fail.

A check is a function from a Tree to a list of findings ("path:line: what is wrong"). CASES beside it are small trees
with the text that must appear in a finding, or None where there must be none.
"""
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]


class Tree:
    """Text files by path relative to the top: either the working tree or, in self-tests, a dict."""

    def __init__(self, files=None):
        self._files = files
        self._paths = sorted(files) if files is not None else list_files()

    def paths(self, *suffixes):
        return [path for path in self._paths if not suffixes or path.endswith(suffixes)]

    def exists(self, path):
        path = path.rstrip("/")
        return path in ("", ".") or path in self._paths or any(p.startswith(path + "/") for p in self._paths)

    def read(self, path):
        if self._files is not None:
            return self._files[path]
        return (ROOT / path).read_text(encoding="utf-8", errors="replace")

    def lines(self, path):
        return enumerate(self.read(path).split("\n"), start=1)


def list_files():
    """Tracked files and new ones that are not ignored; without git, all but build folders."""
    command = ["git", "-C", str(ROOT), "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    try:
        listed = subprocess.run(command, check=True, capture_output=True).stdout.decode().split("\0")
    except (OSError, subprocess.CalledProcessError):
        skipped = {"build", "node_modules", ".git", "__pycache__"}
        listed = [p.relative_to(ROOT).as_posix() for p in ROOT.rglob("*") if not skipped & set(p.relative_to(ROOT).parts)]
    return sorted(path for path in set(listed) if path and (ROOT / path).is_file())


def self_test(check, cases):
    wrong = 0
    for name, files, expected in cases:
        findings = check(Tree(files))
        good = not findings if expected is None else any(expected in finding for finding in findings)
        if not good:
            wrong += 1
            print(f"self-test: {name}: expected {expected!r}, got {findings!r}")
    print(f"self-test: {len(cases) - wrong} of {len(cases)} cases behave")
    return 1 if wrong or not any(expected for _, _, expected in cases) else 0


def main(check, cases):
    if sys.argv[1:] == ["--self-test"]:
        sys.exit(self_test(check, cases))
    findings = check(Tree())
    for finding in findings:
        print(finding)
    print(f"{len(findings)} findings")
    sys.exit(1 if findings else 0)
