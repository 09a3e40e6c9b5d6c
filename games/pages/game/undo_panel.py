"""The foot of the action panel: what can be taken back, and what others ask to take back."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.models import Game, Seat, UndoRequest
from games.replay.history import Position
from games.story import story
from games.story.names import Names
from games.turns import undo


@dataclass(frozen=True, slots=True)
class Offer:
    """What the viewer can take back: ``action``, in words. ``is_asking``: the others have to agree."""

    action: str
    is_asking: bool


@dataclass(frozen=True, slots=True)
class Request:
    """What a player asks to take back, as one viewer is told. ``asker`` is the number of a seat."""

    asker: int
    sentence: str
    is_own: bool
    is_refused: bool
    may_answer: bool

    @property
    def may_withdraw(self) -> bool:
        return self.is_own and not self.is_refused

    @property
    def is_news(self) -> bool:
        """Whether the viewer waits for this, or this for the viewer."""
        return self.may_answer or (self.is_own and self.is_refused)


@dataclass(frozen=True, slots=True)
class UndoPanel:
    offer: Offer | None
    request: Request | None

    @property
    def announcement(self) -> str:
        """What those who cannot see it have to hear."""
        return self.request.sentence if self.request and self.request.is_news else ""


def undo_panel(game: Game, mine: Seat | None, known: Sequence[Position], names: Names) -> UndoPanel | None:
    """What the owner of a seat is shown; None for those who only watch, are absent, or have given up the game.

    :param known: the positions of the game from the start to the present.
    """
    if mine is None or mine.absent_since is not None or game.ended_early:
        return None
    return UndoPanel(_offer(game, mine, known, names), _request(game, mine, known, names))


def _offer(game: Game, mine: Seat, known: Sequence[Position], names: Names) -> Offer | None:
    wanted = undo.undoable(known, mine.number)
    if wanted is None:
        return None
    if undo.is_at_once(game, wanted):
        return Offer(story.action_in_words(known[wanted.sequence], names), is_asking=False)
    if undo.is_asked(game, wanted) or undo.objection_to_asking(game, wanted):
        return None
    return Offer(story.action_in_words(known[wanted.sequence], names), is_asking=True)


def _request(game: Game, mine: Seat, known: Sequence[Position], names: Names) -> Request | None:
    asked = game.asked_undo
    if asked is None or asked.refused_by == mine.number:
        return None
    is_own, has_agreed = asked.seat == mine.number, mine.number in asked.agreed
    return Request(
        asker=asked.seat,
        sentence=_sentence(game, mine, asked, story.action_in_words(known[asked.to + 1], names), names),
        is_own=is_own,
        is_refused=asked.is_refused,
        may_answer=not (is_own or has_agreed or asked.is_refused),
    )


def _sentence(game: Game, mine: Seat, asked: UndoRequest, action: str, names: Names) -> str:
    values = {"action": action, "name": names.player(asked.seat), "others": names.players(_owing(game, asked))}
    if asked.refused_by is not None:
        values["name"] = names.player(asked.refused_by)
        words = _("%(name)s did not agree to take this back, so it stands: “%(action)s”")
    elif asked.seat == mine.number:
        words = _("You asked to take this back: “%(action)s” Yet to agree: %(others)s.")
    elif mine.number in asked.agreed:
        words = _("You agreed that %(name)s takes this back: “%(action)s” Yet to agree: %(others)s.")
    else:
        words = _("%(name)s asks to take this back: “%(action)s” What came after it would not count either.")
    return words % values


def _owing(game: Game, asked: UndoRequest) -> list[int]:
    """The seats of the people who have not answered yet."""
    return sorted(undo.others(game, asked.seat) - {*asked.agreed})
