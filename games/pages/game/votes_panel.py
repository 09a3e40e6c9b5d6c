"""What players can agree on about their time, and what they are about to, as one of them is told."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta

from django.db.models import QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.statements import written_once
from games.models import Game, Seat, Vote
from games.story.names import in_words
from games.turns import votes
from games.turns.votes import Motion


@dataclass(frozen=True, slots=True)
class Ballot:
    """Something that can be voted on; ``sentence`` says who wants it so far, and is empty where nobody does."""

    motion: Motion
    sentence: str
    has_voted: bool
    takes: int

    @property
    def is_final(self) -> bool:
        """Whether it cannot be taken back, so that the page asks twice."""
        return self.motion is Motion.END

    @property
    def is_news(self) -> bool:
        """Whether others want it, and the viewer has not said whether they do."""
        return bool(self.sentence) and not self.has_voted


@dataclass(frozen=True, slots=True)
class Receiver:
    """A player who can be given more time for their decision."""

    number: int
    name: str
    asked: int


@dataclass(frozen=True, slots=True)
class VotesPanel:
    """``calls`` stand beside what is asked: what has votes already, and to go on with a paused game, always.

    ``open`` has the rest, without votes. ``gifts`` tell who has given time to which player.
    ``pauses`` is how many there were, by which the votes for one are told from those for the next. The figures after
    it are what can be agreed on: how long a pause is, how many there are, how much one gives, how many can.
    """

    calls: tuple[Ballot, ...]
    open: tuple[Ballot, ...]
    receivers: tuple[Receiver, ...]
    gifts: tuple[str, ...]
    pauses: int
    pause_days: int = votes.LONGEST_PAUSE.days
    most_pauses: int = votes.MOST_PAUSES
    gift_hours: int = votes.GIFT // timedelta(hours=1)
    most_gifts: int = votes.MOST_GIFTS

    @property
    def called(self) -> tuple[str, ...]:
        """The motions beside what is asked."""
        return tuple(ballot.motion.value for ballot in self.calls)

    @property
    def announcement(self) -> str:
        """What those who cannot see it have to hear: what waits for their vote."""
        return " ".join(ballot.sentence for ballot in self.calls if ballot.is_news)


@written_once
def _votes(game: int) -> QuerySet[Vote, tuple[str, int]]:
    return Vote.objects.filter(game=game).order_by("pk").values_list("motion", "seat")


def votes_panel(game: Game, mine: Seat | None) -> VotesPanel | None:
    """What the owner of a seat is shown; None for all who have no vote. Uses seats that were prefetched.

    One query, or none where there is nothing to vote on.
    """
    seats = list(game.seats.all())
    motions = votes.motions(game, seats)
    if mine is None or mine.plays_itself or not motions:
        return None
    voters: dict[str, list[int]] = {motion: [] for motion in motions}
    for motion, seat in _votes(game.pk):
        if motion in voters:
            voters[motion].append(seat)
    ballots = [_ballot(motion, seats, voters[motion], mine) for motion in motions]
    return VotesPanel(
        calls=tuple(ballot for ballot in ballots if _is_call(ballot)),
        open=tuple(ballot for ballot in ballots if not _is_call(ballot)),
        receivers=tuple(_receiver(seat) for seat in seats if _may_receive(game, mine, seat)),
        gifts=tuple(_gift(seats, seat, mine) for seat in seats if seat.extra_from),
        pauses=game.pauses,
    )


def _ballot(motion: Motion, seats: Sequence[Seat], voters: Sequence[int], mine: Seat) -> Ballot:
    takes = votes.takes(seats, motion)
    sentence = _sentence(motion, seats, voters, mine, takes) if voters else ""
    return Ballot(motion, sentence, has_voted=mine.number in voters, takes=takes)


def _is_call(ballot: Ballot) -> bool:
    return bool(ballot.sentence) or ballot.motion is Motion.RESUME


def _sentence(motion: Motion, seats: Sequence[Seat], voters: Sequence[int], mine: Seat, takes: int) -> str:
    values = {"names": _names(seats, voters, mine), "votes": len(voters), "takes": takes}
    is_many = 2 if len(voters) > 1 or mine.number in voters else 1  # "You want", as well
    match motion:
        case Motion.PAUSE:
            words = ngettext(
                "%(names)s wants to pause the game: %(votes)d of %(takes)d votes.",
                "%(names)s want to pause the game: %(votes)d of %(takes)d votes.",
                is_many,
            )
        case Motion.RESUME:
            words = ngettext(
                "%(names)s wants to go on with the game: %(votes)d of %(takes)d votes.",
                "%(names)s want to go on with the game: %(votes)d of %(takes)d votes.",
                is_many,
            )
        case Motion.END:
            words = ngettext(
                "%(names)s wants to end the game without a winner: %(votes)d of %(takes)d votes.",
                "%(names)s want to end the game without a winner: %(votes)d of %(takes)d votes.",
                is_many,
            )
    return words % values


def _names(seats: Sequence[Seat], numbers: Sequence[int], mine: Seat) -> str:
    """Who it is, the viewer first."""
    own = [_("You")] if mine.number in numbers else []
    return in_words([*own, *(seats[number].name for number in numbers if number != mine.number)])


def _may_receive(game: Game, mine: Seat, seat: Seat) -> bool:
    return seat.number != mine.number and mine.number not in seat.extra_from and votes.may_be_given(game, seat)


def _receiver(seat: Seat) -> Receiver:
    return Receiver(seat.number, seat.name, seat.asked_sequence or 0)


def _gift(seats: Sequence[Seat], seat: Seat, mine: Seat) -> str:
    hours = seat.extra // 3600
    values = {"givers": _names(seats, seat.extra_from, mine), "name": seat.name, "hours": hours}
    if seat.number == mine.number:
        words = ngettext(
            "%(givers)s gave you %(hours)d hour more for this decision.",
            "%(givers)s gave you %(hours)d hours more for this decision.",
            hours,
        )
    else:
        words = ngettext(
            "%(givers)s gave %(name)s %(hours)d hour more for this decision.",
            "%(givers)s gave %(name)s %(hours)d hours more for this decision.",
            hours,
        )
    return words % values
