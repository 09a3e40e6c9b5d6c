"""The plant market and the resource market."""

from dataclasses import dataclass

import rules
from games.panels.pieces import FUEL_NAMES, PlantCard, plant_card


@dataclass(frozen=True, slots=True)
class PlantMarket:
    """The plants on show. ``future`` is empty in Step 3.

    ``cards_left`` are the plants in the deck, None after the end; ``to_step3`` those of them above the Step 3 card,
    None where that is not to come any more. ``buried`` are the plants known to lie below it, ``removed`` those known
    to be out of the game.
    """

    actual: tuple[PlantCard, ...]
    future: tuple[PlantCard, ...]
    shows_step3_card: bool
    cards_left: int | None
    to_step3: int | None
    buried: tuple[PlantCard, ...]
    removed: tuple[PlantCard, ...]


def plant_market(view: rules.View, options: rules.Options) -> PlantMarket:
    cards = view.deck_size - (view.step3_card == "deck")
    leads_to_step3 = view.step3_card == "deck" and not options.first_game
    is_over = view.phase is rules.Phase.FINISHED
    return PlantMarket(
        actual=tuple(map(plant_card, view.market.actual)),
        future=tuple(map(plant_card, view.market.future)),
        shows_step3_card=view.market.step3_card,
        cards_left=None if is_over else cards,
        to_step3=cards - len(view.buried) if leads_to_step3 and not is_over else None,
        buried=tuple(plant_card(number) for number in sorted(view.buried)),
        removed=tuple(plant_card(number) for number in sorted(view.removed)),
    )


@dataclass(frozen=True, slots=True)
class Space:
    """One price of the fuel market: its places, from the left, hold a token or not."""

    price: int
    places: tuple[bool, ...]


@dataclass(frozen=True, slots=True)
class FuelTrack:
    """One kind of fuel on sale. ``cheapest`` is the price of the next token, None where it is sold out.

    ``due`` is what the table brings at the next refill, ``refill`` what the ``supply`` has of it now. There always is
    room for all tokens.
    """

    kind: rules.FuelKind
    name: str
    spaces: tuple[Space, ...]
    on_sale: int
    cheapest: int | None
    due: int
    refill: int
    supply: int


def fuel_market(view: rules.View, due: rules.Fuel, refill: rules.Fuel) -> tuple[FuelTrack, ...]:
    """The four tracks.

    :param due: what the next refill brings by the table.
    :param refill: what it would bring of that if it came now.
    """
    tracks = []
    for kind in rules.KINDS:
        prices = rules.market_prices(view.resources, kind)
        tracks.append(
            FuelTrack(
                kind=kind,
                name=str(FUEL_NAMES[kind]),
                spaces=_spaces(kind, len(prices)),
                on_sale=len(prices),
                cheapest=prices[0] if prices else None,
                due=due[kind],
                refill=refill[kind],
                supply=view.supply[kind],
            )
        )
    return tuple(tracks)


def _spaces(kind: rules.FuelKind, on_sale: int) -> tuple[Space, ...]:
    """The places grouped by price; tokens are on the dearest ones (RES-7)."""
    prices = rules.SPACES[kind]
    first_token = len(prices) - on_sale
    grouped: dict[int, list[bool]] = {}
    for place, price in enumerate(prices):
        grouped.setdefault(price, []).append(place >= first_token)
    return tuple(Space(price, tuple(places)) for price, places in grouped.items())
