"""The plan for all auctions of a round: plants picked in the market, each with a limit, the most wanted first."""

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import cast

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

import rules
from games.models import Slot
from games.pages.panels.pieces import PlantCard
from games.pages.plans.fields import Leaps, PlanForm, choose, elektro, rank, scrap
from games.pages.plans.planner import Planner
from games.pages.plans.round_draft import number
from games.pages.plans.wishes_panel import Rival, WishesPanel
from games.plans.answers import Act, answer
from games.plans.language import AuctionPlan, Condition, Otherwise, Plan, Wish

HEADROOM = 5
"""How far above its minimum bid a limit is proposed."""
MOST_CONDITIONS = 6
ANYBODY = "any"


class ConditionForm(forms.Form):
    """Something that everybody can see, or its opposite."""

    use_required_attribute = False
    holds = forms.ChoiceField(
        choices=[("only", gettext_lazy("only if")), ("unless", gettext_lazy("unless"))], required=False
    )
    number = forms.IntegerField(
        label=gettext_lazy("Plant"),
        required=False,
        widget=forms.TextInput(attrs={"inputmode": "numeric", "placeholder": gettext_lazy("plant")}),
        error_messages={"invalid": gettext_lazy("Write the number of a plant.")},
    )

    def __init__(self, planner: Planner, standing: Condition | None, sent: QueryDict | None, prefix: str) -> None:
        super().__init__(sent, prefix=prefix, auto_id="plan-%s", initial=_known(standing))
        self.fields["fact"] = forms.ChoiceField(
            label=_("Condition"),
            required=False,
            choices=list(_facts(planner)),
            error_messages={"invalid_choice": _("Choose one of these.")},
        )

    def clean_number(self) -> int | None:
        number: int | None = self.cleaned_data["number"]
        if number is not None and number not in rules.PLANTS:
            raise forms.ValidationError(_("There is no plant {number}.").format(number=number))
        return number

    def clean(self) -> None:
        if self.cleaned_data.get("fact") == "drawn" and not self.cleaned_data.get("number") and not self.errors:
            self.add_error("number", _("Which plant?"))

    def condition(self) -> Condition | None:
        said = self.cleaned_data
        holds = said["holds"] != "unless"
        match said["fact"].split(":"):
            case ["drawn"]:
                return Condition("drawn", plant=said["number"], holds=holds)
            case ["bought", seat]:
                who = None if seat == ANYBODY else rules.Seat(int(seat))
                return Condition("bought", plant=said["number"], seat=who, holds=holds)
        return None


def _facts(planner: Planner) -> Iterator[tuple[str, str]]:
    yield "", _("no condition")
    yield "drawn", _("a plant lies in the market")
    yield f"bought:{ANYBODY}", _("a player has bought")
    for seat in sorted(planner.state.order):
        if seat != planner.seat:
            yield f"bought:{seat}", _("{name} has bought").format(name=planner.names.player(seat))


def _known(condition: Condition | None) -> dict[str, object]:
    if condition is None:
        return {}
    seat = ANYBODY if condition.seat is None else condition.seat
    return {
        "holds": "only" if condition.holds else "unless",
        "fact": "drawn" if condition.kind == "drawn" else f"bought:{seat}",
        "number": condition.plant,
    }


