"""Code actions and hovers."""

import client as lsp
from client import edits_of, span
from harness import CLEAN, RICH, SAMPLE, URI, conversation, merged, place_of_finding, ready, same

EVERYWHERE = span(0, 0, 1000, 0)


def opened(capabilities=RICH, text=SAMPLE, uri=URI):
    client = ready(capabilities)
    client.open(uri, text)
    return client, place_of_finding(client, uri, text)


def fixes(actions):
    return [a for a in actions if a["kind"] == "quickfix" and not a["title"].startswith("Ignore ")]


def suppressions(actions):
    return [a for a in actions if a["kind"] == "quickfix" and a["title"].startswith("Ignore ")]


def applied(client, uri, text, action):
    """The text after the action, as the client of this encoding would have it."""
    return lsp.apply_edits(text, edits_of(action["edit"], uri), client.encoding)


def codes(client, uri, text):
    """Rules that are reported for a text."""
    client.change(uri, text)
    return sorted(d["code"] for d in client.published(uri, client.versions[uri])["diagnostics"])


@conversation("45 actions come from the range, whatever the context says")
def _():
    client, found = opened()
    ranged = found[0]["range"]
    normal = client.actions(URI, ranged, diagnostics=found)
    assert fixes(normal), "the sample's finding has a quick fix"
    contexts = [[], [{"range": span(0, 0, 0, 1), "message": "foreign", "source": "pyright", "code": 5}],
                [{"range": span(500, 0, 500, 1), "message": "stale", "code": found[0]["code"]}], [None], ["x"], [{}]]
    for context in contexts:
        same(client.actions(URI, ranged, diagnostics=context), normal)
    same(client.result("textDocument/codeAction", {"textDocument": {"uri": URI}, "range": ranged}), normal)
    cursor = {"start": ranged["start"], "end": ranged["start"]}
    same(client.actions(URI, cursor), normal)
    same(client.actions(URI, {"start": ranged["end"], "end": ranged["end"]}), normal)
    same(client.actions(URI, span(0, 0, 0, 0)), [])
    same(client.actions("file:///nowhere/unknown.py", ranged), [])


@conversation("46 only is hierarchical on dots; no source actions unless asked for")
def _():
    client, _ = opened()

    def kinds(only):
        return {a["kind"] for a in client.actions(URI, EVERYWHERE, only=only)}
    everything = kinds(None)
    assert "quickfix" in everything and everything <= {"quickfix", "refactor.rewrite"}, everything
    same(kinds(["quickfix"]), {"quickfix"})
    same(kinds(["quickfix.other"]), set())
    same(kinds(["quick"]), set())
    same(kinds(["refactor"]) <= {"refactor.rewrite"}, True)
    same(kinds(["refactor.rewrite"]), kinds(["refactor"]))
    same(kinds(["refactor.rewrite.deeper"]), set())
    same(kinds(["source.fix"]), set())
    same(kinds(["source.fixAll.graph"]), set())
    same(kinds(["source.organizeImports"]), set())
    whole = kinds(["source.fixAll.graphfence"])
    assert whole <= {"source.fixAll.graphfence"}
    same(kinds(["source.fixAll"]), whole)
    same(kinds(["source"]), whole)
    same(kinds([]), set())
    same(kinds(["quickfix", "refactor"]), everything)


@conversation("46 the kinds are advertised to clients that take literals")
def _():
    capabilities = lsp_initialize(RICH)
    same(capabilities["codeActionProvider"]["codeActionKinds"], ["quickfix", "refactor.rewrite", "source.fixAll.graphfence"])
    same(lsp_initialize({})["codeActionProvider"], True)


def lsp_initialize(capabilities):
    from harness import start
    return start().initialize(capabilities)["capabilities"]


@conversation("47 edits do not overlap, and each quick fix makes its finding go and brings nothing new")
def _():
    for encoding in ("utf-8", "utf-16", "utf-32"):
        for text in (SAMPLE, SAMPLE.replace("\n", "\r\n"), "# 𝔘ü\n" + SAMPLE.replace("rate", "räte")):
            client, found = opened(merged(RICH, {"general": {"positionEncodings": [encoding]}}), text)
            before = sorted(d["code"] for d in found)
            for action in fixes(client.actions(URI, found[0]["range"])):
                after = applied(client, URI, text, action)
                assert after != text
                if "\r\n" in text:
                    assert "\n" not in after.replace("\r\n", ""), f"{action['title']} mixes line ends"
                left = codes(client, URI, after)
                assert found[0]["code"] not in left, f"{action['title']} does not help"
                same([c for c in left if c not in before], [])
                codes(client, URI, text)


@conversation("47 the safe fix of the sample gives the program one expects")
def _():
    client, found = opened()
    results = [applied(client, URI, SAMPLE, action) for action in fixes(client.actions(URI, found[0]["range"]))]
    assert CLEAN in results, "removing the decorator is one of the fixes"


@conversation("47 fix all: nothing safe left afterwards")
def _():
    client, found = opened()
    text = SAMPLE
    for _ in range(2):
        actions = client.actions(URI, EVERYWHERE, only=["source.fixAll.graphfence"])
        if not actions:
            break
        same(len(actions), 1)
        text = applied(client, URI, text, actions[0])
        codes(client, URI, text)
    same(client.actions(URI, EVERYWHERE, only=["source.fixAll.graphfence"]), [])


