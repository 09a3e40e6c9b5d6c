"""Prepared positions: three companies on a part of Germany, in the midst of a game.

What a chapter does not name follows from a fixed seed, and everything that has to add up (tokens, cards, slots) does.
"""

from collections.abc import Sequence
from typing import NamedTuple

from msgspec.structs import replace

import rules

YOU, BOB, CID = rules.Seat(0), rules.Seat(1), rules.Seat(2)

AREAS = ("west", "southwest", "east")
SEED = "lesson"
"""Deals the cards that no chapter names."""
OPTIONS = rules.Options(money_visible=True)


class Company(NamedTuple):
    """One company. ``fuel`` is written as in the notation (``"c2 o1"``); ``cities`` are ids, in building order."""

    money: int
    plants: tuple[int, ...] = ()
    fuel: str = ""
    cities: str = ""


def position(
    *companies: Company,
    phase: rules.Phase,
    market: tuple[int, ...],
    resources: str = "c24 o18 g6 u2",
    in_round: int = 1,
    step: int = 1,
    order: tuple[rules.Seat, ...] = (YOU, BOB, CID),
    acted: tuple[rules.Seat, ...] = (),
    bought: tuple[rules.Seat, ...] = (),
    drawn: tuple[int, ...] = (),
    buried: tuple[int, ...] | None = None,
    version: int = rules.VERSION,
) -> rules.State:
    """The position that so many companies have come to. In a city that several name, earlier ones have cheaper slots.

    :param resources: what is on sale.
    :param acted: who is done with the phase; ``bought`` are those of them that have bought a plant.
    :param drawn: the plants that come next. After them come the others that nobody has seen.
    :param buried: the plants under the Step 3 card, which is the next card then; in Step 3 the whole deck.
    """
    shown = {*market, *drawn, *(buried or ()), *(plant for company in companies for plant in company.plants)}
    setup = _setup(len(companies), shown, version)
    unseen = [card for card in setup.deck[:-1] if card not in shown]
    step3 = setup.deck[-1:] if step < 3 else ()
    deck = (*drawn, *unseen, *step3) if buried is None else (*drawn, *step3, *buried)
    begun, players = rules.start(setup), _players(companies)
    on_sale = tokens(resources)
    held = sum((player.fuel for player in players), rules.NO_FUEL)
    state: rules.State = replace(
        begun,
        phase=phase,
        round=in_round,
        step=step,
        order=order,
        players=players,
        market=market,
        deck=deck,
        resources=on_sale,
        supply=begun.board.tokens - on_sale - held,
        step3_card=rules.Step3Card.DECK if step3 else rules.Step3Card.OUT,
        acted=acted,
        bought=bought,
        buried=buried if buried and step3 else (),
        removed=tuple(sorted({*setup.market, *setup.deck} - {*shown, *deck, *step3, *setup.deck[-1:]})),
        happened=(),
    )
    rules.check(state)
    return state


def played(state: rules.State, *lines: str) -> rules.State:
    """The position after these actions, written as ``"1: bid 5"``. It tells of all of them."""
    happened: tuple[rules.Event, ...] = ()
    for line in lines:
        seat, _colon, action = line.partition(": ")
        state = rules.apply(state, rules.Seat(int(seat)), rules.parse_action(action))
        happened += state.happened
    told: rules.State = replace(state, happened=happened)
    return told


def tokens(text: str) -> rules.Fuel:
    """Fuel from its short form."""
    action = rules.parse_action(f"buy {text}".strip())
    if not isinstance(action, rules.BuyResources):
        raise TypeError(f"{text!r} is no fuel.")
    return action.fuel


def _setup(players: int, shown: set[int], version: int) -> rules.Setup:
    """A setup in which no plant that is shown was removed unseen (SET-12)."""
    setup = rules.new_setup(OPTIONS, players, SEED, version=version)
    dealt = setup.deck[:-1]
    unseen = rules.PLANTS.keys() - {*setup.market, *dealt}
    cards = sorted((*dealt, *sorted(unseen)), key=lambda card: card not in shown)[: len(dealt)]
    return replace(setup, areas=AREAS, order=(YOU, BOB, CID), deck=(*cards, *setup.deck[-1:]))


def _players(companies: Sequence[Company]) -> tuple[rules.Player, ...]:
    players: list[rules.Player] = []
    for number, company in enumerate(companies):
        before = [city for each in companies[:number] for city in each.cities.split()]
        houses = (rules.House(city, rules.SLOTS[before.count(city)]) for city in company.cities.split())
        players.append(
            rules.Player(company.money, tuple(sorted(company.plants)), tokens(company.fuel), tuple(houses))
        )
    return tuple(players)
