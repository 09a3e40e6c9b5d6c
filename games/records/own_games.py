"""The games that somebody has, or had, a seat in, as they take them along: how they went, and what they did.

Nothing else of a game is in it: its deck, its seed and the actions of others are not theirs.
"""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.conf import settings
from django.db.models import Prefetch, Q
from django.utils.translation import gettext as _

from accounts.belongings import Row, Sheet
from accounts.models import User
from games.models import Absence, Action, Game, Origin, Seat, StandingPlan, Vote

BATCH = 20
"""How many games are in memory together."""


@dataclass(frozen=True, slots=True)
class Tenure:
    """That somebody had a seat from after one action up to another; ``until`` is None where they still have it."""

    seat: int
    after: int
    until: int | None

    def covers(self) -> Q:
        """The actions of that seat in that time."""
        covered = Q(seat=self.seat, sequence__gt=self.after)
        return covered if self.until is None else covered & Q(sequence__lte=self.until)


def sheets(user: User) -> Iterator[Sheet]:
    yield Sheet(
        "games",
        _("Your games: who played, how they ended, when you were away, and every action of your own."),
        ("games.Seat.user", "games.Absence.user", "games.Absence.substitute"),
        _games(user),
    )


def tenures(game: Game, user: User) -> list[Tenure]:
    """The times in which a person had seats of a game; uses seats and absences that were prefetched."""
    found = []
    for seat in game.seats.all():
        after = 0
        for absence in sorted(seat.absences.all(), key=lambda absence: absence.pk):
            if absence.substitute_id is None or absence.ended_sequence is None:
                continue
            if absence.user_id == user.pk:
                found.append(Tenure(seat.number, after, absence.ended_sequence))
            after = absence.ended_sequence
        if seat.user_id == user.pk:
            found.append(Tenure(seat.number, after, None))
    return found


def _games(user: User) -> Iterator[Row]:
    # As numbers, each kind by an index: one query that is read slowly would hold up whoever writes.
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
            yield _game(game, user)


def _game(game: Game, user: User) -> Row:
    had = tenures(game, user)
    return {
        "name": game.name,
        "page": f"{settings.SITE_URL}{game.get_absolute_url()}",
        "map": game.map,
        "edition": game.edition,
        "is_public": game.is_public,
        "began_at": game.created_at,
        "ended_at": game.finished_at,
        "was_given_up": game.ended_early,
        "seats": [_seat(game, seat, user) for seat in game.seats.all()],
        "added_to_the_seed": [words for seat, words in game.shares if _had_first(had, seat)],
        "you_were_away": [_absence(absence) for seat in game.seats.all() for absence in seat.absences.all()
                          if absence.user_id == user.pk],
        "your_plans": _plans(game, user),
        "your_votes": _votes(game, user),
        "your_actions": _actions(game, had),
    }  # fmt: skip


def _had_first(had: Sequence[Tenure], seat: int) -> bool:
    """Whether somebody had a seat when the game began."""
    return any(tenure.seat == seat and tenure.after == 0 for tenure in had)


def _seat(game: Game, seat: Seat, user: User) -> Row:
    told: dict[str, object] = {"seat": seat.number + 1, "name": seat.name, "is_bot": seat.is_bot}
    if game.is_over:
        told |= {"place": seat.rank, "cities_powered_at_the_end": seat.powered}
    if seat.user_id == user.pk:
        told |= {
            "is_you": True,
            "decisions_in_time": seat.turns,
            "decisions_missed": seat.misses,
            "powers_its_cities_by_itself": seat.powers_itself,
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
    return [
        {"for": plan.get_slot_display(), "given_at": plan.given_at, "plan": json.loads(plan.body)} for plan in plans
    ]


def _votes(game: Game, user: User) -> list[Row]:
    numbers = [seat.number for seat in game.seats.all() if seat.user_id == user.pk]
    votes = Vote.objects.filter(game=game, seat__in=numbers).order_by("pk")
    return [{"to": vote.get_motion_display(), "at": vote.cast_at} for vote in votes]


def _actions(game: Game, had: Sequence[Tenure]) -> list[Row]:
    """Their own actions, also those that time, or the lack of a choice, made for them; but for a bot's."""
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
