"""The plan for the auctions of a round: an ordered list of plants, with limits and conditions."""

from collections.abc import Iterator, Sequence
from typing import cast

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

import rules
from games.models import Slot
from games.pages.panels.pieces import PlantCard, plant_card
from games.pages.plans.fields import Leaps, PlanForm, choose, choose_plant, elektro, rank, scrap
from games.pages.plans.planner import Planner
from games.plans.language import AuctionPlan, Condition, Otherwise, Plan, Wish

FEWEST_OTHERS = 2
MOST_OTHERS = 12
"""How many plants that are not on show yet can be wished for at once."""
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
        widget=forms.NumberInput(attrs={"inputmode": "numeric", "placeholder": gettext_lazy("plant")}),
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
    """A plant, and up to how much it is worth. Without a limit it is not wished for."""

    use_required_attribute = False
    place = rank(
        gettext_lazy("Place in my list"), gettext_lazy("Write a whole number: the plant with the lowest comes first.")
    )
    limit = elektro(gettext_lazy("Up to"), required=False)
    opening = elektro(gettext_lazy("I open at"), required=False)
    only_if_others = forms.BooleanField(label=gettext_lazy("Only if others put it up"), required=False)
    leaps = Leaps()

    def __init__(
        self,
        planner: Planner,
        plant: int | None,
        standing: Wish | None,
        sent: QueryDict | None,
        prefix: str,
        place: int,
    ) -> None:
        """:param place: its place in the list, to begin with."""
        super().__init__(sent, prefix=prefix, auto_id="plan-%s", initial={"place": place, **_wished(standing)})
        self.planner, self.number = planner, plant
        if plant is None:
            wrong = _("This plant can no longer come up.")
            label, nothing = _("Plant that may still come"), _("another plant")
            self.fields["plant"] = choose_plant(label, nothing, planner.unseen, wrong)
        if planner.scraps:
            self.fields["scrap"] = scrap(planner)
        given = standing.given if standing else ()
        room = 1 if sent is None else MOST_CONDITIONS
        known: list[Condition | None] = [*given, *[None] * room][:MOST_CONDITIONS]
        self.conditions = [
            ConditionForm(planner, condition, sent, f"{prefix}-if-{number}")
            for number, condition in enumerate(known, 1)
            if sent is None or f"{prefix}-if-{number}-fact" in sent
        ]

    @property
    def card(self) -> PlantCard | None:
        return plant_card(self.number) if self.number else None

    @property
    def least(self) -> int:
        """The minimum bid that a plant on show can be put up with (AUC-5)."""
        return 1 if self.number == self.planner.state.discount else self.number or 0

    @property
    def is_detailed(self) -> bool:
        """Whether more is said than a limit."""
        said = [self["opening"].value(), self["only_if_others"].value(), self["leaps"].value()]
        if "scrap" in self.fields:
            said.append(self["scrap"].value())
        return any(said) or any(condition["fact"].value() for condition in self.conditions)

    def is_valid(self) -> bool:
        return all((super().is_valid(), *(condition.is_valid() for condition in self.conditions)))

    def clean(self) -> None:
        said = self.cleaned_data
        if "limit" in self.errors:
            return
        limit, number = said.get("limit"), self.number or said.get("plant")
        if limit is None and self.number is None and number:
            self.add_error("limit", _("Up to how much?"))
        if limit is not None and not number:
            self.add_error("plant", _("Which plant?"))
        opening = said.get("opening")
        if limit is not None and opening is not None and opening > limit:
            self.add_error("opening", _("That is above your limit of {limit}.").format(limit=limit))

    def wish(self) -> Wish:
        said = self.cleaned_data
        return Wish(
            self.number or said["plant"],
            said["limit"],
            opening=None if said["only_if_others"] else said["opening"] or 0,
            leaps=said["leaps"],
            scrap=rules.DiscardPlant(said["scrap"]) if said.get("scrap") else None,
            given=tuple(filter(None, (condition.condition() for condition in self.conditions))),
        )


def _wished(wish: Wish | None) -> dict[str, object]:
    if wish is None:
        return {}
    return {
        "plant": wish.plant,
        "limit": wish.limit,
        "opening": wish.opening or None,
        "only_if_others": wish.opening is None,
        "leaps": wish.leaps,
        "scrap": wish.scrap.plant if wish.scrap else "",
    }


class WishesForm(PlanForm):
    """Plants to open and to bid for, the most wanted first."""

    slot = Slot.AUCTIONS
    macro = "wishes"
    auctions_floor = elektro(gettext_lazy("Always keep"))
    auctions_otherwise = choose(
        gettext_lazy("For every other plant, and above a limit"),
        [("pass", gettext_lazy("pass, and put nothing up")), ("ask", gettext_lazy("ask me"))],
    )

    def set_up(self, sent: QueryDict | None) -> None:
        known = self.standing if isinstance(self.standing, AuctionPlan) else AuctionPlan()
        self.initial = {"auctions_floor": known.floor, "auctions_otherwise": known.otherwise}
        self.rows = _rows(self.planner, known.wishes, sent)

    def is_valid(self) -> bool:
        return all((super().is_valid(), *(row.is_valid() for row in self.rows)))

    def clean(self) -> None:
        if all(row.is_valid() and row.cleaned_data.get("limit") is None for row in self.rows):
            raise forms.ValidationError(_("Enter a limit for at least one plant."))

    def plan(self) -> Plan:
        wished = [row for row in self.rows if row.cleaned_data.get("limit") is not None]
        wished.sort(key=lambda row: row.cleaned_data["place"] or 99)
        return AuctionPlan(
            wishes=tuple(row.wish() for row in wished),
            floor=self.cleaned_data["auctions_floor"],
            otherwise=cast(Otherwise, self.cleaned_data["auctions_otherwise"]),
        )


def _rows(planner: Planner, wishes: Sequence[Wish], sent: QueryDict | None) -> list[WishForm]:
    """A row for each plant on show, those wished for first, and some for plants that may still come."""
    market = planner.view.market
    on_show = {*market.actual, *market.future}
    known = {wish.plant: wish for wish in reversed(wishes)}  # of two for one plant the first counts
    wished = list(known)[::-1]
    places = {plant: place for place, plant in enumerate(wished, 1)}
    order = [plant for plant in wished if plant in on_show]
    order += sorted(on_show.difference(order), reverse=True)
    rows = [
        WishForm(planner, plant, known.get(plant), sent, f"wish-{plant}", places.get(plant, len(wished) + place))
        for place, plant in enumerate(order, 1)
    ]
    others: list[Wish | None] = [known[plant] for plant in wished if plant not in on_show]
    others += [None] * (max(1, FEWEST_OTHERS - len(others)) if sent is None else MOST_OTHERS)
    for number, other in enumerate(others[:MOST_OTHERS], 1):
        prefix = f"other-{number}"
        if sent is None or f"{prefix}-limit" in sent:
            place = places[other.plant] if other else len(wished) + len(rows) + 1
            rows.append(WishForm(planner, None, other, sent, prefix, place))
    return rows
