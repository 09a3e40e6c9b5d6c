"""What nobody at the table knows of the cards, drawn anew: a position to try things on."""

from collections.abc import Iterable, Iterator, Sequence

from msgspec.structs import replace

from rules.chance import shuffled
from rules.plants import PLANTS, STEP3, Card
from rules.state import State, Step3Card


def redrawn(state: State, seed: str) -> State:
    """The same position with other cards where nobody has seen them, as likely as any (GEN-7).

    For every seat and for spectators it looks as it did. Its setup is one that the game could have begun with, and
    what chance decides from here on follows from ``seed``: nothing is left of the true seed, of the order of the deck
    and of what was removed unseen (SET-13). Money is as it is: those who may not see it must not see this position.

    :param seed: another one draws other cards.
    """
    pile = state.deck[: len(state.deck) - len(state.buried)]
    anew = tuple(_drawn_anew(state, pile, seed))
    deck = state.setup.deck
    if state.step3_card is Step3Card.DECK:
        turned_up = deck[: len(deck) - len(pile)]
        deck = turned_up + anew
    setup = replace(state.setup, seed=seed, deck=deck, step3_deck=None, step2_deck=None, second_deck=None)
    return replace(state, setup=setup, deck=anew + state.buried)


def _drawn_anew(state: State, pile: Sequence[Card], seed: str) -> Iterator[Card]:
    """The cards of a pile, where it is known as they are, else others."""
    known = _known_top(state)
    hidden = [card for card in pile if card not in (STEP3, known)]
    others = iter(_others(state, hidden, seed))
    for card in pile:
        yield card if card in (STEP3, known) else next(others)


def _others(state: State, hidden: Sequence[int], seed: str) -> list[int]:
    """As many cards as there are hidden ones, of those that they could be.

    Where backs are shown, the top card keeps its own (RCH-6), and it is known how many cards are left of each: how
    many were removed is in the rules (RCH-4), and all others have been seen.
    """
    candidates = _candidates(state, hidden)
    if not state.edition.shows_card_backs or not hidden:
        return shuffled(seed, "redrawn", candidates)[: len(hidden)]
    drawn: list[int] = []
    for half in ("plug", "socket"):
        drawn += shuffled(seed, "redrawn", _of_half(half, candidates))[: len(_of_half(half, hidden))]
    # Each time another shuffle: by the one that chose them, those with fewer removed would tend to the top.
    top = shuffled(seed, "redrawn top", _of_half(PLANTS[hidden[0]].half, drawn))[0]
    return [top, *shuffled(seed, "redrawn rest", (card for card in drawn if card != top))]


def _of_half(half: str, cards: Iterable[int]) -> list[int]:
    return [card for card in cards if PLANTS[card].half == half]


def _candidates(state: State, hidden: Sequence[int]) -> Sequence[int]:
    """The plants of which the hidden cards are some.

    These are all that nobody has seen, in the deck or removed; once the Step 3 card came up, exactly those that are
    there, as everybody saw them go under the deck.
    """
    if state.step3_card is not Step3Card.DECK:
        return hidden
    elsewhere = {*_seen(state), *state.board.rules.missing_plants, _known_top(state)}
    return [plant for plant in PLANTS if plant not in elsewhere]


def _seen(state: State) -> Iterator[int]:
    yield from (*state.market, *state.removed, *state.buried)
    for player in state.players:
        yield from player.plants
    if state.trust is not None:
        yield from state.trust.plants


def _known_top(state: State) -> int | None:
    """The plant that everybody knows to lie on top: until the first card is turned up (SET-11, MAP-FR-3)."""
    top = state.edition.top_plant
    if not top or state.step3_card is not Step3Card.DECK:
        return None
    top = state.board.rules.early_plant or top
    return top if state.deck[0] == top else None
