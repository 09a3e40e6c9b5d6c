"""Translators get what is said by programs and by templates, with its variables and plurals."""

from functools import cache

import pytest
from babel.messages import Catalog

from tools import messages

AREAS = "The map %(board)s has %(areas)s areas, %(cities)s cities and %(connections)s connections between them."


@cache
def catalog() -> Catalog:
    return messages.catalog()


@pytest.mark.parametrize(
    ("sentence", "path"),
    [
        ("There is nothing here", "templates/404.html"),
        (AREAS, "templates/rulebook/game.html"),
        ("The refill is that of the maps of the basic game.", "games/board/maps/italy/rules.html"),
        ("Central Europe", "rules/boards/central-europe.json"),
        ("North-west", "rules/boards/italy.json"),
        ("Adriatic Sea", "games/board/maps/italy/map.json"),
        ("Little coal and oil at first, and more garbage", "games/board/maps/italy/map.json"),
        ("Your account", "templates/announcements/privacy.txt"),
        ("You have {money} Elektro and cannot bid {amount}.", "rules/phases/auction.py"),
        ("It is time to buy fuel.", "rules/phases/resources.py"),
        ("There is no such edition. Choose one of these.", "games/pages/rulebook/views.py"),
        ("That was a lot in a short time.", "powergrid/views.py"),
    ],
)
def test_a_sentence_is_found_where_it_is_said(sentence, path):
    assert path in {place for place, _ in catalog()[sentence].locations}


@pytest.mark.parametrize(
    "forms",
    [
        ("{count} day", "{count} days"),
        ("Wait a second, then go on where you were.", "Wait %(wait)s seconds, then go on where you were."),
        ("waits for a moderator", "wait for a moderator"),
    ],
)
def test_both_forms_are_found_of_what_depends_on_a_number(forms):
    assert catalog()[forms[0]].id == forms
