"""Calls to addresses that people name: browsers that want to be pushed to, and webhooks.

Nobody must reach through them what only this machine can reach. So a name is resolved once, all that it leads to has
to be open to the world, and the connection is made to just that. Redirects are not followed, no proxy or password of
this machine is used, and neither a slow answer nor a long one costs more than a little.
"""

import http.client
import socket
import ssl
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from functools import cache
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from threading import Timer
from time import monotonic
from typing import Any, Self
from urllib.parse import urlsplit

from django.conf import settings
from django.utils.translation import gettext as _

from accounts import addresses

SECONDS = 5.0  # in how much time an answer has to be there, from looking up the name to the last byte
LONGEST_ANSWER = 4096  # How many bytes of an answer are read. They are taken as they come, never unpacked.
PORTS = (443, 8443)  # where web servers listen that can be called
_WORLD = ip_network("2000::/3")
"""All addresses of IPv6 that are open to the world are among these; forms that hold one of IPv4 mostly are not."""

_NOT_OF_THE_WORLD = [
    *map(ip_network, ("192.0.0.0/24", "192.88.99.0/24")),  # for protocols; relays of 6to4
    *map(ip_network, ("2001::/23", "2002::/16", "3fff::/20")),  # for protocols, Teredo among them; 6to4; for books
]
"""What the standard library takes for open to the world, in some version or other."""


class Forbidden(ValueError):
    """The site does not call there. Its text is a sentence for the person who named the address."""


class NoAnswer(Exception):
    """Nothing came back in time, or nothing that can be read. Its text names the kind of trouble and no address."""


@dataclass(frozen=True, slots=True)
class Answer:
    status_code: int
    headers: http.client.HTTPMessage
    text: str


@dataclass(frozen=True, slots=True)
class Target:
    host: str  # as it stands in the address, in ASCII
    port: int
    path: str  # with the query
    is_encrypted: bool

    @classmethod
    def of(cls, url: str) -> Self:
        """Read an address; raises :class:`Forbidden`. Names are not looked up here, as a page would wait."""
        try:
            parts = urlsplit(url)
            host, port = addresses.in_ascii(parts.hostname or ""), parts.port
        except ValueError as fault:
            raise Forbidden(_("This is not a web address.")) from fault
        path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
        if not host or not f"{path}{parts.fragment}".isascii() or not url.isprintable() or " " in url:
            raise Forbidden(_("This is not a web address."))
        if parts.scheme != "https" and not (parts.scheme == "http" and settings.MAY_CALL_ITSELF):
            raise Forbidden(_("The address has to begin with https://."))
        if "@" in parts.netloc:
            raise Forbidden(_("The address must not hold a name or a password before the name of the server."))
        is_encrypted = parts.scheme == "https"
        port = port or (443 if is_encrypted else 80)
        if port not in PORTS and not settings.MAY_CALL_ITSELF:
            raise Forbidden(_("The site calls only these ports: {ports}.").format(ports=", ".join(map(str, PORTS))))
        target = cls(host, port, path, is_encrypted)
        target.check_numbers()
        return target

    def check_numbers(self) -> None:
        try:
            found = socket.getaddrinfo(self.host, self.port, type=socket.SOCK_STREAM, flags=socket.AI_NUMERICHOST)
        except OSError:
            return  # it is a name
        _check(found)


def post(url: str, data: bytes, headers: Mapping[str, str]) -> Answer:
    """Send something to an address that a player named; raises :class:`Forbidden` and :class:`NoAnswer`."""
    target = Target.of(url)
    until = monotonic() + SECONDS
    try:
        with _connected(target, until) as connection:
            connection.request("POST", target.path, data, {"Accept-Encoding": "identity", **headers})
            response = connection.getresponse()
            beginning = response.read(LONGEST_ANSWER).decode(errors="replace")
    except (OSError, http.client.HTTPException) as fault:
        raise NoAnswer("no answer in time" if monotonic() >= until else _in_words(fault)) from fault
    return Answer(response.status, response.headers, beginning)


def _in_words(fault: Exception) -> str:
    match fault:
        case socket.gaierror():
            return "no server of this name"
        case ConnectionRefusedError():
            return "connection refused"
        case ssl.SSLError():
            return "no valid certificate"
        case _:
            return type(fault).__name__


def is_open_to_the_world(address: IPv4Address | IPv6Address) -> bool:
    """Whether an address leads to the public part of the Internet, and not around a corner into another one."""
    if address.version == 6 and address not in _WORLD:
        return False
    is_special = address.is_multicast or address.is_reserved or any(address in net for net in _NOT_OF_THE_WORLD)
    return address.is_global and not is_special


@contextmanager
def _connected(target: Target, until: float) -> Iterator[http.client.HTTPConnection]:
    """A connection to a target, which breaks when the time is up, whatever it is doing then."""
    with closing(_connect(_resolve(target, until), until)) as plain, closing(plain.dup()) as spare:
        alarm = Timer(_left(until), _break, [spare])  # and with it the other, as they are one connection
        alarm.daemon = True
        alarm.start()
        try:
            with closing(_speaking(target, plain)) as connection:
                yield connection
        finally:
            alarm.cancel()
            alarm.join()


def _break(connection: socket.socket) -> None:
    with suppress(OSError):  # the other side was faster
        connection.shutdown(socket.SHUT_RDWR)


def _speaking(target: Target, plain: socket.socket) -> http.client.HTTPConnection:
    """HTTP over a connection that stands: so it need not look up the name once more."""
    if not target.is_encrypted:
        connection = http.client.HTTPConnection(target.host, target.port)
        connection.sock = plain
        return connection
    connection = http.client.HTTPSConnection(target.host, target.port, context=_certificates())
    connection.sock = _certificates().wrap_socket(plain, server_hostname=target.host)
    return connection


@cache
def _certificates() -> ssl.SSLContext:
    return ssl.create_default_context()


def _resolve(target: Target, until: float) -> list[tuple[Any, ...]]:
    # The time for this cannot be limited but by leaving a thread behind.
    resolver = ThreadPoolExecutor(1)
    look_up = resolver.submit(socket.getaddrinfo, target.host, target.port, type=socket.SOCK_STREAM)
    resolver.shutdown(wait=False)
    found: list[tuple[Any, ...]] = look_up.result(timeout=_left(until))
    _check(found)
    return found


def _check(found: list[tuple[Any, ...]]) -> None:
    addresses = [ip_address(place[0]) for *_family, place in found]
    may_be_itself = settings.MAY_CALL_ITSELF
    if not all(is_open_to_the_world(each) or (may_be_itself and each.is_loopback) for each in addresses):
        raise Forbidden(_("This address does not lead to the public part of the Internet."))


def _connect(found: list[tuple[Any, ...]], until: float) -> socket.socket:
    fault = OSError("The name leads nowhere.")
    for family, kind, protocol, _name, place in found:
        connection = socket.socket(family, kind, protocol)
        try:
            connection.settimeout(_left(until))
            connection.connect(place)
        except OSError as refusal:
            connection.close()
            fault = refusal
        else:
            connection.settimeout(None)  # from here on there is an alarm, and two clocks would race each other
            return connection
    raise fault


def _left(until: float) -> float:
    left = until - monotonic()
    if left <= 0:
        raise TimeoutError
    return left
