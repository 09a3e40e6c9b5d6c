"""The game page as one value: everything on it, as one viewer may see it."""

from collections.abc import Sequence
from dataclasses import dataclass
from zlib import crc32

from django.contrib.auth.models import AnonymousUser
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from msgspec.structs import replace

import rules
from accounts.models import User
from games import composing, history, notes, panels, questions, story, talking
from games.absence.presence import Presence, presence
from games.absence.telling import succeeded
from games.cast import Cast
from games.draft_panel import DraftPanel, draft_panel
from games.feed import Feed, feed
from games.guide import Guide, guide
from games.meter import Meter, meter
from games.models import Game, Seat
from games.notes import NotesPanel
from games.plans_panel import Planned, PlansPanel, plans_of
from games.problem import Problem
from games.rematch import Rematch, rematch
from games.sight import Sight, past_sight, present_sight
from games.timeline import Timeline, timeline
from games.undo_panel import UndoPanel, undo_panel
from games.votes_panel import VotesPanel, votes_panel
from games.waiting import WaitingGame
from talk import conversations
from talk.forms import SayForm

DIGEST = 8
"""How many characters a digest of a part of the page has."""


@dataclass(frozen=True, slots=True)
class Page:
    """The present position, what the viewer is asked, and how it came about.

    ``question`` and ``panel`` are None where the viewer is not to move, as is ``asked_at``, which says after how many
    actions they were asked; ``drafting`` is there instead of a panel while areas are drafted at once.
    ``may_confirm``: the rules would take the composed action as it is. ``next_game`` is another one that waits for
    the viewer, ``rematch`` one like this that could follow it. ``announcement`` tells those who cannot see it what is
    new. ``has_new_ground``: since then an area came into play, or whoever looks may not have seen the map. ``plans``
    is None where the viewer has nothing to plan, ``seed`` until the end.

    ``presence`` says whether the viewer plays, or somebody else instead of them.
    """

    game: Game
    terms: tuple[str, ...]
    sight: Sight
    guide: Guide | None
    feed: Feed
    meter: Meter | None
    say: SayForm | None
    notes: NotesPanel | None
    has_seat: bool
    presence: Presence
    asked_at: int | None
    question: str | None
    panel: composing.Panel | None
    drafting: DraftPanel | None
    problem: Problem | None
    may_confirm: bool
    plans: PlansPanel | None
    undo: UndoPanel | None
    votes: VotesPanel | None
    next_game: WaitingGame | None
    rematch: Rematch | None
    announcement: str
    has_new_ground: bool
    seed: str | None

    @property
    def title(self) -> str:
        """The name of the game, and whether it is the viewer's turn: what a tab shows."""
        return _("Your turn · {game}").format(game=self.game) if self.question else str(self.game)

    @property
    def address(self) -> str:
        """Where it is shown; with what is composed behind it."""
        return self.game.get_absolute_url()

    @property
    def answer_address(self) -> str:
        """Where what is composed is sent to."""
        return reverse("games:play", args=[self.game.pk])

    @property
    def expected(self) -> int:
        """What is sent along to say what the viewer had seen."""
        return self.game.sequence

    @property
    def composed_in(self) -> str:
        """The id of the element that shows what is picked on the map or in a market."""
        has_answer = self.panel is not None and bool(self.panel.shown_in)
        return "planning" if self.plans and self.plans.opened and not has_answer else "action-panel"

    @property
    def digests(self) -> str:
        """A digest of each part that need not be sent to those who have it already, one after the other."""
        return "".join(self._digests.values())

    def unchanged(self, digests: str) -> frozenset[str]:
        """The parts of which somebody has the same digest; what they say they have may be anything."""
        return frozenset(
            part
            for place, (part, digest) in enumerate(self._digests.items())
            if digests[place * DIGEST : (place + 1) * DIGEST] == digest
        )

    @property
    def _digests(self) -> dict[str, str]:
        sight = self.sight
        parts = {
            "board": sight.map,
            "cities": sight.map,
            "legend": (sight.legend, sight.map),
            "plant-market": (sight.plant_market, sight.auction),
            "fuel-market": (sight.fuel_market, sight.status.step),
            "players": (sight.players, sight.status.direction),
            "calls": self.votes,
            "votes": self.votes,
            "meter": self.meter,
        }
        return {part: f"{crc32(repr(value).encode()):0{DIGEST}x}" for part, value in parts.items()}


@dataclass(frozen=True, slots=True)
class PastPage:
    """The position after action ``sequence``, and what that action brought about; 0 is the start."""

    game: Game
    terms: tuple[str, ...]
    sight: Sight
    sequence: int
    round: int
    timeline: Timeline
    company: panels.Company | None
    entry: story.Entry


