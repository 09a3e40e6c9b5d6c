"""Plays a game to its end on a clock of its own, which goes to whatever is due next: nobody waits for anything."""

import heapq
import random
from collections.abc import Callable
from contextlib import AbstractContextManager
from datetime import UTC, datetime, timedelta
from functools import partial
from itertools import count, cycle

import time_machine

import rules
from games.models import Game, Origin, Seat, UndoRequest, Vote
from games.plans.language import StandingPass
from games.replay import history, snapshots
from games.turns import edit_plans, tasks, undo, votes
from games.turns import play as turns
from notifications import presence
from notifications import tasks as notification_tasks
from notifications.models import Alert, State
from tests.factories import as_ever, person_called
from tests.services.evening.happenings import Agreed, AskedBack, Happening, Looked, Moved, PlannedToPass, Voted
from tests.services.evening.people import BOB, DAN, PEOPLE, is_within, next_time

START = datetime(2026, 5, 4, 17, 0, 12, tzinfo=UTC)
NAME = "Slow evening"
OPTIONS = rules.Options(first_game=True)
SEED = "evening"

PACE = {"move_time": 12 * 60 * 60}

MINUTE = timedelta(minutes=1)

LATE = ((DAN, 1, rules.Phase.RESOURCES), (BOB, 3, rules.Phase.RESOURCES))
"""Who decides after being warned, in which round and phase."""
TOO_LATE = (DAN, 2, rules.Phase.BUILDING)

BEGINNINGS = (Origin.PLAYER, Origin.PLAN, Origin.TIMEOUT)
"""With an action of such an origin a change begins; others come along."""

Deed = Callable[[], None]


class Delays:
    """Stands for the chance by which plans wait, so that a game is played the same way each time."""

    def __init__(self) -> None:
        self.seconds = cycle((23.0, 47.0, 31.0, 89.0))

    def uniform(self, least: float, most: float) -> float:
        return next(second for second in self.seconds if least <= second <= most)


