"""Settings: from files by walking up, from the editor through every channel, and what happens when they are broken."""

import contextlib
import pathlib
import tempfile

from harness import CLEAN, RICH, SAMPLE, conversation, merged, ready, same, start


@contextlib.contextmanager
def project(**files):
    """A folder with these files; `__` in a keyword stands for `/`, `_toml` and `_py` for the ends of names."""
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder).resolve()
        for name, text in files.items():
            path = root / name.replace("__", "/").replace("_toml", ".toml").replace("_py", ".py")
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        yield root


def rule_of_sample():
    client = ready()
    client.open("untitled:rule", SAMPLE)
    return client.published("untitled:rule")["diagnostics"][0]["code"]


def codes(client, uri, text=SAMPLE):
    """Opens or changes a document and gives the rules reported for it."""
    if uri in client.versions:
        client.change(uri, text + "\n" * client.versions[uri])
    else:
        client.open(uri, text)
    return [d["code"] for d in client.published(uri, client.versions[uri])["diagnostics"]]


def save(client, uri):
    client.notify("textDocument/didSave", {"textDocument": {"uri": uri}})


@conversation("settings come from the nearest file above each document")
def _():
    rule = rule_of_sample()
    with project(graphfence_toml=f'ignore = ["{rule}"]\n', inner__graphfence_toml="", plain__x_py="", inner__deep__x_py="") as root:
        client = ready(None, rootUri=root.as_uri())
        assert rule not in codes(client, (root / "plain/x.py").as_uri())
        assert rule in codes(client, (root / "inner/deep/x.py").as_uri())
        assert rule not in codes(client, (root / "y.py").as_uri())
        assert rule in codes(client, "untitled:no-place")
    with project(pyproject_toml=f'[tool.graphfence]\nignore = ["{rule}"]\n', sub__pyproject_toml="[project]\nname = 'x'\n") as root:
        client = ready()
        assert rule not in codes(client, (root / "x.py").as_uri())
        assert rule not in codes(client, (root / "sub/x.py").as_uri())


@conversation("exclude covers open files, per-file-ignores names rules")
def _():
    rule = rule_of_sample()
    with project(graphfence_toml=f'exclude = ["gen/"]\n[per-file-ignores]\n"test_*.py" = ["{rule}"]\n') as root:
        client = ready(None, rootUri=root.as_uri())
        same(codes(client, (root / "gen/x.py").as_uri()), [])
        assert rule not in codes(client, (root / "test_x.py").as_uri())
        assert rule in codes(client, (root / "x.py").as_uri())


@conversation("a file that changes on disk counts from the next save or watched-files event on")
def _():
    rule = rule_of_sample()
    with project(graphfence_toml="") as root:
        config = root / "graphfence.toml"
        uri = (root / "x.py").as_uri()
        client = ready(None, rootUri=root.as_uri())
        assert rule in codes(client, uri)
        config.write_text(f'ignore = ["{rule}"]\n')
        save(client, uri)
        assert rule not in [d["code"] for d in client.published(uri)["diagnostics"]]
        config.write_text(f'[severity]\n{rule} = "hint"\n')
        client.notify("workspace/didChangeWatchedFiles", {"changes": [{"uri": config.as_uri(), "type": 2}] * 3})
        same({d["severity"] for d in client.published(uri)["diagnostics"] if d["code"] == rule}, {4})
        config.unlink()
        save(client, uri)
        assert 4 not in {d["severity"] for d in client.published(uri)["diagnostics"] if d["code"] == rule}
        (root / "pyproject.toml").write_text(f'[tool.graphfence]\nignore = ["{rule}"]\n')
        save(client, uri)
        assert rule not in [d["code"] for d in client.published(uri)["diagnostics"]]


@conversation("a file that changes on disk counts for what is opened afterwards, without any event")
def _():
    rule = rule_of_sample()
    with project(graphfence_toml="") as root:
        client = ready(None, rootUri=root.as_uri())
        first, second = ((root / name).as_uri() for name in ("x.py", "y.py"))
        assert rule in codes(client, first)
        (root / "graphfence.toml").write_text(f'ignore = ["{rule}"]\n')
        assert rule not in codes(client, second)
        assert rule not in [d["code"] for d in client.published(first)["diagnostics"]]


def told(client):
    """The messages shown so far, as of an answer from the server."""
    client.error("graphfence/nothing")
    return [m["params"] for m in client.kept if m.get("method") == "window/showMessage"]


