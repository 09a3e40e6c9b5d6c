"""What a pointer does that is only there: nothing moves away from it, and nothing fades before it moves."""

import pytest
from django.urls import reverse
from playwright.sync_api import FloatRect, Locator, Page, expect

import rules
from games.models import Game
from tests.factories import GameFactory, play_to_the_end
from tests.games.scripts import BUILDINGS, DRAFTED_ROUND, HOARDING

FADED = (
    "[...document.querySelectorAll('.board .house')].filter((house) => getComputedStyle(house).opacity < 1).length"
)
SETTLED = "Promise.allSettled(document.getAnimations().map(({ finished }) => finished))"


def box_of(element: Locator) -> FloatRect:
    box = element.bounding_box()
    assert box
    return box


def faded(page: Page) -> int:
    """How many houses on the map are."""
    page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    page.evaluate(SETTLED)
    count: int = page.evaluate(FADED)
    return count


@pytest.mark.parametrize(
    ("after", "plants"),
    [((), "#plant-market .offer"), ((*DRAFTED_ROUND, *HOARDING), ".plant-choices a")],
    ids=["to put up", "to scrap"],
)
def test_plant_that_is_pointed_at_rises_without_what_is_pressed(page_of, ana, after, plants):
    page = page_of(ana)
    options = rules.Options(areas="draft") if after else rules.Options()
    page.goto(GameFactory(options=options, after=after).get_absolute_url())
    plant = page.locator(plants).first
    face = plant.locator(".plant-card")
    before, rest = box_of(plant), box_of(face)
    page.mouse.move(before["x"] + before["width"] / 2, before["y"] + before["height"] / 2)
    page.evaluate(SETTLED)
    assert box_of(plant) == before
    assert box_of(face)["y"] < rest["y"]


def come_up_below_the_pointer(page: Page, row: Locator) -> None:
    """Let a row appear where a pointer rests. A winner's step rises at first."""
    page.evaluate(SETTLED)
    box = box_of(row)
    row.evaluate("row => { row.style.display = 'none'; }")
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    row.evaluate("row => { row.style.display = ''; }")
    expect(row.and_(page.locator(":hover"))).to_be_visible()


@pytest.fixture
def running(db) -> Game:
    return GameFactory.create(after=BUILDINGS)


@pytest.fixture
def over(db) -> Game:
    return play_to_the_end(GameFactory.create(players=3, options=rules.Options(first_game=True)))


def test_network_is_shown_alone_once_a_pointer_moves_on_its_mat(page_of, ana, running):
    page = page_of(ana)
    page.goto(running.get_absolute_url())
    come_up_below_the_pointer(page, page.locator("#mat-1"))
    assert not faded(page)
    box = box_of(page.locator("#mat-1"))
    page.mouse.move(box["x"] + box["width"] / 2 + 3, box["y"] + box["height"] / 2)
    page.mouse.move(box["x"] + box["width"] / 2 + 6, box["y"] + box["height"] / 2)
    assert faded(page) == 2
    page.mouse.move(300, 300)
    assert not faded(page)


@pytest.mark.parametrize("page_at_the_end", ["detail", "result"])
def test_pointer_at_rest_on_a_winner_fades_no_network(page_of, ana, over, page_at_the_end):
    page = page_of(ana)
    step = page.locator(".podium .step").first
    page.goto(reverse(f"games:{page_at_the_end}", args=[over.pk]))
    come_up_below_the_pointer(page, step)
    assert not faded(page)
    box = box_of(step)
    page.mouse.move(box["x"] + 20, box["y"] + box["height"] / 2, steps=4)
    assert faded(page)
