"""A web server that stands for one out in the world: it keeps what is posted to it, and answers as told."""

import ssl
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from email.message import Message
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import NameOID

Answering = Callable[[BaseHTTPRequestHandler], None]


@dataclass(frozen=True)
class Posted:
    path: str
    headers: Message
    body: bytes


@dataclass
class Receiver:
    url: str
    posted: list[Posted] = field(default_factory=list)
    answer: Answering = lambda handler: plainly(handler, 204)


@contextmanager
def receiving(certificate: ssl.SSLContext | None = None) -> Iterator[Receiver]:
    """Listen at a free port of this machine; with a certificate, over TLS."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
            receiver.posted.append(Posted(self.path, self.headers, body))
            receiver.answer(self)

        def log_message(self, *args: object) -> None:
            """Keep the output of the tests clean."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        scheme = "https" if certificate else "http"
        if certificate:
            server.socket = certificate.wrap_socket(server.socket, server_side=True, do_handshake_on_connect=False)
        receiver = Receiver(f"{scheme}://localhost:{server.server_port}/hook?key=1")
        thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        yield receiver
        server.shutdown()
        thread.join()


def plainly(
    handler: BaseHTTPRequestHandler, status: int, headers: dict[str, str] | None = None, body: bytes = b""
) -> None:
    """Answer like any web server."""
    handler.send_response(status)
    for name, value in {"Content-Length": str(len(body)), **(headers or {})}.items():
        handler.send_header(name, value)
    handler.end_headers()
    handler.wfile.write(body)


def dripping(part: bytes, *, beginning: bytes = b"", pause: float = 0.02) -> Answering:
    """Answer with a bit every now and then, for as long as somebody listens, and at most for ten seconds."""

    def answer(handler: BaseHTTPRequestHandler) -> None:
        ends = time.monotonic() + 10
        handler.close_connection = True
        with suppress(OSError):
            handler.wfile.write(beginning)
            while time.monotonic() < ends:  # who sends nothing does not see that nobody listens
                handler.wfile.write(part)
                time.sleep(pause)

    return answer


def certified(name: str, folder: Path) -> tuple[ssl.SSLContext, ssl.SSLContext]:
    """What a server with that name has to show, and what a client has to know to trust it."""
    key = ec.generate_private_key(ec.SECP256R1())
    subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
    now = datetime.now(UTC)
    certificate = (
        x509.CertificateBuilder(subject, subject, key.public_key(), x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(name)]), critical=False)
        .sign(key, SHA256())
    )
    shown = folder / "server.pem"
    private = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    shown.write_bytes(private + certificate.public_bytes(Encoding.PEM))
    server = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    server.load_cert_chain(shown)
    return server, ssl.create_default_context(cafile=str(shown))
