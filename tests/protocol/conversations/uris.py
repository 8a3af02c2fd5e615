"""Addresses: equal whatever their spelling, answered in the client's spelling, and no disk behind most schemes."""

import pathlib
import tempfile

from client import at
from harness import CLEAN, RICH, SAMPLE, conversation, ready, same


@conversation("52 one document under all spellings of its address, answered in the client's spelling")
def _():
    groups = [
        ["file:///c%3A/Users/a%20b/x.py", "file:///C:/Users/a%20b/x.py", "file:///c:/Users/a b/x.py", "FILE:///C%3a/Users/a%20b/x.py"],
        ["file:///home/u/a%2Bb%23c%3Fd.py", "file:///home/u/a+b%23c%3fd.py"],
        ["file:///home/u/%C3%BC.py", "file:///home/u/ü.py", "file://localhost/home/u/%c3%bc.py"],
        ["file://server/share/x.py", "file://SERVER/share/x.py"],
        ["file:///home/u/%25.py", "file:///home/u/%.py"],
    ]
    for group in groups:
        for opened in group:
            client = ready(RICH)
            client.open(opened, SAMPLE)
            found = client.published(opened)["diagnostics"]
            assert found
            for place in found[0].get("relatedInformation", []):
                same(place["location"]["uri"], opened)
            for other in group:
                actions = client.actions(other, found[0]["range"])
                same({c["textDocument"]["uri"] for a in actions for c in a["edit"]["documentChanges"]}, {opened})
            client.change(group[-1], CLEAN, version=2)
            same(client.published(opened, 2)["diagnostics"], [])
            client.close(group[0])
            same(client.published(opened)["diagnostics"], [])
            same(client.hover(opened, 9, 9), None)


@conversation("52 different names are different documents")
def _():
    client = ready()
    uris = ["file:///home/u/a.py", "file:///home/u/A.py", "file:///home/u/a%2520.py", "file:///home/u/a%20.py", "file:///home/u/a+.py",
            "file://server/home/u/a.py", "untitled:a.py", "untitled:/home/u/a.py", "vscode-vfs://github/home/u/a.py"]
    for uri in uris:
        client.open(uri, SAMPLE)
        assert client.published(uri)["diagnostics"], uri
    client.change(uris[0], CLEAN)
    same(client.published(uris[0], 2)["diagnostics"], [])
    for uri in uris[1:]:
        assert client.actions(uri, {"start": {"line": 10, "character": 8}, "end": {"line": 10, "character": 9}}), uri


@conversation("53 other schemes and odd addresses are analysed as text, without disk and without a crash")
def _():
    client = ready()
    for uri in ("untitled:Untitled-1", "git:/home/u/x.py?%7B%22ref%22%3A%22HEAD%22%7D", "vscode-notebook-cell:/home/u/n.ipynb#W0sZmlsZQ%3D%3D",
                "vscode-vfs://github/microsoft/x.py", "https://host/x.py", "inmemory://model.py", "x.py", "", "/", "%", "file:", "file://", "file:///",
                "file://x", "file:///%00.py", "file:///a/%00/b.py", ":::", "python", "file:relative.py", "file:///" + "a/" * 5000 + "x.py",
                "untitled:" + "ü" * 300, "zip:///a.zip!/b.py"):
        client.open(uri, SAMPLE)
        same(client.published(uri)["uri"], uri)
        client.hover(uri, 9, 9)
        client.change(uri, SAMPLE + "\n")
        same(client.published(uri, 2)["uri"], uri)
        client.notify("textDocument/didSave", {"textDocument": {"uri": uri}})
        client.close(uri)
        same(client.published(uri)["diagnostics"], [])
    same(client.shutdown(), 0)


@conversation("53 an opaque address never leads to the disk")
def _():
    with tempfile.TemporaryDirectory() as folder:
        pathlib.Path(folder, "helper.py").write_text("raise SystemError('read')\n")
        client = ready(None, rootUri=pathlib.Path(folder).as_uri())
        for scheme in ("git", "vscode-vfs", "untitled"):
            uri = f"{scheme}:{folder}/helper.py"
            same(client.result("textDocument/hover", at(uri, 0, 0)), None)
            client.open(uri, "import helper\n" + SAMPLE)
            assert client.published(uri)["diagnostics"]


@conversation("workspace folders: every shape of the root is taken, changes move documents")
def _():
    with tempfile.TemporaryDirectory() as folder:
        uri = pathlib.Path(folder, "sub", "x.py").as_uri()
        root = pathlib.Path(folder).as_uri()
        for params in ({"rootUri": root}, {"rootUri": root + "/"}, {"rootPath": folder, "rootUri": None},
                       {"workspaceFolders": [{"uri": root, "name": "w"}]}, {"workspaceFolders": []}, {"workspaceFolders": None}):
            client = ready(None, **params)
            client.open(uri, SAMPLE)
            assert client.published(uri)["diagnostics"]
            client.notify("workspace/didChangeWorkspaceFolders", {"event": {
                "added": [{"uri": root + "/sub", "name": "s"}], "removed": [{"uri": root, "name": "w"}]}})
            client.change(uri, CLEAN)
            same(client.published(uri, 2)["diagnostics"], [])
            client.notify("workspace/didChangeWorkspaceFolders", {"event": {"added": [], "removed": [{"uri": root + "/sub", "name": "s"}]}})
            client.change(uri, [{"text": SAMPLE}])
            assert client.published(uri, 3)["diagnostics"]
