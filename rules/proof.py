"""Whether a recorded game follows from its seed: everything that chance decided, worked out again."""

from collections.abc import Iterator
from itertools import zip_longest

from msgspec import Struct

from rules.chance import shuffled
from rules.errors import RecordError
from rules.events import PileShuffled, PlantDrawn, Step3CardDrawn
from rules.fairness import commitment, secret_of, shares_of
from rules.plain_text import plain
from rules.plants import Card
from rules.record import Record, recorded_positions
from rules.setup import new_setup
from rules.state import Setup, State


class Draw(Struct, frozen=True):
    """One thing that chance decides: as the record states it, and as it follows from the seed.

    ``name`` is ``areas``, ``order``, ``market``, ``deck`` or a shuffle during the game such as ``step3_deck``, as in
    a setup; that is the order in which the deck lay after it. ``drawn`` is None where chance had no part in it:
    people picked the areas, or the game did not come to the shuffle.
    """

    name: str
    stated: tuple[Card | str, ...]
    drawn: tuple[Card | str, ...] | None

    @property
    def follows(self) -> bool:
        return self.drawn is None or self.stated == self.drawn

    def __str__(self) -> str:
        if self.drawn is None:
            return f"{self.name}: not drawn"
        stated = " ".join(map(str, self.stated)) or "none"
        if self.follows:
            return f"{self.name}: follows from the seed: {stated}"
        return f"{self.name}: DOES NOT FOLLOW from the seed: {stated}; it makes {' '.join(map(str, self.drawn))}"


class Proof(Struct, frozen=True):
    """What was worked out from the seed of a record. ``commitment`` is that of the secret in the seed."""

    seed: str
    secret: str
    shares: tuple[str, ...]
    commitment: str
    draws: tuple[Draw, ...]

    @property
    def holds(self) -> bool:
        """Whether all that the record states follows from its seed."""
        return all(draw.follows for draw in self.draws)

    def __str__(self) -> str:
        """What was found, a line for each thing."""
        lines = [
            f"seed: {plain(self.seed)}",
            f"secret: {plain(self.secret)}",
            f"commitment: {self.commitment}",
            f"shares: {', '.join(map(plain, self.shares)) or 'none'}",
        ]
        return "\n".join([*lines, *map(str, self.draws)])


def prove(record: Record) -> Proof:
    """Work out everything random in a game from its seed, and hold it against what the record states.

    :raises RecordError: the record has no seed.
    :raises RuleError: at the first action that is refused.
    """
    setup = record.setup
    if not setup.seed:
        raise RecordError("The record states no seed, so nothing shows how its cards were drawn.")
    drawn = _drawn_anew(setup)
    draws = (
        Draw("areas", setup.areas, drawn.areas if setup.options.areas == "random" else None),
        Draw("order", setup.order, drawn.order),
        Draw("market", setup.market, drawn.market),
        Draw("deck", setup.deck, drawn.deck),
        *_shuffles(record),
    )
    secret = secret_of(setup.seed)
    return Proof(setup.seed, secret, shares_of(setup.seed), commitment(secret), draws)


def _drawn_anew(setup: Setup) -> Setup:
    picked = setup.areas if setup.options.areas == "host" else ()
    return new_setup(setup.options, setup.players, setup.seed, picked, version=setup.version)


def _shuffles(record: Record) -> Iterator[Draw]:
    names = record.setup.board.hooks.shuffles
    decks = [deck for state in recorded_positions(record) if (deck := shuffled_deck(state)) is not None]
    for name, found in zip_longest(names, decks):
        if found is None:
            yield Draw(f"{name}_deck", (), None)
        else:
            yield Draw(f"{name}_deck", found, tuple(shuffled(record.setup.seed, name, found)))


def shuffled_deck(state: State) -> tuple[int, ...] | None:
    """The deck as it lay after a shuffle, top first, if the last action led to one; else None.

    The same action may have drawn from it already.
    """
    since: list[int] = []
    count = None
    for event in state.happened:
        if isinstance(event, Step3CardDrawn | PileShuffled) and state.board.hooks.shuffles:
            count, since = event.cards, []
        elif isinstance(event, PlantDrawn) and count is not None:
            since.append(event.plant)
    if count is None:
        return None
    return tuple(card for card in (*since, *state.deck) if isinstance(card, int))[:count]
