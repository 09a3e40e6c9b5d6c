"""What happened on the table, for ``static/js/course.js`` and ``history.js`` to play on the board.

The page has it as JSON: a list of what each action brought about, in order, apart by who did it::

    {"at": 57, "by": 1, "words": "Bob built in Essen for 10 Elektro.", "events": [{"kind": "city_built", …}]}

``at`` is the sequence of the action, and ``words`` how the log tells it. ``by`` is a seat, or ``market`` or ``round``
where the game went on by itself. Only kinds that can be played are in it; their fields are those of
:mod:`rules.events`. Where the order of play changed, ``was`` has the seats in the order before. Where the game ended,
``standing`` has them from the last to the first.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import Literal

import msgspec
from msgspec import Struct

import rules
from games.story.sentences import lines
from games.story.story import Entry, Story
from rules import events

MOST = 60
"""How many items are told, at most; the latest ones."""

IN_MARKETS = (events.PlantDrawn, events.MarketRefilled)

ORDERS = (events.RoundBegan, events.OrderChanged)

PLAYED = (
    *IN_MARKETS,
    *ORDERS,
    events.PhaseBegan,
    events.StepBegan,
    events.TrustHousePlaced,
    events.StartCityMarked,
    events.AuctionOpened,
    events.AuctionDeclined,
    events.BidMade,
    events.BidPassed,
    events.PlantBought,
    events.TrustTookPlant,
    events.TrustTookFuel,
    events.ResourcesBought,
    events.BuiltNothing,
    events.CityBuilt,
    events.CitiesPowered,
    events.GameEnded,
)

By = int | Literal["market", "round"]


class Item(Struct, frozen=True, omit_defaults=True):
    """What one action brought about by one seat, or without any."""

    at: int
    by: By
    words: str
    events: tuple[rules.Event, ...]
    was: tuple[int, ...] = ()
    standing: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Course:
    """``since`` is the first action that is new to the viewer; None for spectators, who get no course."""

    items: tuple[Item, ...]
    since: int | None

    @property
    def json(self) -> str:
        return msgspec.json.encode(self.items).decode()


def course(told: Story | None, since: Story | None) -> Course:
    """What there is to play of a part of a story.

    :param since: the part of the story that the viewer has not seen.
    """
    items = [item for entry in told.entries[-MOST:] for item in items_of(entry)] if told else []
    return Course(tuple(items[-MOST:]), since.entries[0].sequence if since else None)


def items_of(entry: Entry) -> Iterator[Item]:
    """What was taken back is gone from the board, and has nothing to play."""
    if entry.undo:
        return
    names = entry.names.as_of(entry.sequence)
    for by, group in groupby((event for event in entry.events if isinstance(event, PLAYED)), _by):
        happened = tuple(group)
        words = " ".join(line.words for line in lines(happened, names))
        yield Item(entry.sequence, by, words, happened, _order_before(entry, happened), _standing(entry, happened))


def _by(event: rules.Event) -> By:
    seat: int | None = getattr(event, "seat", None)
    if seat is not None:
        return seat
    return "market" if isinstance(event, IN_MARKETS) else "round"


def _order_before(entry: Entry, happened: tuple[rules.Event, ...]) -> tuple[int, ...]:
    if not entry.sequence or not any(isinstance(event, ORDERS) for event in happened):
        return ()
    return entry.known[entry.sequence - 1].state.order


def _standing(entry: Entry, happened: tuple[rules.Event, ...]) -> tuple[int, ...]:
    if not any(isinstance(event, events.GameEnded) for event in happened):
        return ()
    return tuple(place.seat for place in reversed(entry.position.state.standing))
