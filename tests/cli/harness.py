"""An empty folder for each test, the program run inside of it, and what is expected of its output."""

import json
import os
import pty
import re
import shutil
import subprocess
import tempfile

TESTS = []

# The first problem the product was born from: an error on every version. (`tf.add_n` of one loss would be no use of it.)
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
    loss = tf.reduce_sum(y) + layer.losses[0]
"""
RULE = "add-loss-in-decorated-call"
CLEAN = "import tensorflow as tf\n\nx = tf.ones([2])\n"


def test(function):
    TESTS.append(function)
    return function


def program():
    return os.environ["GRAPHFENCE"]


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

    def run(self, *args, stdin=b"", env=None, timeout=120, cwd=None, binary=None, **more):
        variables = {"PATH": os.environ.get("PATH", ""), "HOME": self.path}
        variables.update(env or {})
        done = subprocess.run([binary or program(), *args], input=stdin, capture_output=True, cwd=cwd or self.path, env=variables,
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


def on_terminal(folder, arguments, env=None):
    parent, child = pty.openpty()
    process = subprocess.Popen([program(), *arguments], stdin=child, stdout=child, stderr=child, cwd=folder.path,
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


def as_nobody(folder, *arguments):
    """Runs the program without the rights of root, for whom nothing is closed."""
    if os.geteuid() != 0:
        os.chmod(os.path.join(folder.path, "d"), 0o555)
        return folder.run(*arguments)
    copy = os.path.join(tempfile.mkdtemp(prefix="graphfence-bin-"), "graphfence")
    shutil.copy(program(), copy)
    os.chmod(os.path.dirname(copy), 0o755)
    os.chmod(copy, 0o755)
    try:
        return folder.run(*arguments, binary=copy, user=65534, group=65534, extra_groups=[])
    finally:
        shutil.rmtree(os.path.dirname(copy))
