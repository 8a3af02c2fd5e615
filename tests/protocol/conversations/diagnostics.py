"""Diagnostics: pushed or pulled, what is in them, and for which version."""

import pathlib
import re
import tempfile

from client import span
from harness import CLEAN, RICH, SAMPLE, URI, conversation, merged, place_of_finding, ready, same, start

OTHER = "file:///nowhere/graphfence/other.py"
STATIC_PULL = merged(RICH, {"textDocument": {"diagnostic": {"dynamicRegistration": False}}})
DYNAMIC_PULL = merged(RICH, {"textDocument": {"diagnostic": {"dynamicRegistration": True}}})


def pushes(client, seconds=0.1):
    return [m["params"] for m in client.drain(seconds) if m.get("method") == "textDocument/publishDiagnostics"]


def pull(client, uri, previous=None):
    params = {"textDocument": {"uri": uri}, "identifier": "graphfence"}
    if previous is not None:
        params["previousResultId"] = previous
    return client.result("textDocument/diagnostic", params)


@conversation("38 publish replaces, [] clears")
def _():
    client = ready()
    client.open(URI, SAMPLE)
    assert client.published(URI, 1)["diagnostics"]
    client.change(URI, CLEAN)
    same(client.published(URI, 2)["diagnostics"], [])
    client.change(URI, SAMPLE)
    assert client.published(URI, 3)["diagnostics"]


@conversation("38 one publish per completed version, none in between")
def _():
    client = ready()
    client.open(URI, SAMPLE)
    client.published(URI, 1)
    for version in range(2, 40):
        client.change(URI, SAMPLE + "\n" * version)
        assert client.published(URI, version)["diagnostics"]
    same(pushes(client), [])


@conversation("39 closing clears")
def _():
    client = ready()
    client.open(URI, SAMPLE)
    client.published(URI)
    client.close(URI)
    same(client.published(URI)["diagnostics"], [])
    same(pushes(client), [])
    client.open(URI, SAMPLE)
    client.close(URI)
    client.open(URI, SAMPLE)
    assert pushes(client)[-1]["diagnostics"]


@conversation("40 push xor pull, chosen by what the client declares")
def _():
    for capabilities, way in ((None, "push"), (RICH, "push"), ({"textDocument": {"diagnostic": None}}, "push"),
                              (STATIC_PULL, "static"), ({"textDocument": {"diagnostic": {}}}, "static"), (DYNAMIC_PULL, "dynamic")):
        client = start()
        result = client.initialize(capabilities)
        same("diagnosticProvider" in result["capabilities"], way == "static")
        client.open(URI, SAMPLE)
        if way == "push":
            assert client.published(URI)["diagnostics"]
            continue
        assert pull(client, URI)["items"]
        client.change(URI, CLEAN)
        client.close(URI)
        same(pushes(client, 0.05), [])


@conversation("40 unchanged only if the client's previous id is ours")
def _():
    client = ready(STATIC_PULL)
    client.open(URI, SAMPLE)
    first = pull(client, URI)
    same(first["kind"], "full")
    assert first["items"] and isinstance(first["resultId"], str)
    same(pull(client, URI, first["resultId"]), {"kind": "unchanged", "resultId": first["resultId"]})
    for stale in ("", "x", first["resultId"] + "0"):
        same(pull(client, URI, stale), first)
    same(pull(client, URI), first)
    client.change(URI, CLEAN)
    clean = pull(client, URI, first["resultId"])
    same((clean["kind"], clean["items"]), ("full", []))
    assert clean["resultId"] != first["resultId"]
    client.change(URI, SAMPLE)
    same(pull(client, URI, clean["resultId"]), first)
    same(pull(client, OTHER)["items"], [])  # never opened


@conversation("40 a pull reflects the edits before it and none after")
def _():
    client = ready(STATIC_PULL)
    client.open(URI, SAMPLE)
    for number in range(40):
        request = client.start("textDocument/diagnostic", {"textDocument": {"uri": URI}})
        client.change(URI, [{"range": span(0, 0, 0, 0), "text": "\n"}])
        items = client.answer_to(request)["result"]["items"]
        same(items[0]["range"]["start"]["line"], 10 + number)


