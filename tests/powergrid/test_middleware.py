"""Logged out meanwhile: after logging in, people are back on the page they were on. And times are theirs.

What is too large is refused before it is read.
"""

from datetime import UTC, datetime
from io import BytesIO
from urllib.parse import urlencode

import pytest
from django.conf import settings
from django.test import RequestFactory
from django.urls import reverse

from games.models import Seat
from powergrid.middleware import LARGEST, LARGEST_HEADERS, LONGEST_TARGET
from powergrid.wsgi import application
from tests.factories import PASSWORD, GameFactory

pytestmark = pytest.mark.django_db


@pytest.fixture
def game():
    return GameFactory()


def play(game):
    return reverse("games:play", args=[game.pk])


def log_in(page=None):
    query = f"?{urlencode({'next': page}, safe='/')}" if page else ""
    return reverse("account_login") + query


def test_a_page_asked_for_comes_after_logging_in(client):
    assert client.get(reverse("games:dashboard")).url == log_in(reverse("games:dashboard"))


def test_after_a_form_the_page_with_the_form_comes(client, game):
    page = f"{game.get_absolute_url()}?a=1"
    answer = client.post(play(game), headers={"Referer": f"http://testserver{page}"})
    assert answer.status_code == 302
    assert answer.url == log_in(page)


def test_after_a_form_that_was_refused_its_page_comes(client, ana):
    """The page is shown at the address of the form then, where a browser finds nothing by itself."""
    refused = reverse("accounts:add_vacation")
    answer = client.post(refused, headers={"Referer": f"http://testserver{refused}"})
    assert answer.url == log_in(refused)
    logged_in = client.post(answer.url, {"login": ana.email, "password": PASSWORD, "next": refused}, follow=True)
    assert logged_in.redirect_chain[-1] == (reverse("accounts:time"), 302)
    assert logged_in.status_code == 200


@pytest.mark.parametrize("referer", [{}, {"Referer": "https://elsewhere.example/games/1/"}])
def test_a_form_from_nowhere_leads_to_no_address_that_shows_nothing(client, game, referer):
    assert client.post(play(game), headers=referer).url == log_in()


def test_htmx_hears_that_they_are_logged_out(client, game):
    answer = client.post(play(game), headers={"HX-Request": "true"})
    assert (answer.status_code, answer.content) == (401, b"")


def test_other_ways_to_the_log_in_page_are_left_alone(client, ana):
    client.force_login(ana)
    answer = client.post(reverse("account_logout"), {"next": log_in()}, headers={"Referer": "http://testserver/x/"})
    assert answer.url == log_in()


def test_times_are_said_in_the_zone_of_the_reader(client, bob, game):
    bob.time_zone = "Asia/Tokyo"
    bob.save()
    Seat.objects.filter(is_to_move=True).update(asked_at=datetime(2026, 5, 4, 20, 0, tzinfo=UTC))
    page = game.get_absolute_url()
    assert "May 4, 2026, 8 p.m." in client.get(page).content.decode()
    client.force_login(bob)
    assert "May 5, 2026, 5 a.m." in client.get(page).content.decode()


class Upload(BytesIO):
    """What somebody sends, which notes whether it is read."""

    is_read = False

    def read(self, size=-1):
        self.is_read = True
        return super().read(size)


def send(page, **headers):
    """Send a file to a page as a web server hands it on; the status, the answer, and whether the file was read."""
    upload, statuses = Upload(b"x" * 100), []
    asked = {"REQUEST_METHOD": "POST", "CONTENT_TYPE": "multipart/form-data; boundary=b", "wsgi.input": upload}
    cookie = {"HTTP_COOKIE": f"csrftoken={'a' * 32}"}
    environ = {**RequestFactory().get(page).environ, **asked, **cookie, **headers}
    answer = b"".join(application(environ, lambda status, _headers: statuses.append(status)))
    return statuses[0], answer.decode(), upload.is_read


@pytest.mark.parametrize("page", ["home", "account_login", "matchmaking:practice", "games:studies"])
def test_what_is_too_large_is_refused_before_it_is_read(page):
    status, answer, is_read = send(reverse(page), CONTENT_LENGTH=str(LARGEST + 1))
    assert (status, is_read) == ("413 Request Entity Too Large", False)
    assert "What you sent is larger than 5 MB, so we did not read it." in answer


def test_what_is_not_too_large_is_read():
    assert send(reverse("account_login"), CONTENT_LENGTH=str(LARGEST))[2]


def test_what_does_not_say_how_long_it_is_is_refused_before_it_is_read():
    status, _answer, is_read = send(reverse("account_login"), HTTP_TRANSFER_ENCODING="chunked")
    assert (status, is_read) == ("411 Length Required", False)


@pytest.mark.parametrize(
    ("sent", "status"),
    [
        ({"PATH_INFO": f"/{'x' * LONGEST_TARGET}/"}, "414 Request-URI Too Long"),
        ({"PATH_INFO": "/", "QUERY_STRING": "x" * LONGEST_TARGET}, "414 Request-URI Too Long"),
        ({"HTTP_REFERER": "x" * LARGEST_HEADERS}, "431 Request Header Fields Too Large"),
        ({f"HTTP_X_{number}": "x" * 1000 for number in range(17)}, "431 Request Header Fields Too Large"),
        ({"CONTENT_TYPE": f"text/plain; a={'x' * LARGEST_HEADERS}"}, "431 Request Header Fields Too Large"),
    ],
)
def test_addresses_and_headers_that_are_too_long_are_refused_before_they_are_read(sent, status):
    answer = send("/", **sent)
    assert answer[::2] == (status, False)
    assert "so we did not read it" in answer[1] or "than we read" in answer[1]


def test_page_for_headers_that_are_too_long_needs_no_other_file():
    """They come with each request for a stylesheet, too."""
    _status, page, _is_read = send("/", HTTP_REFERER="x" * LARGEST_HEADERS)
    assert "<style>" in page
    assert not any(f"{attribute}=" in page for attribute in ("href", "src"))


def test_long_addresses_and_headers_that_browsers_send_are_read():
    longest = f"{'next=%2Fgames%2F1%2F&' * 200}"[: LONGEST_TARGET - len(reverse("account_login"))]
    status, _answer, is_read = send(
        reverse("account_login"), QUERY_STRING=longest, HTTP_REFERER="x" * 8000, CONTENT_LENGTH="9"
    )
    assert (status, is_read) == ("403 Forbidden", True)


def test_the_proxy_has_the_same_bounds():
    proxy = (settings.BASE_DIR / "deploy" / "Caddyfile").read_text()
    for line in ("max_buffer_size {}MB", "request_buffers {}MB"):
        assert line.format(LARGEST // 1_000_000) in proxy
    assert f"max_header_size {LARGEST_HEADERS // 1024}KiB" in proxy
    assert f"> {LONGEST_TARGET}`" in proxy
