"""The record of a game, as a file for one viewer.

Once a game is over, its record has everything: the seed, the deck, the result. While it runs there is only what its
viewer can know. The cards that have come up lie where they came up; all others are drawn anew, so that the file is a
whole record of a game that might have been this one, and leads to the position that they see.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.contrib.auth.models import AnonymousUser
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _
from msgspec.structs import replace

import rules
from accounts.models import User
from games.models import Game
from games.replay import history
from games.replay.action_rows import TakenBack
from games.replay.history import Position
from rules import events


class Withheld(Exception):
    """There is no record of a game yet; the sentence says why."""


@dataclass(frozen=True, slots=True)
class RecordFile:
    """A record to keep: what the file is called, and what is in it."""

    name: str
    text: str


def export(game: Game, viewer: User | AnonymousUser) -> RecordFile:
    """The record of a game for a viewer who may see it: the same one, as long as the game stands where it does.

    What was taken back is left out.

    :raises Withheld: the game runs, and money is hidden in it.
    """
    if not game.has_record:
        raise Withheld(
            _(
                "Money is hidden in this game. A record has all payments, so anybody could work out what each player"
                " has. You can have the record once the game is over."
            )
        )
    leading = history.in_force(history.positions(game))
    if game.is_over:
        return RecordFile(f"powergrid-{game.pk}.json", _written(game, leading, game.read_setup()))
    name = f"powergrid-{game.pk}-after-{game.sequence}-unseen-cards-drawn-anew.json"
    return RecordFile(name, _written(game, leading, as_seen(leading, _chance(game, viewer))))


def _written(game: Game, leading: Sequence[Position], setup: rules.Setup) -> str:
    moves = tuple(_moves(leading))
    names = tuple(seat.name for seat in game.seats.all())
    return rules.write_record(rules.Record(names, setup, moves, rules.result_of(leading[-1].state)))


def _moves(leading: Sequence[Position]) -> Iterator[tuple[rules.Seat, rules.Action]]:
    for position in leading:
        move = position.move
        if move is not None and not isinstance(move.action, TakenBack):
            yield move.seat, move.action


def _chance(game: Game, viewer: User | AnonymousUser) -> str:
    """What unseen cards are drawn anew by: always the same here and now, and nothing that tells of the true ones."""
    return salted_hmac("games.records", f"{game.pk} {game.sequence} {viewer.pk}", algorithm="sha256").hexdigest()


def as_seen(leading: Sequence[Position], chance: str) -> rules.Setup:
    """A setup with which the game could have begun, as far as anybody knows who has seen these positions.

    It has no seed: nothing of it follows from one. After the shuffle at Step 3 the pile is stated as it was drawn.
    """
    anew = rules.redrawn(leading[-1].state, chance)
    if anew.step3_card is rules.Step3Card.DECK:
        return replace(anew.setup, seed="")
    pile = anew.deck[: len(anew.deck) - len(anew.buried)]
    unseen = [card for card in pile if isinstance(card, int)]
    drawn = [card for card in dict.fromkeys(_drawn_since_step3(leading)) if card not in unseen]
    return replace(anew.setup, seed="", step3_deck=(*drawn, *unseen))


def _drawn_since_step3(leading: Sequence[Position]) -> Iterator[int]:
    """The plants that came up after the shuffle at Step 3, in their order."""
    is_shuffled = False
    for position in leading:
        for event in position.state.happened:
            match event:
                case events.Step3CardDrawn():
                    is_shuffled = True
                case events.PlantDrawn(plant=plant) if is_shuffled:
                    yield plant
                case _:
                    pass
