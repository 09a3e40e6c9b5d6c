"""Whether another purchase in the last round would have changed the order: found by playing the rest once more."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from msgspec.structs import replace

import rules
from games.replay.action_rows import TakenBack
from games.replay.history import Position


@dataclass(frozen=True, slots=True)
class Chance:
    """What a seat could have bought instead: ``more`` tokens of a kind, or fewer, for so much more money, or less.

    With that it would have had ``new_rank`` instead of ``rank``. ``position`` is the one after what it bought.
    """

    position: Position
    seat: rules.Seat
    kind: rules.FuelKind
    more: int
    price: int
    rank: int
    new_rank: int


def best_chance(leading: Sequence[Position]) -> Chance | None:
    """The other last purchase that would have brought its buyer furthest up, all else done as it was.

    Only purchases that differ in one kind of fuel are tried.
    """
    return min(chances(leading), key=lambda chance: (chance.new_rank, abs(chance.more), chance.price), default=None)


def chances(leading: Sequence[Position]) -> Iterator[Chance]:
    end = leading[-1].state
    ranks = {entry.seat: entry.rank for entry in end.standing}
    for index, position in enumerate(leading):
        if index == 0 or position.move is None or leading[index - 1].state.round != end.round:
            continue
        seat, action = position.move.seat, position.move.action
        if not isinstance(action, rules.BuyResources) or ranks.get(seat, 1) == 1:
            continue
        for kind in rules.KINDS:
            chance = _other_amount(leading, index, seat, action, kind, ranks[seat])
            if chance is not None:
                yield chance


def _other_amount(
    leading: Sequence[Position],
    index: int,
    seat: rules.Seat,
    action: rules.BuyResources,
    kind: rules.FuelKind,
    rank: int,
) -> Chance | None:
    """The smallest change of one kind that would have brought a seat up."""
    state, end = leading[index - 1].state, leading[-1].state
    decision = rules.legal(state, seat)
    assert isinstance(decision, rules.PurchaseDecision)  # noqa: S101  (for the type checker: it was answered by one)
    decision = decision.in_market_of(action)
    offer = next((offer for offer in decision.fuels if offer.kind == kind), None)
    if offer is None:
        return None
    had = action.fuel[kind]
    paid = decision.price(action.fuel) or 0
    for more in sorted(range(-had, min(offer.room, len(offer.prices)) - had + 1), key=abs):
        other = replace(action, **{kind: had + more})
        price = decision.price(other.fuel)
        if not more or price is None or not _may_help(end, seat, kind, more, price - paid):
            continue
        standing = _played_on(leading, index, seat, other)
        new_rank = next((entry.rank for entry in standing if entry.seat == seat), rank)
        if new_rank < rank:
            return Chance(leading[index], seat, kind, more, price - paid, rank, new_rank)
    return None


def _may_help(end: rules.State, seat: rules.Seat, kind: rules.FuelKind, more: int, price: int) -> bool:
    """Whether it could be paid for in the end, and supplies more cities, or as many with more money left.

    This is quick to tell; the rest is played only where it holds.
    """
    player = end.players[seat]
    change = rules.Fuel(**{kind: abs(more)})
    fuel = player.fuel + change if more > 0 else player.fuel - change
    if fuel.is_negative or price > player.money:
        return False
    plants = end.plants.of(player.plants)
    before = rules.most_cities(plants, player.fuel, player.network_size)
    after = rules.most_cities(plants, fuel, player.network_size)
    return after > before or (after == before and price < 0)


def _played_on(
    leading: Sequence[Position], index: int, seat: rules.Seat, action: rules.Action
) -> tuple[rules.Standing, ...]:
    """The standing after this purchase and all that followed; none where the rules refuse some of it."""
    try:
        state = rules.apply(leading[index - 1].state, seat, action)
        for position in leading[index + 1 :]:
            if position.move is None or isinstance(position.move.action, TakenBack):
                return ()
            state = rules.apply(state, position.move.seat, position.move.action)
    except rules.RuleError:
        return ()
    return state.standing
