"""Drives a real Chromium against a real server, and fails every test whose pages complain or ask other servers.

``page`` is the browser of a visitor, ``page_of(ana)`` that of somebody who has logged in; each with its own cookies.
"""

import os
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, Protocol
from urllib.parse import urlsplit

import pytest
from django.conf import settings
from django.test import Client
from playwright.sync_api import BrowserContext, ConsoleMessage, Page, Request, ViewportSize, WebError, expect
from pytest_django.live_server_helper import LiveServer

from accounts.models import User
from powergrid import bundles
from tests.extent import EVERYTHING
from tests.services import parts

PICTURES = Path(__file__).parents[1] / "screenshots"
LAPTOP: ViewportSize = {"width": 1440, "height": 900}
TABLET: ViewportSize = {"width": 1024, "height": 768}
PHONE: ViewportSize = {"width": 390, "height": 844}
SCREENS = {"laptop": LAPTOP, "tablet": TABLET, "phone": PHONE}
SIZES = ("laptop", "phone")
"""The screens at both ends, for pages that know no third way to be laid out."""

SCHEMES = ("light", "dark")
OVERTAKEN = ("htmx:afterRequest", "htmx:sendAbort")
"""How htmx begins to say, as an error, that a request gave way to a newer one."""

PATIENCE = 20_000
"""Milliseconds within which something has to show, on a machine that does much else."""

expect.set_options(timeout=PATIENCE)

EMPTY = b'<svg xmlns="http://www.w3.org/2000/svg"/>'

TURNED_OFF = (
    # A process for a page that may come: nearly each test has a browser of its own, and one page.
    "SpareRendererForSitePerProcess",
    # What drops down from an address bar: each window draws it as two pages, which is half the work of a short test.
    "WebUIOmniboxPopup",
    "WebUIOmniboxAimPopup",
    # What Playwright 1.65 turns off (chromiumSwitches.ts): of several such lists, Chromium heeds the last alone.
    "AimEnabled",
    "AvoidCorsURLLoaderRestartOnRedirect",
    "AvoidUnnecessaryBeforeUnloadCheckSync",
    "DestroyProfileOnBrowserClose",
    "HttpsFirstBalancedModeAutoEnable",
    "HttpsUpgrades",
    "LensOverlay",
    "MediaRouter",
    "NetworkTimeServiceQuerying",
    "OptimizationHints",
    "PaintHolding",
    "PreconnectToSearch",
    "ThirdPartyStoragePartitioning",
)
"""Features of Chromium that no test needs."""


class Complaints(list[str]):
    """What browsers said that they should not have."""

    def expect(self, words: str) -> None:
        """Take out complaints that belong to the test, such as that of a refused action's status."""
        expected = [complaint for complaint in self if words in complaint]
        assert expected, f"No browser complained of {words!r}."
        self[:] = [complaint for complaint in self if complaint not in expected]


def is_complaint(message: ConsoleMessage) -> bool:
    """Whether a browser says what it should not have to."""
    return message.type in {"error", "warning"} and not message.text.startswith(OVERTAKEN)


class NewContext(Protocol):
    def __call__(self, **options: Any) -> BrowserContext: ...


class PageOf(Protocol):
    def __call__(self, user: User, **options: Any) -> Page: ...


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="session", autouse=True)
def _allow_database_beside_playwright() -> None:
    """Playwright keeps an event loop in this thread, and Django thinks that the database would block it."""
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"


_bundled = cache(bundles.bundle)


@pytest.fixture(autouse=True)
def _bundle_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """No source changes while these tests run, and each page would start esbuild several times."""
    monkeypatch.setattr(bundles, "bundle", _bundled)


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """Use the system's browser instead of one that would have to be downloaded."""
    chromium = parts.chromium_without_windows() or parts.chromium()
    assert chromium is not None, "There is no Chromium: python -m tests.services.parts says how to get it."
    # Without windows, letters would keep to whole pixels, and words be of other widths at other sizes.
    light = [f"--disable-features={','.join(TURNED_OFF)}", "--disable-gpu", "--font-render-hinting=none"]
    return {**browser_type_launch_args, "executable_path": str(chromium), "args": light}


@pytest.fixture(scope="session")
def base_url(live_server: LiveServer) -> str:
    return str(live_server.url)


@pytest.fixture(autouse=True)
def _links_in_mails_lead_here(base_url: str, settings: Any) -> None:
    settings.SITE_URL = base_url


@pytest.fixture(autouse=True)
def ground_is_empty(monkeypatch: pytest.MonkeyPatch) -> None:
    """Show maps without ground and relief under them: drawing these takes a browser longer than all the rest.

    Modules that need it have a fixture of this name that does nothing.
    """
    if not EVERYTHING:
        monkeypatch.setattr("games.pages.boards.ground_file", lambda *_board: EMPTY)
        monkeypatch.setattr("games.board.ground.relief_address", lambda _map: "")


@pytest.fixture(autouse=True)
def mails_have_no_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave maps out of mails, of which each game that is made sends some."""
    monkeypatch.setattr("games.alerts.notices.draw_png", lambda _picture: b"")


@pytest.fixture
def complaints() -> Complaints:
    return Complaints()


@pytest.fixture
def new_context(new_context: NewContext, complaints: Complaints, base_url: str) -> Iterator[NewContext]:
    """Open browsers that are listened to."""

    def hear(message: ConsoleMessage) -> None:
        if is_complaint(message):
            complaints.append(f"{message.type} on {message.location['url']}: {message.text}")

    def hear_error(error: WebError) -> None:
        complaints.append(f"uncaught: {error.error}")

    def watch(request: Request) -> None:
        url = urlsplit(request.url)
        if url.scheme not in {"data", "blob", "about"} and url.netloc != urlsplit(base_url).netloc:
            complaints.append(f"asked another server: {request.url}")

    def open_context(**options: Any) -> BrowserContext:
        context = new_context(**{"viewport": LAPTOP, **options})
        context.on("console", hear)
        context.on("weberror", hear_error)
        context.on("request", watch)
        return context

    yield open_context
    assert not complaints, "\n".join(complaints)


@pytest.fixture
def page_of(new_context: NewContext, base_url: str) -> PageOf:
    """Open the browser of somebody who has logged in already."""

    def open_page(user: User, **options: Any) -> Page:
        client = Client()
        client.force_login(user, settings.AUTHENTICATION_BACKENDS[0])
        context = new_context(**options)
        session = client.cookies[settings.SESSION_COOKIE_NAME].value
        context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": session, "url": base_url}])
        return context.new_page()

    return open_page


@pytest.fixture
def take_picture() -> Callable[[Page, str], None]:
    """Keep what a page looks like in tests/screenshots/, for somebody to look at; in a run of everything."""

    def take(page: Page, name: str) -> None:
        if EVERYTHING:
            page.screenshot(path=PICTURES / f"{name}.png", full_page=True)

    return take
