"""The game page as one value: everything on it, as one viewer may see it."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import ClassVar
from zlib import crc32

import msgspec
from django.contrib.auth.models import AnonymousUser
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

import rules
from accounts.models import User
from games.models import Game, Seat
from games.pages import composing, panels, sharing, talking
from games.pages.coach import decisions
from games.pages.dashboard.waiting import WaitingGame
from games.pages.game import notes
from games.pages.game.course import Course, course
from games.pages.game.draft_panel import DraftPanel, draft_panel
from games.pages.game.guide import Guide, guide
from games.pages.game.notes import NotesPanel
from games.pages.game.proof import Share, shares_of
from games.pages.game.rematch import Rematch, rematch
from games.pages.game.undo_panel import UndoPanel, undo_panel
from games.pages.game.votes_panel import VotesPanel, votes_panel
from games.pages.game.waiting_stats import WaitingStats, meter
from games.pages.plans.kept import is_to_build, kept
from games.pages.plans.panel import PlansPanel, plans_of
from games.pages.plans.plan_form import Planned
from games.pages.plans.round_panel import RoundPanel
from games.pages.plans.wishes_panel import WishesPanel
from games.pages.problem import Problem
from games.pages.sharing import Shared
from games.pages.table_view import TableView, present_sight
from games.replay import lookback
from games.story import story
from games.story.feed import Feed, feed
from games.story.names import Names
from games.turns import edit_plans
from games.turns.absence import Presence, presence
from notifications.presence import Around, around
from talk import conversations
from talk.forms import SayForm

DIGEST = 8
"""How many characters a digest of a part of the page has."""

_encoder = msgspec.json.Encoder(enc_hook=str)
"""Writes values down to make digests of them, a few times as fast as ``repr``."""


@dataclass(frozen=True, slots=True)
class Page:
    """The present position, what the viewer is asked, and how it came about.

    ``mine`` is the seat of the viewer, and ``presence`` says whether they play, or another player for them.
    ``turn`` is None where they are not to move; ``drafting`` is there instead while areas are drafted at once.
    ``plans`` is None where they have nothing to plan. ``next_game`` is another one that waits for them, ``rematch``
    one like this that could follow it. ``coach`` is where the viewer is told what a Hard bot would do in their place,
    against bots alone; else it is empty. ``news`` tells what came of the game since action ``seen``; nothing where
    that is None. ``course`` has the same for the board to play, or else what the viewer has not seen.
    """

    is_past: ClassVar[bool] = False
    is_result: ClassVar[bool] = False
    hides_money: ClassVar[bool] = False
    begins: ClassVar[None] = None

    game: Game
    terms: tuple[str, ...]
    table_view: TableView
    mine: Seat | None
    presence: Presence
    guide: Guide | None
    turn: composing.Turn | None
    drafting: DraftPanel | None
    problem: Problem | None
    plans: PlansPanel | None
    undo: UndoPanel | None
    votes: VotesPanel | None
    feed: Feed
    meter: WaitingStats | None
    say: SayForm | None
    notes: NotesPanel | None
    next_game: WaitingGame | None
    rematch: Rematch | None
    coach: str
    seen: int | None
    news: tuple[str, ...]
    course: Course

    @property
    def question(self) -> str:
        """What the viewer is asked; empty where they are not, or have answered."""
        if self.drafting and not self.drafting.is_in:
            return self.drafting.question
        return self.turn.question if self.turn else ""

    @property
    def title(self) -> str:
        """The name of the game, and whether it is the viewer's turn: what a tab shows."""
        return _("Your turn · {game}").format(game=self.game) if self.question else str(self.game)

    @property
    def announcement(self) -> str:
        """For those who cannot see it: what is new, and what is asked of the viewer since then."""
        if self.seen is None:
            return ""
        asks = [part.announcement for part in (self.undo, self.votes) if part]
        question = self.question if self.game.sequence > self.seen else ""
        return " ".join(filter(None, (*self.news, *asks, question)))

    @property
    def shared(self) -> Shared | None:
        """What a link to it shows."""
        game, sentence = self.game, " · ".join(self.terms)
        return sharing.shared(game, game.sequence, title=str(game), sentence=sentence, address=self.address)

    @property
    def seed(self) -> str:
        """What the order of the cards came from; empty until the end."""
        return self.game.read_setup().seed if self.game.is_over else ""

    @property
    def shares(self) -> tuple[Share, ...]:
        """What players added to it."""
        return shares_of(self.game)

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
    def sitting(self) -> RoundPanel | WishesPanel | None:
        """What is composed for all that is left of the auctions or the round, where that is asked, or planned."""
        return self.plans.open_plan.sitting if self.plans and self.plans.open_plan else None

    @property
    def panel(self) -> composing.Panel | None:
        """What the viewer composes in the action panel."""
        return self.sitting or (self.turn.panel if self.turn else None)

    @property
    def part(self) -> str:
        """The part of the page in which that is composed: ``markets`` or ``board``."""
        return self.panel.part if self.panel else "board"

    @property
    def digests(self) -> str:
        """A digest of each part that need not be sent to those who have it already, one after the other."""
        return "".join(self._digests.values())

    def unchanged(self, digests: str) -> frozenset[str]:
        """The parts of which the viewer has the same digest; what they send may be anything."""
        return frozenset(
            part
            for place, (part, digest) in enumerate(self._digests.items())
            if digests[place * DIGEST : (place + 1) * DIGEST] == digest
        )

    @property
    def _digests(self) -> dict[str, str]:
        table_view = self.table_view
        board, votes = _digest(table_view.map), _digest(self.votes)
        passed = table_view.auction.passed if table_view.auction else ()
        return {
            "track": _digest((table_view.status.track, table_view.status.step)),
            "ground": _digest((table_view.map.areas, table_view.map.open_areas)),
            "board": board,
            "cities": board,
            "legend": _digest((table_view.legend, board)),
            "plant-market": _digest((table_view.plant_market, table_view.auction)),
            "fuel-market": _digest((table_view.fuel_market, table_view.status.step)),
            "players": _digest((table_view.players, table_view.status.direction, passed)),
            "calls": votes,
            "votes": votes,
            "meter": _digest(self.meter),
        }