class Evening:
    """A game and its people. ``happenings`` is what they did, in its order."""

    def __init__(
        self, clock: time_machine.Traveller, committing: Callable[[], AbstractContextManager[object]]
    ) -> None:
        self.clock, self.committing = clock, committing
        self.chance = random.Random(SEED)
        self.agenda: list[tuple[datetime, int, Deed]] = []
        self.numbers = count()
        self.happenings: list[Happening] = []
        self.decided: set[tuple[int, int]] = set()
        self.scenes = set(SCENES)
        seats = [turns.NewSeat(person.name, person_called(person.name)) for person in PEOPLE]
        with committing():
            self.game = turns.start(
                OPTIONS,
                seats,
                name=NAME,
                is_public=True,
                bot_level="easy",
                undo_by_consent=True,
                pace=PACE,
                seed=SEED,
            )

    @property
    def now(self) -> datetime:
        return datetime.now(UTC)

    def play(self) -> None:
        """Do whatever is due, at its moment, until nothing is."""
        self._prepare()
        while moment := self._next():
            assert moment > self.now, "Something stays due."
            self.clock.move_to(moment)
            self._live(moment)
            self._prepare()

    # What is due -----------------------------------------------------------------------------------------------

    def _next(self) -> datetime | None:
        """When something is due: for the people, for the game, or to be told."""
        waiting = Alert.objects.filter(state__in=[State.NEW, State.CLAIMED]).order_by("due_at")
        moments = [
            self.agenda[0][0] if self.agenda else None,
            self.game.due_at,
            waiting.values_list("due_at", flat=True).first(),
        ]
        return min((moment for moment in moments if moment is not None), default=None)

    def _live(self, moment: datetime) -> None:
        while self.agenda and self.agenda[0][0] <= moment:
            _moment, _number, deed = heapq.heappop(self.agenda)
            with self.committing():
                deed()
        self._note_moves()
        due = self._next()
        if due is None or due > moment:
            return  # people look on a thousand times
        with self.committing():
            tasks.sweep()
        self._note_moves()
        notification_tasks.sweep()

    def _at(self, moment: datetime, deed: Deed) -> None:
        heapq.heappush(self.agenda, (moment, next(self.numbers), deed))

    def _note_moves(self, by: int | None = None) -> None:
        """Note how the game has moved on, one change after the other: what needs no person belongs to what did."""
        before = self.game.sequence
        self.game = Game.objects.get(pk=self.game.pk)
        change: list[history.Move] = []
        for move in history.moves(self.game, after=before):
            if change and (move.origin in BEGINNINGS or move.made_at > change[-1].made_at):
                self.happenings.append(Moved(self.now, by, tuple(change)))
                change = []
            change.append(move)
        if change:
            self.happenings.append(Moved(self.now, by, tuple(change)))

    # What people do --------------------------------------------------------------------------------------------

    def _prepare(self) -> None:
        """Have everybody who is asked make up their mind when to decide, and scenes begin whose moment has come."""
        if self.game.is_over:
            return
        for seat in self.game.seats.filter(is_to_move=True, answers_at=None):
            if (seat.number, seat.asked_sequence or 0) not in self.decided:
                self.decided.add((seat.number, seat.asked_sequence or 0))
                self._make_up_mind(seat)
        for scene in [scene for scene in self.scenes if scene(self)]:
            self.scenes.remove(scene)

    def _make_up_mind(self, seat: Seat) -> None:
        assert seat.asked_sequence is not None
        person, moment = PEOPLE[seat.number], self._moment_for(seat)
        if moment is None:
            return
        deed = partial(self._decide, seat.number, seat.asked_sequence)
        self._at(moment, deed)
        if person.looks_on and self.chance.random() < 0.6:
            for minute in range(-2, self.chance.choice((4, 30, 90))):
                if (seen := moment + minute * MINUTE + timedelta(seconds=5)) > self.now:
                    self._at(seen, partial(self._look, seat.number))

    def _moment_for(self, seat: Seat) -> datetime | None:
        """When the owner of a seat is going to decide; None where they let the time run out."""
        person = PEOPLE[seat.number]
        if (person, self.game.round, self.game.phase) in LATE:
            assert seat.warns_at is not None
            return seat.warns_at + 40 * MINUTE
        if (person, self.game.round, self.game.phase) == TOO_LATE:
            return None
        moment = self.now + self.chance.randint(*person.takes) * MINUTE + timedelta(seconds=self.chance.randrange(60))
        if person.sleeps and is_within(moment, person.sleeps, person.zone):
            moment = next_time(moment, person.sleeps[1], person.zone) + self.chance.randint(5, 60) * MINUTE
        return moment

    def _decide(self, number: int, sequence: int) -> None:
        """Take a turn as a bot would, unless it is no longer asked for; not while somebody asks to take one back."""
        if UndoRequest.objects.filter(game=self.game).exists():
            self._at(self.now + 30 * MINUTE, partial(self._decide, number, sequence))
            return
        seat = self._seat(number)
        if seat.asked_sequence != sequence:
            return
        action = as_ever(snapshots.load(self.game), rules.Seat(number), SEED)
        turns.play(self.game, seat, action, expected=self.game.sequence)
        self._note_moves(by=number)

    def _look(self, number: int) -> None:
        if not self.game.is_over:
            presence.see(person_called(PEOPLE[number].name), self.game.pk, now=self.now)
            self.happenings.append(Looked(self.now, number))

    def plan_to_pass(self, number: int) -> None:
        edit_plans.give(self.game, self._seat(number), StandingPass(), now=self.now)
        self.happenings.append(PlannedToPass(self.now, number))

    def ask_back(self, number: int) -> None:
        undo.take_back(self.game, self._seat(number), expected=self.game.sequence)
        asked = UndoRequest.objects.get(game=self.game)
        self.happenings.append(AskedBack(self.now, number, asked.to))

    def agree(self, number: int, asker: int) -> None:
        self.happenings.append(Agreed(self.now, number))
        undo.agree(self.game, self._seat(number), asker=asker, expected=self.game.sequence)
        self._note_moves(by=number)

    def vote(self, number: int, motion: Vote.Motion) -> None:
        self.game = Game.objects.get(pk=self.game.pk)
        votes.cast(self.game, self._seat(number), motion, pauses=self.game.pauses, now=self.now)
        self.happenings.append(Voted(self.now, number, motion))

    def _seat(self, number: int) -> Seat:
        return self.game.seats.get(number=number)

    def later(self, minutes: int, deed: Callable[..., None], *arguments: object) -> None:
        """Have something done in so many minutes."""
        self._at(self.now + minutes * MINUTE + timedelta(seconds=3), partial(deed, *arguments))


def _somebody_plans_to_pass(evening: Evening) -> bool:
    """Somebody who is asked later has the site pass for them in the second round."""
    game = evening.game
    if (game.round, game.phase) != (2, rules.Phase.AUCTION):
        return False
    evening.later(2, evening.plan_to_pass, game.seats.filter(is_to_move=False).order_by("number")[1].number)
    return True


def _there_is_a_pause(evening: Evening) -> bool:
    """Cid asks for a pause, others agree, and some hours later to go on; that Dan wants to end it is in vain."""
    if (evening.game.round, evening.game.phase) != (2, rules.Phase.RESOURCES):
        return False
    for minutes, number in ((3, 2), (40, 0), (95, 3)):
        evening.later(minutes, evening.vote, number, Vote.Motion.PAUSE)
    evening.later(150, evening.vote, 3, Vote.Motion.END)
    for minutes, number in ((335, 0), (365, 1), (400, 2)):
        evening.later(minutes, evening.vote, number, Vote.Motion.RESUME)
    return True


def _somebody_takes_something_back(evening: Evening) -> bool:
    """Somebody has built, and another one after them, when they ask to take it back; the others agree one by one."""
    game, acted = evening.game, snapshots.load(evening.game).acted
    if (game.round, game.phase) != (4, rules.Phase.BUILDING) or len(acted) < 2:
        return False
    asker = acted[0]
    evening.later(4, evening.ask_back, asker)
    others = (number for number in range(len(PEOPLE)) if number != asker)
    for minutes, number in zip((25, 60, 130), others, strict=True):
        evening.later(minutes, evening.agree, number, asker)
    return True


SCENES = (_somebody_plans_to_pass, _there_is_a_pause, _somebody_takes_something_back)
"""What happens besides turns; each answers whether its moment has come, and is then set going."""
