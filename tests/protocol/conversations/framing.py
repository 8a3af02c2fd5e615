"""Bytes on the wire: headers, bodies, what happens to bad ones."""

import json
import os
import subprocess
import time

from client import frame
from harness import SAMPLE, URI, conversation, ready, same, start

INITIALIZE = {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"processId": None, "capabilities": {}}}


def initialize_with(header):
    client = start()
    body = json.dumps(INITIALIZE).encode()
    client.send_bytes(header(len(body)) + body)
    assert "capabilities" in client.answer_to(1)["result"]
    return client


@conversation("1 header names ignore case, come in any order, unknown ones are skipped")
def _():
    initialize_with(lambda n: f"content-LENGTH: {n}\r\n\r\n".encode())
    initialize_with(lambda n: f"X-Other: a: b\r\nContent-Length:{n}\r\nX-Empty:\r\n\r\n".encode())


@conversation("2 Content-Type may come first, utf8 is utf-8, another charset is refused")
def _():
    for charset in ("; charset=utf-8", "; charset=utf8", '; charset="UTF-8"', ""):
        initialize_with(lambda n, c=charset: (f"Content-Type: application/vscode-jsonrpc{c}\r\n"
                                              f"Content-Length: {n}\r\n\r\n").encode())
    client = start()
    body = json.dumps(INITIALIZE).encode()
    client.send_bytes(frame(body, (f"Content-Type: application/vscode-jsonrpc; charset=latin-1\r\n"
                                   f"Content-Length: {len(body)}\r\n\r\n").encode()))
    refused = client.answer_to_null()
    same(refused["error"]["code"], -32700)
    client.send(INITIALIZE)
    assert "result" in client.answer_to(1)


@conversation("3 Content-Length counts bytes, in both directions")
def _():
    client = ready()
    uri = "untitled:Ünïcödé-𝔘-1"
    client.open(uri, SAMPLE.replace("rate", "räte"))
    same(client.published(uri)["uri"], uri)  # the reader of this client takes exactly the bytes announced
    client.alive()
    same(client.stray, [])


@conversation("4 a read may end anywhere")
def _():
    client = start()
    for byte in frame(INITIALIZE):
        client.send_bytes(bytes([byte]))
    client.answer_to(1)
    requests = [{"jsonrpc": "2.0", "id": n, "method": "no/such"} for n in range(2, 7)]
    client.send_bytes(b"".join(map(frame, requests)))
    for request in requests:
        same(client.answer_to(request["id"])["error"]["code"], -32601)
    half = frame(requests[0])
    client.send_bytes(half + half[:30])
    client.answer_to(2)
    time.sleep(0.05)
    client.send_bytes(half[30:])
    client.answer_to(2)


@conversation("5 without a usable length the stream is searched for the next message")
def _():
    body = json.dumps({"jsonrpc": "2.0", "id": 7, "method": "no/such"}).encode()
    bad_headers = [
        b"\r\n\r\n" + b"X-Other: 1\r\n\r\n",
        b"Content-Length: -5\r\n\r\n",
        b"Content-Length: 0x10\r\n\r\n",
        b"Content-Length: \r\n\r\n",
        b"Content-Length: 5 5\r\n\r\n",
        b"Content-Length: 268435457\r\n\r\n",
        b"Content-Length: 99999999999999999999999999\r\n\r\n",
        f"Content-Length: {len(body)}\r\nContent-Length: {len(body) + 1}\r\n\r\n".encode(),
        b"no header at all\r\n\r\n",
    ]
    for header in bad_headers:
        client = ready()
        client.send_bytes(header + body)
        client.alive()
        assert not [m for m in client.kept if m.get("id") == 7], f"{header}: the body was guessed at"
        same(client.shutdown(), 0)


@conversation("5 a length that is too small or too large costs only the messages it covers")
def _():
    for wrong in (-7, -1, 1, 9):
        client = ready()
        body = json.dumps({"jsonrpc": "2.0", "id": 7, "method": "no/such"}).encode()
        client.send_bytes(frame(body, f"Content-Length: {len(body) + wrong}\r\n\r\n".encode()))
        client.notify("$/sacrifice", {"to": "a length that was too large"})
        client.notify("$/sacrifice", {"to": "the search for the next message"})
        client.alive()
        same(client.shutdown(), 0)


@conversation("5 text that looks like a header does not end the search")
def _():
    client = ready()
    client.send_bytes(b"X-Other: 1\r\n\r\n")
    client.open(URI, SAMPLE + '"""\nContent-Length: 3\n\nabc\n"""\n')  # lost, but it must not be mistaken for a frame
    client.alive()
    client.open(URI, SAMPLE)
    client.published(URI)


@conversation("6 a body that is no JSON gets -32700 with id null")
def _():
    client = ready()
    for body in (b"{", b"", b"nonsense", b'{"a":1}}', b"\xff\xfe\x00", b'"\xc3\x28"', b"\x00" * 20):
        client.send_bytes(frame(body))
        same(client.answer_to_null()["error"]["code"], -32700)
    client.alive()


@conversation("6 JSON that nests very deeply is survived")
def _():
    client = ready()
    client.send_bytes(frame(b"[" * 200_000))
    same(client.answer_to_null()["error"]["code"], -32700)
    client.send_bytes(frame(b"[" * 100_000 + b"]" * 100_000))
    same(client.answer_to_null()["error"]["code"], -32600)
    deep = b'{"jsonrpc":"2.0","id":5,"method":"textDocument/hover","params":' + b'{"a":' * 50_000 + b"1" + b"}" * 50_001
    client.send_bytes(frame(deep))
    same(client.answer_to(5)["error"]["code"], -32602)