def _digest(value: object) -> str:
    return f"{crc32(_encoder.encode(value)):0{DIGEST}x}"


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
    names = Names.of(game)
    positions = lookback.positions(game)
    state = positions[-1].state
    told = story.tell(positions, names, story.Reader.of(game, mine))
    since = told.since_turn_of(mine) if mine else None
    drafting = draft_panel(game, mine, state, names)
    rows = edit_plans.of(mine) if mine and not game.is_over else []
    draft = draft or kept(rows, state, mine, planned)
    if planned is not None and planned.kind == "round" and is_to_build(state, mine):
        planned = None
    turn = None if drafting else _turn(game, mine, state, names, draft, trail)
    answer = turn.draft if turn else None
    plans = plans_of(game, mine, rows, positions, names, answer, planned, trail) if mine else None
    news = None if seen is None else told.after(seen)
    now = timezone.now()
    composed, here = _composed(turn, plans), _around(game, mine, now)
    table_view = present_sight(game, mine, positions, names, composed=composed, since=since, around=here, now=now)
    return Page(
        game=game,
        terms=panels.terms(state.options, state.setup.players),
        table_view=table_view,
        mine=mine,
        presence=presence(game, mine, viewer),
        guide=guide(game, viewer, turn.asked, positions) if turn else None,
        turn=turn,
        drafting=drafting,
        problem=problem or _objection(state, turn, plans),
        plans=plans,
        undo=undo_panel(game, mine, positions, names),
        votes=votes_panel(game, mine),
        feed=feed(game, mine, positions, told, since, conversations.listen(game.conversation_id, viewer)),
        meter=meter(game, positions, table_view.companies, now),
        say=talking.say_form(game) if mine else None,
        notes=notes.read(game, viewer) if mine and viewer.is_authenticated else None,
        next_game=next_game,
        rematch=rematch(game, mine, state),
        coach=decisions.address_now(game, mine, state) if turn else "",
        seen=seen,
        news=tuple(news.recap()) if news else (),
        course=course(news or since, since),
    )


def _around(game: Game, mine: Seat | None, now: datetime) -> dict[int, Around]:
    """Who of the others is online, as far as they show it: to those who play with them, while they do."""
    if mine is None or game.is_over:
        return {}
    others = [seat.user for seat in game.seats.all() if seat.user and seat != mine and not seat.plays_itself]
    return around(others, now=now)


def _turn(
    game: Game,
    mine: Seat | None,
    state: rules.State,
    names: Names,
    draft: rules.Action | None,
    trail: Sequence[rules.Action],
) -> composing.Turn | None:
    if mine is None or game.is_over or mine.number not in state.to_move:
        return None
    asked = composing.Asked(state, rules.Seat(mine.number), names, game.get_absolute_url(), tuple(trail))
    return composing.Turn.of(asked, draft)


def _objection(state: rules.State, turn: composing.Turn | None, plans: PlansPanel | None) -> Problem | None:
    """Why what is composed cannot be sent."""
    sitting = plans.open_plan.sitting if plans and plans.open_plan else None
    objection = sitting.objection if isinstance(sitting, RoundPanel) else turn.objection if turn else None
    return None if objection is None else Problem.refused(objection, state.options)


def _composed(turn: composing.Turn | None, plans: PlansPanel | None) -> list[composing.Panel]:
    """What is composed on the page: an answer, and what is planned, which comes first."""
    planned = plans.open_plan.panels if plans and plans.open_plan else ()
    return [*planned] if turn is None else [*planned, turn.panel]
