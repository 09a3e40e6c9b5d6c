"""Changes to a table, without HTTP."""

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

import rules
from games.models import Game, Seat
from matchmaking import practice, tables
from matchmaking.models import NotTheHost, Table, TableRefused, TableSeat
from tests.factories import GameFactory, GuestFactory, TableFactory, UserFactory

pytestmark = pytest.mark.django_db

NOW = timezone.now()


def names(table: Table) -> list[str]:
    return [seat.name for seat in table.seats.all()]


def free_numbers(table: Table) -> list[int]:
    return [place.number for place in table.places() if place.seat is None]


def test_host_takes_the_first_seat_and_bots_the_next(ana):
    table = TableFactory(host=ana, players=4, bots=2)
    assert names(table) == ["Ana", "Faraday", "Henry"]
    assert free_numbers(table) == [3]
    assert table.is_open


@pytest.mark.postgresql
def test_same_token_sent_twice_makes_one_table(ana):
    first = TableFactory(host=ana)
    again = TableFactory(host=ana, token=first.token)
    assert again == first
    assert Table.objects.count() == TableSeat.objects.count() == 1


def test_token_of_somebody_else_is_refused(ana, bob):
    table = TableFactory(host=ana)
    with pytest.raises(TableRefused):
        TableFactory(host=bob, token=table.token)
    assert Table.objects.get().host == ana


def test_table_filled_with_bots_starts_at_once(ana):
    table = TableFactory(host=ana, players=3, bots=2)
    assert table.game is not None
    assert [seat.name for seat in table.game.seats.all()] == ["Ana", "Faraday", "Henry"]


def test_terms_that_are_no_game_are_refused_before_anybody_sits_down(ana):
    with pytest.raises(rules.RuleError):
        TableFactory(host=ana, areas="host", chosen_areas=["northwest"])
    assert not Table.objects.exists()


def test_contradictory_options_are_refused_before_anybody_sits_down(ana):
    with pytest.raises(rules.RuleError, match="Only the classic edition has the first-game variant"):
        TableFactory(host=ana, edition="recharged", first_game=True)
    with pytest.raises(rules.RuleError, match="is one of two, three"):
        TableFactory(host=ana, edition="recharged", trust_refill="four")
    with pytest.raises(rules.RuleError, match="There is no board"):
        TableFactory(host=ana, map="atlantis")
    assert not Table.objects.exists()


def test_table_of_which_only_the_map_is_known_has_the_options_as_they_come():
    assert Table(map="usa", players=4).options == rules.Options(map="usa")


def test_guest_can_host_no_table():
    with pytest.raises(TableRefused, match="sign up first"):
        TableFactory(host=GuestFactory())


def test_eleventh_waiting_table_is_refused(ana):
    TableFactory.create_batch(tables.MOST_TABLES, host=ana)
    with pytest.raises(TableRefused, match="10 tables"):
        TableFactory(host=ana)
    assert Table.objects.count() == tables.MOST_TABLES


def test_tables_that_started_or_closed_leave_room_for_others(ana, bob):
    for table in TableFactory.create_batch(tables.MOST_TABLES - 1, host=ana, players=2):
        tables.join(table, bob)
    tables.close(TableFactory(host=ana), ana, now=NOW)
    assert TableFactory(host=ana).is_open


def test_joining_takes_the_first_free_seat(ana, bob, cid):
    table = TableFactory(host=ana, players=4, people=[bob, cid])
    tables.leave(table, bob, now=NOW)
    tables.join(table, UserFactory(name="Dan"))
    assert names(table) == ["Ana", "Dan", "Cid"]


def test_last_seat_starts_the_game_on_the_terms_of_the_table(ana, bob, cid):
    table = TableFactory(
        host=ana,
        people=[bob],
        name="Friday grid",
        map="usa",
        areas="host",
        chosen_areas=["south", "southwest", "northwest"],
        money_visible=True,
        first_game=True,
        is_public=False,
        undo_by_consent=True,
    )
    game = tables.join(table, cid).game
    assert game is not None
    assert game.undo_by_consent
    assert (game.name, game.map, game.is_public) == ("Friday grid", "usa", False)
    assert [seat.user for seat in game.seats.all()] == [ana, bob, cid]
    assert game.setup["options"] == {"map": "usa", "areas": "host", "money_visible": True, "first_game": True}
    assert sorted(game.setup["areas"]) == ["northwest", "south", "southwest"]


