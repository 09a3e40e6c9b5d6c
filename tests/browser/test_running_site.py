"""The site as ``make run`` starts it: web server, worker and scheduler, and two browsers that know nothing else."""

import os
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from django.urls import reverse
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import is_complaint
from tests.browser.steps import fill_in_sign_up, open_table
from tests.services.sites import share_maps

ROOT = Path(__file__).parents[2]
DEADLINE = 300
"""Seconds until something that should happen has not."""


@pytest.mark.long
def test_strangers_start_the_site_sign_up_and_play(browser: Browser, tmp_path: Path):
    with running_site(tmp_path) as address, two_visitors(browser, address) as (host, friend):
        sign_up(host, "Nora", "nora@example.org")
        log_in(friend, "bob@example.com", "powergrid")

        friend.goto(open_table(host))
        friend.get_by_role("button", name="Join").click()
        friend.wait_for_url("**/games/*/")
        host.wait_for_url("**/games/*/", timeout=DEADLINE * 1000)

        game = host.url
        first, other = whose_turn(host, friend)
        read_mail(first, "your turn")
        first.goto(game)
        act(first)
        name = "Nora" if first is host else "Bob"
        expect(other.locator("#feed")).to_contain_text(name, timeout=DEADLINE * 1000)


@contextmanager
def running_site(folder: Path) -> Iterator[str]:
    """Run the site in a folder of its own; ask it to stop as Ctrl-C does, and see that it stops in good order."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    address = f"http://localhost:{port}"
    share_maps(folder)
    environment = {name: value for name, value in os.environ.items() if name != "DJANGO_SETTINGS_MODULE"} | {
        "DEVELOPMENT": "true",
        "VAR_DIR": str(folder),
        "PORT": str(port),
        "SITE_URL": address,
        "DATABASE_URL": "",
        "BROKER_URL": "",
        "EMAIL_URL": "",
    }
    with (folder / "log").open("w+") as log:
        process = subprocess.Popen(
            [sys.executable, "manage.py", "run"], cwd=ROOT, env=environment, stdout=log, stderr=log
        )
        try:
            wait_until_it_answers(address, process, folder / "log")
            yield address
        finally:
            process.send_signal(signal.SIGINT)
            status = process.wait(DEADLINE)
    assert status == 0
    assert (folder / "log").read_text().endswith("Stopped.\n")


def wait_until_it_answers(address: str, process: subprocess.Popen[bytes], log: Path) -> None:
    deadline = time.monotonic() + DEADLINE
    while True:
        assert process.poll() is None, log.read_text()
        assert time.monotonic() < deadline, log.read_text()
        try:
            urllib.request.urlopen(address).close()
        except urllib.error.URLError:
            time.sleep(0.1)
        else:
            return


@contextmanager
def two_visitors(browser: Browser, address: str) -> Iterator[list[Page]]:
    """Two browsers, which are gone before the site is; no page of theirs may have complained.

    None says that somebody looks at it, or mails about what they see would wait until they have looked away.
    """
    complaints: list[str] = []
    contexts = [browser.new_context(base_url=address) for _ in range(2)]
    for context in contexts:
        context.on("console", lambda message: complaints.append(message.text) if is_complaint(message) else None)
        context.on("weberror", lambda error: complaints.append(str(error.error)))
        context.route("**/here/", lambda route: route.fulfill(status=204))
    try:
        yield [context.new_page() for context in contexts]
    finally:
        for context in contexts:
            context.close()
    assert not complaints


def sign_up(page: Page, name: str, address: str) -> None:
    page.goto(reverse("account_signup"))
    fill_in_sign_up(page, name, address)
    read_mail(page, "Confirm your address")
    page.locator('.mail-text a[href*="/confirm-email/"]').click()
    page.get_by_role("button", name="Confirm the address").click()
    page.wait_for_url(f"**{reverse('games:dashboard')}")


def log_in(page: Page, address: str, password: str) -> None:
    page.goto(reverse("account_login"))
    page.get_by_label("Email").fill(address)
    page.get_by_label("Password").fill(password)
    page.get_by_role("button", name="Log in", exact=True).click()
    page.wait_for_url(f"**{reverse('games:dashboard')}")


def read_mail(page: Page, subject: str) -> None:
    """Open the newest kept mail with these words in its subject, once the worker has sent it."""
    mail = page.get_by_role("link", name=re.compile(subject))
    deadline = time.monotonic() + DEADLINE
    page.goto(reverse("notifications:mails"))
    while not mail.count():
        assert time.monotonic() < deadline, f"No mail about {subject!r} has come."
        page.wait_for_timeout(500)
        page.reload()
    mail.first.click()
    expect(page.get_by_role("heading", name=re.compile(subject))).to_be_visible()


def whose_turn(one: Page, other: Page) -> tuple[Page, Page]:
    """The browser of who is asked, and that of who is not."""
    expect(one.locator("#action-panel")).to_be_visible()
    return (one, other) if one.locator("#action-panel.is-mine").count() else (other, one)


def act(page: Page) -> None:
    """Open an auction, or leave the one that the bot has opened: which of them is asked, chance decides."""
    panel = page.locator("#action-panel")
    asked = panel.get_attribute("data-asked") or ""
    if page.locator(".offer").count():
        page.locator(".offer").first.click()
        panel.get_by_role("button", name=re.compile("^Open with plant")).click()
    else:
        panel.get_by_role("button", name=re.compile("^Pass")).click()
    expect(panel).not_to_have_attribute("data-asked", asked)
