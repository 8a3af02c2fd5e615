"""Input that nobody should send. The server lives, and what follows works."""

import os
import random
import time

from client import span
from harness import SAMPLE, URI, conversation, ready, same

BIG = 10 * 1024 * 1024


def still_works(client):
    """The server is alive and finds what it found before, in another document."""
    uri = "file:///nowhere/graphfence/after.py"
    client.open(uri, SAMPLE, version=client.versions.get(uri, 0) + 1)
    assert client.published(uri, client.versions[uri], timeout=60)["diagnostics"]
    client.close(uri)


def survives(text, name="x.py"):
    client = ready()
    uri = "file:///nowhere/graphfence/" + name
    client.open(uri, text)
    same(client.published(uri, 1, timeout=60)["version"], 1)
    client.change(uri, [{"range": span(0, 0, 0, 0), "text": "x = 1\n"}])
    client.published(uri, 2, timeout=60)
    client.hover(uri, 0, 0)
    client.actions(uri, span(0, 0, 9999, 0))
    still_works(client)
    same(client.shutdown(), 0)


@conversation("hostile: binary text")
def _():
    survives("".join(map(chr, range(256))) * 50)
    survives("\x00" * 1000 + SAMPLE)
    survives("".join(chr(random.randrange(1, 0xD800)) for _ in range(20_000)))


@conversation("hostile: empty text, only blanks, only a BOM, no line end")
def _():
    for text in ("", " ", "\n", "\r", "\ufeff", "\ufeff\n", "x", "\\", "\t\t", "#"):
        survives(text)