@conversation("42 edits never ask for a refresh")
def _():
    client = ready(STATIC_PULL)
    client.open(URI, SAMPLE)
    for _ in range(20):
        client.change(URI, [{"range": span(0, 0, 0, 0), "text": "\n"}])
    client.notify("workspace/didChangeConfiguration", {"settings": {}})
    pull(client, URI)
    same([m for m in client.drain(0.1) if m.get("method", "").endswith("refresh")], [])


@conversation("43 severity, code, source, plain message and a range that can be seen")
def _():
    for capabilities in (None, RICH):
        client = ready(capabilities)
        client.open(URI, SAMPLE)
        found = place_of_finding(client, URI, SAMPLE)
        for diagnostic in found:
            assert diagnostic["severity"] in (1, 2, 3, 4)
            same(diagnostic["source"], "graphfence")
            assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", diagnostic["code"]), diagnostic
            assert isinstance(diagnostic["message"], str) and diagnostic["message"]
            first_line = diagnostic["message"].split("\n")[0]
            assert not first_line.endswith("."), first_line
            assert diagnostic["range"]["start"] != diagnostic["range"]["end"]
        ordered = [(d["range"]["start"]["line"], d["range"]["start"]["character"], d["code"]) for d in found]
        same(ordered, sorted(ordered))


@conversation("44 related places, tags and data only if declared; the story is never lost")
def _():
    def first(publish):
        client = ready({"textDocument": {"publishDiagnostics": publish}})
        client.open(URI, SAMPLE)
        return client.published(URI)["diagnostics"][0]
    rich = first({"relatedInformation": True, "tagSupport": {"valueSet": [1]}, "dataSupport": True})
    assert rich["relatedInformation"], "the sample's finding has related places"
    for place in rich["relatedInformation"]:
        same(place["location"]["uri"], URI)
        assert place["location"]["range"]["start"] != place["location"]["range"]["end"]
        assert place["message"]
    plain = first({})
    assert not {"relatedInformation", "tags", "data"} & set(plain), plain
    for place in rich["relatedInformation"]:
        assert place["message"] in plain["message"]
        assert f":{place['location']['range']['start']['line'] + 1}: " in plain["message"]
    assert plain["message"].startswith(rich["message"])
    same(plain, first(None))
    # The pages of the rules have no address yet, and a link that leads nowhere is worse than none.
    for publish in ({"codeDescriptionSupport": True}, {"codeDescriptionSupport": False}, {}):
        assert "codeDescription" not in first(publish)


@conversation("while the text cannot be parsed, what a comment silences stays silent and an unused one keeps its place")
def _():
    client = ready()
    client.open(URI, SAMPLE)
    (finding,) = client.published(URI)["diagnostics"]
    lines = SAMPLE.split("\n")
    lines[finding["range"]["start"]["line"]] += "  # graphfence: ignore"
    lines[0] += "  # graphfence: ignore"
    client.change(URI, "\n".join(lines))
    (hint,) = client.published(URI, client.versions[URI])["diagnostics"]
    same(hint["range"]["start"]["line"], 0)
    client.change(URI, "\n".join([*lines, "def g(:", ""]))
    same(client.published(URI, client.versions[URI])["diagnostics"], [hint])
    client.change(URI, [{"range": span(0, 0, 0, 0), "text": "x = = 1\n"}])
    (hint,) = client.published(URI, client.versions[URI])["diagnostics"]
    same((hint["code"], hint["range"]["start"]["line"]), ("unused-suppression", 1))
    same(client.actions(URI, hint["range"], only=["source.fixAll"], diagnostics=[hint]), [])


