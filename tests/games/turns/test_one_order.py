"""Somebody changes all of their games while another holds one: on PostgreSQL neither waits for who waits for them."""

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from datetime import time
from unittest import mock

import pytest
from django.db import connection, transaction
from django.utils import timezone

from accounts import belongings, calendars, deletion, names
from accounts.models import User
from games.models import Game, Seat
from games.replay import snapshots
from games.turns.play import end_early
from tests.factories import GameFactory, person_called
from tests.games.taking import act

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgresql]


def rename(ana: User) -> None:
    names.rename(ana, "Anna")


def pass_on(ana: User) -> None:
    receiver = person_called("Anna")
    with transaction.atomic():
        belongings.pass_on(ana, receiver)


def delete(ana: User) -> None:
    deletion.delete(ana, now=timezone.now())


def sleep(ana: User) -> None:
    calendars.tell_hours(ana, "Europe/Berlin", (time(22), time(6)), now=timezone.now())


CHANGES = [rename, pass_on, delete]


def wait_until_awaited(other: "Future[None]") -> None:
    """Wait until another connection waits for this one; on SQLite, which has one lock, it will."""
    while connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1 FROM pg_locks WHERE pg_backend_pid() = ANY(pg_blocking_pids(pid))")
            if cursor.fetchone():
                return
        assert not other.done(), other.result()


def closing(change: Callable[[User], None], user: User) -> None:
    try:
        change(user)
    finally:
        connection.close()


@pytest.mark.parametrize("change", CHANGES)
def test_a_turn_that_holds_its_game_gets_its_seats(ana, change):
    game = GameFactory()
    started = []

    def load(game):
        """What a turn does between the locks of its game and of its seats."""
        if not started:
            started.append(pool.submit(closing, change, ana))
            wait_until_awaited(started[0])
        return original(game)

    original = snapshots.load
    with ThreadPoolExecutor(1) as pool, mock.patch.object(snapshots, "load", load):
        act(game, "Ana", "open 4 4")
    started[0].result()
    assert not Seat.objects.filter(name="Ana").exists()
    assert game.actions.get(sequence=1).seat == 0


@pytest.mark.parametrize("change", [*CHANGES, sleep])
def test_who_holds_a_game_gets_a_later_one_and_then_the_person(ana, change):
    running, over = GameFactory(), GameFactory()
    end_early(over, list(over.seats.all()), timezone.now())
    with ThreadPoolExecutor(1) as pool, transaction.atomic():
        Game.objects.lock(running.pk)
        changed = pool.submit(closing, change, ana)
        wait_until_awaited(changed)
        Game.objects.lock(over.pk)
        list(Seat.objects.select_for_update().filter(game__in=[running, over]))
        User.objects.select_for_update(no_key=True).get(pk=ana.pk)
    changed.result()