DEFERRING = merged(RICH, {"textDocument": {"codeAction": {"resolveSupport": {"properties": ["edit"]}}}})
WITHOUT_DATA = merged(DEFERRING, {"textDocument": {"codeAction": {"dataSupport": False}}})


@conversation("49 fix all is resolved where the client can, whole otherwise; resolve changes nothing that was sent")
def _():
    whole = opened(RICH)[0].actions(URI, EVERYWHERE, only=["source.fixAll"])
    same(opened(WITHOUT_DATA)[0].actions(URI, EVERYWHERE, only=["source.fixAll"]), whole)
    client, _ = opened(DEFERRING)
    sent = client.actions(URI, EVERYWHERE, only=["source.fixAll"])
    same(len(sent), len(whole))
    for action, expected in zip(sent, whole):
        assert "edit" not in action and "data" in action, action
        resolved = client.result("codeAction/resolve", action)
        same({key: resolved[key] for key in action}, action)
        same(resolved["edit"], expected["edit"])
        same(set(resolved), set(action) | {"edit"})
    for action in client.actions(URI, EVERYWHERE):
        assert "edit" in action and "data" not in action, action


@conversation("25 a stale or foreign resolve gets -32803, a malformed one -32602")
def _():
    client, _ = opened(DEFERRING)
    action = {"title": "t", "kind": "source.fixAll.graphfence", "data": {"uri": URI, "text": "0"}}
    same(client.error("codeAction/resolve", action), -32803)
    same(client.error("codeAction/resolve", {**action, "data": {"uri": "file:///nowhere/unknown.py", "text": "0"}}), -32803)
    for sent in client.actions(URI, EVERYWHERE, only=["source.fixAll"]):
        client.change(URI, SAMPLE + "\n")
        same(client.error("codeAction/resolve", sent), -32803)
    for bad in ({}, {"title": "t"}, {"title": "t", "data": 5}, {"title": 5, "data": {"uri": URI, "text": "0"}}, None):
        same(client.error("codeAction/resolve", bad), -32602)


@conversation("48 documentChanges with the version if declared, else changes")
def _():
    client, found = opened()
    for action in client.actions(URI, found[0]["range"]):
        same(list(action["edit"]), ["documentChanges"])
        for change in action["edit"]["documentChanges"]:
            same(change["textDocument"], {"uri": URI, "version": 1})
    client, found = opened({})
    actions = client.actions(URI, found[0]["range"])
    assert actions
    for action in actions:
        same(list(action["edit"]), ["changes"])
        same(list(action["edit"]["changes"]), [URI])


@conversation("48 at most one fix is preferred, and it is the first")
def _():
    client, found = opened()
    actions = client.actions(URI, found[0]["range"])
    for number, action in enumerate(actions):
        if action.get("isPreferred"):
            same(number, 0)
            same(action["kind"], "quickfix")
        assert "command" not in action and "disabled" not in action
        same(action["diagnostics"][0], found[0])


@conversation("the suppression comes after the fixes, is never preferred, and works")
def _():
    for end in ("\n", "\r\n"):
        text = SAMPLE.replace("\n", end)
        client, found = opened(text=text)
        actions = client.actions(URI, found[0]["range"])
        ignore = suppressions(actions)
        same(len(ignore), 1)
        assert actions.index(ignore[0]) > max(map(actions.index, fixes(actions)))
        assert not ignore[0].get("isPreferred")
        after = applied(client, URI, text, ignore[0])
        line = after.split(end)[10]
        assert line.endswith(f"  # graphfence: ignore[{found[0]['code']}]"), line
        assert found[0]["code"] not in codes(client, URI, after)
        same(client.actions(URI, span(10, 8, 10, 9)), [])


@conversation("a suppression joins the list that stands there")
def _():
    for comment in ("# graphfence: ignore[some-other-rule]", "# why  # graphfence: ignore[some-other-rule]"):
        text = SAMPLE.replace("tf.square(inputs)))", f"tf.square(inputs)))  {comment}")
        client, found = opened(text=text)
        finding = next(d for d in found if text.split("\n")[d["range"]["start"]["line"]].strip().startswith("self.add_loss"))
        ignore = [a for a in suppressions(client.actions(URI, finding["range"])) if finding["code"] in a["title"]]
        after = applied(client, URI, text, ignore[0])
        assert f"ignore[some-other-rule, {finding['code']}]" in after, after


@conversation("51 hover in the first kind of the client's list; null where there is nothing to say")
def _():
    for formats, kind in ((["markdown", "plaintext"], "markdown"), (["plaintext", "markdown"], "plaintext"), (["plaintext"], "plaintext"),
                          ([], "plaintext"), (None, "plaintext"), (["html", "markdown"], "markdown")):
        client = ready({"textDocument": {"hover": {"contentFormat": formats}}})
        client.open(URI, SAMPLE)
        hover = client.hover(URI, 9, 9)
        assert hover, "nothing to say about `call`"
        same(hover["contents"]["kind"], kind)
        value = hover["contents"]["value"]
        assert value.strip() and "call" in value
        assert "://" not in value.replace("file://", ""), "a link that leads nowhere"
        assert "not known, so the findings are those of Keras 2 and Keras 3" in value, value
        if kind == "plaintext":
            assert "**" not in value and "](" not in value, value
        same(hover["range"]["start"]["line"], 9)
        assert hover["range"]["start"]["character"] <= 9 <= hover["range"]["end"]["character"]
        same(client.hover(URI, 1, 0), None)
        same(client.hover("file:///nowhere/unknown.py", 0, 0), None)
