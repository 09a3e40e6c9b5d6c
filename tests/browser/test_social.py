"""Logging in by another site in a real browser, which leads no form to where the policy of its page does not."""

from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from urllib.parse import parse_qs, urlsplit

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from tests.accounts.other_site import set_up
from tests.browser.accessibility import assert_accessible


class Asking(BaseHTTPRequestHandler):
    """What the other site shows people: whether to let ours know who they are."""

    def do_GET(self) -> None:
        query = parse_qs(urlsplit(self.path).query)
        address = f"{query['redirect_uri'][0]}?code=code&state={query['state'][0]}" if query else ""
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(f'<link rel="icon" href="data:,"><a href="{address}">Yes</a>'.encode())

    def log_message(self, *_args: object) -> None:
        """Nobody reads it."""


@pytest.fixture
def server() -> Iterator[str]:
    with ThreadingHTTPServer(("127.0.0.1", 0), Asking) as listening:
        Thread(target=listening.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{listening.server_port}"
        listening.shutdown()


def test_button_leads_to_the_other_site_and_back(page, settings, monkeypatch, complaints, server):
    set_up(settings, monkeypatch, server)
    page.goto(reverse("account_login"))
    assert_accessible(page)
    page.get_by_role("button", name="Continue with The Club").click()
    page.get_by_role("link", name="Yes").click()
    expect(page.get_by_label("Display name")).to_have_value("Dora Day")
    assert_accessible(page)
    page.get_by_role("button", name="Sign up").click()
    expect(page).to_have_url(reverse("games:dashboard"))
    complaints.expect("asked another server")
