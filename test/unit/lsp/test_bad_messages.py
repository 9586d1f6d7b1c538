"""Messages that no editor should send: the server goes on, ends as it is told, and says a line of
each on its standard error."""

import json
import subprocess
import sys

import pytest

pytest.importorskip("pygls")


def message(content):
    text = content if isinstance(content, bytes) else json.dumps(content).encode()
    return b"Content-Length: %d\r\n\r\n%b" % (len(text), text)


def call(number, method, **params):
    return message({"jsonrpc": "2.0", "id": number, "method": method, "params": params})


START = call(1, "initialize", processId=None, rootUri=None, capabilities={})
END = call(2, "shutdown") + message({"jsonrpc": "2.0", "method": "exit"})
BAD = {
    "no JSON": message(b"nope"),
    "no UTF-8": message(b"\xff\xfe{}"),
    "deep": message(b"[" * 100_000),
    "no object": b"".join(message(t) for t in (b"[]", b"[1]", b"null", b"3")),
    "other parameters": call(5, "textDocument/hover", textDocument=3),
    "a length below 0": b"Content-Length: -5\r\n\r\n",
    "no length": b"Content-Length: x\r\n\r\n",
    "no heads": b"garbage\r\n\r\n" * 100,
    "canceled": message({"jsonrpc": "2.0", "method": "$/cancelRequest", "params": {"id": 77}}),
}


@pytest.mark.sampled(4)
@pytest.mark.parametrize("name", BAD)
def test_the_server_goes_on(name):
    done = subprocess.run(
        [sys.executable, "-m", "mlirlite", "lsp-server"],
        input=START + BAD[name] + END,
        capture_output=True,
        check=False,
        timeout=60,
    )
    assert done.returncode == 0
    for number in (1, 2):
        answered = b'"id": %d' % number in done.stdout or b'"id":%d' % number in done.stdout
        assert answered, done.stdout
    errors = done.stderr.decode()
    assert "Traceback" not in errors
    assert all(line.startswith("mlirlite-lsp-server: ") for line in errors.splitlines()), errors


@pytest.mark.parametrize("port", ["99999", "65536", "9" * 5000, "x", "-1"])
def test_a_port_that_cannot_be(port):
    import io

    from mlirlite.lsp.lsp_server import main

    err = io.StringIO()
    assert main([f"--tcp=localhost:{port}"], stdout=io.StringIO(), stderr=err) == 1
    assert "takes host:port" in err.getvalue()
