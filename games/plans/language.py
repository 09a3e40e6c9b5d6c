"""What a plan can say. Each kind has a JSON form, by which it is stored; money in Elektro.

Plans hold limits that only their owner knows: no value of this module may reach another player.
"""

from typing import Annotated, ClassVar, Literal

import msgspec
from msgspec import Meta, Struct

import rules

Amount = Annotated[int, Meta(ge=0, le=rules.MOST_ELEKTRO)]
Number = Annotated[int, Meta(ge=1, le=99)]
"""A plant number."""
Tokens = Annotated[int, Meta(ge=0, le=24)]
Id = Annotated[str, Meta(min_length=1, max_length=40, pattern=r"^[a-z][a-z0-9-]*\Z")]
"""A city or area id."""
Seat = Annotated[int, Meta(ge=0, lt=rules.MAX_PLAYERS)]
Leaps = Annotated[tuple[Amount, ...], Meta(max_length=60)]
Otherwise = Literal["pass", "ask"]
"""What a plan for auctions does where it wants nothing: pass (or decline to open), or ask its owner."""
Slot = Literal["areas", "auction", "auctions", "purchase", "building", "powering"]
"""What a plan is for: one question or a few that belong together. A seat has at most one plan for each.

``auction`` is for the auction of one plant, ``auctions`` for all of a round.
"""


class PlanSyntaxError(ValueError):
    """A plan cannot be read: unknown kind, missing or surplus field, absurd number."""


class _Plan(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag_field="plan"):
    """Reads like any other value."""


class StandingPass(_Plan, frozen=True, tag="pass"):
    """Pass the auction of ``plant``, or if that is None every auction of the round, and open none.

    If one of the plants ``unless`` can be had, it asks instead.
    """

    plant: Number | None = None
    unless: Annotated[tuple[Number, ...], Meta(max_length=42)] = ()

    @property
    def slot(self) -> Slot:
        return "auctions" if self.plant is None else "auction"


class ProxyBid(_Plan, frozen=True, tag="proxy"):
    """Bid for ``plant``, one above the others, up to ``limit``; beyond that do what ``beyond`` says.

    ``leaps`` are amounts to raise to at once: the lowest above the others' bid, instead of one above it. ``scrap`` is
    what to scrap for the plant if there is one too many; without it, the owner is asked.
    """

    slot: ClassVar[Slot] = "auction"
    plant: Number
    limit: Amount
    beyond: Otherwise = "pass"
    leaps: Leaps = ()
    scrap: rules.DiscardPlant | None = None


