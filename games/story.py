"""What happened in a game, in words: for the feed of the page, for history and for mails."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

import rules
from games import history
from games.cast import Cast, in_words
from games.history import Position
from games.models import Game, Origin, Seat
from games.sentences import sentence, sentences
from rules import events

RECAP_LINES = 5

MINOR = (
    events.PhaseBegan,
    events.OrderChanged,
    events.PlantDrawn,
    events.PlantRemoved,
    events.PlantBuried,
    events.MarketRefilled,
)
"""What only changes the market or the order of things, and is seen on the board anyway."""


@dataclass(frozen=True, slots=True)
class Entry:
    """What one action brought about. Entry 0 is the start, which nobody brought about.

    ``sequence`` is that of the position it led to.
    """

    sequence: int
    seat: rules.Seat | None
    origin: Origin | None
    made_at: datetime | None
    events: tuple[rules.Event, ...]
    sentences: tuple[str, ...]

    @property
    def note(self) -> str:
        """Says so where the site or a bot acted instead of a person; empty otherwise."""
        return "" if self.origin in {None, Origin.PLAYER} else str(self.origin.label)


@dataclass(frozen=True, slots=True)
class Story:
    """The entries of a game in the order of its actions, or the later ones of them."""

    entries: tuple[Entry, ...]
    cast: Cast

    def after(self, sequence: int) -> "Story":
        """What happened after action ``sequence``."""
        return Story(tuple(entry for entry in self.entries if entry.sequence > sequence), self.cast)

    def since_turn_of(self, seat: Seat) -> "Story":
        """What happened since a player last acted in person; everything where they have not yet.

        It begins with what that act brought about beyond itself, such as the purchase of another that a pass allowed.
        """
        for index in range(len(self.entries) - 1, -1, -1):
            entry = self.entries[index]
            if entry.seat == seat.number and entry.origin is Origin.PLAYER:
                return Story((self._without_deeds(entry), *self.entries[index + 1 :]), self.cast)
        return self

    def _without_deeds(self, entry: Entry) -> Entry:
        """An entry without what its own seat did."""
        others = tuple(event for event in entry.events if getattr(event, "seat", None) != entry.seat)
        return replace(entry, events=others, sentences=tuple(sentences(others, self.cast)))

    def recap(self) -> list[str]:
        """At most :data:`RECAP_LINES` lines: each sentence that matters or, where those are too many, a digest.

        Of bids that have come to nothing yet there is no digest: then the last ones are told.
        """
        happened = [event for entry in self.entries for event in entry.events if not isinstance(event, MINOR)]
        lines = list(sentences(happened, self.cast))
        return lines if len(lines) <= RECAP_LINES else _digest(happened, self.cast) or lines[-RECAP_LINES:]


def of(game: Game) -> Story:
    """The whole story of a game, from its start."""
    return tell(history.positions(game), Cast.of(game))


def tell(positions: Iterable[Position], cast: Cast) -> Story:
    """The story of positions that are at hand already."""
    return Story(tuple(_entry(position, cast) for position in positions), cast)


def _entry(position: Position, cast: Cast) -> Entry:
    move, happened = position.move, position.state.happened
    words = tuple(sentences(happened, cast))
    if move is None:
        return Entry(position.sequence, None, None, None, happened, (_("The game began."), *words))
    return Entry(position.sequence, move.seat, move.origin, move.made_at, happened, words)


def _digest(happened: Sequence[rules.Event], cast: Cast) -> list[str]:
    """One line for each subject, in the order in which they came up. Bids are left out: what came of them counts."""
    topics: dict[str, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    course: list[str] = []
    for event in happened:
        match event:
            case events.PlantBought():
                words = _("%(plant)s for %(price)d Elektro")
                item = words % {"plant": cast.plant(event.plant), "price": event.price}
                topics[_("Plants bought: %(items)s.")][cast.name(event.seat)].append(item)
            case events.ResourcesBought():
                item = cast.fuel(event.fuel) if event.fuel else _("nothing")
                topics[_("Resources bought: %(items)s.")][cast.name(event.seat)].append(item)
            case events.CityBuilt():
                topics[_("Cities built in: %(items)s.")][cast.name(event.seat)].append(cast.city(event.city))
            case events.CitiesPowered():
                item = ngettext("%(count)d city", "%(count)d cities", event.cities) % {"count": event.cities}
                topics[_("Powered: %(items)s.")][cast.name(event.seat)].append(item)
            case (
                events.AreaChosen()
                | events.RoundBegan()
                | events.StepBegan()
                | events.Step3CardDrawn()
                | events.GameEnded()
            ):
                course.append(sentence(event, cast))
    lines = [words % {"items": _by_name(items)} for words, items in topics.items()]
    return [*lines, " ".join(course)] if course else lines


def _by_name(items: dict[str, list[str]]) -> str:
    """What each seat did, such as "Ana 04 for 5 Elektro; Bob 13 for 15 Elektro"."""
    return "; ".join(f"{name} {in_words(done)}" for name, done in items.items())
