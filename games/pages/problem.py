"""Why something was not done."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

import rules
from games.models import Game
from games.pages import rulebook
from games.replay.lookback import recall
from games.story import story
from games.story.names import Names


@dataclass(frozen=True, slots=True)
class Problem:
    """Why something was not done. ``rule`` is the id in docs/rules.md, where a rule is the reason.

    ``address`` is where that rule is told as it holds in the game. ``meanwhile`` tells what others have done in the
    meantime, where that is the reason.
    """

    sentence: str
    rule: str = ""
    address: str = ""
    meanwhile: tuple[str, ...] = ()

    @classmethod
    def refused(cls, refusal: rules.RuleError, options: rules.Options) -> "Problem":
        values = {name: _in_words(value) for name, value in refusal.values.items()}
        sentence = _(refusal.sentence).format(**values)
        return cls(sentence, refusal.rule, rulebook.address(refusal.rule, options))


def _in_words(value: object) -> object:
    """A value of a refusal as people say it; the rules have a short form for fuel."""
    return Names.fuel(value) or _("nothing") if isinstance(value, rules.Fuel) else value


def only_watching() -> Problem:
    return Problem(_("You are watching this game. Only its players can act."))


def too_late(game: Game, seen: int) -> Problem:
    """For a player who sends, or still composes, an action, and had seen ``seen`` actions of a game that went on."""
    sentence = _("The game went on while you were deciding, so nothing was sent. Please look again.")
    return Problem(sentence, meanwhile=happened_since(game, seen))


def happened_since(game: Game, seen: int) -> tuple[str, ...]:
    """What came of a game since a player had seen so many actions, in sentences."""
    return tuple(story.of(game).after(seen).recap())


def still_meant(game: Game, draft: rules.Action | None, seen: int) -> rules.Action | None:
    """The draft of a player who had seen ``seen`` actions, if it still means the same: a bid is for one plant."""
    if not isinstance(draft, rules.Bid) or seen >= game.sequence:
        return draft
    then, now = (recall(game, sequence).position.state.auction for sequence in (seen, game.sequence))
    return draft if then and now and then.plant == now.plant else None
