"""What players agree on: to pause the game, to go on, to end it; and how they give each other time.

Each change is one transaction that locks the game first. To vote twice for the same is to vote once. Bots have no
vote, and neither have players for whom one stands in.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.clock import clocks, due
from games.models import Agreement, Game, Seat, Vote
from games.turns import decisions, play

Motion = Vote.Motion

MOST_PAUSES = 3
"""How often a game can be paused."""

LONGEST_PAUSE = timedelta(days=14)
"""After that the game goes on by itself."""

GIFT = timedelta(hours=24)
"""The time that one player can give another for a decision."""

MOST_GIFTS = 2
"""How many of the others can do so."""


class VoteRefused(Exception):
    """It cannot be voted on, or time cannot be given; the sentence says why. Nothing was stored."""


def motions(game: Game, seats: Sequence[Seat]) -> tuple[Motion, ...]:
    """What can be voted on at present."""
    possible = {
        Motion.PAUSE: game.has_clock and game.paused_at is None and game.pauses < MOST_PAUSES,
        Motion.RESUME: game.paused_at is not None,
        Motion.END: not decisions.is_alone(seats),
    }
    return () if game.is_over else tuple(motion for motion, is_possible in possible.items() if is_possible)


def takes(seats: Sequence[Seat], motion: Motion) -> int:
    """How many votes it takes: more than half of the players who are there; to end the game, all of them."""
    people = len(_present(seats))
    return people if motion is Motion.END else people // 2 + 1


def cast(game: Game, seat: Seat, motion: Motion, *, pauses: int, now: datetime) -> Game:
    """Note what a seat wants, and do it where enough want it. What has been done meanwhile is not done again.

    :param pauses: how many pauses of the game the player had seen: a vote does not count for the next one.
    :raises VoteRefused: it cannot be voted on, or not by this seat.
    """
    with transaction.atomic():
        game, seats = _lock(game, seat)
        if not _is_done(game, motion, pauses):
            _refuse_unless_possible(game, seats, seats[seat.number], motion)
            _vote, is_new = Vote.objects.get_or_create(
                game=game, motion=motion, seat=seat.number, defaults={"cast_at": now}
            )
            if is_new and not _carry_out(game, seats, now):
                game.make_known()
                _call(game, seats, seat, motion, now)
    return game


def withdraw(game: Game, seat: Seat, motion: Motion) -> Game:
    """Withdraw a vote."""
    with transaction.atomic():
        game, _seats = _lock(game, seat)
        if Vote.objects.filter(game=game, motion=motion, seat=seat.number).delete()[0]:
            game.make_known()
    return game


def recount(game: Game, seats: Sequence[Seat], now: datetime) -> None:
    """Count the votes of a locked game anew: without a player who has gone it may take fewer."""
    if not game.is_over:
        Vote.objects.filter(game=game).exclude(seat__in=_present(seats)).delete()
        _carry_out(game, seats, now)


def end_pause(game: Game, seats: Sequence[Seat], now: datetime) -> None:
    """Let a locked game go on whose pause has reached its limit."""
    _note(game, Motion.RESUME, [], now)
    _go_on(game, seats, now)


def give_time(game: Game, seat: Seat, number: int, *, asked: int, now: datetime) -> Game:
    """Give another player more time for their present decision. Each player can do so once, and only a few can.

    :param number: the seat that is to have it.
    :param asked: how many actions had been taken when it was asked; if it has decided since, nothing happens.
    :raises VoteRefused: there is no time to give, it was given often enough, or this seat cannot give any.
    """
    with transaction.atomic():
        game, seats = _lock(game, seat)
        receiver = next((other for other in seats if other.number == number != seat.number), None)
        if receiver is None:
            raise VoteRefused(_("You can only give time to other players of this game who are to move."))
        if receiver.asked_sequence == asked and seat.number not in receiver.extra_from:
            _refuse_gift(game, seats[seat.number], receiver)
            receiver.extra_from = [*receiver.extra_from, seat.number]
            clocks.extend(game, receiver, GIFT)
            receiver.save(update_fields=clocks.COLUMNS)
            due.store(game, seats)
            game.make_known()
    return game


def may_be_given(game: Game, receiver: Seat) -> bool:
    """Whether a seat is asked whose time can be made longer."""
    return receiver.is_to_move and clocks.has_clock(game, receiver) and len(receiver.extra_from) < MOST_GIFTS


def with_calls(seats: QuerySet[Seat]) -> QuerySet[Seat]:
    """Note for each seat, as ``is_called``, whether it has yet to vote on something."""
    own = Vote.objects.filter(game=OuterRef("game"), motion=OuterRef("motion"), seat=OuterRef(OuterRef("number")))
    return seats.annotate(is_called=Exists(Vote.objects.filter(~Exists(own), game=OuterRef("game"))))


def _lock(game: Game, seat: Seat) -> tuple[Game, list[Seat]]:
    game, seats = play.lock(game, seat)
    present = seats[seat.number]
    if present.user_id != seat.user_id:
        raise VoteRefused(_("%(name)s has taken over your seat and plays on for you.") % {"name": present.name})
    return game, seats


def _present(seats: Sequence[Seat]) -> list[int]:
    return [seat.number for seat in seats if not seat.plays_itself]


def _is_done(game: Game, motion: Motion, pauses: int) -> bool:
    """Whether what a player wants was done since they looked, or another pause began."""
    if motion is Motion.END:
        return game.ended_early
    return game.pauses != pauses or (game.paused_at is None) == (motion is Motion.RESUME)


def _refuse_unless_possible(game: Game, seats: Sequence[Seat], seat: Seat, motion: Motion) -> None:
    if game.is_over:
        raise VoteRefused(_("The game is over."))
    if seat.plays_itself:
        raise VoteRefused(_("A bot plays for you. Come back to the game first, then vote."))
    if motion is Motion.PAUSE and game.pauses >= MOST_PAUSES:
        words = ngettext(
            "This game was paused %(count)d time, and cannot be paused again.",
            "This game was paused %(count)d times, and cannot be paused again.",
            game.pauses,
        )
        raise VoteRefused(words % {"count": game.pauses})
    if motion not in motions(game, seats):
        raise VoteRefused(_("There is nothing to vote on: no player waits for another here."))


def _refuse_gift(game: Game, seat: Seat, receiver: Seat) -> None:
    if seat.plays_itself:
        raise VoteRefused(_("A bot plays for you. Come back to the game first, then give time to others."))
    if len(receiver.extra_from) >= MOST_GIFTS:
        words = ngettext(
            "%(name)s was given more time %(count)d time already, and cannot be given more.",
            "%(name)s was given more time %(count)d times already, and cannot be given more.",
            MOST_GIFTS,
        )
        raise VoteRefused(words % {"name": receiver.name, "count": MOST_GIFTS})
    if not may_be_given(game, receiver):
        raise VoteRefused(_("No clock runs for %(name)s.") % {"name": receiver.name})


def _carry_out(game: Game, seats: Sequence[Seat], now: datetime) -> bool:
    """Do what enough people want; at most one thing can be done at a time."""
    votes = list(Vote.objects.filter(game=game).order_by("pk").values_list("motion", "seat"))
    for motion in reversed(motions(game, seats)):
        agreed = [seat for wanted, seat in votes if wanted == motion]
        if len(agreed) >= takes(seats, motion) > 0:
            _note(game, motion, agreed, now)
            match motion:
                case Motion.PAUSE:
                    _pause(game, seats, now)
                case Motion.RESUME:
                    _go_on(game, seats, now)
                case Motion.END:
                    play.end_early(game, seats, now)
            return True
    return False


def _pause(game: Game, seats: Sequence[Seat], now: datetime) -> None:
    clocks.hold(game, seats, now)
    game.paused_at, game.resumes_at, game.pauses = now, now + LONGEST_PAUSE, game.pauses + 1
    _store_pause(game, seats)


def _go_on(game: Game, seats: Sequence[Seat], now: datetime) -> None:
    game.paused_at = game.resumes_at = None
    clocks.go_on(game, seats, now)
    _store_pause(game, seats)


def _note(game: Game, motion: Motion, agreed: Sequence[int], now: datetime) -> None:
    Agreement.objects.create(game=game, motion=motion, seats=agreed, sequence=game.sequence, made_at=now)


def _store_pause(game: Game, seats: Sequence[Seat]) -> None:
    Vote.objects.filter(game=game, motion__in=[Motion.PAUSE, Motion.RESUME]).delete()
    decisions.store(seats)
    game.news += 1
    game.save(update_fields=["paused_at", "resumes_at", "pauses", "news"])
    due.store(game, seats)


def _call(game: Game, seats: Sequence[Seat], caller: Seat, motion: Motion, now: datetime) -> None:
    """Tell the others that a vote has begun; once in each position, however often votes change."""
    if Vote.objects.filter(game=game, motion=motion).count() == 1:
        others = [seats[number] for number in _present(seats) if number != caller.number]
        moment = game.sequence * (MOST_PAUSES + 1) + game.pauses  # one number in each position and after each pause
        number = moment * len(Motion) + list(Motion).index(motion)
        decisions.tell("vote_open", game, others, now, sequence=number)


def motion_of(number: int) -> Motion:
    """What is voted on, by the number of an alert that calls for it."""
    return list(Motion)[number % len(Motion)]