@pytest.mark.parametrize(("bots", "agreed"), [(1, True), (0, False)], ids=["alone", "with others"])
def test_game_alone_against_bots_can_be_taken_back_at_will(ana, bob, bots, agreed):
    table = TableFactory(host=ana, players=2, bots=bots, people=[] if bots else [bob])
    assert table.game.undo_by_consent == agreed


def test_areas_can_be_left_to_the_players(ana, bob):
    table = TableFactory(host=ana, players=2, areas="draft", people=[bob])
    assert table.game.phase == rules.Phase.SETUP


def test_game_has_begun_for_who_comes_too_late(ana, bob, cid):
    table = TableFactory(host=ana, players=2, people=[bob])
    with pytest.raises(TableRefused, match="game has begun"):
        tables.join(table, cid)
    assert Game.objects.count() == 1


@pytest.mark.postgresql
def test_nobody_sits_at_a_table_twice(ana, bob):
    table = TableFactory(host=ana, players=3, people=[bob])
    with pytest.raises(TableRefused, match="have a seat"):
        tables.join(table, bob)
    assert names(table) == ["Ana", "Bob"]


@pytest.mark.postgresql
def test_joining_twice_with_the_last_seat_says_so_too(ana, bob):
    table = TableFactory(host=ana, players=2, people=[bob])
    with pytest.raises(TableRefused, match="have a seat"):
        tables.join(table, bob)


def test_closed_table_takes_nobody(ana, bob):
    table = tables.close(TableFactory(host=ana), ana, now=NOW)
    with pytest.raises(TableRefused, match="closed"):
        tables.join(table, bob)


def test_guest_joins_no_table(ana):
    with pytest.raises(TableRefused, match="sign up first"):
        tables.join(TableFactory(host=ana), GuestFactory())


def test_eleventh_seat_at_waiting_tables_is_refused(bob):
    for number in range(tables.MOST_TABLES):
        TableFactory(host=UserFactory(name=f"Host {number}"), people=[bob])
    with pytest.raises(TableRefused, match="10 tables"):
        TableFactory(host=UserFactory(name="Host 10"), people=[bob])


@pytest.mark.postgresql
def test_database_refuses_a_second_person_on_a_seat(ana, bob):
    table = TableFactory(host=ana)
    with pytest.raises(IntegrityError), transaction.atomic():
        table.seats.create(number=0, user=bob)


@pytest.mark.postgresql
def test_database_refuses_a_second_seat_to_a_person(ana):
    table = TableFactory(host=ana)
    with pytest.raises(IntegrityError), transaction.atomic():
        table.seats.create(number=1, user=ana)


@pytest.mark.postgresql
def test_every_change_is_counted(ana, bob):
    table = TableFactory(host=ana, players=4)
    changes = (
        lambda: tables.join(table, bob),
        lambda: tables.add_bot(table, ana, number=2),
        lambda: tables.remove_bot(table, ana, number=2),
        lambda: tables.leave(table, ana, now=NOW),
        lambda: tables.close(table, bob, now=NOW),
    )
    assert table.version == 1
    assert [change().version for change in changes] == [2, 3, 4, 5, 6]


def test_leaving_frees_the_seat(ana, bob):
    table = TableFactory(host=ana, people=[bob])
    tables.leave(table, bob, now=NOW)
    assert names(table) == ["Ana"]


def test_host_who_leaves_passes_the_table_to_whoever_sits_longest(ana, bob, cid):
    table = TableFactory(host=ana, players=5, bots=1, people=[cid, bob])
    table = tables.leave(table, ana, now=NOW)
    assert table.host == cid
    assert table.is_open


def test_table_closes_when_bots_alone_are_left(ana):
    table = TableFactory(host=ana, bots=1)
    table = tables.leave(table, ana, now=NOW)
    assert table.closed_at == NOW
    assert table.game is None


def test_stranger_cannot_leave(ana, bob):
    with pytest.raises(TableRefused, match="no seat"):
        tables.leave(TableFactory(host=ana), bob, now=NOW)


