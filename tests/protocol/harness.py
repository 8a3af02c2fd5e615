"""What conversations share: registration, servers that are always cleaned up, the sample program."""

import dataclasses
import re
import typing
import zlib

import client as lsp

COMMAND = []
CONVERSATIONS = []

URI = "file:///nowhere/graphfence/penalised.py"

# One finding with at least one safe fix: the loss is added inside the graph of a decorated `call`.
SAMPLE = """import tensorflow as tf


class Penalised(tf.keras.layers.Layer):
    def __init__(self, rate=1e-2):
        super().__init__()
        self.rate = rate

    @tf.function
    def call(self, inputs):
        self.add_loss(self.rate * tf.reduce_mean(tf.square(inputs)))
        return inputs
"""
CLEAN = SAMPLE.replace("    @tf.function\n", "")

# A client that declares everything we can use.
RICH = {
    "general": {"positionEncodings": ["utf-16"]},
    "workspace": {"workspaceEdit": {"documentChanges": True}, "diagnostics": {"refreshSupport": True}},
    "textDocument": {
        "hover": {"contentFormat": ["markdown", "plaintext"]},
        "publishDiagnostics": {"relatedInformation": True, "codeDescriptionSupport": True, "dataSupport": True,
                               "tagSupport": {"valueSet": [1, 2]}, "versionSupport": True},
        "codeAction": {"codeActionLiteralSupport": {"codeActionKind": {"valueSet": ["quickfix", "refactor", "source"]}},
                       "isPreferredSupport": True, "dataSupport": True},
    },
}


@dataclasses.dataclass
class Conversation:
    title: str
    body: typing.Callable

    def run(self):
        Servers.started = []
        try:
            self.body()
        finally:
            for client in Servers.started:
                client.kill()


class Servers:
    started = []


def conversation(title):
    """Registers a function. The title starts with the number of the requirement it checks."""
    def register(function):
        CONVERSATIONS.append(Conversation(title, function))
        return function
    return register


def start(*arguments, **options):
    """A server that is killed when the conversation ends."""
    client = lsp.Client(COMMAND + list(arguments), **options)
    Servers.started.append(client)
    return client


def ready(capabilities=None, *arguments, **params):
    """A server that is initialized."""
    client = start(*arguments)
    client.initialize(capabilities, **params)
    return client


def merged(base, changes):
    """`base` with the nested members of `changes`."""
    result = dict(base)
    for key, value in changes.items():
        result[key] = merged(base.get(key) or {}, value) if isinstance(value, dict) else value
    return result


def same(actual, expected):
    assert actual == expected, f"{actual!r} instead of {expected!r}"


def server_text(client, uri):
    """What the server has for an open document: bytes, lines and CRC-32 of its text."""
    report = client.result("workspace/executeCommand", {"command": "graphfence.printDebugInformation", "arguments": []})
    lines = report.split("\n")
    index = lines.index(f"document {uri}")
    numbers = re.search(r"(\d+) bytes, (\d+) lines, crc32 ([0-9a-f]{8})", lines[index + 1])
    return int(numbers[1]), int(numbers[2]), int(numbers[3], 16)


def has_text(client, uri, text):
    """Checks that the server's text is exactly this one."""
    data = text.encode("utf-8", "surrogatepass")
    same(server_text(client, uri), (len(data), len(lsp.line_starts(text)), zlib.crc32(data)))


def place_of_finding(client, uri, text):
    """The published finding of the present version stands at `add_loss` in `text`, columns in the agreed unit."""
    found = client.published(uri, client.versions[uri])["diagnostics"]
    assert found, "no finding"
    start = lsp.offset(text, found[0]["range"]["start"], client.encoding)
    end = lsp.offset(text, found[0]["range"]["end"], client.encoding)
    assert text[start:].startswith("self.add_loss"), f"the finding stands at {text[start:start + 20]!r}"
    assert end > start
    same(found[0]["range"]["start"], lsp.position(text, start, client.encoding))
    return found
