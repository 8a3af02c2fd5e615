"""A language client for tests: Python's standard library only, one server process per `Client`."""

import collections
import json
import os
import queue
import subprocess
import threading
import time

TIMEOUT = float(os.environ.get("GRAPHFENCE_TEST_TIMEOUT", "20"))


class Timeout(Exception):
    pass


class Gone(Exception):
    """The server closed its output."""


def frame(body, header=None):
    if isinstance(body, (dict, list)):
        body = json.dumps(body).encode()
    return (header or f"Content-Length: {len(body)}\r\n\r\n".encode()) + body


class Client:
    """Starts the server. Messages that arrive are kept in order until a test asks for them."""

    def __init__(self, command, read=True, env=None, cwd=None, stderr=None):
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=stderr if stderr is not None else subprocess.PIPE, env=env, cwd=cwd)
        self.incoming = queue.Queue()
        self.kept = collections.deque()
        self.last_id = 0
        self.errors = b""
        self.stray = []  # complaints of the reader: bytes that are no frame
        self.encoding = "utf-16"
        self.versions = {}
        self.reader = None
        if stderr is None:
            threading.Thread(target=self._read_errors, daemon=True).start()
        if read:
            self.start_reading()

    def start_reading(self):
        self.reader = threading.Thread(target=self._read, daemon=True)
        self.reader.start()

    # ------------------------------------------------------------------ reading
    def _read_errors(self):
        for line in self.process.stderr:
            self.errors += line

    def _read(self):
        stream = self.process.stdout
        while True:
            length = None
            while True:
                line = stream.readline()
                if not line:
                    self.incoming.put(None)
                    return
                if line == b"\r\n":
                    break
                name, colon, value = line.partition(b":")
                if not colon or not line.endswith(b"\r\n"):
                    self.stray.append(line)
                elif name.lower() == b"content-length":
                    length = int(value)
            if length is None:
                self.stray.append(b"headers without a length")
                continue
            body = stream.read(length)
            try:
                self.incoming.put(json.loads(body.decode("utf-8")))
            except ValueError:
                self.stray.append(body)

    def next_message(self, timeout=TIMEOUT):
        """The next message in order of arrival, kept ones first."""
        if self.kept:
            return self.kept.popleft()
        return self._fresh(timeout)

    def _fresh(self, timeout):
        try:
            message = self.incoming.get(timeout=timeout)
        except queue.Empty:
            raise Timeout(f"no message within {timeout} s; stderr: {self.errors.decode(errors='replace')}") from None
        if message is None:
            self.incoming.put(None)
            raise Gone(f"the server ended; stderr: {self.errors.decode(errors='replace')}")
        return message

    def wait(self, wanted, timeout=TIMEOUT):
        """The first message, kept or new, for which `wanted(message)` holds; others are kept."""
        for message in list(self.kept):
            if wanted(message):
                self.kept.remove(message)
                return message
        deadline = time.monotonic() + timeout
        while True:
            message = self._fresh(max(0.001, deadline - time.monotonic()))
            if wanted(message):
                return message
            self.kept.append(message)

    def drain(self, seconds):
        """Collects whatever arrives during that time and returns all messages not asked for yet."""
        deadline = time.monotonic() + seconds
        while True:
            left = deadline - time.monotonic()
            if left <= 0:
                break
            try:
                self.kept.append(self._fresh(left))
            except (Timeout, Gone):
                break
        result = list(self.kept)
        self.kept.clear()
        return result

    # ------------------------------------------------------------------ writing
    def send_bytes(self, data):
        self.process.stdin.write(data)
        self.process.stdin.flush()

    def send(self, message):
        self.send_bytes(frame(message))

    def notify(self, method, params=None):
        message = {"jsonrpc": "2.0", "method": method}
        if params is not None:
            message["params"] = params
        self.send(message)

    def start(self, method, params=None, request_id=None):
        """Sends a request and returns its id."""
        if request_id is None:
            self.last_id += 1
            request_id = self.last_id
        message = {"jsonrpc": "2.0", "id": request_id, "method": method}
        if params is not None:
            message["params"] = params
        self.send(message)
        return request_id

    def answer_to(self, request_id, timeout=TIMEOUT):
        return self.wait(lambda m: "method" not in m and m.get("id") == request_id and type(m["id"]) is type(request_id),
                         timeout)

    def answer_to_null(self, timeout=TIMEOUT):
        return self.wait(lambda m: "error" in m and m.get("id", 0) is None, timeout)

    def ask(self, method, params=None, timeout=TIMEOUT):
        """The whole answer to a request."""
        return self.answer_to(self.start(method, params), timeout)

    def result(self, method, params=None):
        answer = self.ask(method, params)
        assert "error" not in answer, answer
        assert "result" in answer, answer
        return answer["result"]

    def error(self, method, params=None):
        answer = self.ask(method, params)
        assert "result" not in answer, answer
        assert isinstance(answer["error"]["message"], str), answer
        return answer["error"]["code"]

    # ------------------------------------------------------------------ conversation
    def initialize(self, capabilities=None, initialized=True, **params):
        base = {"processId": None, "rootUri": None, "capabilities": capabilities if capabilities is not None else {}}
        base.update(params)
        result = self.result("initialize", base)
        self.encoding = result["capabilities"].get("positionEncoding", "utf-16")
        if initialized:
            self.notify("initialized", {})
        return result

    def open(self, uri, text, version=1, language="python"):
        self.versions[uri] = version
        self.notify("textDocument/didOpen", {
            "textDocument": {"uri": uri, "languageId": language, "version": version, "text": text}})

    def change(self, uri, changes, version=None):
        if isinstance(changes, str):
            changes = [{"text": changes}]
        self.versions[uri] = version if version is not None else self.versions.get(uri, 0) + 1
        self.notify("textDocument/didChange", {
            "textDocument": {"uri": uri, "version": self.versions[uri]}, "contentChanges": changes})

    def close(self, uri):
        self.notify("textDocument/didClose", {"textDocument": {"uri": uri}})

    def published(self, uri, version=None, timeout=TIMEOUT):
        """Params of the next publish for the document, of that version when one is given."""
        def wanted(message):
            if message.get("method") != "textDocument/publishDiagnostics" or message["params"]["uri"] != uri:
                return False
            return version is None or message["params"].get("version") == version
        return self.wait(wanted, timeout)["params"]

    def actions(self, uri, span, only=None, diagnostics=()):
        context = {"diagnostics": list(diagnostics)}
        if only is not None:
            context["only"] = only
        return self.result("textDocument/codeAction", {"textDocument": {"uri": uri}, "range": span, "context": context})

    def hover(self, uri, line, character):
        return self.result("textDocument/hover", at(uri, line, character))

    def alive(self):
        """Proves that the server still answers."""
        answer = self.ask("graphfence/test-is-alive")
        assert answer["error"]["code"] in (-32601, -32002, -32600), answer

    # ------------------------------------------------------------------ the end
    def shutdown(self):
        assert self.result("shutdown") is None
        self.notify("exit")
        return self.wait_exit()

    def wait_exit(self, timeout=TIMEOUT):
        try:
            return self.process.wait(timeout)
        except subprocess.TimeoutExpired:
            raise Timeout("the server does not end") from None

    def kill(self):
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        for stream in (self.process.stdin, self.process.stdout, self.process.stderr):
            try:
                if stream:
                    stream.close()
            except (OSError, ValueError):
                pass


