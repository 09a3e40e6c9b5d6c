"""The page of a line: as the game page, with all seats to decide for."""

import dataclasses
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar

from django.urls import reverse
from django.utils.text import capfirst
from django.utils.translation import gettext as _

import rules
from games.models import Game, Origin, Seat
from games.pages import composing, panels
from games.pages.problem import Problem, happened_since
from games.pages.table_view import TableView, tried_sight
from games.pages.whatif import plans as whatif_plans
from games.pages.whatif.plans import Proposal
from games.story import questions
from games.story.names import Names, in_words
from games.story.sentences import Line as Sentence
from games.story.sentences import lines
from games.turns.whatif import Line, carried
from rules import events


@dataclass(frozen=True, slots=True)
class Tried:
    """A move of the line in sentences. ``href`` is where the line stands after it; ``note`` says who else decided."""

    number: int
    href: str
    lines: tuple[Sentence, ...]
    note: str
    is_shown: bool


@dataclass(frozen=True, slots=True)
class Change:
    """What of the viewer's own is another in the line: what it is, at the start and here."""

    name: str
    before: str
    here: str


@dataclass(frozen=True, slots=True)
class Overtaken:
    """What has ``happened`` in the game since the position that a line begins with.

    So many of its moves ``fits`` counts can be played from the present position on. ``misfit`` is the first that
    cannot, in words; empty where there is none.
    """

    happened: tuple[str, ...]
    fits: int
    misfit: str


@dataclass(frozen=True, slots=True)
class WhatIfPage:
    """The position after the first ``number`` moves of a line.

    ``asked`` decides next, None where the line has ended, as is the ``turn`` of that seat. ``hides_money``: it is
    somebody else's, and what they have is hidden. ``changes`` are those of the viewer's own company, ``proposals``
    the plans that the line comes to. ``overtaken`` says what became of it where the game has gone on since.
    """

    is_past: ClassVar[bool] = False
    sitting: ClassVar[None] = None
    plans: ClassVar[None] = None
    mine: ClassVar[bool] = True
    next_game: ClassVar[None] = None
    """What the parts that it shares with the game page ask for."""

    game: Game
    terms: tuple[str, ...]
    table_view: TableView
    line: Line
    number: int
    tried: tuple[Tried, ...]
    asked: panels.Company | None
    hides_money: bool
    turn: composing.Turn | None
    problem: Problem | None
    changes: tuple[Change, ...]
    proposals: tuple[Proposal, ...]
    overtaken: Overtaken | None

    @property
    def map_key(self) -> str:
        """What scripts keep the view of its map by."""
        return f"what-if-{self.game.pk}"

    @property
    def address(self) -> str:
        """Where it is shown; with what is composed behind it."""
        return address(self.game, self.number)

    @property
    def answer_address(self) -> str:
        """Where what is composed is sent to."""
        return reverse("games:what_if_play", args=[self.game.pk, self.number])

    @property
    def bots_address(self) -> str:
        """Where bots are asked to decide."""
        return reverse("games:what_if_bots", args=[self.game.pk, self.number])

    @property
    def plans_address(self) -> str:
        """Where the proposals are taken as plans."""
        return reverse("games:what_if_plans", args=[self.game.pk, self.number])

    @property
    def expected(self) -> int:
        """What is sent along to say what the viewer had seen."""
        return self.line.version

    @property
    def begins(self) -> int:
        """The same: the position of the game that the line begins with."""
        return self.line.begins

    @property
    def asked_at(self) -> str:
        """What tells one question of the line from the next."""
        return f"{self.line.version}-{self.number}"

    @property
    def back(self) -> str:
        """Where the line is before the last decision shown; empty at its start."""
        earlier = [number for number in self._decisions if number < self.number]
        return address(self.game, earlier[-1]) if earlier else ""

    @property
    def on(self) -> str:
        """Where it is with one decision more, and what that forces; empty at its end."""
        later = [number for number in (*self._decisions, len(self.tried)) if number > self.number]
        return address(self.game, later[0]) if later else ""

    @property
    def _decisions(self) -> list[int]:
        """After how many moves a seat had a choice, and made it."""
        return [number for number, move in enumerate(self.line.moves) if move.origin is not Origin.FORCED]

    @property
    def is_own(self) -> bool:
        """Whether the viewer decides for themselves."""
        return self.asked is not None and self.asked.is_mine

    @property
    def summary(self) -> str:
        """What is composed, in a line; empty where nothing is, or where it would tell of hidden money."""
        if self.turn is None:
            return ""
        return self.turn.panel.confirm if self.hides_money else self.turn.panel.summary


