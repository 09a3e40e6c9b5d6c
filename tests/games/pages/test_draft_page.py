"""Drafting areas at once: all are asked side by side, and nobody sees what the others wish for."""

import re

import pytest
from django.urls import reverse

import rules
from games.models import Game, StandingPlan
from games.replay import snapshots
from tests.factories import GameFactory, person_called
from tests.pages import html_of, words_of

pytestmark = pytest.mark.django_db

AREAS = ("northwest", "northeast", "west", "east", "southwest", "southeast")


@pytest.fixture
def game():
    return GameFactory(options=rules.Options(areas="draft"), pace={"areas_at_once": True})


@pytest.fixture
def look(client, game):
    """The page as somebody sees it."""

    def get(name):
        client.force_login(person_called(name))
        return client.get(game.get_absolute_url())

    return get


@pytest.fixture
def wish(client, game):
    """Have somebody wish for these areas first; what htmx sends gets parts."""

    def post(name, *areas, headers=None, **fields):
        client.force_login(person_called(name))
        order = {area: place for place, area in enumerate(areas, 1)}
        address = reverse("games:wish_for_areas", args=[game.pk])
        return client.post(address, {**order, **fields}, headers=headers or {})

    return post


def test_everybody_is_asked_side_by_side(look):
    for name in ("Ana", "Bob", "Cid"):
        words = words_of(look(name))
        assert "Your turn 0 of 3 have decided Rank the areas" in words
        assert "Send these wishes" in words


def test_history_says_who_is_to_move_as_the_game_does(client, game, look, wish):
    def to_move(sequence):
        page = client.get(reverse("games:history", args=[game.pk, sequence]))
        return re.findall(r"(\w+) to move Cities", words_of(page))

    assert to_move(0) == re.findall(r"(\w+) to move Cities", words_of(look("Ana"))) != []
    assert sorted(to_move(0)) == ["Ana", "Bob", "Cid"]
    wish("Ana", "west")
    assert sorted(to_move(0)) == ["Bob", "Cid"]
    wish("Bob", "west")
    wish("Cid", "west")
    assert sorted(to_move(0)) == sorted(to_move(2)) == ["Ana", "Bob", "Cid"]
    assert len(to_move(3)) == 1


def test_who_has_sent_their_wishes_is_led_to_the_next_game_and_not_before(look, wish):
    GameFactory(name="The next one")
    assert 'id="next-game"' not in html_of(look("Ana"))
    wish("Ana", "west")
    assert 'id="next-game"' in html_of(look("Ana"))


def test_that_somebody_is_in_is_seen_by_all_and_what_they_wish_by_nobody_else(look, wish):
    assert wish("Ana", "southwest", "west").status_code == 302
    words = words_of(look("Ana"))
    assert "Your wishes are in" in words
    assert "1 of 3 has decided" in words
    before = html_of(look("Bob"))
    wish("Ana", "east", "northeast")
    assert "1 of 3 has decided" in before
    assert html_of(look("Bob")).count("southwest") == before.count("southwest")
    assert 'id="rank-northwest" name="northwest" value="1"' in before


def test_area_that_is_taken_by_hand_is_refused_so_that_nobody_sees_it_early(client, game):
    client.force_login(person_called("Ana"))
    sent = {"action": "area", "area": "west", "expected": 0}
    answer = client.post(reverse("games:play", args=[game.pk]), sent)
    assert answer.status_code == 422
    assert "All choose areas at the same time here: say which ones you wish for." in words_of(answer)
    assert not game.actions.exists()
    assert game.seats.filter(is_to_move=True).count() == 3


def test_own_wishes_are_kept_in_their_order(look, wish):
    wish("Ana", "southwest", "west")
    page = html_of(look("Ana"))
    assert page.index('id="rank-southwest"') < page.index('id="rank-west"') < page.index('id="rank-northwest"')


def test_areas_are_taken_once_the_last_one_is_in(look, wish, game):
    wish("Ana", "northwest")
    wish("Bob", "northwest", "west")
    answer = wish("Cid", "west", "southwest", headers={"HX-Request": "true"})
    assert answer.status_code == 200
    game = Game.objects.get(pk=game.pk)
    assert game.phase == rules.Phase.AUCTION
    assert snapshots.load(game).areas == ("northwest", "west", "southwest")
    assert "Choose a plant to auction" in words_of(look("Ana"))


def test_what_is_no_number_is_refused_and_nothing_is_kept(wish):
    answer = wish("Ana", west="first")
    assert answer.status_code == 400
    assert "“first” does not fit here" in words_of(answer)
    assert not StandingPlan.objects.exists()


def test_spectators_wish_for_nothing(look, wish, client):
    assert "Send these wishes" not in words_of(look("Stranger"))
    assert wish("Stranger", "west").status_code == 403


def test_wishes_after_the_draft_come_too_late(wish):
    for name in ("Ana", "Bob", "Cid"):
        wish(name, "northwest")
    answer = wish("Ana", "west")
    assert answer.status_code == 409
    assert "It is too late for this plan." in words_of(answer)
