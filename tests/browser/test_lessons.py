"""The tutorial in a browser: a stranger's first chapter, by mouse, by touch and without scripts."""

from django.urls import reverse
from playwright.sync_api import Locator, Page, expect

from games.models import Game
from tests.browser.accessibility import assert_accessible, assert_targets_are_large
from tests.browser.conftest import SCHEMES
from tests.browser.hands import DEVICES
from tests.browser.layout import assert_fits, assert_nothing_overlaps, assert_question_in_reach
from tests.extent import each_once

CHECKS = (assert_accessible, assert_targets_are_large, assert_fits, assert_nothing_overlaps)


def panel(page: Page) -> Locator:
    """The action panel, once its buttons answer."""
    return page.locator("#action-panel:not([data-fresh])")


def put_up(page: Page, plant: int) -> None:
    page.locator(f"#plant-{plant}").click()
    panel(page).locator("#confirm").click()


def play_the_first_chapter(page: Page) -> None:
    page.goto(reverse("home"))
    page.get_by_role("link", name="Learn in six short chapters").click()
    put_up(page, 6)
    expect(panel(page).get_by_role("alert")).to_contain_text("You can, but plant 06 burns garbage")
    put_up(page, 4)
    expect(panel(page)).to_contain_text("Bob bid 5 Elektro for plant 04.")
    panel(page).locator("#confirm").click()
    expect(panel(page)).to_contain_text("What a plant is worth")
    panel(page).locator("#pass").click()
    expect(panel(page)).to_contain_text("A new card")
    page.get_by_role("button", name="Take back").click()
    expect(panel(page)).to_contain_text("What a plant is worth")
    page.reload()
    panel(page).locator("#pass").click()
    put_up(page, 13)
    expect(panel(page)).to_contain_text("Three plants at most")
    put_up(page, 20)
    expect(panel(page)).to_contain_text("Scrap a plant")
    put_up(page, 4)
    expect(panel(page)).to_contain_text("You have finished this chapter")


@each_once(size=DEVICES, scheme=SCHEMES[::-1])
def test_a_stranger_plays_the_first_chapter_and_goes_on(new_context, take_picture, size, scheme):
    page = new_context(color_scheme=scheme, **DEVICES[size]).new_page()
    play_the_first_chapter(page)
    for check in CHECKS:
        check(page)
    take_picture(page, f"lesson-{size}-{scheme}")
    panel(page).get_by_role("link", name="Next chapter: Fuel").click()
    expect(panel(page)).to_contain_text("Fuel for one run")
    page.wait_for_load_state()
    assert_question_in_reach(page)
    page.goto(reverse("games:learn"))
    for check in CHECKS:
        check(page)
    take_picture(page, f"learn-{size}-{scheme}")
    page.get_by_role("button", name="Play your first game against bots").click()
    expect(page.locator("#guide")).to_contain_text("Guide, part 1")
    assert Game.objects.count() == 1


def test_a_chapter_is_played_without_javascript(new_context):
    play_the_first_chapter(new_context(java_script_enabled=False).new_page())