def look(
    game: Game,
    viewer: User | AnonymousUser,
    *,
    draft: rules.Action | None = None,
    trail: Sequence[rules.Action] = (),
    problem: Problem | None = None,
    seen: int | None = None,
    next_game: WaitingGame | None = None,
    planned: Planned | None = None,
) -> Page:
    """The page for the owner of a seat, or for a spectator.

    :param draft: what the viewer is composing.
    :param trail: what they had composed before that, the latest last.
    :param problem: why the last thing that the viewer sent was not done.
    :param seen: how many actions the viewer had seen; what happened since is announced.
    :param next_game: another game that waits for the viewer.
    :param planned: what the viewer is planning.
    """
    mine = game.seat_of(viewer)
    cast = Cast.of(game)
    positions = history.positions(game)
    state = positions[-1].state
    told = story.tell(positions, cast, story.Reader.of(game, mine))
    since = told.since_turn_of(mine) if mine else None
    drafting = draft_panel(game, mine, state, cast)
    asked = None if drafting else _asked(game, mine, state, cast, trail)
    draft = composing.fitting(asked, draft) if asked else None
    panel = composing.panel(asked, draft) if asked else None
    question = questions.sentence(state, asked.seat, cast) if asked else None
    if drafting and not drafting.is_in:
        question = drafting.question
    objection = asked.objection(draft) if asked and draft else None
    undo = undo_panel(game, mine, positions, cast)
    ballots = votes_panel(game, mine)
    plans = plans_of(game, mine, positions, cast, draft, planned) if mine else None
    now = timezone.now()
    sight = present_sight(
        _with_open_books(state) if game.is_over else state,
        game,
        mine,
        cast,
        powered=history.powered(positions),
        succeeded=succeeded(cast, positions),
        composed=_composed(panel, plans),
        since=since,
        now=now,
    )
    return Page(
        game=game,
        terms=panels.terms(state.options, state.setup.players),
        sight=sight,
        guide=guide(game, viewer, asked, positions) if asked else None,
        feed=feed(game, mine, positions, told, since, conversations.listen(game.conversation_id, viewer)),
        meter=meter(game, positions, sight.companies, now),
        say=talking.say_form(game) if mine else None,
        notes=notes.read(game, viewer) if mine and viewer.is_authenticated else None,
        has_seat=mine is not None,
        presence=presence(game, mine, viewer),
        asked_at=mine.asked_sequence if mine else None,
        question=question,
        panel=panel,
        drafting=drafting,
        problem=problem or (Problem.refused(objection, state.options) if objection else None),
        may_confirm=objection is None,
        plans=plans,
        undo=undo,
        votes=ballots,
        next_game=next_game,
        rematch=rematch(game, mine, state),
        announcement=_announcement(told, seen, question, undo, ballots),
        has_new_ground=_has_new_areas(positions, seen),
        seed=state.setup.seed if game.is_over else None,
    )


def look_back(game: Game, mine: Seat | None, sequence: int) -> PastPage:
    """The position after an action. Money stays as hidden as it was, until the game is over.

    :raises NoSuchPosition: there is none of that number.
    """
    known = history.positions(game)
    positions = known[: history.checked(game, sequence) + 1]
    position = positions[-1]
    state = position.state
    if game.is_over:
        state = _with_open_books(state)
    cast = Cast.of(game)
    sight = past_sight(state, list(game.seats.all()), mine, cast.as_of(sequence), powered=history.powered(positions))
    entry = story.tell_one(known, sequence, cast, story.Reader.of(game, mine))
    return PastPage(
        game=game,
        terms=panels.terms(position.state.options, state.setup.players),
        sight=sight,
        sequence=sequence,
        round=state.round,
        timeline=timeline(known, sequence, mine.number if mine else None),
        company=None if entry.seat is None else sight.companies[entry.seat],
        entry=entry,
    )


def _with_open_books(state: rules.State) -> rules.State:
    """A position of a game that is over: what was hidden during the game is hidden no more."""
    options = replace(state.options, money_visible=True)
    return replace(state, setup=replace(state.setup, options=options))


def _asked(
    game: Game, mine: Seat | None, state: rules.State, cast: Cast, trail: Sequence[rules.Action]
) -> composing.Asked | None:
    if mine is None or game.is_over or mine.number not in state.to_move:
        return None
    return composing.Asked(state, rules.Seat(mine.number), cast, game.get_absolute_url(), tuple(trail))


def _composed(panel: composing.Panel | None, plans: PlansPanel | None) -> list[composing.Panel]:
    """What is composed on the page: an answer, and what is planned, which gives way to it."""
    planned = plans.opened.panels if plans and plans.opened else ()
    return [*planned] if panel is None else [panel, *planned]


def _has_new_areas(positions: Sequence[history.Position], seen: int | None) -> bool:
    """Whether areas have come into play since the viewer had seen so many actions, as far as one knows."""
    if seen is None or seen >= len(positions):
        return True
    return positions[seen].state.areas != positions[-1].state.areas


def _announcement(
    told: story.Story, seen: int | None, question: str | None, undo: UndoPanel | None, ballots: VotesPanel | None
) -> str:
    """What is new since ``seen`` actions, and what is asked of the viewer."""
    if seen is None:
        return ""
    is_asked_anew = question and told.entries[-1].sequence > seen
    asks = (undo.announcement if undo else "", ballots.announcement if ballots else "")
    asked = (*asks, question if is_asked_anew else "")
    return " ".join((*told.after(seen).recap(), *filter(None, asked)))
