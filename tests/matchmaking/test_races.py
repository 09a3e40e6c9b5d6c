"""Several people, or one impatient one, pressing at the same moment."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.core import mail
from django.db import connection
from django.utils import timezone

import rules
from accounts.models import User
from games.models import Game
from matchmaking import invitations, practice, tables
from matchmaking.models import Table, TableRefused, new_token
from tests.factories import TableFactory, UserFactory

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgresql]


def at_once(*presses: Callable[[], object]) -> list[object]:
    """Let each press happen in a thread of its own, all together; what each came to, refusals as their sentence."""
    ready = Barrier(len(presses))

    def press(act: Callable[[], object]) -> object:
        try:
            ready.wait(timeout=10)
            return act()
        except TableRefused as refusal:
            return str(refusal)
        finally:
            connection.close()

    with ThreadPoolExecutor(len(presses)) as pool:
        return list(pool.map(press, presses))


def joining(table: Table, user: User) -> Callable[[], object]:
    return lambda: tables.join(table, user)


def test_of_two_people_who_want_the_last_seat_one_gets_it_and_the_other_a_sentence(ana, bob, cid):
    table = TableFactory(host=ana, players=2)
    answers = at_once(joining(table, bob), joining(table, cid))
    assert sorted(map(str, answers)) == ["Friday grid", "The last seat is taken and the game has begun."]
    game = Game.objects.get()
    assert {seat.name for seat in game.seats.all()} in ({"Ana", "Bob"}, {"Ana", "Cid"})
    assert [seat.name for seat in table.seats.all()] == [seat.name for seat in game.seats.all()]


def test_of_eight_people_who_want_three_seats_three_get_one_each(ana):
    table = TableFactory(host=ana, players=4)
    answers = at_once(*[joining(table, UserFactory(name=f"Guest of Ana {number}")) for number in range(8)])
    assert sum(isinstance(answer, Table) for answer in answers) == 3
    assert [seat.number for seat in Game.objects.get().seats.all()] == [0, 1, 2, 3]


def test_person_who_presses_join_twice_sits_once(ana, bob):
    table = TableFactory(host=ana, players=3)
    answers = at_once(joining(table, bob), joining(table, bob))
    assert sorted(map(str, answers)) == ["Friday grid", "You already have a seat at this table."]
    assert [seat.name for seat in table.seats.all()] == ["Ana", "Bob"]


def test_person_who_joins_two_tables_at_once_sits_at_no_more_than_anybody_may(ana, bob):
    for _ in range(tables.MOST_TABLES - 1):
        TableFactory(host=bob)
    at_once(*[joining(TableFactory(host=ana), bob) for _ in range(2)])
    assert Table.objects.seating(bob).count() == tables.MOST_TABLES


def test_table_sent_twice_is_set_up_once(ana):
    token = new_token()

    def create() -> Table:
        return tables.create(Table(host=ana, name="Twice", map="germany", players=3, token=token), bots=1, now=now)

    now = timezone.now()
    first, second = at_once(create, create)
    assert first == second == Table.objects.get()
    assert Table.objects.get().seats.count() == 2


def test_host_who_leaves_while_somebody_joins_leaves_the_table_with_a_host_who_sits_there_or_closed(ana, bob):
    table = TableFactory(host=ana, players=3)
    at_once(lambda: tables.leave(table, ana, now=timezone.now()), joining(table, bob))
    table.refresh_from_db()
    sitting = [seat.user for seat in table.seats.all()]
    assert sitting == ([] if table.closed_at else [bob])
    assert table.closed_at or table.host == bob


def test_practice_pressed_twice_starts_one_game(ana):
    def start() -> Game:
        return practice.start(ana, rules.Options(), bots=2, bot_level="easy")

    first, second = at_once(start, start)
    assert first == second == Game.objects.get()


def test_inviting_twice_invites_once(ana, bob):
    table = TableFactory(host=ana, players=3)

    def invite() -> None:
        invitations.invite(table, ana, [bob], "dora@example.org", now=timezone.now())

    assert at_once(invite, invite) == [None, None]
    assert table.invitations.count() == 2


def test_two_sweeps_tell_who_is_invited_once(ana):
    table = TableFactory(host=ana, players=3)
    invited = [f"dora{number}@example.org" for number in range(invitations.MOST_BY_MAIL)]
    for email in invited:
        invitations.invite(table, ana, [], email, now=timezone.now())
    at_once(*[lambda: invitations.sweep(now=timezone.now())] * 4)
    assert sorted(each for letter in mail.outbox for each in letter.to) == invited