class WishForm(forms.Form):
    """A plant that is wished for, up to a limit."""

    use_required_attribute = False
    place = rank(
        gettext_lazy("Place in my list"), gettext_lazy("Write a whole number: the plant with the lowest comes first.")
    )
    limit = elektro(gettext_lazy("up to"))
    opening = elektro(gettext_lazy("I open at"), required=False)
    only_if_others = forms.BooleanField(label=gettext_lazy("only if others put it up"), required=False)
    leaps = Leaps()

    def __init__(
        self, planner: Planner, plant: int, standing: Wish | None, sent: QueryDict | None, *, place: int
    ) -> None:
        """:param place: its place in the list, where none is sent."""
        self.planner, self.number, self.prefix = planner, plant, f"wish-{plant}"
        data = None if sent is None else self._completed(sent, place)
        initial = {"place": place, "limit": self._proposed, **_wished(standing)}
        super().__init__(data, prefix=self.prefix, auto_id="plan-%s", initial=initial)
        given = standing.given if standing else ()
        known: list[Condition | None] = [*given, *[None] * (1 if sent is None else MOST_CONDITIONS)]
        self.conditions = [
            ConditionForm(planner, condition, sent, f"{self.prefix}-if-{nth}")
            for nth, condition in enumerate(known[:MOST_CONDITIONS], 1)
            if sent is None or nth == 1 or f"{self.prefix}-if-{nth}-fact" in sent
        ]

    def _completed(self, sent: QueryDict, place: int) -> QueryDict:
        """What was sent; for a plant that was just picked, what is proposed for it."""
        if f"{self.prefix}-limit" in sent:
            return sent
        data = sent.copy()
        data[f"{self.prefix}-limit"], data[f"{self.prefix}-place"] = str(self._proposed), str(place)
        return data

    @property
    def _proposed(self) -> int:
        return min(self.least + HEADROOM, self.planner.player.money)

    @property
    def card(self) -> PlantCard:
        return PlantCard(self.planner.state.plants[self.number])

    @property
    def is_mine(self) -> bool:
        """Whether nothing has to be scrapped for it (MAP-AUS-6)."""
        return self.planner.state.plants[self.number].is_mine

    @property
    def least(self) -> int:
        """The minimum bid that it can be put up with (AUC-5)."""
        return 1 if self.number == self.planner.state.discount else self.number

    @property
    def ordered_by(self) -> int:
        """What puts it into its place in the list."""
        return number(str(self["place"].value() or "")) or 999

    @property
    def highest(self) -> int:
        """The limit as far as it can be read."""
        return number(str(self["limit"].value() or ""))

    @property
    def is_detailed(self) -> bool:
        """Whether more is said than a limit."""
        said = [self["opening"].value(), self["leaps"].value(), self["only_if_others"].value()]
        return any(said) or any(condition["fact"].value() for condition in self.conditions)

    def is_valid(self) -> bool:
        return all((super().is_valid(), *(condition.is_valid() for condition in self.conditions)))

    def clean(self) -> None:
        limit, opening = self.cleaned_data.get("limit"), self.cleaned_data.get("opening")
        money, is_now = self.planner.player.money, self.planner.state.phase is rules.Phase.AUCTION
        if is_now and limit is not None and limit > money:  # until a later round there may be more
            self.add_error("limit", _("You have {money} Elektro.").format(money=money))
        if limit is not None and opening is not None and opening > limit:
            self.add_error("opening", _("That is above your limit of {limit}.").format(limit=limit))

    def wish(self, scrapped: rules.DiscardPlant | None) -> Wish:
        said = self.cleaned_data
        return Wish(
            self.number,
            said["limit"],
            opening=None if said["only_if_others"] else said["opening"] or 0,
            leaps=said["leaps"],
            scrap=scrapped,
            given=tuple(filter(None, (condition.condition() for condition in self.conditions))),
        )


def _wished(wish: Wish | None) -> dict[str, object]:
    if wish is None:
        return {}
    return {
        "limit": wish.limit,
        "opening": wish.opening or None,
        "only_if_others": wish.opening is None,
        "leaps": wish.leaps,
    }


