"""Bots that take their time. A worker thinks for them, between two transactions, so that nothing is locked meanwhile.

A game in which such a bot is to move has the moment from which a worker may think in a column, ``Game.thinks_at``.
Who thinks puts it ahead: if they are killed, the game comes up again then. The position is what a thought is about.
Once it is another one, the thought is dropped: so of two workers one plays, and no game goes back to an old question.

Three thoughts of four go first to games with several people, the fourth to the others. Among games of a kind, people
take turns: a player with many games gets one thought, then the next player gets one.
"""

import logging
from datetime import datetime, timedelta
from itertools import cycle
from time import monotonic

from django.db import transaction
from django.db.models import Case, Count, F, OuterRef, Q, Subquery, When
from django.utils import timezone

import rules
import rules.bots
from announcements import maintenance
from games.models import Game, GameQuerySet, Origin, Seat, ThinkingTime, levels
from games.replay import snapshots
from games.turns import play
from games.turns.autoplay import Taken, take

logger = logging.getLogger(__name__)

MARGIN = timedelta(seconds=1)
"""What a worker has beyond its time to think, to load the game and to store what it does."""

COUNTS_FOR = timedelta(days=1)
"""How long it is known for whom something was thought. After some minutes it makes no difference any more."""

MOST_TRIED = 20
"""How many games a worker tries to claim, where others are quicker."""

_others_first = cycle((False, False, False, True))
"""Whether a game with one person comes first when this process thinks next: or else they could wait for ever."""


def games(now: datetime) -> GameQuerySet:
    """Games that wait for a worker to think; none while the site is maintained."""
    return Game.objects.filter(~maintenance.going_on(), thinks_at__lte=now)


def in_turn(now: datetime, *, others_first: bool = False) -> GameQuerySet:
    """The same, the one first whose turn it is: of those with several people, or else of the others."""
    clock = ThinkingTime.objects.filter(whom=OuterRef("thinks_for")).values("clock")
    counted = games(now).alias(people=Count("seats", filter=Q(seats__is_bot=False)), clock=Subquery(clock))
    is_for_one = Case(When(people__gt=1, then=0), default=1)
    kind = is_for_one.desc() if others_first else is_for_one.asc()
    return counted.order_by(kind, F("clock").asc(nulls_first=True), "thinks_at")


def run_next(*, now: datetime, seconds: float) -> bool:
    """Think in the game whose turn it is, and return whether there was one."""
    waiting = in_turn(now, others_first=next(_others_first)).values_list("pk", flat=True)
    return any(run(pk, now=now, seconds=seconds) for pk in waiting[:MOST_TRIED])


def run(pk: int, *, now: datetime, seconds: float) -> bool:
    """Think for the bot that is to move in a game, and play for it, at the cost of those for whom it is.

    Return whether this was the worker to do so: not where no bot has to think, or another worker does.

    :param seconds: how long; it takes at least one thought.
    """
    if not claim(pk, now, seconds):
        return False
    try:
        with transaction.atomic():
            game = Game.objects.lock(pk)  # or seats and position could be those of a later moment
            seat, state = next((seat for seat in game.seats.all() if seat.is_thinking), None), snapshots.load(game)
        if seat is None:  # an older release, which does not know the column, has let the game go on
            Game.objects.filter(pk=pk, sequence=game.sequence).update(thinks_at=None)
            return True
        ThinkingTime.charge(game.thinks_for, now, seconds)
        began = monotonic()
        step = think(state, rules.Seat(seat.number), seconds)
        ThinkingTime.give_back(game.thinks_for, max(0, seconds - (monotonic() - began)))
        _act(game, seat, step)
    except Exception as bug:
        bug.add_note(f"Game {pk} waits for its bot.")  # the log of a task does not say what it was for
        raise
    return True


def forget(now: datetime) -> int:
    return ThinkingTime.objects.filter(clock__lt=now - COUNTS_FOR).delete()[0]


def claim(pk: int, now: datetime, seconds: float) -> bool:
    """Have a game in which a bot has to think to oneself for a while; of several workers one succeeds."""
    until = now + timedelta(seconds=seconds) + MARGIN
    return games(now).filter(pk=pk).order_by().update(thinks_at=until) == 1


def think(state: rules.State, seat: rules.Seat, seconds: float) -> Taken:
    """What a bot does after so many seconds, or as soon as it has no doubt. If it fails, the usual one decides."""
    end, seed = monotonic() + seconds, state.setup.seed
    try:
        for action in rules.bots.thoughts(state, seat, seed):  # noqa: B007  (the last one counts)
            if monotonic() >= end:
                break
        return take(state, seat, action, Origin.BOT)
    except Exception:
        # Position and seed stay as they are, so it would fail each time, and the game would never go on.
        logger.exception("A bot that thinks has failed, and the usual one decides for it.")
        return take(state, seat, rules.bots.decide(state, seat, seed, levels.USUAL), Origin.BOT)


def _act(thought_about: Game, thinker: Seat, step: Taken) -> None:
    """Play, if the game still waits for the same decision of this bot and the site is not maintained."""
    with transaction.atomic():
        game = Game.objects.lock(thought_about.pk)
        seats = play.seats_of(game)
        is_late = game.sequence != thought_about.sequence or not seats[thinker.number].is_thinking
        if not is_late and not maintenance.current():
            play.go_on(game, seats, timezone.now(), [step])
