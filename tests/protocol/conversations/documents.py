"""Texts and positions: what the server has is what the editor has, whatever the editor sends."""

import random

import client as lsp
from client import span
from harness import CLEAN, RICH, SAMPLE, URI, conversation, has_text, merged, place_of_finding, ready, same


def encodings(*names):
    return merged(RICH, {"general": {"positionEncodings": list(names)}})


@conversation("27 the encoding is chosen from the client's list and always stated")
def _():
    for offered, chosen in ((None, "utf-16"), ([], "utf-16"), (["utf-16"], "utf-16"), (["utf-8"], "utf-8"), (["utf-32"], "utf-32"),
                            (["utf-32", "utf-16"], "utf-16"), (["utf-32", "utf-8", "utf-16"], "utf-8"),
                            (["utf-16", "utf-8"], "utf-8"), (["utf-7"], "utf-16")):
        client = ready({"general": {"positionEncodings": offered}})
        same(client.encoding, chosen)


@conversation("28 columns in three encodings: astral characters, BOM, combining marks")
def _():
    for encoding in ("utf-8", "utf-16", "utf-32"):
        for prefix in ("", "\ufeff", "# 𝔘𝔘𝔘\n", "# ü\r\n"):
            client = ready(encodings(encoding))
            text = prefix + SAMPLE.replace("        self.add_loss(", "        𝔘é = 'ü𝔘e\u0301'; self.add_loss(")
            client.open(URI, text)
            found = place_of_finding(client, URI, text)
            same(client.encoding, encoding)
            ranged = found[0]["range"]
            same(client.actions(URI, {"start": ranged["start"], "end": ranged["start"]}) != [], True)
            client.change(URI, [{"range": lsp.span(0, 0, 0, 0), "text": "# 𝔘\n"}])
            place_of_finding(client, URI, "# 𝔘\n" + text)


@conversation("28 a position inside a pair rounds to its start, a BOM counts as a character")
def _():
    client = ready()
    text = "\ufeffa𝔘b\n"
    client.open(URI, text)
    client.change(URI, [{"range": span(0, 3, 0, 3), "text": "X"}])  # between the halves of the astral character
    has_text(client, URI, "\ufeffaX𝔘b\n")
    client.change(URI, [{"range": span(0, 0, 0, 1), "text": ""}])
    has_text(client, URI, "aX𝔘b\n")
    client = ready(encodings("utf-8"))
    client.open(URI, text)
    client.change(URI, [{"range": span(0, 6, 0, 7), "text": "X"}])  # both inside the four bytes
    has_text(client, URI, "\ufeffaX𝔘b\n")


@conversation("28 half a surrogate pair is survived and as wide as a character")
def _():
    client = ready()
    client.send_bytes(lsp.frame(('{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":"' + URI +
                                 '","languageId":"python","version":1,"text":"a\\ud835b\\udd18\\ud835\\udd18\\\\ud835c"}}}').encode()))
    has_text(client, URI, "a\ufffdb\ufffd𝔘\\ud835c")
    client.change(URI, [{"range": span(0, 1, 0, 2), "text": "x"}])
    has_text(client, URI, "axb\ufffd𝔘\\ud835c")


@conversation("29 LF, CRLF and lone CR end lines; U+2028, form feed and vertical tab do not")
def _():
    client = ready(RICH)
    for end in ("\n", "\r\n", "\r"):
        text = ("# \u2028 \u2029 \x0b \x0c \x85 x" + end + end) + SAMPLE.replace("\n", end)
        client.open(URI, text)
        if end != "\r":  # the grammar takes a lone CR for a blank; only the positions are asked of us
            place_of_finding(client, URI, text)
        client.change(URI, [{"range": span(1, 0, 1, 99), "text": "# one"}, {"range": span(3, 0, 3, 0), "text": "#"}])
        lines = text.split(end)
        lines[1] = "# one"
        lines[3] = "#" + lines[3]
        has_text(client, URI, end.join(lines))
        client.close(URI)
        client.drain(0.02)


