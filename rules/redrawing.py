"""What nobody at the table knows of the cards, drawn anew: a position to try things on."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from rules.chance import shuffled
from rules.dealing import Exchange, Lay, Move, Recipe, Shuffle, exchange, left_out, sources
from rules.plants import PLANTS, STEP3, Card
from rules.setup import opening
from rules.state import Setup, State


def redrawn(state: State, seed: str) -> State:
    """The same position with other cards where nobody has seen them, as likely as any (GEN-7).

    For every seat and for spectators it looks as it did. Its setup is one that the game could have begun with, and
    what chance decides from here on follows from ``seed``: nothing is left of the true seed, of the order of the deck
    and of what was removed unseen (SET-13). Money is as it is: those who may not see it must not see this position.

    :param seed: another one draws other cards.
    """
    pile = state.deck[state.known_top : len(state.deck) - len(state.buried)]
    back = _back(pile[0]) if pile and state.edition.shows_card_backs and not state.known_top else ""
    dealt = _face_down(state.setup)
    first = len(dealt.cards) - len(pile)
    if dealt.cards[first:] == pile:
        anew = _dealt_anew(dealt, range(first, len(dealt.cards)), seed, back)
        pile = anew[first:]
    else:
        anew = _dealt_anew(dealt, _left_below_step3(dealt, pile), seed)
        others = dict(zip(dealt.cards, anew, strict=True))
        pile = _shuffled_anew([others.get(card, card) for card in pile], seed, back)
    deck = (*anew, *state.setup.deck[len(anew) :])
    setup = replace(state.setup, seed=seed, deck=deck, step3_deck=None, step2_deck=None, second_deck=None)
    return replace(state, setup=setup, deck=(*state.deck[: state.known_top], *pile, *state.buried))


class _Dealt(NamedTuple):
    """The deck as it was dealt face down.

    :param piles: for each place the pile that its card was shuffled in last; None where everybody knows the card.
    :param elsewhere: cards that lay open, or in the deck.
    """

    recipe: Recipe
    cards: tuple[Card, ...]
    piles: tuple[str | None, ...]
    elsewhere: frozenset[Card]


def _face_down(setup: Setup) -> _Dealt:
    """The deck at the start, without the plants that everybody saw go under it (MAP-ME-9).

    A deck of another size is not, or no longer, as its recipe makes it, and counts as one pile.
    """
    recipe = setup.recipe
    cards = setup.deck[: len(setup.deck) - len(opening(setup).buried)]
    names = sources(recipe)
    if len(names) != len(cards):
        names = ("",) * len(cards)
    laid = {card for step in recipe if isinstance(step, Lay) and step.to == "deck" for card in step.cards}
    piles = tuple(name if name or card not in laid else None for name, card in zip(names, cards, strict=True))
    return _Dealt(recipe, cards, piles, frozenset((*setup.market, *setup.deck)))


def _left_below_step3(dealt: _Dealt, pile: Sequence[Card]) -> list[int]:
    """The places of cards that nobody has seen although the deck was shuffled (MAP-UKI-7).

    All others lay above the Step 3 card, or were put under the deck for all to see.
    """
    cards = dealt.cards
    below = range(cards.index(STEP3) + 1, len(cards)) if STEP3 in cards else ()
    return [place for place in below if cards[place] in pile]


def _dealt_anew(dealt: _Dealt, unseen: Sequence[int], seed: str, back: str = "") -> tuple[Card, ...]:
    """The deck at the start with other cards in the places that nobody has seen.

    First each gets one of those that could lie there, then those that were shuffled last are put into another order.
    ``back`` is that of the first of them, where it is seen.
    """
    hidden = [place for place in unseen if dealt.piles[place] is not None]
    anew = list(dealt.cards)
    for place, card in _exchanged(dealt, hidden, seed):
        anew[place] = card
    for pile in dict.fromkeys(dealt.piles[place] for place in hidden):
        places = [place for place in hidden if dealt.piles[place] == pile]
        cards = [anew[place] for place in places]
        # Once a card was drawn, one that changed places leaves no more than a slight trace, which this leaves out.
        exchanges = [step for step in dealt.recipe if isinstance(step, Exchange) and step.pile == pile]
        exchanges = [] if places[0] else exchanges
        cards = _in_any_order(cards, seed, back if places[0] == unseen[0] and not exchanges else "")
        for step in exchanges:
            exchange(cards, step.cards)
        for place, card in zip(places, cards, strict=True):
            anew[place] = card
    return tuple(anew)


def _exchanged(dealt: _Dealt, hidden: Sequence[int], seed: str) -> Iterator[tuple[int, Card]]:
    """For each hidden place a card of those that were shuffled with the one there, dealt or removed unseen."""
    never_removed = {card for step in dealt.recipe if isinstance(step, Move) for card in step.but}
    for step in dealt.recipe:
        if not isinstance(step, Shuffle):
            continue
        places = [place for place in hidden if dealt.cards[place] in step.cards]
        # What came to the deck straight from its pile did so before any was passed over, and so can be any of them.
        straight = [place for place in places if dealt.piles[place] == step.pile]
        others = [place for place in places if dealt.piles[place] != step.pile]
        removed = left_out(dealt.recipe, step, dealt.elsewhere)
        cards = shuffled(seed, "redrawn", [*(dealt.cards[place] for place in places), *removed])
        rest = sorted(cards[len(straight) :], key=lambda card: card not in never_removed)
        yield from zip([*straight, *others], [*cards[: len(straight)], *rest], strict=False)


def _shuffled_anew(pile: Sequence[Card], seed: str, back: str) -> tuple[Card, ...]:
    """Another order of a pile that was shuffled during the game; the Step 3 card can lie under it (MAP-ME-12)."""
    plants = iter(_in_any_order([card for card in pile if card != STEP3], seed, back))
    return tuple(card if card == STEP3 else next(plants) for card in pile)


def _in_any_order(cards: Sequence[Card], seed: str, back: str) -> list[Card]:
    """The same cards, one with this back on top, where it is seen (RCH-6)."""
    top = shuffled(seed, "redrawn top", (card for card in cards if _back(card) == back))[:1]
    return top + shuffled(seed, "redrawn rest", (card for card in cards if card not in top))


def _back(card: Card) -> str:
    return card if isinstance(card, str) else PLANTS[card].half
