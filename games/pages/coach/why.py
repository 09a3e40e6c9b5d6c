"""The figures behind the coach's advice, as sentences and small tables for players who are new to the game."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

import rules
from games.pages.panels import FUEL_NAMES, Companies, Company
from games.story.names import Names
from rules.bots import Advice, AuctionFigures, BuildingFigures, DiscardFigures, FuelFigures, PlantWorth


@dataclass(frozen=True, slots=True)
class Row:
    """A line of a table: what it is about, a company or a thing with a name, and its cells."""

    company: Company | None
    name: str
    cells: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Figures:
    """A small table. ``note`` says how to read it."""

    title: str
    head: tuple[str, ...]
    rows: tuple[Row, ...]
    note: str = ""


@dataclass(frozen=True, slots=True)
class Reasons:
    """Why the coach would do what it says."""

    sentences: tuple[str, ...]
    figures: Figures | None


def reasons(advice: Advice, state: rules.State, seat: rules.Seat, names: Names, companies: Companies) -> Reasons:
    sentences, figures = _told(advice, state, seat, names, companies)
    return Reasons((*sentences, _how_long(advice, state)), figures)


def _told(
    advice: Advice, state: rules.State, seat: rules.Seat, names: Names, companies: Companies
) -> tuple[Iterable[str], Figures | None]:
    match advice.figures:
        case AuctionFigures() as figures if state.auction is not None:
            wanted = _who_wants(figures, [state.auction.plant], advice, companies)
            return _of_bidding(figures, state.auction, seat, names), wanted
        case AuctionFigures() as figures:
            wanted = _who_wants(figures, [worth.plant for worth in figures.plants], advice, companies)
            return _of_opening(figures, advice, seat, names), wanted
        case DiscardFigures() as figures:
            return _of_discard(figures, names), _what_is_lost(figures, names)
        case FuelFigures() as figures:
            return _of_fuel(figures), _fuel_prices(figures)
        case BuildingFigures() as figures:
            return _of_building(figures), _next_cities(figures, names)
    return [_("Hard powers as many cities as it can, with as little fuel as it can.")], None


def _how_long(advice: Advice, state: rules.State) -> str:
    cities = ngettext("{count} city", "{count} cities", state.thresholds.end).format(count=state.thresholds.end)
    if advice.rounds <= 1:
        return _("This may be the last round: a player can have {cities} in it, which ends the game.").format(
            cities=cities
        )
    return _("The game may last {rounds} rounds, this one included. It ends when a player has {cities}.").format(
        rounds=advice.rounds, cities=cities
    )


def _of_bidding(figures: AuctionFigures, auction: rules.Auction, seat: rules.Seat, names: Names) -> Iterator[str]:
    worth = next(worth for worth in figures.plants if worth.plant == auction.plant)
    most = worth.most[seat]
    if not _is_wanted(worth, seat):
        yield _("Plant {plant} is not worth its least price of {least} Elektro to you.").format(
            plant=names.plant(worth.plant), least=worth.least
        )
        return
    yield _worth_to_you(worth, figures, seat, names) + " " + _("The next bid is {bid}.").format(bid=auction.bid + 1)
    others = [other for other in figures.plants if other != worth and _is_wanted(other, seat)]
    if others and worth.limit < (most or 0):
        other = max(others, key=lambda other: _gain(other, seat))
        yield _(
            "You can also try for plant {other}, from {least} Elektro. So this one is hardly worth more than {limit}."
        ).format(other=names.plant(other.plant), least=other.least, limit=max(worth.limit, worth.least))


def _worth_to_you(worth: PlantWorth, figures: AuctionFigures, seat: rules.Seat, names: Names) -> str:
    most, plant = worth.most[seat], names.plant(worth.plant)
    if most == figures.money[seat]:
        return _("Plant {plant} is worth all your money to you, {most} Elektro.").format(plant=plant, most=most)
    return _("Plant {plant} is worth about {most} Elektro to you.").format(plant=plant, most=most)


def _is_wanted(worth: PlantWorth, seat: rules.Seat) -> bool:
    """Whether a seat can get a plant, which is worth its least price."""
    return _gain(worth, seat) >= 0


def _gain(worth: PlantWorth, seat: rules.Seat) -> int:
    most = worth.most[seat]
    return -1 if most is None else most - worth.least


def _of_opening(figures: AuctionFigures, advice: Advice, seat: rules.Seat, names: Names) -> Iterator[str]:
    """What is to be said of the plants that were chosen, and of the one that is worth most above its least price."""
    chosen = [
        option.action.plant
        for option in (advice.best, advice.taken)
        if option and isinstance(option.action, rules.OpenAuction)
    ]
    most = max(figures.plants, key=lambda worth: _gain(worth, seat))
    told = [worth for worth in figures.plants if worth.plant in chosen or worth == most]
    if not any(_is_wanted(worth, seat) for worth in told):
        yield _("No plant on offer is worth its least price to you.")
        return
    for worth in told:
        if _is_wanted(worth, seat):
            costs = _("It costs {least} or more.").format(least=worth.least)
            yield f"{_worth_to_you(worth, figures, seat, names)} {costs}"
        else:
            yield _("Plant {plant} is not worth its least price of {least} Elektro to you.").format(
                plant=names.plant(worth.plant), least=worth.least
            )
    if isinstance(advice.best.action, rules.DeclineAuction):
        yield _("All the same, Hard would rather keep its money this round.")


def _who_wants(figures: AuctionFigures, plants: Sequence[int], advice: Advice, companies: Companies) -> Figures:
    """What plants are worth to each who can get one of them, and what they have."""
    worths = [worth for worth in figures.plants if worth.plant in plants]
    rows = [
        Row(
            company,
            company.name,
            (*(_cell(worth.most[seat], worth.least) for worth in worths), _money(figures, seat, company, advice)),
        )
        for seat, company in enumerate(companies)
        if any(worth.most[seat] is not None for worth in worths)
    ]
    least = Row(None, _("Least price"), (*(str(worth.least) for worth in worths), ""))
    note = _(
        "A plant is worth the price at which a company is as well off with it as without it, up to all its money. "
        "“–” is less than the least price."
    )
    if advice.guesses_money:
        note += " " + _("Money is hidden: “~” is a guess.")
    title, names = _("What plants are worth to each, in Elektro"), [Names.plant(worth.plant) for worth in worths]
    if len(names) == 1:
        title = _("What plant {plant} is worth to each, in Elektro").format(plant=names[0])
        names = [_("Plant {plant}").format(plant=names[0])]
    return Figures(title, (_("Player"), *names, _("Money")), (least, *rows), note)


def _cell(most: int | None, least: int) -> str:
    if most is None:
        return ""
    return str(most) if most >= least else "–"


def _money(figures: AuctionFigures, seat: int, company: Company, advice: Advice) -> str:
    is_guess = advice.guesses_money and not company.is_mine
    return f"~{figures.money[seat]}" if is_guess else str(figures.money[seat])


def _of_discard(figures: DiscardFigures, names: Names) -> Iterator[str]:
    best = max(figures.worth_without, key=lambda plant: figures.worth_without[plant])
    yield _("You miss plant {plant} least.").format(plant=names.plant(best))


def _what_is_lost(figures: DiscardFigures, names: Names) -> Figures:
    most = max(figures.worth_without.values())
    lost = sorted((most - worth, plant) for plant, worth in figures.worth_without.items())
    rows = (Row(None, _("Plant {plant}").format(plant=names.plant(plant)), (str(loss),)) for loss, plant in lost)
    return Figures(
        title=_("What scrapping costs you until the end, in Elektro"),
        head=(_("Scrapped"), _("Costs you")),
        rows=tuple(rows),
        note=_("Counted from the plant that you miss least, with the cities that you can no longer power."),
    )


def _of_fuel(figures: FuelFigures) -> Iterator[str]:
    count = figures.can_power
    yield ngettext(
        "With the fuel in hand, you can power {count} city.",
        "With the fuel in hand, you can power {count} cities.",
        count,
    ).format(count=count)
    for trade in figures.trades:
        name = FUEL_NAMES[trade.kind]
        if trade.price is None:
            yield _("There is no {fuel} on sale.").format(fuel=name)
        elif trade.is_scarce:
            yield _(
                "All players burn about {burnt} {fuel} a round, and {refilled} come back: it gets scarce."
            ).format(burnt=trade.burnt, fuel=name, refilled=trade.refilled)
        else:
            yield _(
                "All players burn about {burnt} {fuel} a round, and {refilled} come back: there is enough."
            ).format(burnt=trade.burnt, fuel=name, refilled=trade.refilled)


def _fuel_prices(figures: FuelFigures) -> Figures | None:
    if not figures.trades:
        return None
    rows = (
        Row(
            None,
            str(FUEL_NAMES[trade.kind]).capitalize(),
            (
                str(trade.on_sale),
                "–" if trade.price is None else str(trade.price),
                str(trade.foreseen),
                str(trade.own),
            ),
        )
        for trade in figures.trades
    )
    return Figures(
        title=_("The fuel that your plants burn"),
        head=(_("Fuel"), _("On sale"), _("Next token"), _("Later"), _("You burn")),
        rows=tuple(rows),
        note=_(
            "Prices are in Elektro for a token. “Later” is what one may cost in the next three rounds. "
            "“You burn” is for a round."
        ),
    )


def _of_building(figures: BuildingFigures) -> Iterator[str]:
    yield ngettext("You have {count} city.", "You have {count} cities.", figures.cities).format(count=figures.cities)
    yield ngettext(
        "With the fuel in hand, your plants can power {count} city.",
        "With the fuel in hand, your plants can power {count} cities.",
        figures.can_power,
    ).format(count=figures.can_power)
    if not figures.houses:
        yield _("There is no city that you can build in.")
    elif figures.houses[0].earns == 0:
        yield _("One more city would earn nothing this round, but it would be there for later ones.")


def _next_cities(figures: BuildingFigures, names: Names) -> Figures | None:
    if not figures.houses:
        return None
    rows = (
        Row(
            None,
            names.city(house.city),
            (str(house.slot), str(house.connection), str(house.slot + house.connection), f"+{house.earns}"),
        )
        for house in figures.houses
    )
    return Figures(
        title=_("The cheapest next cities, one after the other, in Elektro"),
        head=(_("City"), _("House"), _("Connection"), _("Cost"), _("Earns")),
        rows=tuple(rows),
        note=_("“Earns” is what the city adds to your income of this round."),
    )
