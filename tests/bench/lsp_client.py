"""A language client that does only what is measured: start, open, edit, and wait for diagnostics."""
import json
import os
import queue
import subprocess
import threading
import time


class Timeout(Exception):
    pass


class Client:
    def __init__(self, command, folder, log):
        self.started = time.perf_counter()
        self.process = subprocess.Popen(command, cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=log)
        self.folder = folder
        self.incoming = queue.SimpleQueue()
        self.last_id = 0
        self.version = 0
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self):
        stream = self.process.stdout
        while True:
            length = None
            while True:
                line = stream.readline()
                if not line:
                    self.incoming.put((time.perf_counter(), None))
                    return
                if line == b"\r\n":
                    break
                name, _, value = line.partition(b":")
                if name.lower() == b"content-length":
                    length = int(value)
            body = stream.read(length)
            self.incoming.put((time.perf_counter(), json.loads(body)))

    def send(self, message):
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
        self.process.stdin.flush()

    def notify(self, method, params):
        self.send({"method": method, "params": params})

    def wait(self, wanted, seconds=60):
        """The first message that `wanted` accepts, with its time of arrival. Requests of the server are answered meanwhile."""
        end = time.perf_counter() + seconds
        while True:
            try:
                at, message = self.incoming.get(timeout=max(0.0, end - time.perf_counter()))
            except queue.Empty:
                raise Timeout(f"no answer within {seconds} s") from None
            if message is None:
                raise Timeout("the server ended")
            if "method" in message and "id" in message:
                items = message.get("params", {}).get("items")
                result = [None] * len(items) if message["method"] == "workspace/configuration" and items else None
                self.send({"id": message["id"], "result": result})
            elif wanted(message):
                return at, message

    def request(self, method, params):
        self.last_id += 1
        number = self.last_id
        self.send({"id": number, "method": method, "params": params})
        return self.wait(lambda m: m.get("id") == number and "method" not in m)

    def initialize(self):
        """Seconds from starting the process to its answer."""
        uri = "file://" + self.folder
        # Without textDocument.diagnostic every server pushes, so that all are measured alike.
        capabilities = {
            "general": {"positionEncodings": ["utf-16"]},
            "textDocument": {"publishDiagnostics": {"relatedInformation": True, "versionSupport": True}},
        }
        at, _ = self.request("initialize", {
            "processId": os.getpid(), "rootUri": uri, "capabilities": capabilities,
            "workspaceFolders": [{"uri": uri, "name": "bench"}]})
        self.notify("initialized", {})
        return at - self.started

    def _diagnostics(self, uri):
        def ours(message):
            params = message.get("params") or {}
            return (message.get("method") == "textDocument/publishDiagnostics" and params["uri"] == uri
                    and params.get("version", self.version) == self.version)
        at, message = self.wait(ours)
        return at, len(message["params"]["diagnostics"])

    def open(self, uri, text):
        """Seconds until the first diagnostics, and how many there are."""
        self.version = 1
        start = time.perf_counter()
        self.notify("textDocument/didOpen", {
            "textDocument": {"uri": uri, "languageId": "python", "version": self.version, "text": text}})
        at, count = self._diagnostics(uri)
        return at - start, count

    def edit(self, uri, start, end, text):
        """Replaces [start, end), each (line, column); seconds until the diagnostics of that version, and how many."""
        self.version += 1
        begin = time.perf_counter()
        place = {"start": {"line": start[0], "character": start[1]}, "end": {"line": end[0], "character": end[1]}}
        self.notify("textDocument/didChange", {
            "textDocument": {"uri": uri, "version": self.version}, "contentChanges": [{"range": place, "text": text}]})
        at, count = self._diagnostics(uri)
        return at - begin, count

    def close(self, uri):
        self.notify("textDocument/didClose", {"textDocument": {"uri": uri}})

    def resident_megabytes(self):
        with open(f"/proc/{self.process.pid}/status", encoding="ascii") as status:
            for line in status:
                if line.startswith("VmRSS:"):
                    return int(line.split()[1]) / 1024
        return float("nan")

    def stop(self):
        try:
            self.request("shutdown", None)
            self.notify("exit", None)
            self.process.wait(timeout=5)
        except (Timeout, OSError, subprocess.TimeoutExpired):
            self.process.kill()
            self.process.wait()