def _overtaken(game: Game, line: Line, names: Names, tried: Sequence[Tried]) -> Overtaken | None:
    if line.begins == game.sequence:
        return None
    found = carried(line, game)
    return Overtaken(
        happened=happened_since(game, line.begins),
        fits=len(found.moves),
        misfit=" ".join(each.words for each in tried[found.misfit - 1].lines) if found.misfit else "",
    )


def address(game: Game, number: int) -> str:
    """Where a line is shown after its first moves."""
    return reverse("games:what_if_at", args=[game.pk, number])


def look(
    game: Game,
    mine: Seat,
    line: Line,
    number: int,
    *,
    draft: rules.Action | None = None,
    trail: Sequence[rules.Action] = (),
    problem: Problem | None = None,
) -> WhatIfPage:
    """The page of a line after its first ``number`` moves; parameters as in :func:`games.pages.game.page.look`."""
    names, state = Names.of(game), line.states[number]
    asked = line.asked(number)
    hides_money = line.hides_money_of(asked)
    turn = None
    if asked is not None:
        deciding = composing.Asked(state, asked, names, address(game, number), tuple(trail))
        turn = _turn(deciding, draft, hides_money=hides_money)
    refusal = turn.objection if turn else None
    table_view = tried_sight(
        state,
        panels.companies(list(game.seats.all()), mine),
        rules.Seat(mine.number),
        names,
        asked=asked,
        powered=line.powered(number),
        purchases=line.purchases(number),
        panel=turn.panel if turn else None,
        tells_money=not hides_money,
    )
    tried = tuple(_tried(game, line, number, names))
    return WhatIfPage(
        game=game,
        terms=panels.terms(state.options, state.setup.players),
        table_view=table_view,
        line=line,
        number=number,
        tried=tried,
        asked=None if asked is None else table_view.companies[asked],
        hides_money=hides_money,
        turn=turn,
        problem=problem or (refused(refusal, line, number, names) if refusal else None),
        changes=tuple(_changes(line.states[0].players[line.mine], state.players[line.mine], names)),
        proposals=whatif_plans.proposals(game, mine, line, number, names),
        overtaken=_overtaken(game, line, names, tried),
    )


def refused(refusal: rules.RuleError, line: Line, number: int, names: Names) -> Problem:
    """Why the rules do not take something, without the money that others only have in this line."""
    asked = line.asked(number)
    if asked is None or not line.hides_money_of(asked) or "money" not in refusal.values:
        return Problem.refused(refusal, line.states[number].options)
    return Problem(_("%(name)s cannot pay that.") % {"name": names.player(asked)})


def _turn(asked: composing.Asked, draft: rules.Action | None, *, hides_money: bool) -> composing.Turn:
    turn = composing.Turn.of(asked, draft)
    return dataclasses.replace(turn, question=_question_without_money(turn)) if hides_money else turn


def _question_without_money(turn: composing.Turn) -> str:
    state = turn.asked.state
    if state.auction is not None:
        return turn.question
    return capfirst(str(questions.IN_SENTENCES[questions.question_of(state)])) + "."


def _tried(game: Game, line: Line, shown: int, names: Names) -> Iterator[Tried]:
    for number, (move, state) in enumerate(zip(line.moves, line.states[1:], strict=True), 1):
        yield Tried(
            number=number,
            href=address(game, number),
            lines=tuple(lines(_told(state), names)),
            note="" if move.origin is Origin.PLAYER else str(move.origin.label),
            is_shown=number <= shown,
        )


def _told(state: rules.State) -> Sequence[events.Event]:
    """What a move brought about. Who would win may hang on money, so where that is hidden, it is left out."""
    if state.options.money_visible:
        return state.happened
    return [event for event in state.happened if not isinstance(event, events.GameEnded)]


def _changes(before: rules.Player, here: rules.Player, names: Names) -> Iterator[Change]:
    """What has become of a company."""
    told = {
        _("Elektro"): [str(player.money) for player in (before, here)],
        _("Plants"): [in_words(map(names.plant, player.plants)) or _("none") for player in (before, here)],
        _("Cities"): [str(player.network_size) for player in (before, here)],
        _("Fuel"): [names.fuel(player.fuel) or _("none") for player in (before, here)],
    }
    return (Change(name, was, now) for name, (was, now) in told.items() if was != now)
