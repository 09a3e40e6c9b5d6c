"""Whether a recorded game follows from its seed: everything that chance decided, worked out again."""

from collections.abc import Iterable, Iterator
from typing import Literal

from msgspec import Struct

from rules.chance import shuffled
from rules.errors import RecordError
from rules.events import (
    Event,
    PileShuffled,
    PlantBuried,
    PlantDrawn,
    PlantPiled,
    SetAsideReturned,
    Step3CardDrawn,
    Step3CardReturned,
)
from rules.fairness import commitment, secret_of, shares_of
from rules.plain_text import plain
from rules.plants import STEP3, Card
from rules.record import Record, recorded_positions
from rules.setup import new_setup
from rules.state import Setup, State


class Draw(Struct, frozen=True):
    """One thing that chance decides: as the record states it, and as it follows from the seed.

    ``name`` is ``areas``, ``order``, ``market``, ``deck``, ``blocked`` or a shuffle during the game such as
    ``step3_deck``, as in a setup; that is the order in which the deck lay after it. ``drawn`` is None where chance
    had no part in it: people picked the areas, or the game did not come to the shuffle.
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


class Turned(Struct, frozen=True):
    """What everybody saw of the deck: a card drawn, put under, over or beside it, or those beside it shuffled."""

    event: Literal["drawn", "under", "over", "beside", "shuffled"]
    card: Card | None = None


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
        *((Draw("blocked", setup.blocked, drawn.blocked),) if setup.board.rules.blocking.each else ()),
        *_shuffles(record),
    )
    secret = secret_of(setup.seed)
    return Proof(setup.seed, secret, shares_of(setup.seed), commitment(secret), draws)


def _drawn_anew(setup: Setup) -> Setup:
    picked = setup.areas if setup.options.areas == "host" else ()
    return new_setup(setup.options, setup.players, setup.seed, picked, version=setup.version)


def _shuffles(record: Record) -> Iterator[Draw]:
    found = shuffled_decks(recorded_positions(record))
    for name in record.setup.board.hooks.shuffles:
        deck = found.get(name)
        drawn = None if deck is None else tuple(shuffled(record.setup.seed, name, deck))
        yield Draw(f"{name}_deck", deck or (), drawn)


def shuffled_decks(positions: Iterable[State]) -> dict[str, tuple[int, ...]]:
    """The deck as it lay after each shuffle that a game came to, top first, by the name that the board gives it."""
    found: dict[str, tuple[int, ...]] = {}
    for state in positions:
        names = [name for name in state.board.hooks.shuffles if name not in found]
        if names and (deck := _shuffled_now(state)) is not None:
            found[names[0]] = deck
    return found


def _shuffled_now(state: State) -> tuple[int, ...] | None:
    """The deck as it lay after the shuffle that the last action led to, which may have drawn from it; else None."""
    since: list[int] = []
    count, put_on_top = None, tuple[int, ...]()
    for event in state.happened:
        if isinstance(event, Step3CardDrawn | PileShuffled):
            count, since, put_on_top = event.cards, [], ()
        elif isinstance(event, PlantDrawn):
            since.append(event.plant)
        elif isinstance(event, SetAsideReturned):
            put_on_top = event.plants
    if count is None:
        return None
    return tuple(card for card in (*since, *state.deck) if isinstance(card, int) and card not in put_on_top)[:count]


def turned(happened: Iterable[Event]) -> Iterator[Turned]:
    """What some events tell of the deck, in order."""
    for event in happened:
        match event:
            case PlantDrawn(plant=plant):
                yield Turned("drawn", plant)
            case PlantBuried(plant=plant):
                yield Turned("under", plant)
            case SetAsideReturned(plants=plants):
                yield from (Turned("over", plant) for plant in reversed(plants))
            case PlantPiled(plant=plant):
                yield Turned("beside", plant)
            case PileShuffled():
                yield Turned("shuffled")
            case Step3CardDrawn():
                yield Turned("drawn", STEP3)
            case Step3CardReturned():
                yield Turned("under", STEP3)
