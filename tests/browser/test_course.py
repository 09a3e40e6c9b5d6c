"""What happened while somebody was away plays on the board: in order, out of the way, as long as they want."""

from typing import Any

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from games.models import Game, Origin
from tests.browser.conftest import PHONE
from tests.factories import GameFactory, play_on
from tests.games.scripts import ROUND

WATCH = """(() => {
  window.seen = { shifts: 0, moved: [], lines: [], cut: [], notes: 0, began: Infinity };
  new PerformanceObserver((list) =>
    list.getEntries().forEach(({ startTime, value }) => (seen.shifts += startTime >= seen.began ? value : 0)),
  ).observe({ type: "layout-shift", buffered: true });
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (frames, options) {
    seen.moved.push(options.id);
    return animate.call(this, frames, options);
  };
  const start = OscillatorNode.prototype.start;
  OscillatorNode.prototype.start = function (...given) {
    seen.notes += 1;
    return start.apply(this, given);
  };
  const note = () => {
    const line = document.querySelector("#beats:not([hidden]) p:last-child")?.textContent;
    if (line && line !== seen.lines.at(-1)) {
      seen.lines.push(line);
      const boxOf = (name) => document.querySelector(name).getBoundingClientRect();
      const [box, words] = [boxOf("#beats"), boxOf("#beats p:last-child")];
      if (words.top < box.top || words.bottom > box.bottom || words.right > box.right) seen.cut.push(line);
    }
    if (line) seen.began = Math.min(seen.began, performance.now());
  };
  new MutationObserver(note).observe(document, { childList: true, subtree: true });
})()"""
"""Notes what is told and what of it is cut, what is set in motion, and by how much the page moves meanwhile."""

TOLD = [
    "What came before, all at once",
    "Cid powered 1 city and earned 22 Elektro.",
    "3 coal, 2 oil, 1 garbage and 1 uranium came into the market. Plant 17 came into the market.",
    "Round 2 began. The order of play is Cid, Ana and Bob. The auctions began.",
    "Ana bought plant 07 for 8 Elektro. Plant 25 came into the market.",
    "Cid put plant 08 up for auction at 8 Elektro.",
]

MOVED = [
    *("city_built", "cities_powered", "market_refilled", "plant_drawn", "round_began", "phase_began"),
    *("auction_opened", "bid_made", "bid_passed", "plant_bought", "plant_drawn", "auction_opened"),
]

LEFT_OVER = "#beats:not([hidden]), .in-flight, .new-wire, .lights"


@pytest.fixture
def away(db) -> Game:
    """A game in which a bot has stood in for Ana since she bought fuel. Now Bob is asked to bid."""
    game = GameFactory.create(after=(*ROUND, "open 7 7", "bid 8", "pass", "pass", "open 8 8"))
    game.actions.filter(seat=0, sequence__gt=8).update(origin=Origin.BOT)
    return game


@pytest.fixture
def come_back(page_of, ana, away):
    """Open Ana's page of this game, and watch it."""

    def come(**options: Any) -> Page:
        page: Page = page_of(ana, **options)
        page.add_init_script(WATCH)
        page.goto(away.get_absolute_url())
        return page

    return come


def seen(page: Page, what: str):
    return page.evaluate(f"seen.{what}")


def without_repeats(kinds: list[str]) -> list[str]:
    return [kind for place, kind in enumerate(kinds) if not place or kinds[place - 1] != kind]


def expect_rest(page: Page) -> None:
    expect(page.locator(LEFT_OVER)).to_have_count(0)
    page.evaluate(
        "Promise.allSettled(document.getAnimations().filter(({ id }) => id).map(({ finished }) => finished))"
    )


@pytest.mark.parametrize("screen", [{}, {"viewport": PHONE}], ids=["laptop", "phone"])
def test_what_happened_plays_in_order_and_moves_nothing_else(come_back, screen):
    page = come_back(**screen)
    expect(page.locator("#beats")).to_contain_text(TOLD[-1])
    expect_rest(page)
    assert seen(page, "lines") == TOLD
    assert seen(page, "cut") == []
    assert without_repeats(seen(page, "moved")) == MOVED
    assert seen(page, "shifts") == 0


def test_any_press_ends_it_and_counts(come_back):
    page = come_back()
    expect(page.locator("#beats")).to_be_visible()
    page.get_by_text("Game", exact=True).click()
    expect_rest(page)
    expect(page.get_by_label("Game", exact=True)).to_be_checked()
    assert TOLD[-1] not in seen(page, "lines")


@pytest.mark.parametrize("press", [lambda page: page.keyboard.press("Tab"), lambda page: page.mouse.wheel(0, 10)])
def test_keys_and_wheels_end_what_is_watched_again(come_back, press):
    page = come_back()
    page.get_by_role("button", name="Watch again").click()
    page.evaluate("seen.lines = []")
    expect(page.locator("#beats")).to_be_visible()
    press(page)
    expect_rest(page)
    assert TOLD[-1] not in seen(page, "lines")


def test_it_plays_once(come_back):
    page = come_back()
    expect(page.locator("#beats")).to_contain_text(TOLD[-1])
    page.reload()
    expect(page.locator(":root[data-plays]")).to_be_attached()
    page.wait_for_timeout(300)
    assert seen(page, "moved") == []
    page.get_by_role("button", name="Watch again").click()
    expect(page.locator("#beats")).to_contain_text(TOLD[-1])


@pytest.mark.parametrize("says", ["device", "settings"])
def test_nothing_plays_for_those_who_want_it_still(come_back, ana, says):
    ana.reduces_motion = says == "settings"
    ana.save()
    page = come_back(reduced_motion="reduce" if says == "device" else "no-preference")
    page.wait_for_function("document.fonts.ready")
    page.wait_for_timeout(300)
    assert (seen(page, "moved"), seen(page, "lines")) == ([], [])
    expect(page.locator("#watch-again")).to_be_hidden()


def test_news_play_as_they_come_and_are_heard_by_those_who_want_it(come_back, away):
    page = come_back()
    expect(page.locator("#beats")).to_be_visible()
    page.keyboard.press("Tab")
    away = play_on(away, "bid 9")
    look_for_news(page)
    expect(page.locator("#beats")).to_have_text("Bob bid 9 Elektro for plant 08.")
    assert seen(page, "notes") == 0
    page.locator(".bar-more").click()
    page.get_by_role("switch", name="Sounds").check()
    assert seen(page, "notes") > 0, "One hears what one has switched on."
    before = seen(page, "notes")
    play_on(away, "bid 10")
    look_for_news(page)
    expect(page.locator("#beats")).to_contain_text("Cid bid 10 Elektro for plant 08.")
    assert seen(page, "notes") > before


def test_steps_through_the_past_move_what_they_brought_about(page_of, ana, away):
    page = page_of(ana)
    page.add_init_script(WATCH)
    page.goto(reverse("games:history", args=[away.pk, 9]))
    page.keyboard.press("ArrowRight")
    expect(page.locator("#past-heading")).to_contain_text("After action 10 of")
    assert seen(page, "moved") == ["city_built"]
    expect_rest(page)
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#past-heading")).to_contain_text("After action 9 of")
    assert seen(page, "moved") == ["city_built"], "What is undone on the way back only disappears."


def look_for_news(page: Page) -> None:
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
