"""The feed of the game page: the newest part of the story, grouped by phase."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from django.urls import reverse
from django.utils.translation import gettext as _

import rules
from games.history import Position
from games.models import PHASES, Game
from games.sentences import Line
from games.story import Entry, Story

MOST_ENTRIES = 60
"""How much of the story the page tells; the whole of it is in the history."""


@dataclass(frozen=True, slots=True)
class FeedEntry:
    """What one action brought about; ``href`` leads to the position after it."""

    href: str
    lines: tuple[Line, ...]
    note: str
    explanation: str


@dataclass(frozen=True, slots=True)
class FeedGroup:
    """The entries of one phase, newest first."""

    title: str
    entries: tuple[FeedEntry, ...]


@dataclass(frozen=True, slots=True)
class Feed:
    """``recap`` says in a few lines what happened since the viewer's last turn; spectators have none."""

    recap: tuple[str, ...]
    groups: tuple[FeedGroup, ...]


def feed(game: Game, positions: Sequence[Position], told: Story, since: Story | None) -> Feed:
    """The newest part of a story.

    :param positions: all of the game so far, in which the phases are looked up.
    :param since: the part of the story that the viewer has not seen.
    """

    def title(entry: Entry) -> str:
        """Where in the game somebody decided on this."""
        before = positions[max(entry.sequence - 1, 0)].state
        if before.phase is rules.Phase.SETUP:
            return _("Before the game")
        return _("Round {round}, {phase}").format(round=before.round, phase=PHASES[before.phase])

    newest = [entry for entry in reversed(told.entries[-MOST_ENTRIES:]) if entry.sentences]
    groups = tuple(
        FeedGroup(words, tuple(_line(game, entry) for entry in entries)) for words, entries in groupby(newest, title)
    )
    return Feed(tuple(since.recap()) if since else (), groups)


def _line(game: Game, entry: Entry) -> FeedEntry:
    return FeedEntry(
        href=reverse("games:history", args=[game.pk, entry.sequence]),
        lines=entry.lines,
        note=entry.note,
        explanation=entry.explanation,
    )