@conversation("a broken file is told in a message too: once, until what is wrong with it changes")
def _():
    with project(graphfence_toml="ignore = 5\n") as root:
        config = root / "graphfence.toml"
        uri = (root / "x.py").as_uri()
        client = ready(None, rootUri=root.as_uri())
        codes(client, uri)
        (first,) = told(client)
        same(first["type"], 2)
        assert f"{config}:1:10: `ignore` must be a list of strings" in first["message"], first
        codes(client, (root / "y.py").as_uri())
        save(client, uri)
        codes(client, uri)
        same(told(client), [first])
        for text, part in (('ignore = [\n', ":1:12: "), ('ignore = ["nosuch"]\nselct = 1\n', "(and 1 more)")):
            config.write_text(text)
            save(client, uri)
            codes(client, uri)
            assert part in told(client)[-1]["message"], told(client)
        same(len(told(client)), 3)
        config.write_text("")
        save(client, uri)
        codes(client, uri)
        same(len(told(client)), 3)
        config.write_text("ignore = 5\n")
        save(client, uri)
        codes(client, uri)
        same(told(client)[3:], [first])


@conversation("a folder that `src` names and that is none is a diagnostic on the file, and the settings hold")
def _():
    rule = rule_of_sample()
    with project(graphfence_toml=f'src = ["nosuch"]\nignore = ["{rule}"]\n') as root:
        config = root / "graphfence.toml"
        uri = (root / "x.py").as_uri()
        client = ready(None, rootUri=root.as_uri())
        assert rule not in codes(client, uri)
        (shown,) = client.published(config.as_uri())["diagnostics"]
        assert "nosuch" in shown["message"] and shown["range"]["start"] == {"line": 0, "character": 7}, shown
        same(told(client), [])
        (root / "nosuch").mkdir()
        save(client, uri)
        same(client.published(config.as_uri())["diagnostics"], [])


@conversation("a broken file: the last good settings hold, and a diagnostic stands on the file until it is mended")
def _():
    rule = rule_of_sample()
    with project(graphfence_toml=f'ignore = ["{rule}"]\n') as root:
        config = root / "graphfence.toml"
        uri = (root / "x.py").as_uri()
        client = ready(None, rootUri=root.as_uri())
        assert rule not in codes(client, uri)
        for broken in ('ignore = [\n', 'ignore = ["no-such-rule-at-all"]\n', "ignore = 5\n", "\x00\x01"):
            config.write_text(broken)
            save(client, uri)
            shown = client.published(config.as_uri())["diagnostics"]
            assert shown and shown[0]["source"] == "graphfence" and shown[0]["message"], shown
            assert shown[0]["range"]["start"] != shown[0]["range"]["end"]
            assert rule not in codes(client, uri), "the last good settings do not hold any more"
        config.write_text("")
        save(client, uri)
        same(client.published(config.as_uri())["diagnostics"], [])
        assert rule in codes(client, uri)
    with project(graphfence_toml="nonsense") as root:
        client = ready()
        codes(client, (root / "x.py").as_uri())
        assert client.published((root / "graphfence.toml").as_uri())["diagnostics"]


@conversation("the editor's settings: one object, through every channel, with and without its wrapper")
def _():
    rule = rule_of_sample()
    uri = "file:///nowhere/settings/x.py"
    for settings in ({"ignore": [rule]}, {"graphfence": {"ignore": [rule]}}, {"severity": {rule: "off"}}, {"select": []},
                     {"graphfence": {"severity": {rule: "off"}, "unknown": 1, "trace": {"server": "off"}}}):
        client = ready(None, initializationOptions=settings)
        assert rule not in codes(client, uri), settings
        client = ready()
        assert rule in codes(client, uri)
        client.notify("workspace/didChangeConfiguration", {"settings": settings})
        assert rule not in [d["code"] for d in client.published(uri)["diagnostics"]], settings
        client = ready({"workspace": {"configuration": True}})
        request = client.wait(lambda m: m.get("method") == "workspace/configuration")
        same(request["params"]["items"], [{"section": "graphfence"}])
        assert rule in codes(client, uri)
        client.send({"jsonrpc": "2.0", "id": request["id"], "result": [settings]})
        assert rule not in [d["code"] for d in client.published(uri)["diagnostics"]], settings


