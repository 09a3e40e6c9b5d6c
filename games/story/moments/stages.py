"""When the Steps of a game began, and why."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.replay.history import Position
from games.story.moments.moment import Moment
from games.story.names import Names
from rules import events


def steps(leading: Sequence[Position], names: Names) -> Iterator[Moment]:
    """One moment for each position with which a Step began; two can begin together."""
    for before, after in pairwise(leading):
        begun = [event.step for event in after.state.happened if isinstance(event, events.StepBegan)]
        if begun:
            sentence = _sentence(begun, before, after, names.as_of(after.sequence))
            yield Moment("steps", after.sequence, before.state.round, sentence)


def _sentence(begun: Sequence[int], before: Position, after: Position, names: Names) -> str:
    number, is_at_its_end = before.state.round, after.state.round != before.state.round
    if len(begun) > 1:
        return _("Step 2 and Step 3 began together, in round {round}.").format(round=number)
    needed = after.state.thresholds.step2
    seats = [seat for seat, player in enumerate(after.state.players) if 0 < needed <= player.network_size]
    if begun == [2] and seats:
        words = ngettext(
            "Step 2 began in round {round}: {names} had at least {needed} cities.",
            "Step 2 began in round {round}: {names} each had at least {needed} cities.",
            len(seats),
        )
        return words.format(round=number, names=names.players(seats), needed=needed)
    if is_at_its_end:
        return _("Step {step} began at the end of round {round}.").format(step=begun[0], round=number)
    return _("Step {step} began in round {round}.").format(step=begun[0], round=number)
