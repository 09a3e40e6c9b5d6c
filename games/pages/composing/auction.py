"""Composing what is done in auctions: opening one, bidding, and scrapping a plant for the new one."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from django.utils.translation import gettext as _

import rules
from games.pages.composing.asked import Asked, Panel
from games.pages.panels.pieces import FUEL_NAMES, PlantCard
from games.pages.panels.plant_market import why_barred


@dataclass(frozen=True, slots=True)
class PlantChoice:
    """A plant that can be chosen at ``href``."""

    card: PlantCard
    href: str
    is_chosen: bool


QUICK_STEPS = (0, 1, 2, 5, 10)
"""How far above the least the bids are that can be taken over at once."""


@dataclass(frozen=True, slots=True)
class OpeningPanel(Panel):
    """Put a plant up or decline. ``choices`` is where in the market each plant is chosen that can be put up.

    ``chosen`` is the plant composed, with a ``bid`` from ``least`` to ``most``; ``amounts`` are bids to take over,
    and where. ``bar`` says why plants on offer are not for this player. ``trust`` says when the Trust takes a plant.
    ``is_second``: it has bought the plant with the discount token, and may buy one more (MAP-NYC-12).
    ``brings_second``: the player who buys the plant composed may do so.
    """

    answer: ClassVar = "open"
    shown_in: ClassVar[tuple[str, ...]] = ("plant-market",)
    choices: Mapping[int, str]
    bar: str
    trust: str
    chosen: PlantCard | None
    bid: int
    least: int
    most: int
    amounts: tuple[tuple[int, str], ...]
    may_decline: bool
    is_second: bool
    brings_second: bool

    @property
    def confirm(self) -> str:
        return _("Open with plant {plant}").format(plant=self.chosen.label) if self.chosen else ""

    @property
    def summary(self) -> str:
        return self.chosen.words if self.chosen else ""


def opening_panel(asked: Asked, decision: rules.OpeningDecision, draft: rules.OpenAuction | None) -> OpeningPanel:
    offers = {offer.plant: offer for offer in decision.plants}
    chosen = offers.get(draft.plant) if draft else None
    return OpeningPanel(
        choices={
            offer.plant: asked.address("open", [("plant", offer.plant), ("bid", offer.least)])
            for offer in decision.plants
        },
        bar=why_barred(decision.barred, asked.names.board, asked.state.areas) if decision.barred else "",
        trust=_trust(asked, may_decline=decision.may_decline),
        chosen=PlantCard(asked.state.plants[chosen.plant]) if chosen else None,
        bid=draft.bid if draft else 0,
        least=chosen.least if chosen else 0,
        most=chosen.most if chosen else 0,
        amounts=_amounts(asked, "open", chosen.least, chosen.most, plant=chosen.plant) if chosen else (),
        may_decline=decision.may_decline,
        is_second=asked.state.bonus is not None and asked.state.bonus in asked.state.to_move,
        brings_second=chosen is not None and _brings_second(asked.state, chosen.plant),
    )


@dataclass(frozen=True, slots=True)
class BiddingPanel(Panel):
    """Bid from ``least`` to ``most``, or pass; ``bid`` is composed, or proposed, ``amounts`` can be taken over.

    Where ``most`` is less than ``least``, the player can only pass. ``trust`` says when the Trust takes its plant.
    ``brings_second``: the player who gets this plant may buy one more (MAP-NYC-12).
    """

    answer: ClassVar = "bid"
    trust: str
    brings_second: bool
    bid: int
    least: int
    most: int
    amounts: tuple[tuple[int, str], ...]


def bidding_panel(asked: Asked, decision: rules.BiddingDecision, draft: rules.Bid | None) -> BiddingPanel:
    auction = asked.state.auction
    return BiddingPanel(
        trust=_trust(asked),
        brings_second=auction is not None and _brings_second(asked.state, auction.plant),
        bid=max(draft.amount, decision.least) if draft else decision.least,
        least=decision.least,
        most=decision.most,
        amounts=_amounts(asked, "bid", decision.least, decision.most),
    )


def _brings_second(state: rules.State, plant: int) -> bool:
    return state.board.rules.discount_buys_again and plant == state.discount


def _amounts(asked: Asked, action: str, least: int, most: int, *, plant: int = 0) -> tuple[tuple[int, str], ...]:
    """Bids to take over, from the least on: as an answer to a bid, or to open with a plant."""

    def address(bid: int) -> str:
        return asked.address(action, [("plant", plant), ("bid", bid)] if plant else [("amount", bid)])

    return tuple((least + more, address(least + more)) for more in QUICK_STEPS if least + more <= most)


def _trust(asked: Asked, *, may_decline: bool = False) -> str:
    """When the Trust takes its plant (TRU-10 to TRU-12); empty once it had its turn, and without one."""
    if asked.state.trust is None or asked.state.acted:
        return ""
    if may_decline:
        return _(
            "Once a plant is bought, or you decline, the Trust takes the highest plant then on offer,"
            " unless it has three better ones."
        )
    return _(
        "Once a plant is bought, the Trust takes the highest plant then on offer, unless it has three better ones."
    )


@dataclass(frozen=True, slots=True)
class DropRow:
    """Fuel of one kind that goes or can go back with a plant: from ``least`` to ``most`` of the ``held`` tokens."""

    kind: rules.FuelKind
    name: str
    held: int
    least: int
    most: int
    amount: int


@dataclass(frozen=True, slots=True)
class DiscardPanel(Panel):
    """Scrap a plant. Of coal and oil together ``choose`` tokens more than the least of each have to go."""

    answer: ClassVar = "discard"
    choices: tuple[PlantChoice, ...]
    chosen: PlantCard | None
    rows: tuple[DropRow, ...]
    choose: int

    @property
    def confirm(self) -> str:
        return _("Scrap plant {plant}").format(plant=self.chosen.label) if self.chosen else ""


def discard_panel(asked: Asked, decision: rules.DiscardDecision, draft: rules.DiscardPlant | None) -> DiscardPanel:
    chosen = next((offer for offer in decision.plants if draft and draft.plant == offer.plant), None)
    return DiscardPanel(
        choices=tuple(
            PlantChoice(
                PlantCard(asked.state.plants[offer.plant]),
                asked.address("discard", [("plant", offer.plant)]),
                offer == chosen,
            )
            for offer in decision.plants
        ),
        chosen=PlantCard(asked.state.plants[chosen.plant]) if chosen else None,
        rows=_drop_rows(asked, chosen, draft) if chosen and draft else (),
        choose=chosen.choose if chosen else 0,
    )


def _drop_rows(asked: Asked, offer: rules.DiscardOffer, draft: rules.DiscardPlant) -> tuple[DropRow, ...]:
    drop = draft.drop or _least_drop(offer)
    held = asked.player.fuel
    return tuple(
        DropRow(kind, str(FUEL_NAMES[kind]), held[kind], offer.must[kind], most, getattr(drop, kind))
        for kind, most in offer.may.items()
        if most
    )


def _least_drop(offer: rules.DiscardOffer) -> rules.Fuel:
    """What to propose to give back: no more than has to go, and oil before coal where that is to be chosen."""
    oil = min(offer.choose, offer.may.oil - offer.must.oil)
    return offer.must + rules.Fuel(oil=oil, coal=offer.choose - oil)
