"""The feed of the game page: the newest part of the story and of the talk together, grouped by phase."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import groupby
from typing import ClassVar

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

import rules
from games.models import Game, Seat
from games.replay.history import Position
from games.story.changes import Change, changes
from games.story.names import Names, in_words
from games.story.sentences import Line, lines
from games.story.story import Entry, Story
from games.story.timeline import whereabouts
from rules import events
from talk.conversations import Saying, Stretch

MOST_ENTRIES = 60
"""How much of the story the page tells; the whole of it is in the history."""

FEWEST_FOLDED = 3
"""How many actions of one auction are told in one line."""

BIDDING = (events.AuctionOpened, events.BidMade, events.BidPassed)
OFFERS = (events.AuctionOpened, events.BidMade)


@dataclass(frozen=True, slots=True)
class FeedEntry:
    """What one action brought about; ``href`` leads to the position after it.

    ``folded`` has the earlier entries of the same auction, and ``fold`` says so in a few words.
    """

    kind: ClassVar = "entry"

    sequence: int
    href: str
    lines: tuple[Line, ...]
    note: str = ""
    explanation: str = ""
    fold: str = ""
    folded: "tuple[FeedEntry, ...]" = ()

    @property
    def began(self) -> int:
        """The first action that it tells of."""
        return self.folded[0].sequence if self.folded else self.sequence


@dataclass(frozen=True, slots=True)
class FeedMessage:
    """A message; ``href`` leads to the position at that time, and is empty before the game.

    ``seat`` is None for people without one, such as those who left the table before the game. ``is_new``: the viewer
    has neither acted nor written since.
    """

    kind: ClassVar = "message"

    saying: Saying
    name: str
    seat: int | None
    href: str
    is_new: bool


@dataclass(frozen=True, slots=True)
class FeedChange:
    """A change without an action; ``href`` leads to the position at that time."""

    kind: ClassVar = "change"

    change: Change
    href: str


Item = FeedEntry | FeedMessage | FeedChange


@dataclass(frozen=True, slots=True)
class FeedGroup:
    """What happened and was said in one phase, in order."""

    title: str
    items: tuple[Item, ...]


@dataclass(frozen=True, slots=True)
class Feed:
    """``recap`` has a few lines on what happened since the viewer's last turn; spectators have none.

    ``groups`` are in order, the newest last. ``earlier`` is the address of earlier messages; empty if there are none.
    """

    recap: tuple[str, ...]
    groups: tuple[FeedGroup, ...]
    has_talk: bool
    earlier: str


def feed(
    game: Game, mine: Seat | None, positions: Sequence[Position], told: Story, since: Story | None, talk: Stretch
) -> Feed:
    """The newest part of a story, and what was said.

    :param positions: all of the game so far, in which the phases are looked up.
    :param since: the part of the story that the viewer has not seen.
    """
    titles = _Titles(positions)
    messages, changed = _messages(game, mine, told, talk), changes(game)
    entries = list(_entries(game, told))
    first = entries[0].began if entries else 0
    shown = (FeedChange(change, _href(game, change.place)) for change in changed if change.place >= first)
    stream: list[Item] = [*entries, *shown, *messages]
    stream.sort(key=_moment)
    groups = (FeedGroup(title, tuple(items)) for title, items in groupby(stream, titles.of))
    recap = (*since.recap(), *_changes_since(changed, since), *_unread(messages)) if since else ()
    return Feed(recap, tuple(groups), bool(messages), talk.earlier)


def _moment(item: Item) -> tuple[int, int, int]:
    """Its place in the feed: after an action come changes, then messages."""
    match item:
        case FeedEntry():
            return item.sequence, 0, 0
        case FeedChange():
            return item.change.place, 1, item.change.number
        case FeedMessage():
            return -1 if item.saying.place is None else item.saying.place, 2, item.saying.pk


def _changes_since(changed: Iterable[Change], since: Story) -> list[str]:
    """What changed without an action in a part of the story."""
    return [change.sentence for change in changed if change.place >= since.entries[0].sequence]


@dataclass(frozen=True, slots=True)
class _Titles:
    """Where in the game something was decided or said."""

    positions: Sequence[Position]

    def of(self, item: Item) -> str:
        if isinstance(item, FeedEntry):
            return self._at(max(item.sequence - 1, 0))
        if isinstance(item, FeedChange):
            return self._at(min(item.change.place, len(self.positions) - 1))
        if item.saying.place is None:
            return _("At the table")
        return self._at(min(item.saying.place, len(self.positions) - 1))

    def _at(self, sequence: int) -> str:
        position = self.positions[sequence]
        return _("After the game") if position.phase is rules.Phase.FINISHED else whereabouts(position)


# What happened ------------------------------------------------------------------------------------------------------


def _entries(game: Game, told: Story) -> Iterator[FeedEntry]:
    """The newest entries in their order, where many of one auction that is over share a line."""
    newest = (entry for entry in told.entries[-MOST_ENTRIES:] if entry.sentences)
    for run in _runs(newest):
        if len(run) >= FEWEST_FOLDED and _sold(run[-1]):
            yield _folded(game, run, told.names)
        else:
            yield from (_entry(game, entry) for entry in run)


def _runs(entries: Iterable[Entry]) -> list[list[Entry]]:
    """Entries in order, those of one auction together; what was taken back stays apart."""
    runs: list[list[Entry]] = []
    for entry in entries:
        if runs and _goes_on(runs[-1][-1], entry):
            runs[-1].append(entry)
        else:
            runs.append([entry])
    return runs


def _goes_on(last: Entry, entry: Entry) -> bool:
    """Whether an entry goes on with the auction of the last one, and both count or neither does."""
    is_open = _has(last, *BIDDING) and not _has(last, events.PlantBought)
    return is_open and last.is_in_force == entry.is_in_force and _has(entry, events.BidMade, events.BidPassed)


def _sold(entry: Entry) -> bool:
    """Whether it ended an auction, and still counts."""
    return entry.is_in_force and _has(entry, events.PlantBought)


def _has(entry: Entry, *kinds: type[rules.Event]) -> bool:
    return any(isinstance(event, kinds) for event in entry.events)


def _folded(game: Game, run: Sequence[Entry], names: Names) -> FeedEntry:
    """Who got the plant of an auction, with who bid and who passed folded away."""
    last = run[-1]
    outcome = tuple(lines((event for event in last.events if not isinstance(event, BIDDING)), names))
    passed = tuple(lines((event for event in last.events if isinstance(event, BIDDING)), names))
    return FeedEntry(
        last.sequence,
        _href(game, last.sequence),
        outcome,
        fold=_offers_in_words(run),
        folded=(*(_entry(game, entry) for entry in run[:-1]), replace(_entry(game, last), lines=passed)),
    )


def _offers_in_words(run: Sequence[Entry]) -> str:
    count = sum(isinstance(event, OFFERS) for entry in run for event in entry.events)
    return ngettext("%(count)d bid", "%(count)d bids", count) % {"count": count}


def _entry(game: Game, entry: Entry) -> FeedEntry:
    return FeedEntry(entry.sequence, _href(game, entry.sequence), entry.lines, entry.note, entry.explanation)


def _href(game: Game, sequence: int) -> str:
    return f"{_past(game.pk)}{sequence}/"


@lru_cache(maxsize=8)
def _past(pk: int) -> str:
    """How the addresses of all positions of a game begin. To reverse each of them takes too long."""
    return reverse("games:history", args=[pk, 0]).removesuffix("0/")


# What was said ------------------------------------------------------------------------------------------------------


def _messages(game: Game, mine: Seat | None, told: Story, talk: Stretch) -> list[FeedMessage]:
    """Messages newest first, as they come. A player who acts has read what was there, even if they took that back."""
    seats = {seat.user_id: seat for seat in game.seats.all() if seat.user_id}
    acted = _last_in_person(told, mine.number) if mine else 0
    spoken = next((saying.pk for saying in talk.sayings if saying.is_mine), 0)

    def is_new(saying: Saying) -> bool:
        return mine is not None and saying.pk > spoken and (saying.place or 0) >= acted

    return [_message(game, saying, seats, is_new=is_new(saying)) for saying in talk.sayings]


def _last_in_person(told: Story, seat: int) -> int:
    """The sequence of the last action that a player took in person; 0 without any."""
    return next((entry.sequence for entry in reversed(told.entries) if entry.is_turn and entry.seat == seat), 0)


def _message(game: Game, saying: Saying, seats: Mapping[int, Seat], *, is_new: bool) -> FeedMessage:
    seat = seats.get(saying.author.pk) if saying.author else None
    return FeedMessage(
        saying=saying,
        name=seat.name if seat else saying.name,
        seat=seat.number if seat else None,
        href="" if saying.place is None else _href(game, saying.place),
        is_new=is_new,
    )


def _unread(messages: Sequence[FeedMessage]) -> list[str]:
    """Who has written since, in one sentence, without messages that are reported or removed."""
    unread = (message for message in reversed(messages) if message.is_new)
    new = [message for message in unread if not message.saying.is_reported and not message.saying.is_removed]
    if not new:
        return []
    words = ngettext("%(names)s wrote a message.", "%(names)s wrote %(count)d messages.", len(new))
    return [words % {"names": in_words(dict.fromkeys(message.name for message in new)), "count": len(new)}]
