"""Composing the cities to build in, one after the other."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import ClassVar

from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from msgspec.structs import replace

import rules
from games.pages.composing.asked import Asked, PricedPanel
from games.pages.composing.outage import while_building
from games.story.names import Names, in_words
from rules import events


@dataclass(frozen=True, slots=True)
class CityChoice:
    """A city that can be built in next, or is composed. ``way`` says in words where the connection comes from.

    ``href`` is where it is added, or taken out again, and ``earlier`` where it is built in before the one above it;
    empty where it cannot be. ``trust_follows``: once it is built in, the Trust has a house there, too.
    ``free_start``: a second network begins there; the same city may be there once more, to be connected.
    """

    id: str
    name: str
    slot: int
    connection: int
    cost: int
    way: str
    path: tuple[str, ...]
    href: str
    earlier: str = ""
    trust_follows: bool = False
    free_start: bool = False

    @property
    def key(self) -> str:
        """What sets it apart from all other choices."""
        return f"{self.id}-free" if self.free_start else self.id

    @property
    def is_first(self) -> bool:
        """Whether a network begins there, and nothing else than the slot is to be paid."""
        return not (self.path or self.connection)


@dataclass(frozen=True, slots=True)
class BuildingPanel(PricedPanel):
    """Build in cities. ``steps`` are composed, in order; ``choices`` can be paid next, those ``too_dear`` cannot.

    ``notes`` say what start cities, areas and the Trust mean for the turn, ``closed`` names the cities that are shut
    until Step 2. ``refusals`` say of each other city with a free slot why the player cannot build there next.
    """

    answer: ClassVar = "build"
    shown_in: ClassVar[tuple[str, ...]] = ("board", "cities")
    steps: tuple[CityChoice, ...]
    choices: tuple[CityChoice, ...]
    too_dear: tuple[CityChoice, ...]
    closed: tuple[str, ...]
    notes: tuple[str, ...]
    refusals: Mapping[str, str]

    @property
    def free_start(self) -> str:
        """The composed city in which a second network begins, if there is one."""
        return next((step.id for step in self.steps if step.free_start), "")

    @property
    def confirm(self) -> str:
        if not self.steps:
            return ""
        return _("Build {count} for {total}").format(count=len(self.steps), total=self.total)

    @property
    def summary(self) -> str:
        if not self.steps:
            return ""
        return ngettext(
            "{count} city for {total} Elektro, {left} left; you could power {powered} of {cities}.",
            "{count} cities for {total} Elektro, {left} left; you could power {powered} of {cities}.",
            len(self.steps),
        ).format(
            count=len(self.steps), total=self.total, left=self.money_left, powered=self.powered, cities=self.cities
        )


def building_panel(asked: Asked, decision: rules.BuildingDecision, draft: rules.BuildCities | None) -> BuildingPanel:
    draft = draft or rules.BuildCities(())
    steps = _quoted(asked, draft.cities, draft.free_start)
    chosen = tuple(step.city for step in steps)
    free_start = draft.free_start if draft.free_start in chosen else None
    total = sum(step.cost for step in steps)
    money_left = decision.money - total
    houses = tuple(rules.House(step.city, step.slot) for step in steps)
    after = replace(
        asked.player,
        cities=(*asked.player.cities, *houses),
        free_start=free_start or asked.player.free_start,
    )
    followed = _followed_by_trust(asked, chosen, total)
    state = asked.state.with_player(asked.seat, after)
    offers = _offers(state, asked.seat) if steps else _nearest(state.board, decision)

    def composed(*cities: str, free_start: str | None = free_start) -> str:
        fields = [("city", city) for city in cities]
        begins_first = not asked.player.cities and cities[:1] == (free_start,)
        if free_start in cities and not begins_first:
            fields.append(("free_start", free_start))
        return asked.address("build", fields)

    one_more = composed(*chosen)
    return BuildingPanel(
        steps=tuple(
            _choice(
                asked.names,
                step,
                composed(*(city for city in chosen if city != step.city)),
                earlier=composed(*moved) if (moved := _moved_up(asked, chosen, free_start, place)) else "",
                trust_follows=step.city in followed,
            )
            for place, step in enumerate(steps)
        ),
        choices=tuple(
            _choice(
                asked.names,
                offer,
                composed(*chosen, offer.city, free_start=offer.city)
                if offer.free_start
                else f"{one_more}&city={offer.city}",
            )
            for offer in offers
            if offer.cost <= money_left
        ),
        too_dear=tuple(_choice(asked.names, offer) for offer in offers if offer.cost > money_left),
        closed=tuple(_closed(asked, after)),
        notes=(*_notes(asked, after, offers), *while_building(asked.state, len(steps))),
        refusals=dict(_refusals(state, asked.seat, offers)) if len(chosen) < decision.most else {},
        total=total,
        money=decision.money,
        powered=asked.powers(after),
        cities=after.network_size,
        reach=asked.reach(after),
        undo=composed(*chosen[:-1]),
        clear=composed(),
    )


def prospects(state: rules.State, seat: rules.Seat, names: Names) -> tuple[CityChoice, ...]:
    """What each city would cost a seat now, cheapest first, at any time between setup and end."""
    if state.phase in {rules.Phase.SETUP, rules.Phase.FINISHED}:
        return ()
    building = replace(
        state, phase=rules.Phase.BUILDING, acted=tuple(other for other in state.order if other != seat)
    )
    return tuple(_choice(names, offer) for offer in _offers(building, seat))


def _quoted(asked: Asked, cities: tuple[str, ...], free_start: str | None) -> tuple[rules.CityOffer, ...]:
    """What the composed cities cost, up to the first one that cannot be built in."""
    for count in range(len(cities), 0, -1):
        try:
            return rules.quote(asked.state, asked.seat, cities[:count], free_start).steps
        except rules.RuleError:
            continue
    return ()


def _moved_up(asked: Asked, cities: tuple[str, ...], free_start: str | None, place: int) -> tuple[str, ...]:
    """The same cities, one of them before the one that was before it; none where that is not possible."""
    if not place:
        return ()
    moved = (*cities[: place - 1], cities[place], cities[place - 1], *cities[place + 1 :])
    return moved if len(_quoted(asked, moved, free_start)) == len(moved) else ()


def _followed_by_trust(asked: Asked, cities: tuple[str, ...], total: int) -> frozenset[str]:
    """Those of the composed cities into which the Trust would come, too (TRU-20), were there money for all."""
    if asked.state.trust is None or not cities:
        return frozenset()
    state = asked.state.with_player(asked.seat, replace(asked.player, money=total))
    happened = rules.apply(state, asked.seat, rules.BuildCities(cities)).happened
    return frozenset(event.city for event in happened if isinstance(event, events.TrustHousePlaced))


def _notes(asked: Asked, after: rules.Player, offers: Iterable[rules.CityOffer]) -> Iterator[str]:
    """What start cities, the areas in play, islands and the Trust mean for the next city."""
    networks = asked.state.board.rules.networks
    if networks.start_cities:
        yield _about_starts(asked.state, after)
    if after.cities and networks.next_island_cost and not _is_on_all_islands(asked.state, after):
        yield _(
            "Your first city on the other island costs {cost} instead of a connection, and has to be empty."
        ).format(cost=networks.next_island_cost)
    if not after.cities:
        if asked.state.marked:
            yield _("Your network starts in one of the marked cities.")
        leading_on = asked.state.board.largest_part(asked.state.areas)
        if cut_off := [offer.city for offer in offers if offer.city not in leading_on]:
            yield _("No way leads on from {cities}. If you start there, you cannot build again.").format(
                cities=_names(asked.names, cut_off)
            )
    if asked.state.trust and asked.state.trust.reserve:
        yield ngettext(
            "Where you build first, the Trust takes the second slot: it has {houses} house left.",
            "Where you build first, the Trust takes the second slot: it has {houses} houses left.",
            asked.state.trust.reserve,
        ).format(houses=asked.state.trust.reserve)


def _about_starts(state: rules.State, after: rules.Player) -> str:
    """Where the networks of a player begin on a board with start cities of its own (MAP-JP-5 to MAP-JP-7)."""
    most = state.board.rules.networks.first_round_cities
    if state.round == 1 and most:
        return _("In round 1 you build in at most {most} start cities. The second one is your free start.").format(
            most=most
        )
    if not after.cities:
        return _("Your network starts in one of the start cities.")
    if not after.free_start:
        return _("You still have your free start: a second network in a start city, without connection.")
    return _("You have had your free start.")


def _is_on_all_islands(state: rules.State, player: rules.Player) -> bool:
    own = {state.board.cities[house.city].island for house in player.cities}
    return own.issuperset(state.board.islands[area] for area in state.areas)


def _refusals(state: rules.State, seat: rules.Seat, offers: Iterable[rules.CityOffer]) -> Iterator[tuple[str, str]]:
    """Why a seat cannot build next in cities that have a free slot, and where it has no house."""
    known = {offer.city for offer in offers} | {house.city for house in state.players[seat].cities}
    for city in state.board.cities_in(state.areas):
        taken = (slot for _owner, slot in state.houses(city))
        if city in known or city in state.setup.blocked or not state.board.cities[city].free_slots(state.step, taken):
            continue
        try:
            rules.quote(state, seat, (city,))
        except rules.RuleError as refusal:
            yield city, _(refusal.sentence).format(**refusal.values)


def _closed(asked: Asked, after: rules.Player) -> Iterator[str]:
    """The cities in which nobody can build before Step 2, and why (EXP-5, TRU-19, MAP-BW-8)."""
    state = asked.state
    if state.step > 1:
        return
    in_play = (state.board.cities[city] for city in state.board.cities_in(state.areas))
    if shut := [city.id for city in in_play if not city.slots_in(state.step)]:
        yield _("No slot is open yet: {cities}").format(cities=_names(asked.names, shut))
    own = {house.city for house in after.cities}
    marked = [marker.city for marker in state.marked if marker.city not in own]
    if marked and own:
        yield _("Kept for players who start there: {cities}").format(cities=_names(asked.names, marked))
    trusts = [house.city for house in state.trust.houses if house.slot == rules.SLOTS[0]] if state.trust else []
    if trusts:
        yield _("Cities of the Trust: {cities}").format(cities=_names(asked.names, trusts))


def _names(names: Names, cities: Iterable[str]) -> str:
    return in_words(sorted(map(names.city, cities)))


def _offers(state: rules.State, seat: rules.Seat) -> tuple[rules.CityOffer, ...]:
    """Where a seat can build next, cheapest first, in a position in which it is its turn to build."""
    decision = rules.legal(state, seat)
    return _nearest(state.board, decision) if isinstance(decision, rules.BuildingDecision) else ()


def _nearest(board: rules.Board, decision: rules.BuildingDecision) -> tuple[rules.CityOffer, ...]:
    """Where a seat can build next, cheapest first."""
    cities = board.cities
    return tuple(sorted(decision.cities, key=lambda offer: (offer.cost, cities[offer.city].name, offer.free_start)))


def _choice(
    names: Names, offer: rules.CityOffer, href: str = "", *, earlier: str = "", trust_follows: bool = False
) -> CityChoice:
    return CityChoice(
        id=offer.city,
        name=names.city(offer.city),
        slot=offer.slot,
        connection=offer.connection,
        cost=offer.cost,
        way=_way(names, offer),
        path=offer.path,
        href=href,
        earlier=earlier,
        trust_follows=trust_follows,
        free_start=offer.free_start,
    )


def _way(names: Names, offer: rules.CityOffer) -> str:
    networks = names.board.rules.networks
    if offer.free_start:
        return _("your free start")
    if not offer.path and not offer.connection:
        return _("the start of your network")
    if not offer.path:
        return _("connected at a flat cost") if networks.flat_cost else _("the start of your network on this island")
    start, *entered = (names.board.cities[city] for city in offer.path)
    if len(entered) > 1 and any(city.node_cost for city in entered):
        cities = in_words(f"{city.name} ({city.node_cost})" for city in entered)
        return _("from {start} into {cities}").format(start=start.name, cities=cities)
    passed = in_words(city.name for city in entered[:-1])
    if not passed:
        return _("from {start}").format(start=start.name)
    if networks.transit_cost:
        return ngettext(
            "from {start} through {cities}, for {cost}",
            "from {start} through {count} cities, for {cost} each",
            len(entered) - 1,
        ).format(start=start.name, cities=passed, count=len(entered) - 1, cost=networks.transit_cost)
    return _("from {start} by way of {cities}").format(start=start.name, cities=passed)