@conversation("64 a result is never published for a version that is not current any more")
def _():
    client = ready()
    client.open(URI, SAMPLE)
    sent = 1
    for _ in range(60):
        for _ in range(10):
            sent += 1
            client.change(URI, [{"range": span(0, 0, 0, 0), "text": "\n"}], version=sent)
    last = client.published(URI, sent)
    same(last["diagnostics"][0]["range"]["start"]["line"], 10 + sent - 1)
    versions = [m["params"]["version"] for m in client.kept if m.get("method") == "textDocument/publishDiagnostics"]
    same(versions, sorted(set(versions)))
    for message in client.kept:
        if message.get("method") == "textDocument/publishDiagnostics":
            same(message["params"]["diagnostics"][0]["range"]["start"]["line"], 10 + message["params"]["version"] - 1)
    client.kept.clear()
    same(pushes(client), [])


@conversation("64 fifty keys in one write cost few publishes and the last one counts")
def _():
    from client import frame
    client = ready()
    client.open(URI, SAMPLE)
    client.published(URI)
    keys = b"".join(frame({"jsonrpc": "2.0", "method": "textDocument/didChange", "params": {
        "textDocument": {"uri": URI, "version": 2 + n},
        "contentChanges": [{"range": span(0, 0, 0, 0), "text": "\n"}]}}) for n in range(50))
    client.send_bytes(keys)
    last = client.published(URI, 51)
    same(last["diagnostics"][0]["range"]["start"]["line"], 60)
    earlier = [m for m in client.kept if m.get("method") == "textDocument/publishDiagnostics"]
    assert len(earlier) < 10, f"{len(earlier)} versions that nobody saw were analysed"


@conversation("several open documents: each has its own findings, versions and end")
def _():
    client = ready()
    uris = [f"file:///nowhere/graphfence/m{n}.py" for n in range(12)]
    for number, uri in enumerate(uris):
        client.open(uri, "\n" * number + SAMPLE, version=number)
    for number, uri in enumerate(uris):
        found = client.published(uri, number)["diagnostics"]
        same(found[0]["range"]["start"]["line"], 10 + number)
    client.change(uris[3], CLEAN, version=77)
    same(client.published(uris[3], 77)["diagnostics"], [])
    same([p["uri"] for p in pushes(client)], [])  # nothing changed for the others, nothing is said
    client.close(uris[5])
    same(client.published(uris[5])["diagnostics"], [])
    same(pushes(client), [])


LAYER = """import tensorflow as tf
from deco import wrap


class P(tf.keras.layers.Layer):
    @wrap
    def call(self, inputs):
        self.add_loss(tf.reduce_mean(inputs))
        return inputs
"""
GRAPH = "import tensorflow as tf\n\nwrap = tf.function\n"
PLAIN = "def wrap(function):\n    return function\n"


@conversation("a change of one document publishes others whose findings changed, and only those")
def _():
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder).resolve()
        layer, deco, third = ((root / name).as_uri() for name in ("layer.py", "deco.py", "third.py"))
        (root / "deco.py").write_text(PLAIN)
        client = ready(None, rootUri=root.as_uri())
        client.open(third, SAMPLE)
        assert client.published(third)["diagnostics"]
        client.open(layer, LAYER, version=7)
        same(client.published(layer)["diagnostics"], [])
        client.open(deco, GRAPH)
        client.published(deco, 1)
        found = client.published(layer)
        assert found["version"] == 7 and found["diagnostics"], found
        client.change(deco, PLAIN)
        client.published(deco, 2)
        same(client.published(layer)["diagnostics"], [])
        client.change(deco, GRAPH)
        assert client.published(layer)["diagnostics"]
        client.published(deco, 3)
        client.close(deco)  # the file on disk counts again
        same(client.published(layer)["diagnostics"], [])
        same(client.published(deco)["diagnostics"], [])
        (root / "deco.py").write_text(GRAPH)
        client.notify("workspace/didChangeWatchedFiles", {"changes": [{"uri": deco, "type": 2}]})
        assert client.published(layer)["diagnostics"]
        same(pushes(client), [])


@conversation("the same text gives the same bytes")
def _():
    reports = []
    for _ in range(3):
        client = ready(STATIC_PULL)
        client.open(URI, SAMPLE)
        reports.append(pull(client, URI))
    same(reports[1:], reports[:1] * 2)
