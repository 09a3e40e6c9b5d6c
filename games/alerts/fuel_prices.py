"""From what price on fuel is sold, in words: "Coal from 1, oil from 3, garbage from 7, uranium sold out."."""

from django.utils.text import capfirst
from django.utils.translation import gettext as _

import rules
from games.pages.panels.pieces import FUEL_NAMES
from games.story.names import Names


def fuel_prices(state: rules.State, decision: rules.PurchaseDecision, names: Names) -> tuple[str, ...]:
    """A sentence for each market, with its name where there are several."""
    sentences = (_prices(state, market, place) for place, market in enumerate(decision.markets))
    if not decision.elsewhere:
        return tuple(sentences)
    return tuple(
        _("{market} market: {prices}").format(market=names.market(market.market), prices=prices)
        for market, prices in zip(decision.markets, sentences, strict=True)
    )


def _prices(state: rules.State, market: rules.PurchaseDecision, place: int) -> str:
    """:param place: that of the market among those of the board."""
    sold = (offer for offer in market.fuels if rules.price_spaces(state, offer.kind, place))
    return f"{capfirst(', '.join(_price(state, offer, place) for offer in sold))}."


def _price(state: rules.State, offer: rules.FuelOffer, place: int) -> str:
    fuel = FUEL_NAMES[offer.kind]
    if offer.prices:
        return _("%(fuel)s from %(price)d") % {"fuel": fuel, "price": offer.prices[0]}
    if rules.market_prices(state, offer.kind, place):
        return _("%(fuel)s too dear in this Step") % {"fuel": fuel}
    return _("%(fuel)s sold out") % {"fuel": fuel}
