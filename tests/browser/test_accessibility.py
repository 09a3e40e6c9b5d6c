"""The game page for eyes and fingers of all kinds: every question, with everything unfolded, light and dark."""

import pytest

import rules
from tests.boards import SEEN, offers
from tests.browser.accessibility import (
    assert_accessible,
    assert_main_targets_are_larger,
    assert_map_is_readable,
    assert_targets_are_large,
)
from tests.browser.conftest import SCHEMES
from tests.browser.courses import COURSES, questions_for_ana
from tests.browser.hands import DEVICES
from tests.extent import each_once
from tests.factories import GameFactory, play_on, play_to_the_end

UNFOLD = "document.querySelectorAll('details').forEach((details) => { details.open = true })"


@each_once(course=COURSES, size=DEVICES, scheme=SCHEMES)
def test_every_question_is_accessible(page_of, ana, size, scheme, course):
    page = page_of(ana, color_scheme=scheme, **DEVICES[size])
    seen = set()
    game, script = COURSES[course]()
    for action in questions_for_ana(page, game, script):
        if type(action) not in seen:
            seen.add(type(action))
            page.evaluate(UNFOLD)
            assert_accessible(page)
            assert_targets_are_large(page)
            if size == "phone":
                assert_main_targets_are_larger(page)
        play_on(game, str(action))


@pytest.mark.parametrize("map_name", SEEN)
def test_map_is_readable(page_of, ana, map_name):
    page = page_of(ana, viewport={"width": 1440, "height": 1600})
    both = [rules.Options(edition="recharged", map=map_name, areas=areas) for areas in ("random", "draft")]
    for options in filter(offers, both):
        page.goto(GameFactory(options=options).get_absolute_url())
        for scheme in SCHEMES:
            page.emulate_media(color_scheme=scheme)
            assert_map_is_readable(page)


def test_result_is_accessible(page_of, ana):
    page = page_of(ana)
    page.goto(play_to_the_end(GameFactory(options=rules.Options(first_game=True))).get_absolute_url())
    assert_accessible(page)
