"""Plans for the auction that is running, and for passing all of a round."""

from collections.abc import Iterable
from typing import cast

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

import rules
from games.models import Slot
from games.pages.panels.pieces import PlantCard
from games.pages.plans.fields import Leaps, PlanForm, choose, elektro, scrap
from games.pages.plans.planner import Planner
from games.plans.language import Otherwise, ProxyBid, StandingPass

BEYOND = [("pass", gettext_lazy("pass")), ("ask", gettext_lazy("ask me"))]
HEADROOM = 5
"""How far above the next bid a limit is proposed."""


class BidForm(PlanForm):
    """Bid for me in this auction, up to a limit."""

    slot = Slot.AUCTION
    macro = "bid"
    limit = elektro(gettext_lazy("Bid for me up to"))
    leaps = Leaps()
    beyond = choose(gettext_lazy("Beyond that"), BEYOND)

    def set_up(self, sent: QueryDict | None) -> None:
        if self.planner.scraps and not self.planner.state.plants[self.plant].is_mine:
            self.fields["scrap"] = scrap(self.planner)
        known = self.standing if isinstance(self.standing, ProxyBid) else None
        self.initial = {
            "limit": known.limit if known else min(self.least + HEADROOM, self.money),
            "beyond": known.beyond if known else "pass",
            "leaps": known.leaps if known else (),
            "scrap": known.scrap.plant if known and known.scrap else "",
        }

    @property
    def plant(self) -> int:
        return self.planner.auction.plant

    @property
    def card(self) -> PlantCard:
        return PlantCard(self.planner.state.plants[self.plant])

    @property
    def least(self) -> int:
        """The least that can be bid next."""
        return self.planner.auction.bid + (self.planner.auction.bidder != self.planner.seat)

    @property
    def money(self) -> int:
        return self.planner.player.money

    def clean_limit(self) -> int:
        limit: int = self.cleaned_data["limit"]
        if limit > self.money:
            raise forms.ValidationError(_("You have {money} Elektro.").format(money=self.money))
        if limit < self.least:
            sentence = _("The next bid is {least}, so you would pass with this limit. There is a button for that.")
            raise forms.ValidationError(sentence.format(least=self.least))
        return limit

    def plan(self) -> ProxyBid:
        said = self.cleaned_data
        return ProxyBid(
            self.plant,
            said["limit"],
            beyond=cast(Otherwise, said["beyond"]),
            leaps=said["leaps"],
            scrap=rules.DiscardPlant(said["scrap"]) if said.get("scrap") else None,
        )


class AlongForm(BidForm):
    """The same beside a first bid, which is sent along. Both forms can be on one page.

    Its fields lie in the form of that bid, and belong to another one: Enter in them sends what they say, too.
    """

    auto_id = "along-%s"

    def __init__(self, planner: Planner, first: rules.Bid | rules.OpenAuction, sent: QueryDict | None) -> None:
        self.first = first
        super().__init__(planner, {}, "along", sent)
        for field in self.fields.values():
            field.widget.attrs["form"] = "along"

    @property
    def plant(self) -> int:
        return self.first.plant if isinstance(self.first, rules.OpenAuction) else self.planner.auction.plant

    @property
    def least(self) -> int:
        return self.first.bid if isinstance(self.first, rules.OpenAuction) else self.first.amount


def along(planner: Planner, draft: rules.Action | None) -> AlongForm | None:
    """What can be planned beside the bid that is being composed; None where nothing can."""
    if planner.state.phase is not rules.Phase.AUCTION or planner.seat not in planner.state.to_move:
        return None
    match rules.legal(planner.state, planner.seat), draft:
        case rules.BiddingDecision(), rules.Bid() as bid:
            return AlongForm(planner, bid, None)
        case rules.BiddingDecision(least=least, most=most), _ if least < most:
            return AlongForm(planner, rules.Bid(least), None)
        case rules.OpeningDecision(plants=offers), rules.OpenAuction() as first:
            is_contested = any(offer.plant == first.plant and offer.least < offer.most for offer in offers)
            return AlongForm(planner, first, None) if is_contested else None
    return None


class PassForm(PlanForm):
    """Pass this auction."""

    slot = Slot.AUCTION
    macro = "pass"

    def set_up(self, sent: QueryDict | None) -> None:
        """There is nothing to fill in."""

    def plan(self) -> StandingPass:
        return StandingPass(self.planner.auction.plant)


class PassesForm(PlanForm):
    """Pass every auction of a round, unless one of some plants can be had: one on show, or still to come."""

    slot = Slot.AUCTIONS
    macro = "passes"

    def set_up(self, sent: QueryDict | None) -> None:
        market = self.planner.view.market
        self.on_show = (*market.actual, *market.future)
        self.fields["unless"] = forms.TypedMultipleChoiceField(
            label=_("Unless one of these comes up: then ask me"),
            choices=[(str(plant), str(plant)) for plant in self.on_show + self.planner.unseen],
            coerce=int,
            required=False,
            error_messages={"invalid_choice": _("One of these plants can no longer come up.")},
        )
        self.initial = {"unless": self.standing.unless if isinstance(self.standing, StandingPass) else ()}

    @property
    def exceptions(self) -> set[int]:
        return {int(plant) for plant in self["unless"].value() or () if str(plant).isdecimal()}

    def cards(self, plants: Iterable[int]) -> list[tuple[PlantCard, bool]]:
        """Some plants, and whether each is an exception."""
        return [(PlantCard(plant), plant.number in self.exceptions) for plant in self.planner.state.plants.of(plants)]

    def plan(self) -> StandingPass:
        return StandingPass(unless=tuple(sorted(self.cleaned_data["unless"])))