class Condition(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Something that everybody can see. With ``holds`` False it is the opposite.

    ``drawn``: ``plant`` lies in the current or the future market. ``bought``: ``seat`` has bought ``plant`` this
    round; with None any seat, or any plant.
    """

    kind: Literal["drawn", "bought"]
    plant: Number | None = None
    seat: Seat | None = None
    holds: bool = True

    def __post_init__(self) -> None:
        if self.kind == "drawn" and (self.plant is None or self.seat is not None):
            raise ValueError("What lies in the market is a plant, and nobody’s.")


class Wish(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A plant worth up to ``limit``, under all the conditions ``given``.

    ``opening`` is the bid to put it up with, raised to its minimum bid and never above the limit; None: bid for it
    only if another player puts it up. ``leaps`` and ``scrap`` are as in a :class:`ProxyBid`.
    """

    plant: Number
    limit: Amount
    opening: Amount | None = None
    leaps: Leaps = ()
    scrap: rules.DiscardPlant | None = None
    given: Annotated[tuple[Condition, ...], Meta(max_length=6)] = ()


class AuctionPlan(_Plan, frozen=True, tag="auctions"):
    """Plants to put up and to bid for, the most wanted first, while ``floor`` Elektro are kept.

    Of several wishes for a plant the first whose conditions hold counts. ``otherwise`` is for plants without a wish,
    bids above a limit, and openings with nothing to open. Who may buy a second plant (MAP-NYC-12) goes on with the
    wishes if ``second``; else they count no longer.
    """

    slot: ClassVar[Slot] = "auctions"
    wishes: Annotated[tuple[Wish, ...], Meta(max_length=42)] = ()
    floor: Amount = 0
    otherwise: Otherwise = "pass"
    second: bool = False


class FuelWish(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """``tokens`` of one kind, each for at most ``most``."""

    kind: rules.FuelKind
    tokens: Tokens
    most: Amount


class BuyPlan(_Plan, frozen=True, tag="buy"):
    """Buy these, keeping ``floor`` Elektro. If not all can be had, buy as much as can be (``less``), or ask.

    With ``less`` the first come first. A kind may be named again, for more of it at another price: those tokens are
    bought after all that were named before.

    ``market`` is where, on a board with several; without it, where most of it can be had, and then where it costs
    least (MAP-KR-5). Where turns go round, it answers each of them with a token, in the order of the wishes, and at
    last is out (MAP-IN-7): all that the seat has beyond what it ``held`` when this was planned is bought already.
    """

    slot: ClassVar[Slot] = "purchase"
    fuels: Annotated[tuple[FuelWish, ...], Meta(max_length=42)] = ()
    floor: Amount = 0
    otherwise: Literal["less", "ask"] = "ask"
    market: Id | None = None
    held: rules.Fuel = rules.NO_FUEL


class CityWish(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A city that is worth up to ``most``, connections included.

    ``free_start``: a second network is to begin there without connection (MAP-JP-6). Where it cannot, the city is
    built in like any other.
    """

    city: Id
    most: Amount
    free_start: bool = False

    def after(self, built: rules.BuildCities) -> tuple[rules.BuildCities, ...]:
        """The same turn with this city as the last: each way to build in it, the one that is wanted first."""
        cities = (*built.cities, self.city)
        connected = rules.BuildCities(cities, built.free_start)
        if not self.free_start or built.free_start:
            return (connected,)
        return rules.BuildCities(cities, self.city), connected


class BuildPlan(_Plan, frozen=True, tag="build"):
    """Build in these cities in this order, keeping ``floor`` Elektro, but at most ``houses`` of them.

    If one cannot be had, ``less`` builds in those before it, ``next`` goes on with the one after it, and ``ask``
    builds in none. What a city costs depends on those that were built, not on those that were skipped; a city may be
    named again, for when it costs less or may cost more.
    """

    slot: ClassVar[Slot] = "building"
    cities: Annotated[tuple[CityWish, ...], Meta(max_length=42)] = ()
    floor: Amount = 0
    otherwise: Literal["less", "next", "ask"] = "ask"
    houses: Annotated[int, Meta(ge=1, le=42)] | None = None


class PowerPlan(_Plan, frozen=True, tag="power"):
    """Power the most cities, and for that burn the least of what is ``kept``, and then the least of all fuel.

    ``runs`` says instead which plants to run on what; if they cannot, it asks.
    """

    slot: ClassVar[Slot] = "powering"
    kept: rules.FuelKind | None = None
    runs: rules.RunPlants | None = None


class AreaPlan(_Plan, frozen=True, tag="areas"):
    """Take the first of these areas that can be had; if none can, ask."""

    slot: ClassVar[Slot] = "areas"
    areas: Annotated[tuple[Id, ...], Meta(max_length=12)]


Plan = StandingPass | ProxyBid | AuctionPlan | BuyPlan | BuildPlan | PowerPlan | AreaPlan

_decoder: msgspec.json.Decoder[Plan] = msgspec.json.Decoder(Plan)


def plan_from_json(text: str | bytes) -> Plan:
    """Read one plan from its JSON form.

    >>> plan_from_json('{"plan": "proxy", "plant": 20, "limit": 24}').limit
    24

    :raises PlanSyntaxError: it is no plan.
    """
    try:
        return _decoder.decode(text)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise PlanSyntaxError(f"Not a plan: {error}") from None


def plan_to_json(plan: Plan) -> str:
    """The inverse of :func:`plan_from_json`."""
    return msgspec.json.encode(plan).decode()