def test_nobody_leaves_a_game_that_has_begun(ana, bob):
    table = TableFactory(host=ana, players=2, people=[bob])
    with pytest.raises(TableRefused, match="game has begun"):
        tables.leave(table, bob, now=NOW)
    assert names(table) == ["Ana", "Bob"]


@pytest.mark.postgresql
def test_only_the_host_closes_a_table(ana, bob):
    table = TableFactory(host=ana, people=[bob])
    with pytest.raises(NotTheHost, match="Only the host, Ana"):
        tables.close(table, bob, now=NOW)
    assert tables.close(table, ana, now=NOW).closed_at == NOW


def test_table_whose_game_has_begun_is_not_closed(ana, bob):
    table = TableFactory(host=ana, players=2, people=[bob])
    with pytest.raises(TableRefused, match="game has begun"):
        tables.close(table, ana, now=NOW)


def test_table_is_closed_once(ana):
    table = tables.close(TableFactory(host=ana), ana, now=NOW)
    with pytest.raises(TableRefused, match="closed"):
        tables.close(table, ana, now=NOW)


def test_bot_takes_the_seat_it_is_put_on(ana):
    table = tables.add_bot(TableFactory(host=ana, players=4), ana, number=2)
    assert free_numbers(table) == [1, 3]


def test_bot_is_put_on_a_seat_once(ana):
    table = tables.add_bot(TableFactory(host=ana, players=4), ana, number=2)
    with pytest.raises(TableRefused, match="Seat 3 is taken"):
        tables.add_bot(table, ana, number=2)
    assert table.seats.count() == 2


def test_bot_comes_to_no_table_that_is_closed(ana):
    table = TableFactory(host=ana)
    tables.close(table, ana, now=NOW)
    with pytest.raises(TableRefused, match="closed"):
        tables.add_bot(table, ana, number=1)


def test_bot_on_the_last_seat_starts_the_game(ana, bob):
    table = tables.add_bot(TableFactory(host=ana, people=[bob]), ana, number=2)
    assert [seat.is_bot for seat in table.game.seats.all()] == [False, False, True]


def test_bot_finds_no_seat_beyond_the_table(ana):
    with pytest.raises(TableRefused, match="no such seat"):
        tables.add_bot(TableFactory(host=ana, players=3), ana, number=3)


def test_bot_leaves_when_told(ana):
    table = tables.remove_bot(TableFactory(host=ana, bots=1), ana, number=1)
    assert names(table) == ["Ana"]


@pytest.mark.parametrize("number", [0, 1, 2, 5])
def test_person_or_free_seat_is_no_bot_to_remove(ana, bob, number):
    table = TableFactory(host=ana, people=[bob])
    with pytest.raises(TableRefused, match="no bot"):
        tables.remove_bot(table, ana, number=number)
    assert names(table) == ["Ana", "Bob"]


def test_only_the_host_cares_for_bots(ana, bob):
    table = TableFactory(host=ana, players=4, bots=1, people=[bob])
    for change in (tables.add_bot, tables.remove_bot):
        with pytest.raises(NotTheHost):
            change(table, bob, number=1)
    assert names(table) == ["Ana", "Faraday", "Bob"]


def test_sixth_game_against_bots_alone_is_refused_and_the_table_stays_open(ana):
    for number in range(practice.MOST_GAMES):
        TableFactory(host=ana, players=2, bots=1, name=f"Bots {number}")
    table = TableFactory(host=ana, players=2)
    with pytest.raises(TableRefused, match="5 games against bots"):
        tables.add_bot(table, ana, number=1)
    assert Game.objects.count() == practice.MOST_GAMES
    table.refresh_from_db()
    assert table.is_open
    assert names(table) == ["Ana"]


def test_table_that_asks_for_reliable_players_says_what_somebody_lacks(bob):
    game = GameFactory()
    Seat.objects.filter(game=game, user=bob).update(turns=60, misses=40)
    table = TableFactory(least_reliability=90)
    with pytest.raises(TableRefused, match=r"at least 90 %.* 60 % of yours"):
        tables.join(table, bob)
    assert table.seats.count() == 1


def test_table_that_asks_for_reliable_players_lets_in_those_who_are(bob):
    game = GameFactory()
    Seat.objects.filter(game=game, user=bob).update(turns=95, misses=5)
    table = tables.join(TableFactory(least_reliability=90), bob)
    assert table.seat_of(bob)
