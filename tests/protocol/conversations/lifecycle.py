"""From the first byte to the last: what is answered when, and how the process ends."""

import os
import signal
import subprocess
import sys
import time

from client import at, frame
from harness import RICH, SAMPLE, URI, conversation, merged, ready, same, start


@conversation("11 a request before initialize gets -32002, notifications are dropped")
def _():
    client = start()
    client.notify("textDocument/didOpen", {"textDocument": {"uri": URI, "languageId": "python", "version": 1, "text": SAMPLE}})
    client.notify("initialized", {})
    for method in ("textDocument/hover", "shutdown", "no/such", "$/x"):
        same(client.error(method, {}), -32002)
    client.initialize()
    same(client.hover(URI, 9, 9), None)  # the early didOpen was not taken
    same([m for m in client.drain(0.1) if "method" in m], [])


@conversation("12 a second initialize gets -32600 and changes nothing")
def _():
    client = ready()
    same(client.error("initialize", {"processId": None, "capabilities": {}}), -32600)
    client.alive()


@conversation("13 nothing but the answer is sent before the answer to initialize")
def _():
    client = start()
    for _ in range(3):
        client.notify("$/whatever")
    client.initialize(RICH, initialized=False)
    same([m for m in client.drain(0.1)], [])


@conversation("13 serverInfo has a name and a version")
def _():
    info = start().initialize()["serverInfo"]
    same(info["name"], "graphfence")
    assert info["version"][0].isdigit(), info


@conversation("14 dynamic registration only after initialized, only where the client takes it")
def _():
    takes = {"workspace": {"didChangeWatchedFiles": {"dynamicRegistration": True}},
             "textDocument": {"diagnostic": {"dynamicRegistration": True}}}
    client = start()
    result = client.initialize(takes, initialized=False)
    assert "diagnosticProvider" not in result["capabilities"], "registered both ways"
    same(client.drain(0.1), [])
    client.notify("initialized", {})
    request = client.wait(lambda m: m.get("method") == "client/registerCapability")
    methods = {r["method"]: r for r in request["params"]["registrations"]}
    same(sorted(methods), ["textDocument/diagnostic", "workspace/didChangeWatchedFiles"])
    globs = [w["globPattern"] for w in methods["workspace/didChangeWatchedFiles"]["registerOptions"]["watchers"]]
    assert globs and not any(g.endswith(".py") for g in globs), globs
    client.send({"jsonrpc": "2.0", "id": request["id"], "result": None})
    for capabilities in ({}, {"textDocument": {"diagnostic": {"dynamicRegistration": False}}},
                         {"workspace": {"didChangeWatchedFiles": {"dynamicRegistration": False}}},
                         {"textDocument": {"diagnostic": {}}, "workspace": {"didChangeWatchedFiles": None}}):
        client = ready(capabilities)
        same([m for m in client.drain(0.05) if m.get("method") == "client/registerCapability"], [])


@conversation("14 a client that refuses the registration is pushed to")
def _():
    client = ready({"textDocument": {"diagnostic": {"dynamicRegistration": True}}})
    request = client.wait(lambda m: m.get("method") == "client/registerCapability")
    client.open(URI, SAMPLE)
    client.alive()
    same([m for m in client.drain(0.05)], [])
    client.send({"jsonrpc": "2.0", "id": request["id"], "error": {"code": -32601, "message": "no"}})
    same(client.published(URI)["version"], 1)


@conversation("15 after shutdown requests get -32600 and notifications are ignored")
def _():
    client = ready()
    client.open(URI, SAMPLE)
    client.published(URI)
    same(client.result("shutdown"), None)
    client.change(URI, SAMPLE + "\n")
    for method in ("textDocument/hover", "shutdown", "initialize", "no/such"):
        same(client.error(method, at(URI, 0, 0)), -32600)
    same([m for m in client.drain(0.1)], [])
    client.notify("exit")
    same(client.wait_exit(), 0)


@conversation("16 exit status is 0 after shutdown, else 1")
def _():
    same(ready().shutdown(), 0)
    client = ready()
    client.notify("exit")
    same(client.wait_exit(), 1)
    client = start()
    client.notify("exit")
    same(client.wait_exit(), 1)


@conversation("16 messages behind exit change nothing")
def _():
    client = ready()
    client.send_bytes(frame({"jsonrpc": "2.0", "method": "exit"}) +
                      frame({"jsonrpc": "2.0", "id": 9, "method": "shutdown"}) +
                      frame({"jsonrpc": "2.0", "method": "exit"}))
    same(client.wait_exit(), 1)


@conversation("17 shutdown takes no params, null and {}")
def _():
    for params in ({}, {"params": None}, {"params": {}}):
        client = ready()
        client.send({"jsonrpc": "2.0", "id": 90, "method": "shutdown", **params})
        same(client.answer_to(90)["result"], None)
        client.send({"jsonrpc": "2.0", "method": "exit", **params})
        same(client.wait_exit(), 0)


