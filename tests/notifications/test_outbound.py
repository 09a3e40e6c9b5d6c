"""Addresses that people name lead nowhere inside, and cost little time and room."""

import gzip
import socket
from ipaddress import ip_address
from threading import Event
from time import monotonic
from unittest.mock import patch

import pytest
from hypothesis import given
from hypothesis import strategies as st

from notifications import outbound
from tests.notifications.receiver import Receiver, certified, dripping, plainly, receiving

pytestmark = pytest.mark.usefixtures("_quickly")

LOOPBACK = (socket.AF_INET, socket.SOCK_STREAM, 6, "", ("127.0.0.1", 443))
WORLD = (socket.AF_INET, socket.SOCK_STREAM, 6, "", ("93.184.215.14", 443))

INSIDE = [
    "127.0.0.1",
    "127.255.0.3",
    "2130706433",  # in one number
    "0x7f000001",
    "0x7f.1",
    "0177.0.0.1",  # in eights
    "127.1",
    "0",
    "0.0.0.0",
    "10.0.0.1",
    "172.16.0.1",
    "192.168.1.1",
    "169.254.169.254",  # which tells machines in a data centre their secrets
    "100.64.0.1",
    "192.0.0.8",
    "192.0.2.1",
    "192.88.99.1",
    "198.18.0.1",
    "224.0.0.1",
    "240.0.0.1",
    "255.255.255.255",
    "①②⑦.0.0.1",
    "127。0。0。1",
    "[::]",
    "[::1]",
    "[0:0:0:0:0:0:0:1]",
    "[::ffff:127.0.0.1]",  # IPv4 within IPv6
    "[::ffff:7f00:1]",
    "[::ffff:93.184.215.14]",
    "[::127.0.0.1]",
    "[64:ff9b::7f00:1]",  # translated to IPv4 on the way
    "[64:ff9b:1::7f00:1]",
    "[2002:7f00:1::]",  # 6to4
    "[2001:0:7f00:1::]",  # Teredo
    "[2001:db8::1]",
    "[3fff::1]",
    "[fc00::1]",
    "[fd12::1]",
    "[fe80::1]",
    "[fe80::1%1]",
    "[fec0::1]",
    "[ff02::1]",
    "[5f00::1]",
    "localhost",
]


@pytest.fixture
def _quickly(monkeypatch):
    monkeypatch.setattr(outbound, "SECONDS", 1)


@pytest.fixture
def receiver(settings):
    settings.MAY_CALL_ITSELF = True
    with receiving() as receiver:
        yield receiver


def naming(monkeypatch, *answers):
    """Have every name lead to these, one answer at each look-up."""
    left = list(answers)

    def look_up(*_place, flags=0, **_wishes):
        if flags & socket.AI_NUMERICHOST:
            raise socket.gaierror
        return left.pop(0)

    monkeypatch.setattr(outbound.socket, "getaddrinfo", look_up)


@pytest.mark.parametrize("host", INSIDE)
def test_nothing_inside_is_called(host):
    with pytest.raises(outbound.Forbidden, match="public part"):
        outbound.post(f"https://{host}/", b"", {})


@pytest.mark.parametrize("address", ["8.8.8.8", "93.184.215.14", "2606:4700:4700::1111", "2a00:1450:4001:80b::200e"])
def test_what_is_public_is_open_to_the_world(address):
    assert outbound.is_open_to_the_world(ip_address(address))


@pytest.mark.parametrize("host", [host for host in INSIDE if host != "localhost"])
def test_numbers_that_lead_inside_are_refused_without_a_look_up(host):
    with pytest.raises(outbound.Forbidden, match="public part"):
        outbound.Target.of(f"https://{host}/")


@pytest.mark.parametrize(
    ("url", "words"),
    [
        ("", "web address"),
        ("nowhere", "web address"),
        ("https://", "web address"),
        ("https://[::/", "web address"),
        ("https://example.org:99999/", "web address"),
        ("https://example.org/a b", "web address"),
        ("https://example.org/\r\nX: 1", "web address"),
        ("https://example.org/ü", "web address"),
        ("https://example.org/#ü", "web address"),
        (f"https://{'a' * 64}.org/", "web address"),
        ("http://example.org/", "https://"),
        ("ftp://example.org/", "https://"),
        ("file://example.org/etc/passwd", "https://"),
        ("gopher://example.org/", "https://"),
        ("https://ana:secret@example.org/", "name or a password"),
        ("https://example.org@127.0.0.1/", "name or a password"),
        ("https://example.org\\@127.0.0.1/", "name or a password"),
        ("https://example.org:22/", "443, 8443"),
        ("https://example.org:6379/", "443, 8443"),
        ("https://example.org:80/", "443, 8443"),
    ],
)
def test_what_is_no_address_of_a_web_server_is_refused_in_words(url, words):
    with pytest.raises(outbound.Forbidden, match=words):
        outbound.Target.of(url)


