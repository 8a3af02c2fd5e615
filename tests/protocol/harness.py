"""What conversations share: registration, servers that are always cleaned up, the sample program."""

import dataclasses
import typing

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


def text_of(client, uri, expected, unit="utf-16"):
    """Checks the server's idea of a text without any command for it: an edit at the end of the expected text only gives
    the expected result if both ends agree; the finding of SAMPLE must then stand where it stands in `expected`."""
    diagnostics = client.published(uri, client.versions[uri])["diagnostics"]
    place = expected.find("self.add_loss")
    if place < 0:
        same(diagnostics, [])
        return []
    assert diagnostics, "no finding: the server has another text"
    starts = [d["range"]["start"] for d in diagnostics]
    line = lsp.position(expected, place, unit)
    assert any(s["line"] == line["line"] for s in starts), f"{starts} instead of {line}: the server has another text"
    return diagnostics
