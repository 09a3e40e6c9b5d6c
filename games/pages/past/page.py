"""The page of a past position as one value: everything on it, as one viewer may see it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _

from games.models import Game, Seat
from games.pages import panels, sharing
from games.pages.coach import decisions
from games.pages.game.course import Course, items_of
from games.pages.past.changes_shown import marked
from games.pages.past.position_notes import PositionNotes
from games.pages.sharing import Shared
from games.pages.table_view import TableView, past_sight, past_view
from games.replay import history
from games.replay.lookback import recall
from games.replay.position_index import PositionIndex
from games.story import diff, story
from games.story.diff import Differences
from games.story.names import Names
from games.story.timeline import Timeline, timeline


@dataclass(frozen=True, slots=True)
class CompanyChange:
    """What became of a company since the position to compare with, in sentences."""

    company: panels.Company
    sentences: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Comparison:
    """What differs in one position from an earlier one, in words: of the game as a whole, and by company.

    ``since`` is the one that was picked, the ``earlier`` or the ``later`` one.
    """

    since: int
    earlier: int
    later: int
    course: tuple[str, ...]
    companies: tuple[CompanyChange, ...]


@dataclass(frozen=True, slots=True)
class PastPage:
    """The position after action ``sequence``, and what that action brought about; 0 is the start.

    What is marked on it is what that action changed, or all that differs from an earlier position to compare with.
    ``turns_of`` is the company whose turns the viewer steps through, if any. The addresses of all
    positions begin with ``addresses``, and ``query`` is what stays in them from one to the next; empty, or with its
    question mark. ``coach`` is where the viewer is told what a Hard bot would have done in their place; empty where
    that was not their decision, or others still play. ``notes`` are those of the viewer; None for visitors.
    """

    sitting: ClassVar[None] = None
    next_game: ClassVar[None] = None
    """What the parts that it shares with the game page ask for."""

    game: Game
    mine: Seat | None
    terms: tuple[str, ...]
    table_view: TableView
    sequence: int
    round: int
    timeline: Timeline
    company: panels.Company | None
    entry: story.Entry
    comparison: Comparison | None
    turns_of: panels.Company | None
    addresses: str
    query: str
    coach: str
    notes: PositionNotes | None = None

    @property
    def course(self) -> Course:
        """What moves on the way from the position before; nothing beside a comparison with another."""
        return Course(() if self.comparison else tuple(items_of(self.entry)), None)

    @property
    def title(self) -> str:
        if not self.sequence:
            return _("{game} at the start").format(game=self.game)
        return _("{game} after action {number}").format(game=self.game, number=self.sequence)

    @property
    def shared(self) -> Shared | None:
        """What a link to it shows."""
        sentence = f"{' · '.join(self.terms)}. {self.timeline.now}."
        address = f"{self.addresses}{self.sequence}/"
        return sharing.shared(self.game, self.sequence, title=self.title, sentence=sentence, address=address)

    def address_of(self, sequence: int) -> str:
        """Where another position is shown."""
        return f"{self.addresses}{sequence}/{self.query}"

    @property
    def is_past(self) -> bool:
        """Whether something came after it: then it is not told yet how the game ended."""
        return self.sequence < self.game.sequence


def look_back(
    game: Game, mine: Seat | None, sequence: int, *, since: int | None = None, turns: int | None = None
) -> PastPage:
    """The position after an action. Money stays as hidden as it was, until the game is over.

    :param since: the sequence of another position to compare with.
    :param turns: the seat whose turns to step through; the viewer's own if none is given.
    :raises NoSuchPosition: there is none of that number.
    """
    former = sequence - 1 if since is None or since > sequence else since
    past = recall(game, sequence, max(former, 0), sequence if since is None else since)
    known, state, everybody = past.known, past.position.state, Names.of(game)
    names = everybody.as_of(sequence)
    table_view = past_sight(game, mine, past.position, past.leading, names)
    differing = _differing(game, mine, known, max(former, 0), sequence)
    reader = story.Reader.of(game, mine)
    entry = story.tell_one(known, sequence, everybody, reader, is_in_force=past.is_in_force)
    chosen = table_view.companies[turns] if turns is not None and turns < len(table_view.companies) else None
    return PastPage(
        game=game,
        mine=mine,
        terms=panels.terms(state.options, state.setup.players),
        table_view=marked(table_view, differing, state.plants),
        sequence=sequence,
        round=state.round,
        timeline=_timeline(past.course, sequence, mine, chosen, reader),
        company=None if entry.seat is None else table_view.companies[entry.seat],
        entry=entry,
        comparison=None if since is None else _comparison(game, mine, known, sequence, since, table_view, names),
        turns_of=chosen,
        addresses=reverse("games:history", args=[game.pk, 0]).removesuffix("0/"),
        query=_query(since, chosen),
        coach=decisions.address_of(game, mine, past.course, sequence, everybody),
    )


def _query(since: int | None, chosen: panels.Company | None) -> str:
    fields = {"since": since, "turns": None if chosen is None else chosen.seat}
    stays = urlencode({field: number for field, number in fields.items() if number is not None})
    return f"?{stays}" if stays else ""


def _timeline(
    course: PositionIndex, sequence: int, mine: Seat | None, chosen: panels.Company | None, reader: story.Reader
) -> Timeline:
    if chosen is None or chosen.is_mine:
        return timeline(course, sequence, mine.number if mine else None)
    return timeline(course, sequence, chosen.seat, name=chosen.name, reader=reader)


def _differing(
    game: Game, mine: Seat | None, known: Mapping[int, history.Position], earlier: int, later: int
) -> Differences:
    return diff.between(past_view(game, mine, known[earlier]), past_view(game, mine, known[later]))


def _comparison(
    game: Game,
    mine: Seat | None,
    known: Mapping[int, history.Position],
    sequence: int,
    since: int,
    table_view: TableView,
    names: Names,
) -> Comparison:
    earlier, later = sorted((sequence, since))
    differing = _differing(game, mine, known, earlier, later)
    changes = [
        CompanyChange(row.company, diff.sentences_of_company(difference, names))
        for row in table_view.players
        if (difference := differing.of(row.company.seat)) and difference.differs
    ]
    course = diff.sentences_of_game(differing, names)
    return Comparison(since, earlier, later, course, tuple(changes))
