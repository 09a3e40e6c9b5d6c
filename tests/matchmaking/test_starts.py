"""Real games that begin at tables of every edition, map and number of seats, with bots at once."""

import pytest

import rules
from games.replay import snapshots
from matchmaking.models import Table
from tests.boards import played_with, rows
from tests.factories import TableFactory

pytestmark = pytest.mark.django_db

EDITIONS = ("classic", "recharged")
SEATS = range(rules.MIN_PLAYERS, rules.MAX_PLAYERS + 1)


def begin(players: int, **terms: object) -> Table:
    """A table whose host plays against bots: it starts at once, and waits for the host."""
    return TableFactory.create(players=players, bots=players - 1, **terms)


def waits_for_host(table: Table) -> bool:
    assert table.game is not None
    return snapshots.load(table.game).to_move == (0,)


@pytest.mark.parametrize(("map_id", "edition", "players"), rows(EDITIONS, SEATS))
def test_table_of_every_kind_starts_its_game_with_bots(map_id, edition, players):
    table = begin(players, edition=edition, map=map_id)
    assert table.game.read_setup().options == rules.Options(edition=edition, map=map_id)
    assert (table.game.edition, table.game.map, table.game.seats.count()) == (edition, map_id, players)
    assert waits_for_host(table)


@pytest.mark.parametrize(("map_id", "edition"), rows(EDITIONS, among=played_with(areas="draft")))
def test_areas_are_drafted_with_bots(map_id, edition):
    table = begin(4, edition=edition, map=map_id, areas="draft")
    assert snapshots.load(table.game).phase is rules.Phase.SETUP
    assert waits_for_host(table)


@pytest.mark.parametrize("map_id", played_with(first_game=True))
def test_first_game_starts_on_every_map_that_has_one(map_id):
    assert waits_for_host(begin(3, map=map_id, first_game=True))


@pytest.mark.parametrize(("map_id", "players"), rows(SEATS, among=played_with("recharged", start_cities=True)))
def test_start_cities_are_marked_with_bots(map_id, players):
    table = begin(players, edition="recharged", map=map_id, start_cities=True)
    assert snapshots.load(table.game).phase is rules.Phase.SETUP
    assert waits_for_host(table)


@pytest.mark.parametrize("map_id", rules.MAPS)
def test_two_without_the_trust_start_on_every_map(map_id):
    table = begin(2, edition="recharged", map=map_id, two_player_mode="plain")
    assert not table.game.read_setup().has_trust
    assert waits_for_host(table)
