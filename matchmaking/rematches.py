"""Playing again with the same people: a table like that of a game which is over, with their places kept for them.

The first player to press opens it, and the others are told. There is one such table for a game, however many press.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.contrib.auth.models import AnonymousUser
from django.db import transaction
from django.utils.translation import gettext as _

import rules
from accounts.models import User
from games.models import Game, Seat, levels
from matchmaking import practice, tables
from matchmaking.models import LONGEST_NAME, Table, TableRefused
from notifications import outbox

LEAST_PEOPLE = 2  # a player against bots alone practises again instead


@dataclass(frozen=True, slots=True)
class Offer:
    """What a player can press to play a game again.

    ``table`` is that of the first who did; ``sits``: they are there.
    """

    game: Game
    table: Table | None
    sits: bool


def offer(game: Game, user: User | AnonymousUser) -> Offer | None:
    """What a person can press after a game; None for those who did not play it to the end, and before its end."""
    seats = list(game.seats.all())
    if not user.is_authenticated or _objection(game, seats, user) is not None:
        return None
    table = of(game)
    sits = table is not None and table.seats.filter(user=user).exists()
    if table is not None and table.game_id is not None and not sits:
        return None
    return Offer(game, table, sits)


def of(game: Game) -> Table | None:
    return Table.objects.filter(follows=game, closed_at=None).first()


def play_again(game: Game, user: User, *, is_reversed: bool, now: datetime) -> Table:
    """Open a table like that of a game which is over, or join the one that another player has opened.

    Bots take their seats at once. Seats of people are kept for them, unless they had left the game.
    """
    with transaction.atomic():
        game = Game.objects.lock(game.pk)
        seats = list(game.seats.select_related("user"))
        if objection := _objection(game, seats, user):
            raise TableRefused(objection)
        table = of(game)
        if table is None:
            practice.lock_person(user)
            return _open(game, seats, user, is_reversed=is_reversed, now=now)
        if table.seats.filter(user=user).exists():
            return table
        if table.game_id is not None:
            raise TableRefused(_("The others have begun already. Open a table of your own to play again."))
        return tables.join(table, user)


def _objection(game: Game, seats: Iterable[Seat], user: User) -> str | None:
    people = [seat for seat in seats if not seat.is_bot]
    if not game.is_over:
        return _("This game is not over.")
    if game.studied_by_id is not None or all(seat.user_id != user.pk for seat in people):
        return _("Only those who played this game can play it again.")
    if len(people) < LEAST_PEOPLE:
        return _("This was a game against bots alone. Start another one to practise.")
    return None


def _open(game: Game, seats: Sequence[Seat], user: User, *, is_reversed: bool, now: datetime) -> Table:
    placed = {(len(seats) - 1 - seat.number) if is_reversed else seat.number: seat for seat in seats}
    kept = {
        number: seat.user
        for number, seat in sorted(placed.items())
        if seat.user and _may_come(seat, unless=user, now=now)
    }
    taken = {number: seat.user for number, seat in placed.items() if seat.is_bot or seat.user_id == user.pk}
    table = tables.open_for(_like(game, seats, user), seats=taken, kept=kept, now=now)
    outbox.tell(kept.values(), "rematch", game.pk, table.pk, now=now)
    return table


def _may_come(seat: Seat, *, unless: User, now: datetime) -> bool:
    person = seat.user
    return (
        person is not None
        and person != unless
        and person.is_active
        and not person.is_banned(now)
        and not person.is_guest
        and seat.absent_since is None
    )


def _like(game: Game, seats: Sequence[Seat], host: User) -> Table:
    setup = game.read_setup()
    options = {name: getattr(setup.options, name) for name in rules.Options.__struct_fields__}
    former = Table.objects.filter(game=game).first()
    return Table(
        host=host,
        name=_next_name(game.name),
        follows=game,
        players=len(seats),
        chosen_areas=list(setup.areas) if setup.options.areas == "host" else [],
        is_public=game.is_public,
        invited_only=former is not None and former.invited_only and not game.is_public,
        undo_by_consent=game.undo_by_consent,
        bot_level=next((seat.bot_level for seat in seats if seat.is_bot), levels.USUAL),
        least_reliability=former.least_reliability if former else 0,
        ratings=former.ratings if former else "",
        **{name: "" if value is None else value for name, value in options.items()},
        **game.pace,
    )


def _next_name(name: str) -> str:
    """What the next game of a series is called: "Friday round (2)" after "Friday round"."""
    found = re.fullmatch(r"(.+) \((\d{1,3})\)", name)
    series, number = (found[1], int(found[2])) if found else (name, 1)
    suffix = f" ({number + 1})"
    return series[: LONGEST_NAME - len(suffix)].rstrip() + suffix
