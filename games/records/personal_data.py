"""Seats that follow their players: to a new name, to another account, through their calendar, off the site.

Players can export how their games went, and what they did. The deck, the seed and the actions of others are not
theirs.
"""

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import datetime

from django.conf import settings
from django.db.models import Exists, F, OuterRef, Prefetch, Q
from django.utils.translation import gettext as _

from accounts.belongings import Row, Sheet
from accounts.models import User
from games.clock import clocks, due
from games.models import Absence, Action, Game, Origin, Seat, StandingPlan, Vote, WhatIf
from games.models.damaged import stepping_over
from games.models.game import GameQuerySet
from games.turns.absence import AbsenceRefused, leave
from notifications.models import Alert
from notifications.personal_data import forget_name
from talk.models import Message

BATCH = 20
"""How many games are in memory together."""
FORGOTTEN = ()
KEPT = ("games.Seat.user", "games.Absence.user", "games.Absence.substitute")
"""Games stay whole: they can be looked through, replayed and rated."""


def rename(user: User) -> None:
    """Show a new name in the games that run; those that are over keep the old one.

    Guests did not choose their first name, so all their games take the new one.
    """
    _tell_all(user)
    seats = Seat.objects.filter(user=user)
    (seats if user.is_guest else seats.filter(game__finished_at=None)).update(name=user.name)


def pass_on(giver: User, receiver: User) -> None:
    """Give seats to another account, which plays on under its own name, with the lines that were tried.

    Games in which the receiver has or had a seat stay as they are: nobody plays against themselves.
    """
    _tell_all(giver)
    theirs = Game.objects.filter(Q(seats__user=receiver) | Q(seats__absences__user=receiver))
    taken = list(theirs.distinct().values_list("pk", flat=True))
    Seat.objects.filter(user=giver).exclude(game__in=taken).update(user=receiver, name=receiver.name)
    Absence.objects.filter(user=giver).exclude(seat__game__in=taken).update(user=receiver)
    Absence.objects.filter(substitute=giver).exclude(seat__game__in=taken).update(substitute=receiver)
    WhatIf.objects.filter(user=giver).exclude(game__in=taken).exclude(game__what_ifs__user=receiver).update(
        user=receiver
    )


def export(user: User) -> Iterator[Sheet]:
    about = _("Your games: who played, how they ended, when you were away, and all your actions.")
    yield Sheet("games", about, KEPT, _games(user))


def erase(user: User, *, now: datetime) -> None:
    """Leave all games that run; from now on all games name a former player.

    Games against bots end. All are locked, those left before as well: the player could be coming back.
    """
    leave_all(user, now)
    StandingPlan.objects.filter(seat__user=user).delete()
    _forget_in_alerts(user)
    Seat.objects.filter(user=user).update(name=user.name)


def _forget_in_alerts(user: User) -> None:
    """Forget what the others were told of a person, by the name of each game, as those that are over keep it."""
    games = list(named_in(user).values_list("pk", flat=True))
    players = Seat.objects.filter(game__in=games, user__isnull=False).values("user")
    absent = Absence.objects.filter(seat__game__in=games).values("user")
    told = Alert.objects.filter(Q(recipient__in=players) | Q(recipient__in=absent), subject_id__in=games)
    names = {User.objects.get(pk=user.pk).name, *Seat.objects.filter(user=user).values_list("name", flat=True)}
    for former in names - {user.name}:
        forget_name(former, told)


def leave_all(user: User, now: datetime) -> None:
    """Leave all games that run. A bot stands in, and others can take over the seats."""
    _tell_all(user)
    for game in list(Game.objects.filter(finished_at=None, seats__user=user).order_by("pk")):
        with suppress(AbsenceRefused):  # since the query it has ended, or another has the seat
            leave(game, user, now=now)


def _tell_all(user: User) -> None:
    """Lock all games that name a person, and let open pages show the new name."""
    Game.objects.filter(pk__in=lock_all(user)).update(news=F("news") + 1)


def lock_all(user: User) -> list[int]:
    """Lock all games that name a person, and return their ids."""
    return list(named_in(user).lock_each().values_list("pk", flat=True))


def named_in(user: User) -> GameQuerySet:
    """The games that name a person: as a player, as a former one, or as somebody who wrote in their conversation."""
    playing = Seat.objects.filter(user=user).values("game")
    absent = Absence.objects.filter(Q(user=user) | Q(substitute=user)).values("seat__game")
    talked = Message.objects.filter(author=user).values("conversation")
    return Game.objects.filter(Q(pk__in=playing) | Q(pk__in=absent) | Q(conversation__in=talked))


def is_playing(user: OuterRef) -> Exists:
    """Whether a person has a seat in a game that runs, for a query about people."""
    return Exists(Seat.objects.filter(user=user, game__finished_at=None))


def lock_clocks(user: User) -> list[Game]:
    """Lock and return all games that a person plays: any could be about to ask them by the former calendar."""
    playing = Seat.objects.filter(user=user, game__finished_at=None).values("game")
    return list(Game.objects.filter(pk__in=playing).lock_each())


