"""Pages with the style sheets and scripts that a site sends: few files, each with all that it imports."""

from collections import Counter
from urllib.parse import urlsplit

import pytest
from django.core.management import call_command
from django.templatetags.static import static
from django.urls import reverse
from playwright.sync_api import Page, expect

from games.board.plants import draw_plant, draw_plant_strip
from games.board.symbols import SYMBOLS, draw_piece, use
from powergrid import jinja
from tests.factories import GameFactory, TableFactory, play_to_the_end

MOST = 3
KINDS = ("stylesheet", "script")


@pytest.fixture(params=["in development", "in earnest"])
def _served(request, settings, tmp_path):
    """Serve what is bundled when it is asked for, or what ``collectstatic`` makes."""
    if request.param == "in development":
        yield
        return
    settings.STORAGES = {**settings.STORAGES, "staticfiles": {"BACKEND": "powergrid.bundles.BundledStorage"}}
    settings.STATIC_ROOT = tmp_path
    call_command("collectstatic", "--no-input", verbosity=0)
    settings.STATICFILES_FINDERS = ["django.contrib.staticfiles.finders.FileSystemFinder"]
    settings.STATICFILES_DIRS = [tmp_path]
    forget_addresses()
    yield
    forget_addresses()


def forget_addresses() -> None:
    for remembers in (jinja.GLOBALS["static"], use, draw_piece, draw_plant, draw_plant_strip):
        remembers.cache_clear()


@pytest.mark.usefixtures("_served")
def test_pages_ask_for_few_files_and_work_with_them(page_of, ana):
    page: Page = page_of(ana)
    asked: list[str] = []
    pieces: set[str] = set()
    page.on("request", lambda request: asked.append(request.resource_type))
    page.on("request", lambda request: "/img/pieces" in request.url and pieces.add(urlsplit(request.url).path))
    game, over = GameFactory(), play_to_the_end(GameFactory())
    signs = {
        game.get_absolute_url(): ".is-live .city[aria-label]",
        reverse("games:history", args=[over.pk, 1]): "#replay:not([hidden])",
        reverse("games:proof", args=[over.pk]): "#proof-check:not([hidden])",
        reverse("notifications:alerts"): "#push [data-when]:not([hidden])",
        TableFactory(host=ana).get_absolute_url(): "[data-copy] button",
    }
    for address, sign in signs.items():
        asked.clear()
        page.goto(address, wait_until="networkidle")
        expect(page.locator(sign).first).to_be_attached()
        counts = Counter(asked)
        assert all(0 < counts[kind] <= MOST for kind in KINDS), (address, counts)
    assert pieces == {static(SYMBOLS)}