class WishesForm(PlanForm):
    """Plants to put up and to bid for, the most wanted first."""

    slot = Slot.AUCTIONS
    macro = "wishes"
    auctions_floor = elektro(gettext_lazy("Keep at least"), required=False)
    auctions_otherwise = choose(
        gettext_lazy("For every other plant, and above a limit"),
        [("pass", gettext_lazy("pass")), ("ask", gettext_lazy("ask me"))],
    )

    def set_up(self, sent: QueryDict | None) -> None:
        self.sent = sent
        known = self.standing if isinstance(self.standing, AuctionPlan) else AuctionPlan()
        scrapped = next((wish.scrap.plant for wish in known.wishes if wish.scrap), None)
        self.initial = {
            "auctions_floor": known.floor or None,
            "auctions_otherwise": known.otherwise,
            "scrap": scrapped or min(self.planner.scraps, default=""),
            "second": known.second,
        }
        if self.planner.state.board.rules.discount_buys_again:
            label = _("If I may buy a second plant, go on with this list")
            self.fields["second"] = forms.BooleanField(label=label, required=False)
        wished = {wish.plant: wish for wish in reversed(known.wishes)}  # of two for one plant the first counts
        self.rows = [
            WishForm(self.planner, plant, wished.get(plant), sent, place=place)
            for place, plant in enumerate(self._picked(list(wished)[::-1]), 1)
        ]
        self.rows.sort(key=lambda row: row.ordered_by)
        if self.planner.scraps and not all(row.is_mine for row in self.rows):
            self.fields["scrap"] = scrap(self.planner)

    def _picked(self, known: Sequence[int]) -> Iterator[int]:
        """The plants that are wished for and can still come up, each once."""
        said = known if self.sent is None else map(number, self.sent.getlist("wish"))
        can_come = {*self.on_show, *self.planner.unseen}
        return (plant for plant in dict.fromkeys(said) if plant in can_come)

    @cached_property
    def on_show(self) -> tuple[int, ...]:
        market = self.planner.view.market
        running = self.planner.state.auction
        return (*market.actual, *market.future, *((running.plant,) if running else ()))

    @property
    def others(self) -> list[int]:
        """The plants that may come up later, and are not wished for."""
        picked = {row.number for row in self.rows}
        return [plant for plant in self.planner.unseen if plant not in picked]

    @cached_property
    def panel(self) -> WishesPanel:
        planner, picked = self.planner, [row.number for row in self.rows]
        carried = self.carried(self.sent, "wish")
        page = planner.turn_in(rules.Phase.AUCTION, carried)

        def address(plants: Sequence[int]) -> str:
            return page.address("wish", [("wish", plant) for plant in plants])

        return WishesPanel(
            choices={
                plant: address([one for one in picked if one != plant] if plant in picked else [*picked, plant])
                for plant in self.on_show
            },
            chosen=tuple(picked),
            rivals=tuple(self._rivals()),
            money=planner.player.money,
            declines=self._declines(),
            clear=f"{planner.address('wishes')}&composed=1",
            fields=tuple(self._filled_in()),
            unreadable=self.unreadable,
        )

    def _declines(self) -> bool:
        """Whether the player is asked what to put up, and would decline by what is filled in."""
        state, seat = self.planner.state, self.planner.seat
        is_now = state.phase is rules.Phase.AUCTION and self.planner.has_still(Slot.AUCTIONS)
        if seat not in state.to_move or not is_now or self.sent is None or not self.is_valid():
            return False
        match answer([self.plan()], state, seat):
            case Act(action=rules.DeclineAuction()):
                return True
        return False

    def _rivals(self) -> Iterator[Rival]:
        """Those who may still buy a plant in this round."""
        planner = self.planner
        is_now = planner.has_still(Slot.AUCTIONS) and planner.state.phase is rules.Phase.AUCTION
        done = planner.state.acted if is_now else ()
        for company in planner.view.companies:
            if company.seat != planner.seat and company.seat not in done:
                yield Rival(company.seat, planner.names.player(company.seat), company.money)

    def _filled_in(self) -> Iterator[tuple[str, object]]:
        yield from (("plan", self.kind), ("composed", 1))
        yield from (("wish", row.number) for row in self.rows)
        for form in (self, *self.rows, *(condition for row in self.rows for condition in row.conditions)):
            for field in form:
                value = field.value()
                if value not in (None, "", False, ()):
                    yield field.html_name, "on" if value is True else field.field.prepare_value(value)

    def is_valid(self) -> bool:
        return all((super().is_valid(), *(row.is_valid() for row in self.rows)))

    @property
    def unreadable(self) -> str:
        wrong = [str(error) for row in self.rows if row.is_bound for field in row for error in field.errors]
        return " ".join(filter(None, (super().unreadable, *wrong)))

    def clean(self) -> None:
        if not self.rows:
            raise forms.ValidationError(_("Pick at least one plant in the market."))

    def plan(self) -> Plan:
        said = self.cleaned_data
        scrapped = rules.DiscardPlant(said["scrap"]) if said.get("scrap") else None
        return AuctionPlan(
            wishes=tuple(row.wish(None if row.is_mine else scrapped) for row in self.rows),
            floor=said["auctions_floor"] or 0,
            otherwise=cast(Otherwise, said["auctions_otherwise"]),
            second=bool(said.get("second")),
        )