def at(uri, line, character):
    return {"textDocument": {"uri": uri}, "position": {"line": line, "character": character}}


def span(start_line, start, end_line, end):
    return {"start": {"line": start_line, "character": start}, "end": {"line": end_line, "character": end}}


# ---------------------------------------------------------------------- texts
def units(text, encoding):
    """Length of a text in the units of a position encoding."""
    if encoding == "utf-8":
        return len(text.encode("utf-8"))
    if encoding == "utf-32":
        return len(text)
    return len(text.encode("utf-16-le")) // 2


def line_starts(text):
    """Offsets of line starts; `\\n`, `\\r\\n` and a lone `\\r` end lines."""
    starts = [0]
    index = 0
    while index < len(text):
        if text[index] == "\r" and text[index + 1:index + 2] == "\n":
            index += 1
        if text[index] in "\r\n":
            starts.append(index + 1)
        index += 1
    return starts


def offset(text, position, encoding="utf-16"):
    """The naive reading of a position; outside the text it is clamped."""
    starts = line_starts(text)
    if position["line"] >= len(starts):
        return len(text)
    begin = starts[position["line"]]
    end = begin
    left = position["character"]
    while end < len(text) and text[end] not in "\r\n":
        left -= units(text[end], encoding)
        if left < 0:
            break
        end += 1
    return end


def position(text, index, encoding="utf-16"):
    starts = line_starts(text)
    line = max(number for number, start in enumerate(starts) if start <= index)
    return {"line": line, "character": units(text[starts[line]:index], encoding)}


def apply_edits(text, edits, encoding="utf-16"):
    """Text edits as the protocol defines them: no overlap, positions of the original, inserts in order."""
    placed = [(offset(text, e["range"]["start"], encoding), offset(text, e["range"]["end"], encoding), number, e["newText"])
              for number, e in enumerate(edits)]
    placed.sort(key=lambda e: (e[0], e[1], e[2]))
    result = []
    last = 0
    for start, end, _, new in placed:
        assert start >= last, f"edits overlap: {edits}"
        result += [text[last:start], new]
        last = end
    return "".join(result) + text[last:]


def edits_of(workspace_edit, uri):
    """Edits for one document from either form of a WorkspaceEdit."""
    if "documentChanges" in workspace_edit:
        return [e for change in workspace_edit["documentChanges"] if change["textDocument"]["uri"] == uri
                for e in change["edits"]]
    return workspace_edit["changes"].get(uri, [])