@pytest.mark.parametrize(
    ("host", "called"),
    [
        *(("faß.de", "xn--fa-hia.de"), ("βόλος.gr", "xn--nxasmm1c.gr"), ("BÜCHER.example", "xn--bcher-kva.example")),
        *(("r3---sn.example", "r3---sn.example"), ("my_own.example", "my_own.example")),
    ],
)
def test_server_is_called_by_the_name_that_was_typed(host, called):
    assert outbound.Target.of(f"https://{host}/").host == called


def test_number_in_wide_digits_is_seen_through():
    with pytest.raises(outbound.Forbidden, match="public part"):
        outbound.Target.of("https://１２７.0.0.1/")


def test_name_that_leads_inside_is_refused(monkeypatch):
    naming(monkeypatch, [LOOPBACK])
    with pytest.raises(outbound.Forbidden):
        outbound.post("https://inside.example/", b"", {})


def test_name_of_which_one_answer_leads_inside_is_refused(monkeypatch):
    naming(monkeypatch, [WORLD, LOOPBACK])
    with pytest.raises(outbound.Forbidden):
        outbound.post("https://half.example/", b"", {})


def test_name_that_changes_is_looked_up_once_and_called_where_it_led(monkeypatch):
    naming(monkeypatch, [WORLD], [LOOPBACK])
    called = []

    class Deaf(socket.socket):
        def connect(self, place):
            called.append(place)
            raise ConnectionRefusedError

    monkeypatch.setattr(outbound.socket, "socket", Deaf)
    with pytest.raises(outbound.NoAnswer, match="connection refused"):
        outbound.post("https://changing.example/", b"", {})
    assert called == [WORLD[4]]


def test_name_that_nobody_knows_is_no_answer(monkeypatch):
    naming(monkeypatch, [])
    with pytest.raises(outbound.NoAnswer):
        outbound.post("https://nobody.example/", b"", {})


def test_slow_look_up_ends_in_time(monkeypatch):
    is_over = Event()

    def look_up(*_place, flags=0, **_wishes):
        if flags & socket.AI_NUMERICHOST:
            raise socket.gaierror
        is_over.wait(10)
        return [LOOPBACK]

    monkeypatch.setattr(outbound.socket, "getaddrinfo", look_up)
    started = monotonic()
    with pytest.raises(outbound.NoAnswer, match="in time"):
        outbound.post("https://slow.example/", b"", {})
    assert monotonic() - started < 3
    is_over.set()


def test_what_is_posted_arrives_as_it_is(receiver: Receiver):
    receiver.answer = lambda handler: plainly(handler, 200, {"X-Kind": "test"}, b"thanks")
    answer = outbound.post(receiver.url, b"\x00hello", {"X-Said": "yes"})
    (posted,) = receiver.posted
    assert (posted.path, posted.body, posted.headers["X-Said"]) == ("/hook?key=1", b"\x00hello", "yes")
    assert (answer.status_code, answer.headers["x-kind"], answer.text) == (200, "test", "thanks")


def test_redirects_are_not_followed(receiver: Receiver):
    receiver.answer = lambda handler: plainly(handler, 307, {"Location": receiver.url})
    assert outbound.post(receiver.url, b"", {}).status_code == 307
    assert len(receiver.posted) == 1


def test_proxies_and_passwords_of_this_machine_are_not_used(receiver: Receiver, monkeypatch, tmp_path):
    (tmp_path / "netrc").write_text("machine 127.0.0.1 login ana password secret\n")
    monkeypatch.setenv("NETRC", str(tmp_path / "netrc"))
    monkeypatch.setenv("http_proxy", "http://127.0.0.1:1")
    outbound.post(receiver.url, b"", {})
    assert "Authorization" not in receiver.posted[0].headers


@pytest.mark.parametrize(
    "answer",
    [
        dripping(b"H"),
        dripping(b"HTTP/1.1 100 Continue\r\n\r\n"),
        dripping(b"", beginning=b""),
    ],
    ids=["first line", "not yet", "silence"],
)
def test_answer_that_takes_its_time_is_none(receiver: Receiver, answer):
    receiver.answer = answer
    started = monotonic()
    with pytest.raises(outbound.NoAnswer):
        outbound.post(receiver.url, b"", {})
    assert monotonic() - started < 3


