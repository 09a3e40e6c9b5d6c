"""What happened in a game, in words: for the feed of the page, for history and for mails."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import cache, cached_property
from itertools import takewhile
from typing import overload

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

import rules
from games.models import Game, Origin, Seat
from games.replay import history
from games.replay.action_rows import TakenBack
from games.replay.history import Position
from games.story.digest import Digest
from games.story.names import Names
from games.story.sentences import Line, lines
from rules import events

RECAP_LINES = 5

MINOR = (
    events.PhaseBegan,
    events.OrderChanged,
    events.PlantDrawn,
    events.PlantRemoved,
    events.PlantBuried,
    events.PlantPiled,
    events.MarketRefilled,
    events.DiscountPlaced,
    events.DiscountLost,
    events.MarkerReturned,
    events.TrustScrappedPlant,
    events.TrustReturnedFuel,
)
"""What only changes the market or the order of play, and can be seen on the board."""


EXPLANATIONS = {
    Origin.PLAN: gettext_lazy("A plan did this."),
    Origin.FORCED: gettext_lazy("Done at once: nothing else was possible."),
    Origin.UNASKED: gettext_lazy("Done at once: the player did not have to be asked."),
    Origin.TIMEOUT: gettext_lazy("Time ran out, so the site chose with caution."),
    Origin.BOT: gettext_lazy("A bot decided this."),
}

DONE_FOR_YOU = {
    Origin.PLAN: gettext_lazy("As you planned: {sentence}"),
    Origin.FORCED: gettext_lazy("You had no choice: {sentence}"),
    Origin.UNASKED: gettext_lazy("Done for you: {sentence}"),
    Origin.TIMEOUT: gettext_lazy("Your time ran out: {sentence}"),
    Origin.BOT: gettext_lazy("A bot stood in for you: {sentence}"),
}
"""How a player is told what was done for them."""

ASIDES = {
    Origin.PLAN: gettext_lazy("%(item)s (as you planned)"),
    Origin.FORCED: gettext_lazy("%(item)s (you had no choice)"),
    Origin.UNASKED: gettext_lazy("%(item)s (done for you)"),
    Origin.TIMEOUT: gettext_lazy("%(item)s (your time ran out)"),
    Origin.BOT: gettext_lazy("%(item)s (by a bot)"),
}
"""The same in a digest."""


Known = Sequence[Position] | Mapping[int, Position]
"""Positions by their sequences: all of a game from the start on, or some of them."""


@dataclass(frozen=True, slots=True)
class Reader:
    """Who a story is told to: the owner of ``seat``, or anybody.

    Until the game is over, the plans of others are secret. If money is hidden, so is that they had no choice: most
    often they lack money.
    """

    seat: int | None
    knows_plans: bool = False
    knows_money: bool = False

    @classmethod
    def of(cls, game: Game, seat: Seat | None) -> "Reader":
        return cls(seat.number if seat else None, knows_plans=game.is_over, knows_money=not game.hides_money)

    def sees(self, origin: Origin, *, is_own: bool) -> Origin:
        """Where an action came from, as far as the reader may know; ``is_own``: it was theirs."""
        if is_own:
            return origin
        is_plan = origin is Origin.PLAN and not self.knows_plans
        is_bound = origin is Origin.FORCED and not self.knows_money
        return Origin.PLAYER if is_plan or is_bound else origin


ANYBODY = Reader(None)


@dataclass(frozen=True)
class Entry:
    """What one action brought about. Entry 0 is the start.

    ``position`` is the one it led to. ``origin`` is as far as the reader may know (:class:`Reader`); else it is that
    of an action taken in person. ``is_in_force``: it still counts, unlike what was taken back, and the taking back.
    ``leaves_out_own``: what its own seat did is not told.
    """

    position: Position
    origin: Origin | None
    is_in_force: bool
    known: Known = field(compare=False, repr=False)
    names: Names = field(compare=False, repr=False)
    leaves_out_own: bool = False

    @property
    def sequence(self) -> int:
        return self.position.sequence

    @property
    def seat(self) -> rules.Seat | None:
        return self.position.move.seat if self.position.move else None

    @property
    def made_at(self) -> datetime | None:
        return self.position.move.made_at if self.position.move else None

    @property
    def undo(self) -> TakenBack | None:
        """Where it led, if it took something back."""
        return self.position.move.undo if self.position.move else None

    @cached_property
    def events(self) -> tuple[rules.Event, ...]:
        """Found when they are wanted, like the words: most readers need only the last turns."""
        happened = self.position.state.happened
        if not self.leaves_out_own:
            return happened
        return tuple(event for event in happened if getattr(event, "seat", None) != self.seat)

    @cached_property
    def lines(self) -> tuple[Line, ...]:
        """It in words."""
        names = self.names.as_of(self.sequence)
        if self.undo and self.seat is not None:
            return (Line(_taken_back(self.known, self.undo, names.player(self.seat), names), self.seat),)
        told = lines(self.events, names)
        return tuple(told) if self.position.move else (Line(_("The game began."), None), *told)

    @property
    def is_turn(self) -> bool:
        """Whether a player took an action in person."""
        return self.origin is Origin.PLAYER and self.undo is None

    @property
    def was_taken_back(self) -> bool:
        return not self.is_in_force and self.undo is None

    @property
    def sentences(self) -> tuple[str, ...]:
        return tuple(line.words for line in self.lines)

    @property
    def note(self) -> str:
        """A word where it no longer counts, or where the site or a bot acted for a player; else empty."""
        if self.was_taken_back:
            return _("taken back")
        return str(self.origin.label) if self.origin in EXPLANATIONS else ""

    @property
    def explanation(self) -> str:
        """The note in a sentence."""
        if self.was_taken_back:
            return _("Taken back later, so it does not count.")
        return str(EXPLANATIONS[self.origin]) if self.origin in EXPLANATIONS else ""


@dataclass(frozen=True, slots=True)
class Story:
    """The entries of a game in the order of its actions, or the later ones of them; told to a seat, or to anybody."""

    entries: Sequence[Entry]
    names: Names
    told_to: int | None = None

    def after(self, sequence: int) -> "Story":
        """What happened after action ``sequence``, without what was done and taken back since."""
        later = [*takewhile(lambda entry: entry.sequence > sequence, reversed(self.entries))]
        told = tuple(entry for entry in reversed(later) if entry.is_in_force or _leads_before(entry, sequence))
        return Story(told, self.names, self.told_to)

    def since_turn_of(self, seat: Seat) -> "Story":
        """What happened since a player last acted in person; everything if they have not yet.

        The story has to be told to that player, or actions of their plans pass for their own.

        It begins with what that action brought about besides, such as a purchase after a pass. What was taken back
        does not count; that the others agreed to it is told until the player acts again.
        """
        acted, turn, told = None, None, []
        for entry in reversed(self.entries):
            if entry.seat == seat.number and entry.is_turn:
                acted = acted or entry
                if entry.is_in_force:
                    turn = entry
                    break
            if entry.is_in_force or (_was_agreed(entry) and not acted):
                told.append(entry)
        if turn:
            told.append(replace(turn, leaves_out_own=True))
        return Story(tuple(reversed(told)), self.names, seat.number)

    def recap(self) -> list[str]:
        """Each sentence that matters or, where those are more than :data:`RECAP_LINES`, a digest.

        Bids without a result yet have no digest: then the last ones are told. Readers also hear what was done for
        them, and whose time ran out.
        """
        told = [line for entry in self.entries for line in self._recapped(entry)]
        return told if len(told) <= RECAP_LINES else self._digest() or told[-RECAP_LINES:]

    def _recapped(self, entry: Entry) -> list[str]:
        if entry.undo:
            return list(entry.sentences)
        return [self._ascribed(line, entry) for line in lines(_major(entry), self.names.as_of(entry.sequence))]

    def _ascribed(self, line: Line, entry: Entry) -> str:
        """A sentence, and why no player decided it, where that matters to the reader."""
        if line.seat is None or line.seat != entry.seat:
            return line.words
        if self._is_own(entry) and entry.origin in DONE_FOR_YOU:
            return DONE_FOR_YOU[entry.origin].format(sentence=line.words)
        if entry.origin is Origin.TIMEOUT:
            name = self.names.as_of(entry.sequence).player(line.seat)
            return _("{name} ran out of time: {sentence}").format(name=name, sentence=line.words)
        return line.words

    def _is_own(self, entry: Entry) -> bool:
        """Whether the reader did it, and not a player whose seat they have taken over."""
        if entry.seat is None or entry.seat != self.told_to:
            return False
        return not self.names.had_another(entry.seat, entry.sequence)

    def _digest(self) -> list[str]:
        """One line for each subject, without bids."""
        digest = Digest(self.names)
        for entry in self.entries:
            if entry.undo:
                digest.course.extend(entry.sentences)
            digest.add(_major(entry), {entry.seat: self._aside(entry)}, self.names.as_of(entry.sequence))
        return digest.lines()

    def _aside(self, entry: Entry) -> str:
        """What a digest adds to an item; nothing where the seat decided itself."""
        if self._is_own(entry) and entry.origin in ASIDES:
            return str(ASIDES[entry.origin])
        return _("%(item)s (out of time)") if entry.origin is Origin.TIMEOUT else "%(item)s"


def of(game: Game) -> Story:
    """The whole story of a game, from its start."""
    return tell(history.positions(game), Names.of(game))


def tell(known: Sequence[Position], names: Names, reader: Reader = ANYBODY) -> Story:
    """The story of these positions, each of which follows on the one before, or takes back some of them."""
    return Story(_Entries(known, names, reader), names, reader.seat)


class _Entries(Sequence[Entry]):
    """The entries of these positions, each made when it is first read: most readers want the latest few."""

    def __init__(self, known: Sequence[Position], names: Names, reader: Reader) -> None:
        in_force = _InForce(known)

        @cache
        def entry(place: int) -> Entry:
            position = known[place]
            return _entry(known, position, names, reader, is_in_force=position.sequence in in_force)

        self._length = len(known)
        self._entry = entry

    def __len__(self) -> int:
        return self._length

    @overload
    def __getitem__(self, place: int) -> Entry: ...
    @overload
    def __getitem__(self, place: slice) -> tuple[Entry, ...]: ...
    def __getitem__(self, place: int | slice) -> Entry | tuple[Entry, ...]:
        places = range(self._length)[place]
        return self._entry(places) if isinstance(places, int) else tuple(map(self._entry, places))


class _InForce:
    """The sequences of the positions in force, looked for from the last one back as far as it is asked."""

    def __init__(self, known: Sequence[Position]) -> None:
        self._back = history.back(known)
        self._found: set[int] = set()
        self._first = known[-1].sequence + 1

    def __contains__(self, sequence: int) -> bool:
        while sequence < self._first and (position := next(self._back, None)):
            self._first = position.sequence
            self._found.add(position.sequence)
        return sequence in self._found


def tell_one(
    known: Known, sequence: int, names: Names, reader: Reader = ANYBODY, *, is_in_force: bool = True
) -> Entry:
    """The entry of one action.

    :param known: positions by their sequences: the one that the action led to and, if it went back, the one after
        the one it went back to.
    :param is_in_force: whether it still counts.
    """
    return _entry(known, known[sequence], names, reader, is_in_force=is_in_force)


def action_in_words(position: Position, names: Names) -> str:
    """What a seat did to come to a position, without the consequences."""
    told = lines(position.state.happened, names)
    return " ".join(line.words for line in told if position.move and line.seat == position.move.seat)


def _entry(known: Known, position: Position, names: Names, reader: Reader, *, is_in_force: bool) -> Entry:
    move = position.move
    if move is None:
        return Entry(position, None, is_in_force, known, names)
    is_own = move.seat == reader.seat and not names.had_another(move.seat, position.sequence)
    return Entry(position, reader.sees(move.origin, is_own=is_own), is_in_force, known, names)


def _taken_back(known: Known, undo: TakenBack, name: str, names: Names) -> str:
    words = (
        _("All agreed to go back to before this: “%(action)s”")
        if undo.agreed
        else _("%(name)s took back: “%(action)s”")
    )
    return words % {"name": name, "action": action_in_words(known[undo.to + 1], names)}


def _leads_before(entry: Entry, sequence: int) -> bool:
    """Whether it takes back something from before action ``sequence``."""
    return entry.undo is not None and entry.undo.to < sequence


def _was_agreed(entry: Entry) -> bool:
    return entry.undo is not None and entry.undo.agreed


def _major(entry: Entry) -> tuple[rules.Event, ...]:
    return tuple(event for event in entry.events if not isinstance(event, MINOR))
