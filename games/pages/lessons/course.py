"""A chapter as a list of decisions, and how far a reader has come in it."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import chain
from typing import Self

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

import rules
import rules.bots
from games.pages.game.guide import Place
from games.pages.lessons.positions import YOU

Text = str | Promise


class NotHere(Exception):
    """The rules allow it, but the chapter wants something else to be tried: ``wish`` says what, and why."""

    def __init__(self, wish: Text) -> None:
        super().__init__(wish)
        self.wish = wish


@dataclass(frozen=True, slots=True)
class Step:
    """One decision of the reader: ``words`` say what they see and why it matters, ``task`` what to try.

    ``rule_ids`` are those of the rules that it shows, ``places`` where to look. ``wish`` takes what the reader did,
    and the position after it: it says why they had better try something else, or nothing. Then the ``others`` act,
    each as written (``"1: bid 5"``), and as a bot would where that is not possible. A step with a ``scene`` begins
    with that position, made for a version of the rules; any other goes on from the one before it.
    """

    asks: type[rules.Decision]
    title: Text
    words: tuple[Text, ...]
    task: Text
    rule_ids: tuple[str, ...]
    places: tuple[Place, ...]
    wish: Callable[[rules.Action, rules.State], Text]
    others: tuple[str, ...] = ()
    scene: Callable[[int], rules.State] | None = None


@dataclass(frozen=True, slots=True)
class Chapter:
    """``teaches`` says in a sentence what there is to learn, ``closing`` what the reader knows in the end."""

    slug: str
    title: Text
    teaches: Text
    minutes: int
    steps: tuple[Step, ...]
    closing: tuple[Text, ...]


@dataclass(frozen=True, slots=True)
class Course:
    """A chapter after so many ``presses`` of its reader.

    ``states`` are the positions since its last scene began, ``happened`` what came of the last press.
    """

    chapter: Chapter
    presses: tuple[rules.Action, ...]
    states: tuple[rules.State, ...]
    happened: tuple[rules.Event, ...]
    version: int

    @property
    def number(self) -> int:
        """How many steps are done."""
        return len(self.presses)

    @property
    def step(self) -> Step | None:
        """What is to be decided next; None at the end of the chapter."""
        return self.chapter.steps[self.number] if self.number < len(self.chapter.steps) else None

    @property
    def state(self) -> rules.State:
        return self.states[-1]

    def after(self, action: rules.Action) -> Self:
        """The course after the reader's next decision, and what others do then.

        :raises RuleError: the rules refuse it.
        :raises NotHere: the chapter wants something else to be tried, or is over.
        """
        step = self.step
        if step is None:
            raise NotHere(gettext_lazy("This chapter is over. Take something back, or start it again."))
        taken = rules.apply(self.state, YOU, action)
        if wish := step.wish(action, taken):
            raise NotHere(wish)
        course = replace(self, presses=(*self.presses, action))
        following = course.step
        goes_on = following is not None and following.scene is None
        states = (taken, *_others(taken, step.others, until_asked=goes_on))
        happened = tuple(chain.from_iterable(state.happened for state in states))
        if following and following.scene:
            scene = following.scene(self.version)
            return replace(course, states=(scene,), happened=(*happened, *scene.happened))
        return replace(course, states=(*self.states, *states), happened=happened)


def begin(chapter: Chapter, version: int = rules.VERSION) -> Course:
    """The first step of a chapter, which has a scene."""
    scene = chapter.steps[0].scene
    if scene is None:
        raise ValueError(f"Chapter {chapter.slug} begins nowhere.")
    state = scene(version)
    return Course(chapter, (), (state,), state.happened, version)


def follow(chapter: Chapter, presses: Sequence[str], version: int = rules.VERSION) -> Course:
    """A chapter after these presses, as far as it still takes them: it may have been rewritten since."""
    course = begin(chapter, version)
    for press in presses:
        try:
            course = course.after(rules.parse_action(press))
        except (rules.ActionSyntaxError, rules.RuleError, NotHere):
            break
    return course


def _others(state: rules.State, script: Sequence[str], *, until_asked: bool) -> Iterator[rules.State]:
    """The positions as others act: as the script says, and then as bots if it goes on until the reader is asked."""
    left = list(script)
    while not state.is_over and YOU not in state.to_move:
        seat = state.to_move[0]
        written = next((line for line in left if line.startswith(f"{seat}: ")), None)
        if written is not None:
            left.remove(written)
        elif not until_asked:
            return
        state = _decided(state, seat, written)
        yield state


def _decided(state: rules.State, seat: rules.Seat, written: str | None) -> rules.State:
    """The position after what is written for a seat, or what a bot would do where that is not possible."""
    if written is not None:
        with suppress(rules.RuleError):  # the reader may have chosen another way than the one it was written for
            return rules.apply(state, seat, rules.parse_action(written.partition(": ")[2]))
    return rules.apply(state, seat, rules.bots.decide(state, seat, state.setup.seed))
