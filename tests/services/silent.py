"""Connections that begin a request and then say nothing more."""

import socket
import ssl
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

HEAD = "POST /silent/ HTTP/1.1\r\nHost: {host}\r\n"
BEGINNINGS = {
    "nothing": "",
    "half a line": "POST /sil",
    "half a header": f"{HEAD}Content-Le",
    "no body": f"{HEAD}Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 1000\r\n\r\n",
    "half a body": f"{HEAD}Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 1000\r\n\r\na=1&",
    "half of a large body": f"{HEAD}Content-Length: 100000\r\n\r\n{'x' * 50_000}",
    "a piece": f"{HEAD}Transfer-Encoding: chunked\r\n\r\n4\r\na=1&\r\n",
}
"""What each of them sends, by the name of what it is."""

_DATA, _HEADERS, _SETTINGS = 0, 1, 4
_END_OF_HEADERS = 4


@contextmanager
def silent(port: int, beginning: str, many: int, *, host: str = "localhost") -> Iterator[list[socket.socket]]:
    """So many connections of HTTP/1.1 that send that beginning."""
    with ExitStack() as stack:
        lines = [stack.enter_context(socket.create_connection((host, port), timeout=60)) for _ in range(many)]
        for line in lines:
            line.sendall(BEGINNINGS[beginning].format(host=f"{host}:{port}").encode())
        yield lines


@contextmanager
def silent_streams(
    port: int, many: int, *, host: str = "localhost", path: str = "/silent/"
) -> Iterator[ssl.SSLSocket]:
    """One connection of HTTP/2 with so many requests, none of which sends the body that it announces."""
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    context.set_alpn_protocols(["h2"])
    with (
        socket.create_connection((host, port), timeout=60) as plain,
        context.wrap_socket(plain, server_hostname=host) as line,
    ):
        assert line.selected_alpn_protocol() == "h2"
        line.sendall(b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + _frame(_SETTINGS, 0, 0, b""))
        for number in range(many):
            fields = {":method": "POST", ":scheme": "https", ":authority": f"{host}:{port}", ":path": path}
            header = b"".join(map(_field, fields, fields.values())) + _field("content-length", "1000")
            line.sendall(_frame(_HEADERS, _END_OF_HEADERS, 2 * number + 1, header))
            if number % 2:
                line.sendall(_frame(_DATA, 0, 2 * number + 1, b"a=1&"))
        yield line


def _frame(kind: int, flags: int, stream: int, held: bytes) -> bytes:
    return len(held).to_bytes(3, "big") + bytes([kind, flags]) + stream.to_bytes(4, "big") + held


def _field(name: str, value: str) -> bytes:
    """A field of a header as HPACK writes it where nothing is known of it (RFC 7541, 6.2.2)."""
    return b"\0" + b"".join(bytes([len(text)]) + text.encode() for text in (name, value))
