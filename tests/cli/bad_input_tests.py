"""Files, names, texts and streams that nobody would send on purpose, except an attacker."""

import json
import os
import re
import socket
import subprocess

from harness import CLEAN, FAULTY, as_nobody, expect, expect_no_control_characters, program, test


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


# What people save in the middle of their work, and where the reader of it gets lost.
UNFINISHED = {
    "x = foo(1, 2\ny = 3\n": (1, 1),
    "if x\n    y = 3\n": (1, 1),
    "<<<<<<< HEAD\nx = 1\n=======\nx = 2\n>>>>>>> other\n": (1, 1),
    "def f(x:\n    return x\n": (1, 1),
    "x = = 3\n": (1, 5),
    "x = 'abc\ny = 2\n": (1, 5),
    'x = """abc\ny = 2\n': (1, 5),
    "d = {'ü': 1 'b': 2}\n": (1, 11),
    "for i in range(3) print(i)\n": (1, 1),
    "x = (1, 2))\n": (1, 1),
    "class A(B)\n    def f(self):\n        return 1\n": (1, 7),
}


@test
def files_that_cannot_be_parsed_are_no_clean_result(folder):
    before = FAULTY.count("\n")
    for text, (line, column) in UNFINISHED.items():
        folder.write("b.py", FAULTY + text + CLEAN)
        place = "b.py:%d:%d: cannot be parsed from here; not checked\n" % (before + line, column)
        expect(folder.check(), 2, "No files checked: 1 could not be\n", "graphfence: error: " + place)
        expect(folder.check("--exit-zero"), 2)
    folder.write("a.py", FAULTY)
    folder.write("sub/binary.py", b"\0")
    expect(folder.check(), 2, "Found 1 error in 1 file, 1 file checked, 2 not checked\n", place)
    for arguments in (["--diff"], ["--fix"], ["--format", "github"], ["--statistics"]):
        expect(folder.check(*arguments), 2, err=place)
    expect(folder.check("-", stdin=(FAULTY + text + CLEAN).encode()), 2, "No files checked", "<stdin>:%d:%d: " % (before + line, column))
    result = expect(folder.check("--format", "json"), 2)
    root = json.loads(result.out)
    assert root["files"] == 1 and [finding["file"] for finding in root["diagnostics"]] == ["a.py"], root
    assert root["skipped"] == [
        {"file": "b.py", "scope": "file", "position": {"line": before + line, "column": column},
         "message": "cannot be parsed from here; not checked"},
        {"file": "sub/binary.py", "scope": "file", "message": "is binary; left out"},
    ], root["skipped"]


@test
def a_function_that_cannot_be_parsed_is_named_and_the_rest_is_checked(folder):
    broken = "\n\ndef f(x):\n    y = = 2\n    return y\n\n\nclass A:\n    def g(self):\n        return 1 +\n        x = 1\n\nb = A()\n"
    folder.write("a.py", FAULTY + broken)
    line = FAULTY.count("\n") + 4
    result = expect(folder.check(), 1, "Found 1 error in 1 file, 1 file checked\n", [
        "graphfence: note: a.py:%d:9: cannot be parsed from here; the function `f` is not checked\n" % line,
        "cannot be parsed from here; the function `A.g` is not checked\n"])
    assert result.err.count("\n") == 2, result
    (first, second) = json.loads(folder.check("--format", "json").out)["skipped"]
    assert first["scope"] == second["scope"] == "function" and first["position"] == {"line": line, "column": 9}, first
    folder.write("a.py", CLEAN + broken)
    expect(folder.check(), 0, "No problems found, 1 file checked\n", "the function `f`")


@test
def what_is_nested_too_deeply_is_not_called_clean(folder):
    folder.write("a.py", "".join(" " * i + "if x:\n" for i in range(3000)) + " " * 3000 + "pass\n")
    expect(folder.check(), 2, "No files checked", "a.py: is nested too deeply; not checked")


@test
def a_file_just_below_the_limit_is_checked(folder):
    body = "".join("x%d = [%d, %d]\n" % (i, i, i) for i in range(400000))[: 8000000 - len(FAULTY)]
    folder.write("large.py", FAULTY + body.rpartition("\n")[0] + "\n")
    result = folder.check("large.py", timeout=600)
    if "large.py: takes too long to parse; not checked" in result.err:  # a busy machine, a build with sanitizers
        expect(result, 2, "No files checked")
    else:
        assert result.code in (0, 1) and "1 file checked" in result.out, result
    folder.write("large.py", FAULTY + body + "\n#")
    expect(folder.check("large.py"), 0, "No files checked", "large.py: is larger than the limit of 8 MB; left out")


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
        result = folder.check("hostile/%s.py" % name, timeout=300)
        # "takes too long": on a machine that is busy with other things.
        reasons = ("cannot be parsed from here", "is nested too deeply", "takes too long to parse")
        unread = any(reason + "; not checked" in result.err for reason in reasons)
        assert result.code in ((2,) if unread else (0, 1)), (name, str(result)[:2000])
    assert folder.check("hostile", timeout=600).code == 2


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


@test
def a_full_disk_is_no_clean_result(folder):
    folder.write("a.py", FAULTY)
    with open("/dev/full", "wb") as full:
        done = subprocess.run([program(), "check"], stdout=full, stderr=subprocess.PIPE, cwd=folder.path, timeout=60)
    assert done.returncode == 2 and b"cannot write the output" in done.stderr, done


@test
def a_reader_that_leaves_early_does_no_harm(folder):
    for i in range(200):
        folder.write("f%03d.py" % i, FAULTY)
    process = subprocess.Popen([program(), "check"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=folder.path)
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
    done = subprocess.run(["sh", "-c", 'cd "$1" && rmdir "$1" && exec "$2" check', "sh", gone, program()],
                          capture_output=True, timeout=60)
    assert done.returncode == 2 and b"current folder" in done.stderr, done
