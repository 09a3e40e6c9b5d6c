"""What is left of a player's money after all that they compose: one figure for the panel, the cities and the map."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

import pytest
from django.http import HttpResponse

import rules
from tests.factories import GameFactory, person_called, play_until
from tests.games.scripts import AUCTIONS, PURCHASES, ROUND
from tests.games.trying import Board
from tests.pages import html_of, parts_of, words_of

pytestmark = pytest.mark.django_db

SITTING = {"plan": "round", "composed": 1}
AMOUNT_CHANGES = {"HX-Request": "true", "HX-Target": "composed"}


@dataclass(frozen=True)
class Said:
    """What a page says of the money: ``left`` in the panel, by city what it costs and leaves, and in ``pills`` its
    price on the map and whether that is marked as too high. ``payable`` is how many the list can pay for.
    """

    left: int
    leaves: dict[str, tuple[int, int]]
    pills: dict[str, tuple[int, bool]]
    payable: int | None

    def follows_from(self, left: int) -> bool:
        """Whether all of it follows from one figure."""
        return (
            self.left == left
            and all(after == left - cost for cost, after in self.leaves.values())
            and all(is_short == (cost > left) for cost, is_short in self.pills.values())
            and self.payable in {None, sum(after >= 0 for _cost, after in self.leaves.values())}
        )


def said_by(response: HttpResponse) -> Said:
    words, page = words_of(response), html_of(response)
    left, payable = re.search(r"Money left (-?\d+)", words), re.search(r"(\d+) cit(?:y|ies) you can pay", words)
    assert left, "The panel says nothing of money."
    return Said(int(left[1]), dict(_rows(page)), dict(_pills(page)), int(payable[1]) if payable else None)


def _rows(page: str) -> Iterator[tuple[str, tuple[int, int]]]:
    for city, row in re.findall(r'<tr id="row-([\w-]+)"(?! class="planned")>(.*?)</tr>', page, re.S):
        cost = re.search(r'data-value="(\d+)"', row)
        after = re.search(r'data-label="Leaves">\s*(?:(\d+)|<span class="missing">(\d+) short)', row)
        if cost and after:
            yield city, (int(cost[1]), int(after[1]) if after[1] else -int(after[2]))


def _pills(page: str) -> Iterator[tuple[str, tuple[int, bool]]]:
    for city, drawn in re.findall(r'<a class="city choice"[^>]* id="city-([\w-]+)"(.*?)</a>', page, re.S):
        tag = re.search(r'<g class="tag( too-dear)?".*?<text[^>]*>(\d+)<', drawn)
        assert tag, drawn
        yield city, (int(tag[2]), bool(tag[1]))


def see(client, game, name, headers=None, **fields):
    client.force_login(person_called(name))
    return client.get(game.get_absolute_url(), fields, headers=headers)


@pytest.mark.parametrize(
    ("composed", "left"),
    [
        ({}, 46),
        ({"coal": 2}, 44),
        ({"coal": 2, "city": ["leipzig", "halle"]}, 24),
        ({"coal": 2, "city": ["leipzig", "halle"], "houses": 1}, 34),
        ({"coal": 2, "city": ["leipzig", "halle", "erfurt", "dresden"]}, -15),
    ],
    ids=["nothing", "fuel", "fuel and cities", "a second choice", "more than there is"],
)
def test_round_has_one_figure_of_what_is_left(client, composed, left):
    said = said_by(see(client, GameFactory(after=AUCTIONS), "Ana", **SITTING, **composed))
    assert said.leaves
    assert said.pills
    assert said.follows_from(left), said


def test_player_who_buys_now_has_the_same_figure(client):
    said = said_by(see(client, GameFactory(after=AUCTIONS), "Bob", **SITTING, oil=2, city="leipzig"))
    assert said.pills
    assert said.follows_from(31), said


def test_round_planned_during_an_auction_has_the_same_figure(client):
    game = GameFactory(after=[*ROUND, "open 8 8"])
    said = said_by(see(client, game, "Bob", **SITTING, oil=2))
    assert said.pills
    assert said.follows_from(said.left), said


def test_cities_composed_in_the_phase_itself_leave_the_same(client):
    said = said_by(see(client, GameFactory(after=PURCHASES), "Bob", action="build", city="halle"))
    assert said.pills
    assert said.follows_from(31), said


def test_cities_know_of_fuel_that_is_composed_alone(client):
    game = play_until(GameFactory(bots=2), lambda state: state.phase is rules.Phase.RESOURCES and 0 in state.to_move)
    before = said_by(see(client, game, "Ana", action="buy"))
    said = said_by(see(client, game, "Ana", action="buy", coal=2, oil=0))
    assert said.left < before.left
    assert said.leaves
    assert said.follows_from(said.left), said


def test_cities_of_a_line_know_of_fuel_that_is_composed(db):
    board = Board(GameFactory.create(after=AUCTIONS), "Bob")
    said = said_by(board.see(action="buy", oil=2))
    assert said.leaves
    assert said.follows_from(41), said


@pytest.mark.parametrize("fields", [{**SITTING, "coal": 2}, {"action": "buy", "coal": 2}], ids=["round", "purchase"])
def test_cities_are_sent_anew_when_an_amount_of_fuel_changes(client, fields):
    if "plan" in fields:
        game, parts = GameFactory(after=AUCTIONS), {"board", "cities", "city-offers"}
    else:
        game = play_until(
            GameFactory(bots=2), lambda state: state.phase is rules.Phase.RESOURCES and 0 in state.to_move
        )
        parts = {"board", "cities"}
    told = see(client, game, "Ana", AMOUNT_CHANGES, **fields)
    assert parts <= parts_of(told)
    assert said_by(told).follows_from(said_by(told).left)