@contextmanager
def follow_calendar(user: User, now: datetime) -> Iterator[None]:
    """Let a person's clocks go by a new calendar from now on; what has passed counts by the former one."""
    games = lock_clocks(user)  # once more: one may have begun, up to the lock of the person
    ticking = list(Seat.objects.filter(game__in=games, user=user, ticks_from__isnull=False).select_related("game"))
    for seat in ticking:
        seat.user = user
        clocks.hold(seat.game, [seat], now)
    yield
    for seat in ticking:
        clocks.go_on(seat.game, [seat], now)
        seat.save(update_fields=clocks.COLUMNS)
        due.store(seat.game, list(seat.game.seats.all()))
    Game.objects.filter(pk__in=[game.pk for game in games]).update(news=F("news") + 1)


@dataclass(frozen=True, slots=True)
class Tenure:
    """A person had a seat from after one action up to another; ``until`` is None where they still have it."""

    seat: int
    after: int
    until: int | None

    def covers(self) -> Q:
        covered = Q(seat=self.seat, sequence__gt=self.after)
        return covered if self.until is None else covered & Q(sequence__lte=self.until)


def _tenures(game: Game, user: User) -> list[Tenure]:
    """The times in which a person had seats of a game; uses seats and absences that were prefetched by id."""
    found = []
    for seat in game.seats.all():
        after = 0
        for absence in seat.absences.all():
            if absence.substitute_id is None or absence.ended_sequence is None:
                continue
            if absence.user_id == user.pk:
                found.append(Tenure(seat.number, after, absence.ended_sequence))
            after = absence.ended_sequence
        if seat.user_id == user.pk:
            found.append(Tenure(seat.number, after, None))
    return found


def _games(user: User) -> Iterator[Row]:
    # As numbers, each kind by an index: one query that is read slowly would hold up those who write.
    numbers = sorted(
        {
            *Seat.objects.filter(user=user).values_list("game", flat=True),
            *Absence.objects.filter(user=user).values_list("seat__game", flat=True),
            *Absence.objects.filter(substitute=user).values_list("seat__game", flat=True),
        }
    )
    for first in range(0, len(numbers), BATCH):
        games = Game.objects.filter(pk__in=numbers[first : first + BATCH]).defer("setup").order_by("pk")
        for game in games.prefetch_related("seats", Prefetch("seats__absences", Absence.objects.order_by("pk"))):
            yield _as_far_as_it_is_whole(game, user)


def _as_far_as_it_is_whole(game: Game, user: User) -> Row:
    with stepping_over(Game, game.pk):
        return _game(game, user)
    return {**_game_in_brief(game), "is_damaged": True}


def _game_in_brief(game: Game) -> Row:
    return {"name": game.name, "page": f"{settings.SITE_URL}{game.get_absolute_url()}"}


def _game(game: Game, user: User) -> Row:
    had = _tenures(game, user)
    first = {tenure.seat for tenure in had if not tenure.after}
    return {
        **_game_in_brief(game),
        "map": game.map,
        "edition": game.edition,
        "is_public": game.is_public,
        "began_at": game.created_at,
        "ended_at": game.finished_at,
        "was_given_up": game.ended_early,
        "seats": [_seat(game, seat, user) for seat in game.seats.all()],
        "added_to_the_seed": [words for seat, words in game.shares if seat in first],
        "you_were_away": [_absence(absence) for seat in game.seats.all() for absence in seat.absences.all()
                          if absence.user_id == user.pk],
        "your_plans": _plans(game, user),
        "your_votes": _votes(game, user),
        "your_actions": _actions(game, had),
    }  # fmt: skip


def _seat(game: Game, seat: Seat, user: User) -> Row:
    told: dict[str, object] = {"seat": seat.number + 1, "name": seat.name, "is_bot": seat.is_bot}
    if seat.is_bot:
        told |= {"level": seat.level}
    if game.is_over:
        told |= {"place": seat.rank, "cities_powered_at_the_end": seat.powered}
    if seat.user_id == user.pk:
        told |= {
            "is_you": True,
            "decisions_in_time": seat.turns,
            "decisions_missed": seat.misses,
            "powering": seat.get_powering_display(),
        }
    return told


def _absence(absence: Absence) -> Row:
    return {
        "since": absence.began_at,
        "until": absence.ended_at,
        "reason": str(Absence.Reason(absence.reason).label),
        "somebody_took_over": absence.substitute_id is not None,
    }


def _plans(game: Game, user: User) -> list[Row]:
    plans = StandingPlan.objects.filter(seat__game=game, seat__user=user).order_by("pk")
    return [{"for": row.get_slot_display(), "given_at": row.given_at, "plan": json.loads(row.body)} for row in plans]


def _votes(game: Game, user: User) -> list[Row]:
    numbers = [seat.number for seat in game.seats.all() if seat.user_id == user.pk]
    votes = Vote.objects.filter(game=game, seat__in=numbers).order_by("pk")
    return [{"to": vote.get_motion_display(), "at": vote.cast_at} for vote in votes]


def _actions(game: Game, had: Sequence[Tenure]) -> list[Row]:
    """The actions of their seats, without those of bots."""
    if not had:
        return []
    covered = Q()
    for tenure in had:
        covered |= tenure.covers()
    actions = Action.objects.filter(covered, game=game).exclude(origin=Origin.BOT).order_by("sequence")
    return [
        {
            "number": action.sequence,
            "at": action.created_at,
            "made_by": action.get_origin_display(),
            "action": json.loads(action.body),
        }
        for action in actions
    ]
