"""The page of a chapter: as the private board, with the words of a step, and nothing of it in the database."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar

from django.urls import reverse
from django.utils.translation import gettext as _

import rules
from games.models import Game
from games.pages import composing, panels, rulebook
from games.pages.lessons.chapters import CHAPTERS
from games.pages.lessons.course import Chapter, Course, Step, Text
from games.pages.lessons.positions import YOU
from games.pages.problem import Problem
from games.pages.table_view import TableView, tried_sight
from games.replay import history
from games.replay.history import Position
from games.story.names import Names
from games.story.sentences import lines
from rules import events


@dataclass(frozen=True, slots=True)
class RuleLink:
    """A rule, and where the rules page tells it."""

    id: str
    address: str


@dataclass(frozen=True, slots=True)
class StepRow:
    """A step in the list of a chapter."""

    title: Text
    is_done: bool
    is_next: bool


@dataclass(frozen=True, slots=True)
class LessonPage:
    """A chapter after what its reader has done.

    ``step`` and ``turn`` are None once the chapter is over. ``wish`` says why the chapter did not take what they
    sent, though the rules would. ``told`` is what came of their last press.
    """

    is_past: ClassVar[bool] = False
    sitting: ClassVar[None] = None
    plans: ClassVar[None] = None
    next_game: ClassVar[None] = None
    begins: ClassVar[None] = None
    hides_money: ClassVar[bool] = False
    is_own: ClassVar[bool] = True
    """What the parts that it shares with other pages of games ask for."""

    game: Game
    table_view: TableView
    course: Course
    turn: composing.Turn | None
    problem: Problem | None
    wish: Text
    told: tuple[str, ...]

    @property
    def chapter(self) -> Chapter:
        return self.course.chapter

    @property
    def number(self) -> int:
        """Which chapter it is."""
        return CHAPTERS.index(self.chapter) + 1

    @property
    def step(self) -> Step | None:
        return self.course.step

    @property
    def steps(self) -> tuple[StepRow, ...]:
        done = self.course.number
        return tuple(
            StepRow(step.title, place < done, place == done) for place, step in enumerate(self.chapter.steps)
        )

    @property
    def following(self) -> Chapter | None:
        """The next chapter."""
        return CHAPTERS[self.number] if self.number < len(CHAPTERS) else None

    @property
    def terms(self) -> tuple[Text, ...]:
        return (self.chapter.teaches,)

    @property
    def rules(self) -> tuple[RuleLink, ...]:
        """The rules that the step shows."""
        found = self.step.rule_ids if self.step else ()
        return tuple(RuleLink(rule, rulebook.address(rule, self.course.state.options)) for rule in found)

    @property
    def places(self) -> str:
        """The ids of the elements to look at."""
        return " ".join(place.id for place in self.step.places) if self.step else ""

    @property
    def asked(self) -> panels.Company | None:
        return self.table_view.companies[YOU] if self.turn else None

    @property
    def address(self) -> str:
        """Where it is shown, with what is composed behind it; and where what is composed is sent to."""
        return address(self.chapter)

    answer_address = address

    @property
    def map_key(self) -> str:
        """What scripts keep the view of its map by."""
        return f"lesson-{self.chapter.slug}"

    @property
    def expected(self) -> int:
        """What is sent along to say what the reader had seen."""
        return self.course.number

    @property
    def asked_at(self) -> str:
        """What tells one question from the next."""
        return f"{self.chapter.slug}-{self.course.number}"

    @property
    def summary(self) -> str:
        """What is composed, in a line; empty where nothing is."""
        return self.turn.panel.summary if self.turn else ""


def _to_tell(happened: Sequence[rules.Event]) -> Iterator[rules.Event]:
    """What is worth telling: not which round and phase has begun, nor how plants were bid for that have been sold."""
    sold = {event.plant for event in happened if isinstance(event, events.PlantBought)}
    for event in happened:
        match event:
            case events.RoundBegan() | events.PhaseBegan():
                continue
            case events.AuctionOpened(plant=plant) | events.BidMade(plant=plant) | events.BidPassed(plant=plant):
                if plant not in sold:
                    yield event
            case _:
                yield event


def address(chapter: Chapter) -> str:
    return reverse("games:lesson", args=[chapter.slug])


def look(
    course: Course,
    *,
    draft: rules.Action | None = None,
    trail: Sequence[rules.Action] = (),
    problem: Problem | None = None,
    wish: Text = "",
) -> LessonPage:
    """The page of a chapter; ``draft`` and ``trail`` as in :func:`games.pages.game.page.look`."""
    state, chapter = course.state, course.chapter
    names = Names((_("You"), "Bob", "Cid"), state.board)
    table = tuple(panels.Company(seat, name, seat != YOU, seat == YOU) for seat, name in enumerate(names.seats))
    turn = None
    if course.step:
        turn = composing.Turn.of(composing.Asked(state, YOU, names, address(chapter), tuple(trail)), draft)
    if problem is None and turn and turn.objection:
        problem = Problem.refused(turn.objection, state.options)
    return LessonPage(
        game=Game(name=str(chapter.title), map=state.options.map, edition=state.options.edition),
        table_view=tried_sight(
            state,
            table,
            YOU,
            names,
            asked=YOU if turn else None,
            powered=history.powered([Position(number, each, None) for number, each in enumerate(course.states)]),
            panel=turn.panel if turn else None,
            tells_money=True,
        ),
        course=course,
        turn=turn,
        problem=problem,
        wish=wish,
        told=tuple(line.words for line in lines(_to_tell(course.happened), names)),
    )
