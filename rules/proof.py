"""Whether a recorded game follows from its seed: everything that chance decided, worked out again."""

from msgspec import Struct

from rules.chance import shuffled
from rules.errors import RecordError
from rules.events import PlantDrawn, Step3CardDrawn
from rules.fairness import commitment, secret_of, shares_of
from rules.plain_text import plain
from rules.plants import Card
from rules.record import Record, recorded_positions
from rules.setup import new_setup
from rules.state import Setup, State


class Draw(Struct, frozen=True):
    """One thing that chance decides: as the record states it, and as it follows from the seed.

    ``name`` is ``areas``, ``order``, ``market``, ``deck``, ``blocked`` or ``step3_deck`` as in a setup; the last is
    the order in which the deck lay after the shuffle at Step 3. ``drawn`` is None where chance had no part in it:
    people picked the areas, or the Step 3 card did not come up.
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
        *((Draw("blocked", setup.blocked, drawn.blocked),) if setup.board.rules.blocking.each else ()),
        _shuffle_at_step3(record),
    )
    secret = secret_of(setup.seed)
    return Proof(setup.seed, secret, shares_of(setup.seed), commitment(secret), draws)


def _drawn_anew(setup: Setup) -> Setup:
    picked = setup.areas if setup.options.areas == "host" else ()
    return new_setup(setup.options, setup.players, setup.seed, picked, version=setup.version)


def _shuffle_at_step3(record: Record) -> Draw:
    for state in recorded_positions(record):
        found = shuffled_deck(state)
        if found is not None:
            return Draw("step3_deck", found, tuple(shuffled(record.setup.seed, "step3", found)))
    return Draw("step3_deck", (), None)


def shuffled_deck(state: State) -> tuple[int, ...] | None:
    """The deck as it lay after the shuffle at Step 3, top first, if the last action led to that; else None.

    The same action may have drawn from it already.
    """
    since: list[int] = []
    count = None
    for event in state.happened:
        if isinstance(event, Step3CardDrawn):
            count = event.cards
        elif isinstance(event, PlantDrawn) and count is not None:
            since.append(event.plant)
    if count is None:
        return None
    return tuple(card for card in (*since, *state.deck) if isinstance(card, int))[:count]
