"""The record of a game, as a file for one viewer.

Once a game is over, its record has everything: the seed, the deck, the result. While it runs, it has only what its
viewer can know: cards that have come up lie where they did, and all others are drawn anew. So the file is a whole
record of a game that could be this one, and leads to the position that they see.
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


class Withheld(Exception):
    """There is no record of a game yet; the sentence says why."""


@dataclass(frozen=True, slots=True)
class RecordFile:
    """The name and the text of a file."""

    name: str
    text: str


def export(game: Game, viewer: User | AnonymousUser) -> RecordFile:
    """The record of a game for a viewer who may see it, without what was taken back: the same until the next action.

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
    """The seed by which unseen cards are drawn anew. It has nothing to do with the true one."""
    return salted_hmac("games.records", f"{game.pk} {game.sequence} {viewer.pk}", algorithm="sha256").hexdigest()


def as_seen(leading: Sequence[Position], chance: str) -> rules.Setup:
    """A setup with which the game could have begun, for all that these positions show; it has no seed.

    A pile that was shuffled on the way is stated as it was drawn.
    """
    anew = rules.redrawn(leading[-1].state, chance)
    decks = rules.shuffled_decks(position.state for position in leading)
    if decks:
        *_, last = decks
        pile = anew.deck[anew.known_top : len(anew.deck) - len(anew.buried)]
        unseen = [card for card in pile if isinstance(card, int)]
        decks[last] = (*decks[last][: len(decks[last]) - len(unseen)], *unseen)
    return replace(anew.setup, seed="", **{f"{name}_deck": deck for name, deck in decks.items()})
