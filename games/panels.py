"""What the panels of the game page show: one value for each, so that templates hold no arithmetic and no rule.

Everything here comes from a :class:`rules.View`, so a panel cannot show what its viewer may not see. Money is in
Elektro. What the viewer can do is in :mod:`games.composing`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

import rules
from games.cast import Cast, in_words
from games.models import PHASES, Question, Seat
from games.questions import IN_SENTENCES
from rules import events

CHIPS = (
    (None, gettext_lazy("Player order")),
    *((phase, PHASES[phase]) for phase in PHASES if phase not in {rules.Phase.SETUP, rules.Phase.FINISHED}),
)
"""The phases of a round as the strip names them. The first waits for nobody, and so the game never stands in it."""


def terms(options: rules.Options, players: int) -> tuple[str, ...]:
    """What was agreed on for a game, in a few words each."""
    return (
        rules.board(options.map, options.edition).name,
        options.edition,
        ngettext("{count} player", "{count} players", players).format(count=players),
        *([_("first game")] if options.first_game else []),
        _("open money") if options.money_visible else _("hidden money"),
    )


@dataclass(frozen=True, slots=True)
class Company:
    """Who plays at a seat, as every panel shows them: by name, colour and shape of the houses."""

    seat: int
    name: str
    is_bot: bool
    is_mine: bool


FUEL_NAMES = {
    "coal": gettext_lazy("coal"),
    "oil": gettext_lazy("oil"),
    "garbage": gettext_lazy("garbage"),
    "uranium": gettext_lazy("uranium"),
}

Companies = Sequence[Company]
"""All companies of a game, by seat."""


def companies(seats: Sequence[Seat], mine: Seat | None) -> tuple[Company, ...]:
    """The companies of a game. ``seats`` are all of its rows, by number."""
    return tuple(Company(seat.number, seat.name, seat.is_bot, seat == mine) for seat in seats)


@dataclass(frozen=True, slots=True)
class PlantCard:
    """One plant card. ``label`` is its number as printed, ``tokens`` what it burns, token by token.

    A hybrid burns its ``need`` in coal or oil and has no tokens of its own; what needs no fuel has none either.
    """

    number: int
    label: str
    kind: str
    need: int
    powers: int
    tokens: tuple[str, ...]

    @property
    def is_hybrid(self) -> bool:
        return self.kind == "hybrid"

    @property
    def words(self) -> str:
        """What the card says, for those who cannot see its icons."""
        cities = ngettext("{count} city", "{count} cities", self.powers).format(count=self.powers)
        if not self.need:
            return _("Plant {plant} powers {cities} without fuel").format(plant=self.label, cities=cities)
        if self.is_hybrid:
            fuel = _("{need} coal or oil").format(need=self.need)
        else:
            fuel = Cast.fuel(rules.Fuel(**{self.kind: self.need}))
        return _("Plant {plant} powers {cities} with {fuel}").format(plant=self.label, cities=cities, fuel=fuel)


def plant_card(number: int) -> PlantCard:
    plant = rules.PLANTS[number]
    tokens = () if plant.kind == "hybrid" else plant.burns * plant.need
    return PlantCard(number, f"{number:02}", plant.kind, plant.need, plant.powers, tokens)


@dataclass(frozen=True, slots=True)
class FuelAmount:
    """Some tokens of one kind."""

    kind: rules.FuelKind
    amount: int
    name: str


def fuel_amounts(fuel: rules.Fuel) -> tuple[FuelAmount, ...]:
    """The kinds of which there are any."""
    return tuple(FuelAmount(kind, amount, str(FUEL_NAMES[kind])) for kind, amount in fuel.items() if amount)


@dataclass(frozen=True, slots=True)
class Chip:
    """A phase of the round; ``state`` is ``done``, ``now`` or ``next``."""

    number: int
    name: str
    state: str


@dataclass(frozen=True, slots=True)
class Waiting:
    """Whom the game waits for: all of them are asked the same. ``since`` is when the first of them was asked.

    ``question`` begins with a small letter: it follows a name.
    """

    companies: tuple[Company, ...]
    question: str
    since: datetime

    @property
    def others(self) -> int:
        """How many beside the viewer."""
        return sum(not company.is_mine for company in self.companies)


@dataclass(frozen=True, slots=True)
class Pip:
    """One city on the way to the end. ``mark`` is ``step2`` or ``end`` where that begins with it, else empty."""

    number: int
    reached: bool
    mark: str


@dataclass(frozen=True, slots=True)
class Status:
    """Where the game stands. ``step2_at`` is None where Step 2 cannot begin any more, or never does."""

    round: int
    step: int
    chips: tuple[Chip, ...]
    waiting: Waiting | None
    pips: tuple[Pip, ...]
    largest_network: int
    step2_at: int | None
    end_at: int
    is_over: bool


def waiting_for(seats: Sequence[Seat], table: Companies) -> Waiting | None:
    """What the rows of a game say about whom it waits for at present."""
    asked = [(seat, seat.asked_at) for seat in seats if seat.asked_at is not None]
    if not asked:
        return None
    return Waiting(
        companies=tuple(table[seat.number] for seat, _since in asked),
        question=str(IN_SENTENCES[Question(asked[0][0].question)]),
        since=min(since for _seat, since in asked),
    )


def status(view: rules.View, thresholds: rules.Thresholds, waiting: Waiting | None) -> Status:
    largest = max(len(company.cities) for company in view.companies)
    step2_at = thresholds.step2 or None if view.step == 1 else None
    return Status(
        round=view.round,
        step=view.step,
        chips=_chips(view.phase),
        waiting=waiting,
        pips=tuple(
            Pip(number, number <= largest, _mark(number, thresholds)) for number in range(1, thresholds.end + 1)
        ),
        largest_network=largest,
        step2_at=step2_at,
        end_at=thresholds.end,
        is_over=view.phase is rules.Phase.FINISHED,
    )


def _chips(phase: rules.Phase) -> tuple[Chip, ...]:
    order: list[rules.Phase | None] = [rules.Phase.SETUP, *(phase for phase, _name in CHIPS), rules.Phase.FINISHED]
    now = order.index(phase)
    return tuple(
        Chip(number, str(name), "done" if number < now else "now" if number == now else "next")
        for number, (_phase, name) in enumerate(CHIPS, start=1)
    )


def _mark(number: int, thresholds: rules.Thresholds) -> str:
    if number == thresholds.end:
        return "end"
    return "step2" if number == thresholds.step2 else ""


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


@dataclass(frozen=True, slots=True)
class PlayerRow:
    """One company in turn order. ``money`` is None where it is hidden.

    ``capacity`` are the cities that the plants could supply with fuel in plenty, ``powers`` those they can supply
    now, and ``income`` what these would pay; or where ``has_powered``, those supplied in this round and what that
    paid.
    """

    place: int
    company: Company
    money: int | None
    plants: tuple[PlantCard, ...]
    fuel: tuple[FuelAmount, ...]
    cities: int
    capacity: int
    powers: int
    income: int
    has_powered: bool
    has_acted: bool
    is_to_move: bool


def players(
    view: rules.View, table: Companies, powered: Mapping[int, events.CitiesPowered] | None = None
) -> tuple[PlayerRow, ...]:
    """The companies in turn order. ``powered`` has what those did, by seat, who have powered in this bureaucracy."""
    return tuple(
        _player(view, view.companies[seat], table[seat], place, (powered or {}).get(seat))
        for place, seat in enumerate(view.order, start=1)
    )


def _player(
    view: rules.View, seen: rules.CompanyView, company: Company, place: int, done: events.CitiesPowered | None
) -> PlayerRow:
    powers = done.cities if done else rules.most_cities(seen.plants, seen.fuel, len(seen.cities))
    return PlayerRow(
        place=place,
        company=company,
        money=seen.money,
        plants=tuple(map(plant_card, seen.plants)),
        fuel=fuel_amounts(seen.fuel),
        cities=len(seen.cities),
        capacity=sum(rules.PLANTS[number].powers for number in seen.plants),
        powers=powers,
        income=done.income if done else rules.payment(powers),
        has_powered=done is not None,
        has_acted=seen.seat in view.acted,
        is_to_move=seen.seat in view.to_move,
    )


@dataclass(frozen=True, slots=True)
class AuctionBox:
    """The plant that is bid for. ``bidders`` are still in, the holder of the highest bid included, in seat order."""

    plant: PlantCard
    bid: int
    holder: Company
    asked: Company
    bidders: tuple[Company, ...]
    passed: tuple[Company, ...]


def auction(view: rules.View, table: Companies) -> AuctionBox | None:
    running = view.auction
    if running is None:
        return None
    out = [company for company in table if company.seat not in running.bidders and company.seat not in view.acted]
    return AuctionBox(
        plant=plant_card(running.plant),
        bid=running.bid,
        holder=table[running.bidder],
        asked=table[running.turn],
        bidders=tuple(table[seat] for seat in running.bidders),
        passed=tuple(out),
    )


@dataclass(frozen=True, slots=True)
class StandingRow:
    """The result of one company."""

    rank: int
    company: Company
    powered: int
    money: int
    cities: int


@dataclass(frozen=True, slots=True)
class Result:
    """The final standing, best first, who has won, and a sentence on what decided it.

    ``own`` says how the viewer fared; empty for those who only watched, and for winners.
    """

    rows: tuple[StandingRow, ...]
    headline: str
    own: str
    reason: str


def result(view: rules.View, table: Companies) -> Result | None:
    if not view.standing:
        return None
    rows = tuple(
        StandingRow(entry.rank, table[entry.seat], entry.powered, entry.money, entry.cities)
        for entry in view.standing
    )
    return Result(rows, _headline(rows), _own(rows), _reason(rows))


def _headline(rows: Sequence[StandingRow]) -> str:
    winners = [row.company for row in rows if row.rank == 1]
    if [company.is_mine for company in winners] == [True]:
        return _("You win")
    names = in_words(company.name for company in winners)
    return ngettext("{names} wins", "{names} share the victory", len(winners)).format(names=names)


PLACES = {
    2: gettext_lazy("You came second."),
    3: gettext_lazy("You came third."),
    4: gettext_lazy("You came fourth."),
    5: gettext_lazy("You came fifth."),
    6: gettext_lazy("You came sixth."),
}


def _own(rows: Sequence[StandingRow]) -> str:
    return next((str(PLACES.get(row.rank, "")) for row in rows if row.company.is_mine), "")


def _reason(rows: Sequence[StandingRow]) -> str:
    """Why the first is first (END-5 to END-7)."""
    winners = [row for row in rows if row.rank == 1]
    first = winners[0]
    if len(winners) > 1:
        names = in_words(row.company.name for row in winners)
        return _("{names} share the victory: nothing that counts sets them apart.").format(names=names)
    second = rows[1]
    values = {"winner": first.company.name, "second": second.company.name}
    if first.powered > second.powered:
        sentence = _("{winner} powered the most cities: {most}, and {second} {fewer}.")
        return sentence.format(**values, most=first.powered, fewer=second.powered)
    if first.money > second.money:
        sentence = _("{winner} and {second} both powered {powered} cities. Money decided: {more} Elektro to {less}.")
        return sentence.format(**values, powered=first.powered, more=first.money, less=second.money)
    sentence = _(
        "{winner} and {second} both powered {powered} cities and have {money} Elektro."
        " The larger network decided: {more} cities to {fewer}."
    )
    return sentence.format(**values, powered=first.powered, money=first.money, more=first.cities, fewer=second.cities)
