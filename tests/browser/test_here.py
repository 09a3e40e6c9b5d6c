"""Pages tell that somebody looks at them, as long as they do."""

from django.urls import reverse
from playwright.sync_api import Page, Request, expect

from games.models import Game
from notifications.models import Presence
from tests.factories import GameFactory


def told(page: Page) -> list[Request]:
    """What a page tells, as it does."""
    requests: list[Request] = []
    page.on("request", lambda request: requests.append(request) if request.url.endswith("/here/") else None)
    return requests


def test_page_tells_every_minute_that_somebody_looks_until_they_do_nothing_any_more(page_of, ana):
    game: Game = GameFactory.create()
    page = page_of(ana)
    page.clock.install()
    requests = told(page)
    with page.expect_response("**/here/") as answer:
        page.goto(game.get_absolute_url())
    assert answer.value.status == 204
    assert Presence.objects.get().subject_id == game.pk
    page.clock.run_for(30_000)
    page.mouse.move(200, 200)
    assert len(requests) == 1
    with page.expect_response("**/here/"):
        page.clock.run_for(45_000)
    with page.expect_response("**/here/"):
        page.clock.run_for(60_000)
    page.clock.run_for(600_000)
    assert len(requests) == 3
    with page.expect_response("**/here/"):
        page.mouse.move(300, 300)
    expect(page.locator(".toast")).to_have_count(0)


def test_page_that_is_logged_out_says_no_more(page_of, ana, settings):
    game = GameFactory.create(after=["open 4 4"])
    page = page_of(ana)
    page.clock.install()
    requests = told(page)
    with page.expect_response("**/here/"):
        page.goto(reverse("games:history", args=[game.pk, 1]))
    page.context.clear_cookies(name=settings.SESSION_COOKIE_NAME)
    with page.expect_response("**/here/"):
        page.clock.run_for(75_000)
        page.mouse.move(200, 200)
    page.clock.run_for(75_000)
    page.mouse.move(300, 300)
    assert len(requests) == 2
