"""How the plants are dealt, as a list of small steps that any program can follow: docs/fair-deck.md."""

from collections.abc import Collection, Iterable, Sequence
from typing import Literal, NamedTuple

from msgspec import Struct

from rules.chance import shuffled
from rules.map_rules import Deal
from rules.plants import PLANTS, STEP3, Card, Half

Place = Literal["market", "deck", "out"]
"""Where cards come to lie: face up, in the draw pile below those that are there, out of the game unseen."""


class _Step(Struct, frozen=True, tag_field="do", omit_defaults=True):
    pass


class Lay(_Step, frozen=True, tag="lay"):
    """Put these cards somewhere, in this order."""

    cards: tuple[Card, ...]
    to: Place


class Shuffle(_Step, frozen=True, tag="shuffle"):
    """Make a pile of cards and of others piles or their top cards, in the order that chance gives under its name.

    ``piles`` has the name of each and how many cards are taken from its top, or None for all.
    """

    pile: str
    cards: tuple[Card, ...] = ()
    piles: tuple[tuple[str, int | None], ...] = ()


class Move(_Step, frozen=True, tag="move"):
    """Take cards from the top of a pile.

    ``count`` as in a slice: None for all, -2 for all but the last two. Those among ``but`` are passed over and stay.
    """

    pile: str
    to: Place
    count: int | None = None
    but: tuple[int, ...] = ()


class Exchange(_Step, frozen=True, tag="exchange"):
    """Where the top card of a pile is among ``cards``, it changes places with the first one that is not."""

    pile: str
    cards: tuple[int, ...]


class Clear(_Step, frozen=True, tag="clear"):
    """While one of ``cards`` is among the ``row`` lowest of the market, the lowest of them leaves it.

    It goes out of the game if it is in ``out``, else under the draw pile; the top card of that takes its place.
    """

    row: int
    cards: tuple[int, ...]
    out: tuple[int, ...]


Step = Lay | Shuffle | Move | Exchange | Clear
Recipe = tuple[Step, ...]


class Layout(NamedTuple):
    """The plants at the start: face up, ascending, and the draw pile, top first."""

    market: tuple[int, ...]
    deck: tuple[Card, ...]


def deal(recipe: Recipe, seed: str) -> Layout:
    """Market and draw pile as they follow from a seed."""
    piles: dict[str, list[Card]] = {}
    places: dict[Place, list[Card]] = {"market": [], "deck": [], "out": []}
    for step in recipe:
        match step:
            case Lay():
                places[step.to] += step.cards
            case Shuffle():
                taken = [card for name, count in step.piles for card in _take(piles[name], count)]
                piles[step.pile] = list(shuffled(seed, step.pile, [*step.cards, *taken]))
            case Move():
                places[step.to] += _take(piles[step.pile], step.count, step.but)
            case Exchange():
                exchange(piles[step.pile], step.cards)
            case Clear():
                _clear(places, step)
    return Layout(tuple(sorted(card for card in places["market"] if card != STEP3)), tuple(places["deck"]))


def removed_unseen(recipe: Recipe, layout: Layout) -> tuple[int, ...]:
    """The plants that chance left out of a deal (SET-13)."""
    dealt = {*layout.market, *layout.deck}
    left = (card for step in recipe if isinstance(step, Shuffle) for card in left_out(recipe, step, dealt))
    return tuple(sorted(card for card in left if card != STEP3))


def left_out(recipe: Recipe, shuffle: Shuffle, dealt: Collection[Card]) -> list[Card]:
    """The cards of a pile that nobody has seen, as they are not among those ``dealt``.

    What a market was cleared of, all saw (MAP-ME-9). Where cards that could be cleared were removed unseen, too, the
    layout does not tell which is which, and the lowest count as seen.
    """
    left = [card for card in shuffle.cards if card not in dealt]
    out = [move for move in recipe if isinstance(move, Move) and (move.pile, move.to) == (shuffle.pile, "out")]
    cleared = {card for step in recipe if isinstance(step, Clear) for card in step.out}
    surplus = len(left) - sum(move.count or 0 for move in out)
    seen = [card for card in left if card in cleared][: max(surplus, 0)]
    return [card for card in left if card not in seen]


def plants(*, half: Half | None = None, without: Iterable[int] = ()) -> tuple[int, ...]:
    """The plants of the game, or of one half of it (RCH-1), but for some."""
    left_out = set(without)
    return tuple(
        number for number, plant in PLANTS.items() if number not in left_out and (half is None or plant.half == half)
    )


def step3_below(pile: str, on: Deal) -> Recipe:
    """The rest of the deck is a pile with the Step 3 card at the bottom, or near it (SET-11, RCH-5)."""
    card = Lay((STEP3,), "deck")
    if not on.below_step3:
        return Move(pile, "deck"), card
    return Move(pile, "deck", -on.below_step3), card, Move(pile, "deck")


def sources(recipe: Recipe) -> tuple[str, ...]:
    """For each place of the draw pile the pile that its card comes from, or "" where it is laid there.

    That is before any place is cleared, which takes cards from the top.
    """
    sizes: dict[str, int] = {}
    found: list[str] = []
    for step in recipe:
        match step:
            case Lay(to="deck"):
                found += [""] * len(step.cards)
            case Shuffle():
                sizes[step.pile] = len(step.cards) + sum(_count(sizes, name, count) for name, count in step.piles)
            case Move():
                moved = _count(sizes, step.pile, step.count)
                found += [step.pile] * moved if step.to == "deck" else []
    return tuple(found)


def _count(sizes: dict[str, int], pile: str, count: int | None) -> int:
    """How many cards leave a pile, which gets smaller by them."""
    moved = len(range(sizes[pile])[:count])
    sizes[pile] -= moved
    return moved


def _take(pile: list[Card], count: int | None, but: Sequence[int] = ()) -> list[Card]:
    """Remove cards from a pile, and return them."""
    taken = [card for card in pile if card not in but][:count]
    pile[:] = [card for card in pile if card not in taken]
    return taken


def exchange(pile: list[Card], cards: Sequence[int]) -> None:
    """Let the top card of a pile change places, if need be: see :class:`Exchange`."""
    other = next((place for place, card in enumerate(pile) if card not in cards), 0)
    pile[0], pile[other] = pile[other], pile[0]


def _clear(places: dict[Place, list[Card]], step: Clear) -> None:
    market, deck = places["market"], places["deck"]
    while unwanted := [card for card in sorted(market, key=int)[: step.row] if card in step.cards]:
        card = unwanted[0]
        market.remove(card)
        (places["out"] if card in step.out else deck).append(card)
        market.append(deck.pop(0))