@conversation("30 a column past the line end is before its terminator")
def _():
    client = ready()
    for end in ("\n", "\r\n", "\r"):
        client.open(URI, f"ab{end}cd{end}")
        client.change(URI, [{"range": span(0, 2**31 - 1, 0, 99), "text": "X"}])
        has_text(client, URI, f"abX{end}cd{end}")
        client.change(URI, [{"range": span(1, 1, 1, 5000), "text": ""}])
        has_text(client, URI, f"abX{end}c{end}")


@conversation("31 a line past the end is the end of the text")
def _():
    client = ready()
    client.open(URI, "ab\ncd")
    client.change(URI, [{"range": span(2, 0, 2, 0), "text": "X"}])
    has_text(client, URI, "ab\ncdX")
    client.change(URI, [{"range": span(77, 5, 99, 0), "text": "Y"}])
    has_text(client, URI, "ab\ncdXY")
    client.change(URI, [{"range": span(0, 0, 2**31 - 1, 2**31 - 1), "text": SAMPLE}])
    has_text(client, URI, SAMPLE)
    client.change(URI, [{"range": span(-5, -1, 1, 0), "text": ""}])
    has_text(client, URI, SAMPLE.split("\n", 1)[1])
    same(client.hover(URI, 10_000, 10_000), None)


@conversation("32 changes apply in order, each to the result of the previous one; ranged and full may be mixed")
def _():
    client = ready()
    client.open(URI, "one")
    client.change(URI, [{"range": span(0, 3, 0, 3), "text": "\ntwo"}, {"range": span(1, 0, 1, 3), "text": "TWO"},
                        {"text": "fresh"}, {"range": span(0, 0, 0, 0), "text": "re"}])
    has_text(client, URI, "refresh")
    client.change(URI, [])
    has_text(client, URI, "refresh")


@conversation("33 no range or a null range replaces everything, rangeLength is ignored")
def _():
    client = ready()
    client.open(URI, "one")
    client.change(URI, [{"text": SAMPLE}])
    has_text(client, URI, SAMPLE)
    client.change(URI, [{"range": None, "text": "abc"}])
    has_text(client, URI, "abc")
    client.change(URI, [{"range": span(0, 1, 0, 2), "rangeLength": 9999, "text": "B"}])
    has_text(client, URI, "aBc")


@conversation("34 a range that ends before it starts is turned round")
def _():
    client = ready()
    client.open(URI, "ab\ncd\n")
    client.change(URI, [{"range": span(1, 1, 0, 1), "text": "-"}])
    has_text(client, URI, "a-d\n")


@conversation("35 versions may skip, repeat or be null; the version analysed is published")
def _():
    client = ready()
    client.open(URI, SAMPLE, version=0)
    same(client.published(URI)["version"], 0)
    for version in (4, 5, 1000, 1000, 7):
        client.change(URI, SAMPLE + "\n" * version, version=version)
        same(client.published(URI)["version"], version)
    client.notify("textDocument/didChange", {"textDocument": {"uri": URI, "version": None}, "contentChanges": [{"text": CLEAN}]})
    same(client.published(URI)["diagnostics"], [])
    client.notify("textDocument/didChange", {"textDocument": {"uri": URI}, "contentChanges": [{"text": SAMPLE}]})
    assert client.published(URI)["diagnostics"]


@conversation("36 opening twice, changing and closing what is not open are survived")
def _():
    client = ready()
    client.change("file:///nowhere/other.py", SAMPLE)
    client.close("file:///nowhere/other.py")
    client.notify("textDocument/didSave", {"textDocument": {"uri": "file:///nowhere/other.py"}, "text": "x"})
    client.open(URI, "one")
    client.open(URI, SAMPLE, version=5)
    has_text(client, URI, SAMPLE)
    same(client.published(URI, 5)["version"], 5)
    client.close(URI)
    client.close(URI)
    client.change(URI, "late")
    same(client.hover(URI, 0, 0), None)
    client.open(URI, SAMPLE, version=1)
    assert client.published(URI, 1)["diagnostics"]


