#!/usr/bin/env python3
"""A tiny server that stands in for graphfence when the editor scripts themselves are tested (self_test.sh).

It knows one mistake, by text alone: add_loss in a method decorated with @tf.function; the fix deletes the decorator.
Push diagnostics, full text sync, UTF-16 columns. Arguments are accepted and ignored.
"""
import json
import re
import sys

RULE = "stub-add-loss-in-decorated-call"
documents = {}


def send(message):
    body = json.dumps({"jsonrpc": "2.0", **message}).encode()
    sys.stdout.buffer.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
    sys.stdout.buffer.flush()


def receive():
    length = None
    for header in iter(sys.stdin.buffer.readline, b""):
        if header == b"\r\n":
            return json.loads(sys.stdin.buffer.read(length))
        name, _, value = header.partition(b":")
        if name.lower() == b"content-length":
            length = int(value)
    return None


def position(line, text):
    return {"line": line, "character": len(text.encode("utf-16-le")) // 2}


def findings(text):
    """Pairs of a diagnostic and the line of the decorator that causes it."""
    found, decorator, inside = [], None, False
    for number, line in enumerate(re.split(r"\r\n|\n", text)):
        if line.lstrip().startswith("@tf.function"):
            decorator, inside = number, False
        elif line.lstrip().startswith("def "):
            inside = decorator == number - 1
        match = re.search(r"self\.add_loss", line)
        if match and inside:
            span = {"start": position(number, line[:match.start()]), "end": position(number, line[:match.end()])}
            found.append(({"range": span, "severity": 2, "code": RULE, "source": "stub",
                           "message": "add_loss in a decorated call"}, decorator))
    return found


def code_actions(params):
    uri, wanted = params["textDocument"]["uri"], params["range"]
    actions = []
    for diagnostic, decorator in findings(documents[uri]):
        at = diagnostic["range"]
        if at["start"]["line"] <= wanted["end"]["line"] and at["end"]["line"] >= wanted["start"]["line"]:
            line = {"start": position(decorator, ""), "end": position(decorator + 1, "")}
            actions.append({"title": "Remove the decorator", "kind": "quickfix", "isPreferred": True,
                            "diagnostics": [diagnostic], "edit": {"changes": {uri: [{"range": line, "newText": ""}]}}})
    return actions


def answer(method, params):
    if method == "initialize":
        return {"serverInfo": {"name": "stub", "version": "0"}, "capabilities": {
            "textDocumentSync": {"openClose": True, "change": 1}, "hoverProvider": True,
            "codeActionProvider": {"codeActionKinds": ["quickfix"]}}}
    if method == "textDocument/hover":
        return {"contents": {"kind": "plaintext", "value": "runs in the graph of call"}}
    if method == "textDocument/codeAction":
        return code_actions(params)
    return None


def take(method, params):
    if method in ("textDocument/didOpen", "textDocument/didChange"):
        document = params["textDocument"]
        text = document["text"] if "text" in document else params["contentChanges"][-1]["text"]
        documents[document["uri"]] = text
        send({"method": "textDocument/publishDiagnostics", "params": {
            "uri": document["uri"], "version": document["version"],
            "diagnostics": [diagnostic for diagnostic, _ in findings(text)]}})


for incoming in iter(receive, None):
    name = incoming.get("method")
    if name == "exit":
        break
    if name and "id" in incoming:
        send({"id": incoming["id"], "result": answer(name, incoming.get("params"))})
    elif name:
        take(name, incoming.get("params"))