@conversation("hostile: a file of 10 MB, of code and of one line")
def _():
    line = "    value = tf.reduce_sum(inputs) + other  # some code\n"
    survives("import tensorflow as tf\ndef f(inputs, other):\n" + line * (BIG // len(line)))
    survives("x = '" + "a" * BIG + "'\n")


@conversation("hostile: nesting, unterminated strings, Python 2, half a program")
def _():
    survives("x = " + "(" * 5000 + ")" * 5000 + "\n")
    survives("x = " + "(" * 5000)
    survives("".join("    " * min(depth, 90) + f"def f{depth}():\n" for depth in range(2000)))
    survives(SAMPLE + "x = '''unterminated\n" + "prose that is no code, isn't it\n" * 2000)
    survives("print 'hello'\nexec 'x' in d\nraise E, 'm'\n`x`\n")
    survives(SAMPLE[:len(SAMPLE) // 2])
    survives("x.a" + ".a" * 20_000 + "\n" + "y = " + "1+" * 20_000 + "1\n")
    survives("@" * 3000 + "\n" + "lambda: " * 3000 + "0\n")


@conversation("hostile: edits outside the document, thousands in one change")
def _():
    client = ready()
    client.open(URI, "x")
    client.change(URI, [{"range": span(n * 7 % 100_000, n * 13 % 1000, 5, 5), "text": "ab\n"} for n in range(5000)])
    client.published(URI, 2, timeout=60)
    client.change(URI, SAMPLE)
    assert client.published(URI, 3)["diagnostics"]


@conversation("hostile: two hundred documents in as many folders")
def _():
    client = ready()
    uris = [f"file:///nowhere/many{n}/m.py" for n in range(200)]
    for uri in uris:
        client.open(uri, SAMPLE)
    for uri in uris:
        assert client.published(uri, timeout=60)["diagnostics"]
    for uri in uris:
        client.close(uri)
    still_works(client)


@conversation("hostile: random JSON as params of every method")
def _():
    seed = random.randrange(2**32)
    chance = random.Random(seed)
    words = ["textDocument", "uri", "position", "line", "character", "range", "start", "end", "contentChanges", "text", "version", "context",
             "only", "diagnostics", "event", "added", "removed", "changes", "settings", "value", "id", "command", "arguments", "capabilities"]
    methods = ["textDocument/didOpen", "textDocument/didChange", "textDocument/didClose", "textDocument/didSave", "textDocument/hover",
               "textDocument/codeAction", "textDocument/diagnostic", "workspace/executeCommand", "workspace/didChangeConfiguration",
               "workspace/didChangeWatchedFiles", "workspace/didChangeWorkspaceFolders", "$/setTrace", "$/cancelRequest", "initialized",
               "initialize", "codeAction/resolve"]

    def value(depth=0):
        kind = chance.randrange(9 if depth < 4 else 6)
        if kind == 0:
            return chance.choice([None, True, False])
        if kind == 1:
            return chance.choice([0, 1, -1, 2**31, 2**64, -2**63, 1e300, 0.5, 3])
        if kind == 2:
            return URI
        if kind == 3:
            return chance.choice(["", "x", "𝔘", "file:///", "\x00", "quickfix"])
        if kind in (4, 5):
            return chance.choice([[], {}])
        if kind == 6:
            return [value(depth + 1) for _ in range(chance.randrange(4))]
        return {chance.choice(words): value(depth + 1) for _ in range(chance.randrange(6))}
    client = ready()
    client.open(URI, SAMPLE)
    try:
        for number in range(1500):
            message = {"jsonrpc": "2.0", "method": chance.choice(methods), "params": value()}
            if chance.random() < 0.5:
                message["id"] = f"r{number}"
            client.send(message)
            if "id" in message:
                client.answer_to(message["id"])
        still_works(client)
    except Exception as problem:
        raise AssertionError(f"seed {seed}: {problem}") from problem


@conversation("hostile: random bytes between messages")
def _():
    seed = random.randrange(2**32)
    chance = random.Random(seed)
    client = ready()
    try:
        for _ in range(60):
            client.send_bytes(chance.randbytes(chance.randrange(1, 3000)))
            client.notify("$/sacrifice")  # the search needs a header it can see whole
            client.notify("$/sacrifice")
            client.alive()
        still_works(client)
    except Exception as problem:
        raise AssertionError(f"seed {seed}: {problem}") from problem


@conversation("hostile: a huge message that is announced and never comes")
def _():
    client = ready()
    client.send_bytes(b"Content-Length: 268435456\r\n\r\n" + b"x" * 100)
    time.sleep(0.1)
    with open(f"/proc/{client.process.pid}/statm", encoding="ascii") as file:
        resident = int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    assert resident < 64 << 20, f"{resident >> 20} MB for bytes that nobody sent"
    client.process.stdin.close()
    same(client.wait_exit(), 1)
    client.process.stdin = None


@conversation("hostile: headers without end")
def _():
    client = ready()
    for _ in range(200):
        client.send_bytes(b"X" * 50_000)
    client.send_bytes(b"\r\n")
    client.alive()
    client.send_bytes(b"A: b\r\n" * 100_000 + b"\r\n")
    client.notify("$/sacrifice")
    client.alive()


@conversation("hostile: the same edit 3,000 times leaves memory where it was")
def _():
    client = ready()
    client.open(URI, SAMPLE * 20)
    client.published(URI)

    def megabytes(column):
        with open(f"/proc/{client.process.pid}/statm", encoding="ascii") as file:
            return int(file.read().split()[column]) * os.sysconf("SC_PAGE_SIZE") / (1 << 20)

    def resident():
        return megabytes(1)

    def edits(count):
        for _ in range(count):
            client.change(URI, [{"range": span(10, 8, 10, 8), "text": "x"}])
            client.change(URI, [{"range": span(10, 8, 10, 9), "text": ""}])
            client.published(URI, client.versions[URI])
            client.kept.clear()
    edits(300)
    before = resident()
    edits(1500)
    grown = resident() - before
    sanitized = megabytes(0) > 1 << 20  # a sanitizer reserves terabytes, and keeps what is freed
    assert sanitized or grown < 4, f"{grown:.1f} MB more after 3,000 edits"