def a_process():
    return subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])


def ends_with(parent, client):
    client.alive()
    assert client.process.poll() is None
    parent.kill()
    parent.wait()
    killed = time.monotonic()
    same(client.wait_exit(), 1)
    assert time.monotonic() - killed < 5.5, "it took too long to notice"


@conversation("18 the server ends when the client's process is gone, though the pipe is open")
def _():
    parent = a_process()
    try:
        client = start()
        client.initialize(processId=parent.pid)
        ends_with(parent, client)
    finally:
        parent.kill()


@conversation("18 --clientProcessId does the same")
def _():
    for arguments in (lambda pid: [f"--clientProcessId={pid}"], lambda pid: ["--clientProcessId", str(pid)]):
        parent = a_process()
        try:
            client = start(*arguments(parent.pid))
            client.initialize()
            ends_with(parent, client)
        finally:
            parent.kill()


@conversation("18 a client process that may not be signalled is alive; odd process ids are not watched")
def _():
    for pid in (1, None, 0, -1, 2**31 - 1.5, "12", 2**40):
        client = start()
        client.initialize(processId=pid)
        client.drain(2.3 if pid == 1 else 0.05)
        client.alive()
        same(client.shutdown(), 0)


@conversation("19 at the end of input the server ends, with status 1 unless shut down")
def _():
    for prepare, status in ((lambda c: None, 1), (lambda c: c.initialize(), 1),
                            (lambda c: (c.initialize(), c.result("shutdown")), 0)):
        client = start()
        prepare(client)
        client.process.stdin.close()
        same(client.wait_exit(), status)
        client.process.stdin = None


@conversation("19 at the end of input what came before is still answered")
def _():
    client = ready()
    request = client.start("no/such")
    client.process.stdin.close()
    same(client.answer_to(request)["error"]["code"], -32601)
    same(client.wait_exit(), 1)
    client.process.stdin = None


@conversation("19 SIGTERM ends it")
def _():
    client = ready()
    client.process.send_signal(signal.SIGTERM)
    assert client.wait_exit() != 0


@conversation("20 unknown requests get -32601, unknown notifications are ignored")
def _():
    client = ready()
    for method in ("no/such", "$/x", "", "textDocument/definitely", "initialized", "textDocument/didOpen"):
        same(client.error(method, {}), -32601)
    for method in ("no/such", "$/x", "", "textDocument/hover", "shutdown"):
        client.notify(method, {})
    client.notify("no/params")
    client.alive()
    same(list(client.kept), [])


@conversation("21 malformed params get -32602 that names the field")
def _():
    client = ready()
    client.open(URI, SAMPLE)
    client.published(URI)
    document = {"uri": URI}
    place = {"line": 1, "character": 1}
    cases = [
        ("textDocument/hover", None, "textDocument"),
        ("textDocument/hover", {}, "textDocument"),
        ("textDocument/hover", [], "textDocument"),
        ("textDocument/hover", {"textDocument": None, "position": place}, "textDocument"),
        ("textDocument/hover", {"textDocument": 5, "position": place}, "textDocument"),
        ("textDocument/hover", {"textDocument": {"uri": 5}, "position": place}, "textDocument.uri"),
        ("textDocument/hover", {"textDocument": document}, "position"),
        ("textDocument/hover", {"textDocument": document, "position": {"line": "1", "character": 1}}, "position.line"),
        ("textDocument/hover", {"textDocument": document, "position": {"line": 1}}, "position.character"),
        ("textDocument/codeAction", {"textDocument": document}, "range"),
        ("textDocument/codeAction", {"textDocument": document, "range": {"start": place}}, "range.end"),
        ("textDocument/codeAction", {"textDocument": document, "range": {"start": place, "end": []}}, "range.end"),
    ]
    for method, params, field in cases:
        answer = client.ask(method, params)
        same(answer["error"]["code"], -32602)
        assert field in answer["error"]["message"], (params, answer)


@conversation("21 malformed notifications are survived and leave the text alone")
def _():
    client = ready()
    client.open(URI, SAMPLE)
    client.published(URI)
    for method in ("didOpen", "didChange", "didClose", "didSave"):
        for params in (None, [], {}, {"textDocument": None}, {"textDocument": []}, {"textDocument": {"uri": None}},
                       {"textDocument": {"uri": 7}}, {"textDocument": {"uri": URI + "x", "version": "1"}}):
            client.notify("textDocument/" + method, params)
    for changes in (None, {}, [None], [5], [{}], [{"text": 5}], [{"range": 5, "text": "x"}],
                    [{"range": {"start": {}, "end": {}}, "text": "x"}]):
        client.notify("textDocument/didChange", {"textDocument": {"uri": URI, "version": 2}, "contentChanges": changes})
    for method in ("workspace/didChangeConfiguration", "workspace/didChangeWatchedFiles",
                   "workspace/didChangeWorkspaceFolders", "$/setTrace", "$/cancelRequest", "initialized"):
        for params in (None, [], {}, {"settings": None}, {"changes": [None, 5, {"uri": 5}]}, {"event": {"added": [5]}},
                       {"value": 5}, {"id": None}, {"id": {"a": 1}}):
            client.notify(method, params)
    client.change(URI, [{"text": "\n", "range": {"start": {"line": 0, "character": 0}, "end": {"line": 0, "character": 0}}}], 3)
    found = client.published(URI, 3)["diagnostics"]
    assert found and found[0]["range"]["start"]["line"] == 11, found