@conversation("7 a batch gets one -32600 with id null")
def _():
    client = ready()
    client.send_bytes(frame([{"jsonrpc": "2.0", "id": n, "method": "no/such"} for n in range(3)]))
    same(client.answer_to_null()["error"]["code"], -32600)
    client.alive()
    same([m for m in client.kept if "id" in m], [])


@conversation("8 ids are echoed with their type; other types are refused")
def _():
    client = ready()
    for request_id in (0, -1, 5, 2**31 - 1, 2**53, "1", "", "a\"b\\", "ü𝔘", "graphfence-1"):
        client.start("no/such", request_id=request_id)
        same(client.answer_to(request_id)["error"]["code"], -32601)
    client.start("no/such", request_id=1)
    client.start("no/such", request_id="1")
    client.answer_to("1")
    client.answer_to(1)
    for request_id in (None, True, 1.5, [1], {"a": 1}, 2**70):
        client.send({"jsonrpc": "2.0", "id": request_id, "method": "no/such"})
        same(client.answer_to_null()["error"]["code"], -32600)


@conversation("8 things that are no message are refused")
def _():
    client = ready()
    for body in (3, "x", None, True, {}, {"jsonrpc": "2.0"}, {"jsonrpc": "2.0", "method": 5}, {"id": 4}):
        client.send_bytes(frame(json.dumps(body).encode()))
        wanted = body.get("id") if isinstance(body, dict) else None
        answer = client.wait(lambda m: "error" in m and m["id"] == wanted)
        same(answer["error"]["code"], -32600)
    client.send({"jsonrpc": "2.0", "id": "graphfence-99", "result": None})  # an answer nobody waits for
    client.send({"jsonrpc": "2.0", "id": 12, "error": {"code": 1, "message": "m"}})
    client.send({"jsonrpc": "2.0", "id": None, "error": {"code": 1, "message": "m"}})
    client.alive()
    same(list(client.kept), [])


@conversation("9 numbers of any spelling and size neither throw nor wrap")
def _():
    client = ready()
    client.open(URI, SAMPLE)
    client.published(URI)
    for line in ("9.0", "0.9e1", "9"):
        client.send_bytes(frame(('{"jsonrpc":"2.0","id":50,"method":"textDocument/hover","params":{"textDocument":{"uri":"'
                                 + URI + '"},"position":{"line":' + line + ',"character":8}}}').encode()))
        assert "result" in client.answer_to(50), line
    for line in ("4294967295", "4294967296", "-1", "1e300", "-1e300", "2147483648", "18446744073709551616", "1.5",
                 "9223372036854775808", "-9223372036854775809"):
        client.send_bytes(frame(('{"jsonrpc":"2.0","id":51,"method":"textDocument/hover","params":{"textDocument":{"uri":"'
                                 + URI + '"},"position":{"line":' + line + ',"character":' + line + "}}}").encode()))
        answer = client.answer_to(51)
        assert answer.get("result", 0) is None or answer.get("error", {}).get("code") == -32602, answer
    client.send_bytes(frame(('{"jsonrpc":"2.0","method":"textDocument/didChange","params":{"textDocument":{"uri":"' + URI
                             + '","version":1e1},"contentChanges":[{"text":"import tensorflow"}]}}').encode()))
    same(client.published(URI)["version"], 10)


@conversation("10 a success has a result, possibly null, and no error")
def _():
    client = ready()
    client.open(URI, SAMPLE)
    answer = client.ask("textDocument/hover", {"textDocument": {"uri": URI}, "position": {"line": 1, "character": 0}})
    assert "result" in answer and answer["result"] is None and "error" not in answer, answer
    answer = client.ask("shutdown")
    assert "result" in answer and answer["result"] is None and "error" not in answer, answer


@conversation("62 only frames on standard output; a full stderr pipe does not block")
def _():
    read_end, write_end = os.pipe()
    client = start(stderr=write_end)  # nobody ever reads the other end
    os.close(write_end)
    client.initialize()
    for _ in range(3000):
        client.send_bytes(frame(b"{" + b" " * 60))  # each one is worth a line on stderr
    for _ in range(3000):
        client.answer_to_null()
    client.alive()
    same(client.shutdown(), 0)
    same(client.stray, [])
    os.close(read_end)


@conversation("62 stderr stays silent in an ordinary session")
def _():
    client = ready()
    client.open(URI, SAMPLE)
    client.published(URI)
    client.change(URI, SAMPLE + "\n")
    client.published(URI, 2)
    client.close(URI)
    same(client.shutdown(), 0)
    time.sleep(0.05)
    same(client.errors, b"")


@conversation("63 a client that does not read: the server goes on reading, and everything arrives in the end")
def _():
    client = start(read=False)
    client.send(INITIALIZE)
    client.notify("initialized", {})
    client.open(URI, SAMPLE)
    count = 20_000
    for number in range(count):  # several MB of requests and answers, far more than a pipe holds
        client.send({"jsonrpc": "2.0", "id": 100 + number, "method": "no/such/" + "x" * 100})
    client.change(URI, SAMPLE + "\n", version=9)
    client.start_reading()
    client.answer_to(1)
    for number in range(count):
        client.answer_to(100 + number)
    client.published(URI, 9)
    same(client.shutdown(), 0)


@conversation("63 the client closes its end of the output: the server ends quietly")
def _():
    client = start(read=False)
    client.send(INITIALIZE)
    client.process.stdout.close()
    try:
        for number in range(1000):
            client.send({"jsonrpc": "2.0", "id": number, "method": "no/such"})
            time.sleep(0.001)
    except OSError:
        pass
    same(client.wait_exit(), 1)
    time.sleep(0.05)
    same(client.errors, b"")
    assert client.process.returncode != -subprocess.signal.SIGPIPE
