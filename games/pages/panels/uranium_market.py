"""The uranium market, to which mines sell (MAP-AUS-8 to MAP-AUS-13)."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import ngettext

import rules
from games.pages.panels.pieces import Companies
from games.story.names import Names, in_words, isolated
from rules import events


@dataclass(frozen=True, slots=True)
class UraniumSpace:
    """One price, with a place for each token: is there one?"""

    price: int
    places: tuple[bool, ...]


@dataclass(frozen=True, slots=True)
class UraniumMarket:
    """The places, and the ``price`` of the dearest free one, for which the next mine sells; None where all are full.

    ``sales`` say what the mines would bring now, in their order, and ``used`` how many tokens leave then.
    """

    spaces: tuple[UraniumSpace, ...]
    tokens: int
    price: int | None
    sales: tuple[str, ...]
    used: str


def uranium_market(view: rules.View, sales: Sequence[events.UraniumSold], table: Companies) -> UraniumMarket | None:
    """None where a board has none."""
    market = view.board.rules.uranium_market
    if market is None:
        return None
    free = len(market.places) - view.uranium_market
    is_over = view.phase is rules.Phase.FINISHED
    used = market.used[len(view.companies)][view.step - 1]
    return UraniumMarket(
        spaces=tuple(
            UraniumSpace(price, tuple(at >= free for at, other in enumerate(market.places) if other == price))
            for price in dict.fromkeys(market.places)
        ),
        tokens=view.uranium_market,
        price=market.places[free - 1] if free else None,
        sales=() if is_over else tuple(_sale(sale, table) for sale in sales),
        used="" if is_over else _used(used, after_sales=bool(sales)),
    )


def _sale(sale: events.UraniumSold, table: Companies) -> str:
    return ngettext(
        "{name}: {income} Elektro for mine {mines}, {price} for each of its cities.",
        "{name}: {income} Elektro for mines {mines}, {price} for each of their cities.",
        len(sale.mines),
    ).format(
        name=isolated(table[sale.seat].name),
        income=sale.income,
        mines=in_words(map(Names.plant, sale.mines)),
        price=sale.price,
    )


def _used(tokens: int, *, after_sales: bool) -> str:
    if after_sales:
        sentence = ngettext(
            "Then {tokens} token leaves, the cheapest.", "Then {tokens} tokens leave, the cheapest first.", tokens
        )
    else:
        sentence = ngettext(
            "At the end of the round {tokens} token leaves, the cheapest.",
            "At the end of the round {tokens} tokens leave, the cheapest first.",
            tokens,
        )
    return sentence.format(tokens=tokens)