@conversation("55 settings that say nothing, errors and silence change nothing")
def _():
    rule = rule_of_sample()
    uri = "file:///nowhere/settings/x.py"
    for nothing in (None, {}, [], 5, "x", {"graphfence": None}, {"graphfence": {}},
                    {"python": {"ignore": [1]}, "pyright": {}}, {"trace": {"server": "off"}}):
        client = ready(None, initializationOptions={"ignore": [rule]})
        client.notify("workspace/didChangeConfiguration", {"settings": nothing})
        assert rule not in codes(client, uri), nothing
        client = ready(None, initializationOptions=nothing)
        assert rule in codes(client, uri)
    for answer in ({"result": None}, {"result": []}, {"result": [None]}, {"result": [{}, None]}, {"result": 5}, {"result": {"a": 1}},
                   {"error": {"code": -32601, "message": "no"}}, None):
        client = ready({"workspace": {"configuration": True}}, initializationOptions={"ignore": [rule]})
        request = client.wait(lambda m: m.get("method") == "workspace/configuration")
        if answer is not None:
            client.send({"jsonrpc": "2.0", "id": request["id"], **answer})
        assert rule not in codes(client, uri), answer


@conversation("56 didChangeConfiguration is registered without a section; a null payload asks again")
def _():
    rule = rule_of_sample()
    uri = "file:///nowhere/settings/x.py"
    client = ready({"workspace": {"configuration": True, "didChangeConfiguration": {"dynamicRegistration": True}}})
    register = client.wait(lambda m: m.get("method") == "client/registerCapability")
    chosen = [r for r in register["params"]["registrations"] if r["method"] == "workspace/didChangeConfiguration"]
    same([r.get("registerOptions") for r in chosen], [None])
    first = client.wait(lambda m: m.get("method") == "workspace/configuration")
    client.send({"jsonrpc": "2.0", "id": first["id"], "result": [None]})
    assert rule in codes(client, uri)
    client.notify("workspace/didChangeConfiguration", {"settings": None})
    second = client.wait(lambda m: m.get("method") == "workspace/configuration")
    assert second["id"] != first["id"]
    client.send({"jsonrpc": "2.0", "id": second["id"], "result": [{"ignore": [rule]}]})
    assert rule not in [d["code"] for d in client.published(uri)["diagnostics"]]


@conversation("precedence of file and editor as the preference says")
def _():
    rule = rule_of_sample()

    def level(preference, in_file, in_editor):
        config = {"graphfence_toml": f'[severity]\n{rule} = "{in_file}"\n'} if in_file else {}
        settings = {"severity": {rule: in_editor}} if in_editor else {}
        if preference:
            settings["configurationPreference"] = preference
        with project(**config) as root:
            client = ready(None, rootUri=root.as_uri(), initializationOptions=settings)
            uri = (root / "x.py").as_uri()
            client.open(uri, SAMPLE)
            found = [d["severity"] for d in client.published(uri)["diagnostics"] if d["code"] == rule]
            return found[0]
    usual = level(None, None, None)
    same(level(None, "hint", None), 4)
    same(level(None, None, "information"), 3)
    for preference, both in ((None, 3), ("editorFirst", 3), ("filesystemFirst", 4), ("editorOnly", 3)):
        same(level(preference, "hint", "information"), both)
        same(level(preference, None, "information"), 3)
        same(level(preference, "hint", None), usual if preference == "editorOnly" else 4)


@conversation("settings can force push on a client that pulls")
def _():
    client = start()
    result = client.initialize(merged(RICH, {"textDocument": {"diagnostic": {"dynamicRegistration": False}}}),
                               initializationOptions={"diagnosticDelivery": "push"})
    assert "diagnosticProvider" not in result["capabilities"]
    client.open("untitled:x", SAMPLE)
    assert client.published("untitled:x")["diagnostics"]


@conversation("42 a client that pulls is asked to pull again when settings changed, if it can")
def _():
    rule = rule_of_sample()
    for refresh in (True, False):
        client = ready(merged(RICH, {"textDocument": {"diagnostic": {"dynamicRegistration": False}},
                                     "workspace": {"diagnostics": {"refreshSupport": refresh}}}))
        client.open("untitled:x", CLEAN)
        client.notify("workspace/didChangeConfiguration", {"settings": {"ignore": [rule]}})
        client.alive()
        asked = [m for m in client.drain(0.05) if m.get("method") == "workspace/diagnostic/refresh"]
        same(len(asked), 1 if refresh else 0)


@conversation("printDebugInformation says where settings come from; unknown commands are refused")
def _():
    rule = rule_of_sample()
    with project(graphfence_toml=f'ignore = ["{rule}"]\n') as root:
        client = ready()
        codes(client, (root / "x.py").as_uri())
        report = client.result("workspace/executeCommand", {"command": "graphfence.printDebugInformation"})
        assert str(root / "graphfence.toml") in report and f"ignore {rule}" in report and "utf-16" in report, report
        same(client.error("workspace/executeCommand", {"command": "rm"}), -32602)
        same(client.error("workspace/executeCommand", {}), -32602)