@conversation("22 a cancelled request gets exactly one answer; cancelling others is silent")
def _():
    client = ready()
    client.open(URI, SAMPLE)
    client.published(URI)
    answers = 0
    for number in range(200):
        request = client.start("textDocument/hover", at(URI, 9, 9))
        client.notify("$/cancelRequest", {"id": request})
        answer = client.answer_to(request)
        assert "result" in answer or answer["error"]["code"] == -32800, answer
        answers += 1
    for request in (1, 99999, "no such", -1, None, 1.5):
        client.notify("$/cancelRequest", {"id": request})
    client.alive()
    same(list(client.kept), [])


@conversation("59 every capability member may be absent or null")
def _():
    def with_nulls(value):
        """The value with one member after the other replaced by null."""
        yield None
        if isinstance(value, dict):
            for key in value:
                for inner in with_nulls(value[key]):
                    yield {**value, key: inner}
    for capabilities in with_nulls(merged(RICH, {"textDocument": {"diagnostic": None}})):
        client = ready(capabilities if capabilities is not None else {})
        client.open(URI, SAMPLE)
        client.published(URI)
        same(client.shutdown(), 0)
    for params in ({}, {"capabilities": None}, {"capabilities": [], "processId": "x", "rootUri": 5, "clientInfo": [],
                                                "workspaceFolders": None, "trace": None, "initializationOptions": None},
                   {"capabilities": {"textDocument": 5, "workspace": "x", "general": {"positionEncodings": 5}}},
                   None, []):
        client = start()
        assert "capabilities" in client.result("initialize", params)
        client.notify("initialized")
        client.alive()


@conversation("60 unknown values and extra fields are ignored")
def _():
    client = start()
    client.initialize(merged(RICH, {
        "general": {"positionEncodings": ["utf-7", 5, None, "utf-16"], "future": {"a": [1]}},
        "textDocument": {"hover": {"contentFormat": ["html", "markdown"]},
                         "publishDiagnostics": {"tagSupport": {"valueSet": [1, 77, "x", None]}}},
        "experimental": {"anything": True}}), trace="loud", more={"a": 1}, clientInfo={"name": "n", "other": 1})
    client.notify("textDocument/didOpen", {"extra": 1, "textDocument": {
        "uri": URI, "languageId": "python", "version": 1, "text": SAMPLE, "extra": {"b": 2}}})
    client.published(URI)
    actions = client.result("textDocument/codeAction", {
        "textDocument": {"uri": URI, "x": 1}, "range": {"start": {"line": 0, "character": 0}, "end": {"line": 99, "character": 0}},
        "context": {"diagnostics": [{"severity": 99, "tags": ["?"]}], "only": None, "triggerKind": 17}})
    assert actions, "no actions"


@conversation("61 logTrace only when tracing is on")
def _():
    def traces(client):
        client.change(URI, SAMPLE + "\n" * client.versions[URI])
        client.published(URI, client.versions[URI])
        client.alive()
        found = [m for m in client.kept if m.get("method") == "$/logTrace"]
        client.kept.clear()
        return found
    client = ready()
    client.open(URI, SAMPLE)
    client.published(URI)
    same(traces(client), [])
    for value, expected in (("messages", True), ("off", False), ("verbose", True), ("nonsense", False)):
        client.notify("$/setTrace", {"value": value})
        found = traces(client)
        same(bool(found), expected)
        assert all(isinstance(m["params"]["message"], str) for m in found)
    client = start()
    client.initialize(trace="messages")
    client.open(URI, SAMPLE)
    client.published(URI)
    assert traces(client)


@conversation("--stdio is accepted and changes nothing")
def _():
    client = ready({}, "--stdio")
    same(client.shutdown(), 0)


@conversation("--log-file gets the log; the choice of push or pull and its reason are in it")
def _():
    import tempfile
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "server.log")
        client = ready({}, "--log-file", path)
        client.open(URI, SAMPLE)
        client.published(URI)
        same(client.shutdown(), 0)
        with open(path, encoding="utf-8") as file:
            log = file.read()
        assert "pushed: the client does not pull" in log, log
        same(client.errors, b"")
    client = ready({}, "--log-file", "/no/such/folder/log")
    client.alive()
    same(client.shutdown(), 0)