@pytest.mark.parametrize(
    ("part", "beginning"),
    [(b"X-A: b\r\n", b"HTTP/1.1 200 OK\r\n"), (b"x", b"HTTP/1.1 200 OK\r\nContent-Length: 4000\r\n\r\n")],
    ids=["headers", "text"],
)
def test_what_drips_behind_an_answer_is_cut_off_in_time(receiver: Receiver, part, beginning):
    # Nothing arrives around the moment of the cut: what does before the end was read resets the connection.
    receiver.answer = dripping(part, beginning=beginning, pause=0.7)
    started = monotonic()
    assert outbound.post(receiver.url, b"", {}).status_code == 200
    assert monotonic() - started < 3


def test_of_a_huge_answer_little_is_read(receiver: Receiver):
    receiver.answer = dripping(b"x" * 100_000, beginning=b"HTTP/1.1 200 OK\r\n\r\n", pause=0)
    assert len(outbound.post(receiver.url, b"", {}).text) == outbound.LONGEST_ANSWER


def test_packed_answer_is_not_unpacked(receiver: Receiver):
    bomb = gzip.compress(b"0" * 10_000_000)
    receiver.answer = lambda handler: plainly(handler, 200, {"Content-Encoding": "gzip"}, bomb)
    answer = outbound.post(receiver.url, b"", {})
    assert len(answer.text) <= outbound.LONGEST_ANSWER
    assert receiver.posted[0].headers["Accept-Encoding"] == "identity"


def test_what_is_no_web_server_is_no_answer(receiver: Receiver):
    receiver.answer = dripping(b"", beginning=b"220 mail.example ESMTP\r\n", pause=0.01)
    with pytest.raises(outbound.NoAnswer, match="BadStatusLine"):
        outbound.post(receiver.url, b"", {})


@pytest.fixture
def trusted(monkeypatch, tmp_path):
    """The certificate of a server called localhost, which is trusted."""
    server, client = certified("localhost", tmp_path)
    monkeypatch.setattr(outbound, "_certificates", lambda: client)
    return server


def test_what_is_posted_over_tls_arrives(settings, trusted):
    settings.MAY_CALL_ITSELF = True
    with receiving(trusted) as receiver:
        receiver.answer = lambda handler: plainly(handler, 200, body=b"thanks")
        answer = outbound.post(receiver.url, b"hello", {})
        (posted,) = receiver.posted
    assert (answer.status_code, answer.text, posted.body) == (200, "thanks", b"hello")
    assert posted.headers["Host"] == receiver.url.split("/")[2]


def test_answer_that_drips_over_tls_is_none(settings, trusted):
    settings.MAY_CALL_ITSELF = True
    with receiving(trusted) as receiver:
        receiver.answer = dripping(b"H")
        started = monotonic()
        with pytest.raises(outbound.NoAnswer):
            outbound.post(receiver.url, b"", {})
        assert monotonic() - started < 3


def test_certificate_of_another_name_is_no_answer(settings, monkeypatch, tmp_path):
    settings.MAY_CALL_ITSELF = True
    server, client = certified("bot.example", tmp_path)
    monkeypatch.setattr(outbound, "_certificates", lambda: client)
    with receiving(server) as receiver, pytest.raises(outbound.NoAnswer, match="no valid certificate"):
        outbound.post(receiver.url, b"", {})
    assert not receiver.posted


def test_certificate_that_nobody_vouches_for_is_no_answer(receiver: Receiver):
    with pytest.raises(outbound.NoAnswer):
        outbound.post(receiver.url.replace("http:", "https:"), b"", {})


def test_where_tests_may_call_this_machine_the_rest_of_the_inside_is_still_closed(settings):
    settings.MAY_CALL_ITSELF = True
    for host in ("10.0.0.1", "169.254.169.254", "[fe80::1]", "[::ffff:127.0.0.1]"):
        with pytest.raises(outbound.Forbidden):
            outbound.post(f"http://{host}/", b"", {})


@given(st.one_of(st.text(), st.from_regex(r"https://[^/]{1,40}(/.*)?", fullmatch=True)))
def test_whatever_is_named_is_called_or_refused(url):
    def refuse(*_place, **_wishes):
        raise socket.gaierror

    with patch.object(outbound.socket, "getaddrinfo", refuse), pytest.raises((outbound.Forbidden, outbound.NoAnswer)):
        outbound.post(url, b"", {})
