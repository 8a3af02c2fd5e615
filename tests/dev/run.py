#!/usr/bin/env python3
"""`./dev` in a copy of its own, on a PATH of stand-ins that write down how they were called."""
import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
# What a bare system has; compilers and installers are added per test.
BARE = "bash env cat chmod cmp cp dirname find grep head mkdir mv nproc readlink rm sed sh tail tee touch tr true uname xargs id cut".split()


class Dev(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.folder)
        self.folder.chmod(0o755)
        self.bin = self.folder / "bin"
        self.bin.mkdir()
        for name in BARE:
            (self.bin / name).symlink_to(shutil.which(name))
        self.tree = self.folder / "tree"
        for name in ("analysis", "protocol", "server", "cmake", "tools"):
            (self.tree / name).mkdir(parents=True)
        for name in ("dev", "CMakeLists.txt", "CMakePresets.json"):
            shutil.copy(ROOT / name, self.tree / name)
        self.calls = self.folder / "calls"

    def stand_in(self, name, body=""):
        path = self.bin / name
        path.write_text(f'#!/bin/bash\nprintf "%s\\n" "{name} $*" >> {self.calls}\n{body}\n')
        path.chmod(0o755)

    def dev(self, *arguments, cwd=None, user=None):
        environment = {"PATH": str(self.bin), "HOME": str(self.folder)}
        return subprocess.run([str(self.tree / "dev"), *arguments], cwd=cwd or self.tree, env=environment, user=user,
                              stdin=subprocess.DEVNULL, capture_output=True, text=True)

    def called(self):
        return self.calls.read_text().splitlines() if self.calls.exists() else []

    def test_help_names_every_command(self):
        done = self.dev("help")
        self.assertEqual(done.returncode, 0)
        source = (ROOT / "dev").read_text()
        commands = re.findall(r"^([a-z-]+)\)", source[source.rindex("case $command in"):], re.M)
        self.assertGreater(len(commands), 7)
        for command in commands:
            self.assertIn(f"./dev {command}", done.stdout)

    def test_an_unknown_command_is_wrong_use(self):
        done = self.dev("biuld")
        self.assertEqual(done.returncode, 2)
        self.assertIn("unknown command: biuld", done.stderr)

    def commands(self):
        source = (ROOT / "dev").read_text()
        return [c for c in re.findall(r"^([a-z-]+)\)", source[source.rindex("case $command in"):], re.M) if c != "run"]

    def untouched(self):
        return sorted(str(path.relative_to(self.tree)) for path in self.tree.rglob("*"))

    def with_new_rule(self):
        """A tree in which `new-rule` could work, and everything it or another command might call."""
        (self.bin / "python3").symlink_to(shutil.which("python3"))
        for name in ("apt-get", "cmake", "ctest", "git", "clang-format-22"):
            self.stand_in(name)
        for name in ("tools/new_rule.py", "analysis/values/events.h", "analysis/rules/rules.def"):
            (self.tree / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, self.tree / name)
        (self.tree / "analysis/rules/losses").mkdir()
        (self.tree / "analysis/rules/losses/a.cpp").touch()

    def test_every_command_tells_its_use_and_does_nothing(self):
        self.with_new_rule()
        before = self.untouched()
        for command in self.commands():
            for option in ("--help", "-h"):
                for arguments in ([option], ["--help", option], ["x", option] if command in ("build", "test") else [option]):
                    done = self.dev(command, *arguments)
                    self.assertEqual((done.returncode, done.stderr), (0, ""), command)
                    self.assertIn(f"./dev {command}", done.stdout)
                    self.assertEqual(len(re.findall(r"^(?:usage: )?\./dev [a-z]", done.stdout, re.M)), 1, done.stdout)
        self.assertEqual((self.called(), self.untouched()), ([], before))

    def test_what_no_command_understands_is_refused_before_anything_is_done(self):
        self.with_new_rule()
        before = self.untouched()
        calls = [[command, "--bogus"] for command in self.commands()]
        calls += [["setup", "x"], ["build", "relase"], ["build", "dev", "release"], ["test", "--al"], ["test", "a", "b"], ["bench", "--edits"],
                  ["bench", "x"], ["truth", "x"], ["truth", "--sample"], ["truth", "--all", "--bogus"], ["truth", "--all=1"], ["fmt", "--chekc"],
                  ["fmt", "a.cpp"], ["new-rule", "losses"]]
        for call in calls:
            done = self.dev(*call)
            self.assertEqual((done.returncode, done.stdout), (2, ""), call)
            self.assertIn(f"./dev {call[0]}", done.stderr)
        self.assertEqual((self.called(), self.untouched()), ([], before))

    def test_options_reach_what_they_are_for(self):
        (self.tree / "tests/truth").mkdir(parents=True)
        (self.tree / "tests/truth/run.sh").write_text('#!/bin/sh\necho "truth $*"\n')
        (self.tree / "tests/truth/run.sh").chmod(0o755)
        self.stand_in("python3")
        for arguments in (["--all"], ["--compare", "--sample", "3"], ["--sample=3"], ["--only", "losses", "escapes", "--all"]):
            done = self.dev("truth", *arguments)
            self.assertEqual((done.returncode, done.stdout), (0, f"truth {' '.join(arguments)}\n"), done.stderr)

    def test_a_new_rule_wants_a_family_that_exists_or_is_meant_to_be_new(self):
        self.with_new_rule()
        before = self.untouched()
        for family, option, message in (("lossse", [], "no such family; did you mean losses?"), ("graphs", [], "--new-family"),
                                        ("losses", ["--new-family"], "exists already")):
            done = self.dev("new-rule", family, "loss-read-too-late", *option)
            self.assertEqual(done.returncode, 2, done.stdout)
            self.assertIn(message, done.stderr)
        self.assertEqual(self.untouched(), before)
        for family, option in (("losses", []), ("graphs", ["--new-family"])):
            done = self.dev("new-rule", family, f"{family}-read-too-late", *option)
            self.assertEqual(done.returncode, 0, done.stderr)
            made = [f"analysis/rules/{family}/{family}_read_too_late.cpp", f"analysis/rules/{family}/{family}_read_too_late.md",
                    f"tests/fixtures/{family}/{family}_read_too_late.py"]
            steps = done.stdout[done.stdout.index("\nNext:\n"):]
            for path in made:
                self.assertTrue((self.tree / path).is_file())
                self.assertIn(path, steps)
            self.assertIn(f"./dev truth --only {family}_read_too_late", steps)
            self.assertIn(f"./dev test '{family}_read_too_late|", steps)
            self.assertIn(f"GRAPHFENCE_RULE({family}_read_too_late)", (self.tree / "analysis/rules/rules.def").read_text())

    def test_packaging_an_executable_that_is_none_is_refused_at_once(self):
        for server in ("nosuch", "/", __file__):
            done = subprocess.run([str(ROOT / "editors/vscode/build.sh"), "--out", str(self.folder / "out"), "--server", server,
                                   "--target", "linux-x64"], cwd=self.folder, capture_output=True, text=True)
            self.assertEqual((done.returncode, done.stdout), (2, ""))
            self.assertEqual(done.stderr, f"build.sh: --server: {server} is no executable file\n")
        self.assertFalse((self.folder / "out").exists())

    def test_without_apt_it_names_the_packages_and_stops(self):
        done = self.dev("setup")
        self.assertEqual(done.returncode, 1)
        self.assertRegex(done.stderr, r"no apt-get.* g\+\+ cmake ninja-build ")

    @unittest.skipUnless(os.geteuid() == 0, "needs root to become somebody else")
    def test_an_ordinary_user_without_sudo_gets_the_command_to_run(self):
        self.stand_in("apt-get")
        shutil.chown(self.tree, 65534)
        done = self.dev("build", user=65534)
        self.assertEqual(done.returncode, 1)
        self.assertIn("please run: apt-get install --no-install-recommends g++ cmake ninja-build", done.stderr)
        self.assertEqual(self.called(), [])

    @unittest.skipUnless(os.geteuid() == 0, "needs root to become somebody else")
    def test_an_ordinary_user_with_sudo_installs_through_it(self):
        self.calls.touch()
        self.calls.chmod(0o666)
        self.stand_in("apt-get")
        self.stand_in("sudo", '[[ $1 == -n ]] && shift; "$@"')
        shutil.chown(self.tree, 65534)
        done = self.dev("build", user=65534)
        self.assertIn("apt-get install g++ cmake ninja-build", done.stderr)
        install = [call for call in self.called() if call.startswith("sudo env") and " install " in call]
        self.assertEqual(len(install), 1)
        self.assertIn("DEBIAN_FRONTEND=noninteractive", install[0])
        self.assertIn("--no-install-recommends g++ cmake", install[0])

    @unittest.skipUnless(os.geteuid() == 0, "as another user sudo would be needed")
    def test_a_failed_installation_is_shown_and_stops_everything(self):
        self.stand_in("apt-get", 'case "$*" in *install*) echo "E: no such luck"; exit 100;; esac')
        self.stand_in("cmake")
        done = self.dev("build")
        self.assertEqual(done.returncode, 1)
        self.assertIn("E: no such luck", done.stderr)
        self.assertIn("by hand: apt-get install", done.stderr)
        self.assertFalse(any(call.startswith("cmake") for call in self.called()))

    @unittest.skipUnless(os.geteuid() == 0, "as another user sudo would be needed")
    def test_a_package_the_system_does_not_offer_is_left_out_when_it_is_optional(self):
        self.stand_in("apt-get")
        self.stand_in("apt-cache", '[[ $2 != clang-format-22 ]]')
        done = self.dev("setup")
        self.assertIn("clang-format-22 is not offered", done.stderr)
        install = [call for call in self.called() if call.startswith("apt-get") and " install " in call]
        self.assertNotIn("clang-format-22", install[0])
        self.assertIn("ccache", install[0])

    def fake_build(self):
        """All tools are there; a build makes a binary that prints where it runs and with what."""
        for name in ("g++", "ninja", "python3", "npm"):
            self.stand_in(name)
        self.stand_in("cmake", """
if [[ $1 == --preset ]]; then mkdir -p build/$2; touch build/$2/build.ninja; fi
if [[ $1 == --build ]]; then
  [[ ! -e broken ]] || { echo "error: broken" >&2; exit 1; }
  printf '#!/bin/bash\\necho "$PWD: $*"\\nexit 7\\n' > build/release/graphfence
  chmod +x build/release/graphfence
fi""")
        headers = subprocess.run(["bash", "-c", "ls /usr/include/{nlohmann,asio.hpp,spdlog,doctest,CLI,toml++,xxhash.h,zlib.h}"],
                                 capture_output=True).returncode
        if headers:
            self.skipTest("the libraries are not installed")

    def test_run_builds_once_and_again_only_when_something_changed(self):
        self.fake_build()
        elsewhere = self.folder / "else where"
        elsewhere.mkdir()
        done = self.dev("run", "check", "a b", cwd=elsewhere)
        self.assertEqual((done.returncode, done.stdout), (7, f"{elsewhere}: check a b\n"), done.stderr)
        builds = len(self.called())
        self.assertEqual(self.dev("run").returncode, 7)
        self.assertEqual(len(self.called()), builds, "built again although nothing changed")
        future = os.stat(self.tree / "build/.release-built").st_mtime + 5
        source = self.tree / "analysis/new.cpp"
        source.touch()
        os.utime(source, (future, future))
        self.dev("run")
        self.assertGreater(len(self.called()), builds, "not built although a file is new")

    def test_run_does_not_start_an_old_binary_when_the_build_fails(self):
        self.fake_build()
        self.dev("run")
        (self.tree / "broken").touch()
        stamp = self.tree / "build/.release-built"
        os.utime(stamp, (1, 1))
        for _ in range(2):
            done = self.dev("run")
            self.assertNotEqual(done.returncode, 7)
            self.assertEqual(done.stdout, "")

    def test_a_build_folder_of_another_place_is_made_afresh(self):
        self.fake_build()
        folder = self.tree / "build/release"
        folder.mkdir(parents=True)
        (folder / "build.ninja").touch()
        (folder / "CMakeCache.txt").write_text("CMAKE_HOME_DIRECTORY:INTERNAL=/somewhere/else\n")
        self.assertEqual(self.dev("run").returncode, 7)
        self.assertFalse((folder / "CMakeCache.txt").exists())


if __name__ == "__main__":
    unittest.main()