@conversation("36 the file on disk is not read while the document is open")
def _():
    import pathlib
    import tempfile
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder, "a.py")
        path.write_text(SAMPLE)
        uri = path.as_uri()
        client = ready()
        client.open(uri, CLEAN)
        same(client.published(uri)["diagnostics"], [])
        path.write_text(SAMPLE + "\n")
        client.notify("textDocument/didSave", {"textDocument": {"uri": uri}})
        client.notify("workspace/didChangeWatchedFiles", {"changes": [{"uri": uri, "type": 2}]})
        client.change(uri, CLEAN + "\n")
        same(client.published(uri, 2)["diagnostics"], [])
        has_text(client, uri, CLEAN + "\n")


@conversation("37 the language id is free text and not the only gate")
def _():
    client = ready()
    for number, language in enumerate(("", "python", "python3", "jupyter", "Python", "plaintext", "javascript")):
        uri = f"file:///nowhere/l{number}.py"
        client.open(uri, SAMPLE, language=language)
        assert client.published(uri)["diagnostics"], language
    for language, findings in (("python", True), ("", True), ("python3", True), ("plaintext", False)):
        uri = f"untitled:Untitled-{language}"
        client.open(uri, SAMPLE, language=language)
        same(bool(client.published(uri)["diagnostics"]), findings)
    client.open("file:///nowhere/a.js", SAMPLE, language="javascript")
    same(client.published("file:///nowhere/a.js")["diagnostics"], [])
    client.notify("textDocument/didOpen", {"textDocument": {"uri": URI, "version": 1, "text": SAMPLE}})
    assert client.published(URI)["diagnostics"]


@conversation("26 an edit is a barrier: a reply reflects all edits before it and none after")
def _():
    client = ready(RICH)
    client.open(URI, SAMPLE)
    client.published(URI)
    for number in range(1, 30):
        line = 10 + number - 1
        before = client.start("textDocument/codeAction", {
            "textDocument": {"uri": URI}, "range": span(line, 8, line, 20), "context": {"diagnostics": []}})
        client.change(URI, [{"range": span(0, 0, 0, 0), "text": "\n"}])
        after = client.start("textDocument/codeAction", {
            "textDocument": {"uri": URI}, "range": span(line + 1, 8, line + 1, 20), "context": {"diagnostics": []}})
        for request, version in ((before, number), (after, number + 1)):
            actions = client.answer_to(request)["result"]
            assert actions, "the request was answered for another text"
            same({c["textDocument"]["version"] for a in actions for c in a["edit"]["documentChanges"]}, {version})


@conversation("random edits in three encodings and with all line ends leave the same text as a naive client has")
def _():
    pieces = ["", "x", "\n", "\r\n", "\r", "ü", "𝔘", "e\u0301", "\ufeff", "'''", '"""', "(", "\t", "def f():\n    pass\n", "#", "\u2028", "\\"]
    for encoding in ("utf-8", "utf-16", "utf-32"):
        seed = random.randrange(2**32)
        chance = random.Random(seed)
        client = ready(encodings(encoding))
        text = SAMPLE
        client.open(URI, text)
        try:
            for _ in range(120):
                changes = []
                for _ in range(chance.randint(1, 3)):
                    ends = []
                    for _ in range(2):
                        line = chance.randint(0, len(lsp.line_starts(text)) + 1)
                        ends.append({"line": line, "character": chance.randint(0, 30)})
                    new = "".join(chance.choice(pieces) for _ in range(chance.randint(0, 4)))
                    start, end = sorted(lsp.offset(text, e, encoding) for e in ends)
                    text = text[:start] + new + text[end:]
                    changes.append({"range": {"start": ends[0], "end": ends[1]}, "text": new})
                if len(text) > 2000 or chance.random() < 0.05:
                    text = SAMPLE
                    changes.append({"text": text})
                client.change(URI, changes)
                has_text(client, URI, text)
        except AssertionError as problem:
            raise AssertionError(f"{encoding}, seed {seed}: {problem}") from problem
