"""A small vocabulary for test positions.

>>> state = position([company(money=20), company(), company()], market=[13, 15, 17, 18, 20, 22, 24, 25])
>>> state = after(state, "open 13 13", "pass", "2: bid 14")

A position starts from a real start state. What a test does not name gets a plausible value, and everything that has
to add up (tokens, cards, slots) is made to.
"""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import pytest
from msgspec import Struct
from msgspec.structs import replace

import rules
from rules import blocking
from rules.boards import SLOTS, first_version
from rules.dealing import Layout, deal
from rules.editions import edition_on
from rules.events import PlantRemoved
from rules.map_rules import MapRules
from rules.plants import PLANTS, STEP3, Card
from rules.state import House, Marker, Phase, Player, Seat, Setup, State, Step3Card, Trust

TOKENS = rules.Fuel(24, 24, 24, 12)
"""All tokens of the box (GEN-4)."""

START_MARKET = (3, 4, 5, 6, 7, 8, 9, 10)

MARKET = (20, 21, 22, 23, 24, 25, 26, 27)
"""Eight plants that no network makes obsolete soon."""

SCARCE = "c9 o9 g9 u4"
"""A resource market with room for every refill."""

UNSEEN = {2: 8, 3: 8, 4: 4, 5: 0, 6: 0}
"""How many plants are removed unseen, by number of players (SET-12)."""

AREAS = {
    "germany": ("west", "southwest", "east", "northwest", "southeast", "northeast"),
    "usa": ("northwest", "southwest", "south", "midwest", "southeast", "northeast"),
    "central-europe": ("poland-west", "poland-east", "czechia", "austria", "slovakia", "hungary"),
    "benelux": ("north", "randstad", "south-netherlands", "flanders", "wallonia"),
    "france": ("centre", "northwest", "southwest", "south", "east", "northeast"),
    "italy": ("northwest", "northeast", "emilia", "centre", "southeast", "south"),
}
"""Areas in an order of which every beginning of three or more hangs together, where tests name them."""

RECHARGED = {"edition": "recharged"}
"""The options of a Recharged position; two players meet the Trust in it."""

_IDLE = {Phase.RESOURCES: "buy", Phase.BUILDING: "build", Phase.BUREAUCRACY: "run"}


class Company(Struct, frozen=True):
    """One company of a position to be; see :func:`company`."""

    money: int
    plants: tuple[int, ...]
    fuel: rules.Fuel
    cities: tuple[str, ...]


def company(
    money: int = 50, plants: Iterable[int] = (), fuel: str = "-", cities: str | Iterable[str] = ()
) -> Company:
    """A company. ``fuel`` is written as in the notation (``"c2 o1"``), ``cities`` as ids, in a list or one string."""
    names = cities.split() if isinstance(cities, str) else cities
    return Company(money, tuple(sorted(plants)), tokens(fuel), tuple(names))


def the_trust(plants: Iterable[int] = (), fuel: str = "-", cities: str = "", beside: str = "") -> Trust:
    """The Trust of a position, with houses on the 10 slots of ``cities`` and on the 15 slots of those ``beside``."""
    houses = [House(city, SLOTS[0]) for city in cities.split()] + [House(city, SLOTS[1]) for city in beside.split()]
    return Trust(tuple(sorted(plants)), tokens(fuel), tuple(houses))


def marks(cities: str, *, with_token: int = 6) -> tuple[Marker, ...]:
    """Start cities that still carry their mark, the first so many of them with a uranium token."""
    return tuple(Marker(city, number < with_token) for number, city in enumerate(cities.split()))


def first_with(map: str, edition: str = "classic") -> int:
    """The version of new games, or the first one that has this board."""
    return max(rules.VERSION, first_version(map, edition))


def areas_of(map: str) -> tuple[str, ...]:
    """The areas of a map in an order of which every beginning hangs together, or every one of three or more."""
    if map in AREAS:
        return AREAS[map]
    board = rules.board(map, version=first_with(map))
    found = [board.areas[0].id]
    while touching := [
        area.id for area in board.areas if area.id not in found and board.neighbours[area.id] & {*found}
    ]:
        found.append(touching[0])
    return tuple(found)


def some_cities(count: int, *, after: int = 0, map: str = "germany", edition: str = "classic") -> tuple[str, ...]:
    """So many cities of a map, area by area in the order of ``AREAS``, from a place in that list on."""
    cities = rules.board(map, edition, first_with(map, edition)).cities.values()
    ordered = [city.id for area in areas_of(map) for city in cities if city.area == area]
    assert after + count <= len(ordered)
    return tuple(ordered[after : after + count])


def tokens(text: str) -> rules.Fuel:
    """Fuel from its short form: ``tokens("c2 o1")``."""
    action = rules.parse_action(f"buy {text}")
    assert isinstance(action, rules.BuyResources)
    return action.fuel


def stated_setup(
    players: int,
    deck: Sequence[Card] | None = None,
    *,
    map: str = "germany",
    areas: Sequence[str] = (),
    order: Sequence[int] = (),
    market: Sequence[int] = START_MARKET,
    step3_deck: Sequence[int] | None = None,
    shuffles: dict[str, tuple[int, ...]] | None = None,
    spare: Iterable[Card] = (),
    blocked: Sequence[str] = (),
    version: int = 0,
    **options: Any,
) -> Setup:
    """A setup without chance: player order by seat, deck as stated, or else 13 and the others ascending.

    :param shuffles: further shuffles during the game, by their names in the setup.
    :param spare: plants that must not be among those removed unseen.
    :param version: of the rules; where it is 0 that of new games, or the first with the board.
    """
    chosen = rules.Options(map=map, **options)
    version = version or first_with(map, chosen.edition)
    board = rules.board(map, chosen.edition, version)
    on = board.rules
    return Setup(
        options=chosen,
        players=players,
        seed="c0ffee",
        areas=tuple(areas) or areas_of(map)[: rules.thresholds(chosen, players, version).areas],
        order=tuple(Seat(seat) for seat in order or range(players)),
        market=tuple(market)[: on.rows.shown[0]],
        deck=_unshuffled_deck(on, players, set(spare)) if deck is None else tuple(deck),
        step3_deck=None if step3_deck is None else tuple(step3_deck),
        version=version,
        blocked=tuple(blocked) or blocking.drawn(board, players, "c0ffee"),
        **(shuffles or {}),
    )


def drawn_setup(players: int, map: str, *, seed: str = "5eed", **options: Any) -> Setup:
    """A setup as chance draws it."""
    chosen = rules.Options(map=map, **options)
    return rules.new_setup(chosen, players, seed, version=first_with(map, chosen.edition))


def dealt(players: int, map: str, edition: str = "classic", seed: str = "5eed") -> Layout:
    """Market and deck as chance draws them."""
    version = first_with(map, edition)
    on = rules.board(map, edition, version)
    return deal(on.hooks.recipe(edition_on(on, version), on, players), seed)


def left_out(plants: Layout | Setup) -> set[int]:
    """The plants that lie neither in the market nor in the deck at the start."""
    return PLANTS.keys() - {*plants.market, *plants.deck}


def three_players(money: int = 50, **setup: Any) -> State:
    """The start of a game of three, seats 0, 1, 2 in player order, everybody with ``money``."""
    return with_money(rules.start(stated_setup(3, **setup)), money)


def with_money(state: State, *amounts: int) -> State:
    """The same position with other cash boxes: one amount for all, or one for each seat."""
    each = amounts * len(state.players) if len(amounts) == 1 else amounts
    players = (replace(player, money=money) for player, money in zip(state.players, each, strict=True))
    return replace(state, players=tuple(players))


def position(
    companies: Sequence[Company] | int = 3,
    *,
    phase: str = "auction",
    step: int = 1,
    order: Sequence[int] = (),
    market: Sequence[int] | None = None,
    deck: Sequence[Card] | None = None,
    resources: str | None = None,
    markets: Sequence[str] = (),
    map: str = "germany",
    areas: Sequence[str] = (),
    step3_deck: Sequence[int] | None = None,
    shuffles: dict[str, tuple[int, ...]] | None = None,
    options: dict[str, Any] | None = None,
    trust: Trust | None = None,
    marked: tuple[Marker, ...] = (),
    **fields: Any,
) -> State:
    """A position in the midst of a game, in round 3 unless told otherwise.

    Cards that are in no hand, market or deck have left the game face up; what lies below the Step 3 card was buried.
    A city named by two companies gives its cheaper slot to the earlier one. In the auctions of an edition that has
    the discount token it lies on the lowest plant.

    :param resources: the market, as in the notation; by default that of the start, as far as there are tokens left.
    :param markets: each of the markets where there are several; by default those of the start.
    :param fields: further fields of the state, taken as they are.
    """
    if isinstance(companies, int):
        companies = [company()] * companies
    owned = {plant for each in companies for plant in each.plants}.union(trust.plants if trust else ())
    on = rules.board(map, (options or {}).get("edition", "classic"), first_with(map)).rules
    market = tuple(_default_market(companies, owned, step, on) if market is None else sorted(market))
    named = {*owned, *market, *(deck or ()), *fields.get("pile", ())} - {STEP3}
    setup = stated_setup(
        len(companies),
        map=map,
        areas=areas,
        step3_deck=step3_deck,
        shuffles=shuffles,
        spare=named,
        **(options or {}),
    )
    set_aside = tuple(plant for plant in on.deal.set_aside if step == 1 and plant not in named)
    pile = tuple(_default_deck(setup, named, step) if deck is None else deck)
    begun = rules.start(setup)
    trust = begun.trust if trust is None else trust
    left = begun.board.tokens - _fuel_out(companies, trust, marked)
    in_each = tuple(tokens(each) for each in markets) or begun.markets
    if in_each:
        resources = str(sum(in_each, rules.NO_FUEL))
    on_sale, supply = _fuel_left(left, resources, begun.resources)
    parts = {
        "phase": Phase(phase),
        "round": 3,
        "step": step,
        "order": tuple(order or range(len(companies))),
        "players": tuple(_players(begun.board, companies, trust)),
        "market": market,
        "deck": pile,
        "resources": on_sale,
        "supply": supply,
        "step3_card": Step3Card.DECK if STEP3 in pile else Step3Card.OUT,
        "buried": pile[pile.index(STEP3) + 1 + on.deal.below_step3 :] if STEP3 in pile else (),
        "removed": tuple(
            sorted({*setup.market, *setup.deck, *on.deal.set_aside} - named - {*pile, *set_aside, STEP3})
        ),
        "set_aside": set_aside,
        "discount": market[0] if market and phase == "auction" and setup.edition.has_discount_token else None,
        "marked": marked,
        "trust": trust,
        "markets": in_each,
        "happened": (),
    }
    state = replace(begun, **{**parts, **fields})
    rules.check(state)
    return state


def end_of_building(*networks: int, players: int = 0, **fields: Any) -> State:
    """Phase 4 in Step 1 with networks of these sizes, one after the other on the map; the last seat is to build."""
    sizes = networks + (0,) * (players - len(networks))
    on = {"map": fields.get("map", "germany"), "edition": fields.get("options", {}).get("edition", "classic")}
    cities = (some_cities(size, after=sum(sizes[:seat]), **on) for seat, size in enumerate(sizes))
    companies = [company(500, cities=names) for names in cities]
    done = tuple(range(len(sizes) - 1))
    order = (len(sizes) - 1, *done)
    defaults = {"phase": "building", "order": order, "acted": done, "market": MARKET, "resources": SCARCE}
    return position(companies, **{**defaults, **fields})


def after(state: State, *texts: str) -> State:
    """Apply actions one by one, each by the (first) seat to move or by the one it names: ``"1: pass"``."""
    for text in texts:
        seat, action = _addressed(state, text)
        state = rules.apply(state, seat, action)
    return state


def move(text: str) -> tuple[Seat, rules.Action]:
    """One entry of a game record: ``move("1: pass")``."""
    seat, _, words = text.partition(": ")
    return Seat(int(seat)), rules.parse_action(words)


def price_of(state: State, wanted: str) -> int:
    """What the seat to move pays for fuel, written as in the notation."""
    seat = state.to_move[0]
    return state.players[seat].money - after(state, f"buy {wanted}").players[seat].money


def price_of_cities(state: State, cities: str) -> int:
    """What the seat to move pays for building cities in this order; it is what it was told."""
    (seat,) = state.to_move
    price = state.players[seat].money - after(state, f"build {cities}").players[seat].money
    assert price == rules.quote(state, seat, tuple(cities.split())).total
    return price


def build_next(state: State, count: int = 1) -> State:
    """The seat to move builds its cheapest cities."""
    chosen = list(offered_cities(state))[:count]
    return rules.apply(state, state.to_move[0], rules.BuildCities(tuple(chosen)))


def pass_on(state: State) -> State:
    """Everybody does nothing until the next Phase."""
    phase = state.phase
    while state.phase is phase:
        state = after(state, _IDLE.get(state.phase) or ("pass" if state.auction else "decline"))
    return state


def pass_on_to(state: State, phase: str) -> State:
    """Everybody does nothing until ``phase`` comes, this round or next."""
    while state.phase != phase:
        state = pass_on(state)
    return state


@contextmanager
def refused(rule: str, says: str = "") -> Iterator[None]:
    """What is done inside is refused, and the refusal names ``rule`` and has a sentence to show."""
    with pytest.raises(rules.RuleError) as refusal:
        yield
    assert refusal.value.rule == rule, f"{refusal.value.rule}: {refusal.value}"
    assert str(refusal.value).endswith((".", "?")), str(refusal.value)
    assert says in str(refusal.value)


def cards(state: State) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The plant market as it lies on the table: actual and future plants."""
    market = rules.view(state).market
    return market.actual, market.future


def events(state: State, kind: type) -> list:
    """What of a kind the last action brought about."""
    return [event for event in state.happened if isinstance(event, kind)]


def removals(state: State) -> list[tuple[int, str]]:
    """The plants that the last action removed from the market, each with the reason."""
    return [(event.plant, event.reason) for event in events(state, PlantRemoved)]


def removed(state: State, reason: str) -> list[int]:
    """The plants that the last action removed from the market for this reason."""
    return [plant for plant, why in removals(state) if why == reason]


def least_bids(state: State) -> dict[int, int]:
    """The plants that the opener may put up, with what each costs at least."""
    decision = rules.legal(state, state.to_move[0])
    assert isinstance(decision, rules.OpeningDecision)
    return {offer.plant: offer.least for offer in decision.plants}


def offered_plants(state: State) -> list[int]:
    """The plants that the opener may put up."""
    return list(least_bids(state))


def offered_cities(state: State) -> dict[str, int]:
    """What the seat to move could build next, with the price of each."""
    decision = rules.legal(state, state.to_move[0])
    assert isinstance(decision, rules.BuildingDecision)
    return {offer.city: offer.cost for offer in decision.cities}


def _addressed(state: State, text: str) -> tuple[Seat, rules.Action]:
    return move(text) if ": " in text else (state.to_move[0], rules.parse_action(text))


def _unshuffled_deck(on: MapRules, players: int, spare: set[Card]) -> tuple[Card, ...]:
    top = on.early_plant or 13
    elsewhere = {*START_MARKET[: on.rows.shown[0]], top, *on.missing_plants, *on.deal.set_aside}
    others = [plant for plant in PLANTS if plant not in elsewhere]
    unseen = [plant for plant in others if plant not in spare][: UNSEEN[players]]
    return (top, *(plant for plant in others if plant not in unseen), *[STEP3] * on.deal.has_step3)


def _default_market(companies: Sequence[Company], owned: set[int], step: int, on: MapRules) -> list[int]:
    """The lowest plants that nobody owns, that are in the game and not obsolete."""
    largest = max(len(each.cities) for each in companies)
    taken = owned.union(on.missing_plants, on.deal.set_aside)
    return [plant for plant in PLANTS if plant > largest and plant not in taken][: on.rows.shown[step - 1]]


def _default_deck(setup: Setup, named: set[Card], step: int) -> list[Card]:
    """What is left of the setup's deck; in Step 3 without the Step 3 card."""
    return [card for card in setup.deck if card not in named and not (step == 3 and card == STEP3)]


def _fuel_out(companies: Sequence[Company], trust: Trust | None, marked: tuple[Marker, ...]) -> rules.Fuel:
    """What lies neither in market nor in supply."""
    held = sum((each.fuel for each in companies), trust.fuel if trust else rules.NO_FUEL)
    return held + rules.Fuel(uranium=sum(marker.token for marker in marked))


def _fuel_left(left: rules.Fuel, resources: str | None, start: rules.Fuel) -> tuple[rules.Fuel, rules.Fuel]:
    """Market and supply."""
    if resources is None:
        on_sale = rules.Fuel(*(min(start[kind], left[kind]) for kind in rules.KINDS))
    else:
        on_sale = tokens(resources)
    return on_sale, left - on_sale


def _players(on: rules.Board, companies: Sequence[Company], trust: Trust | None) -> Iterator[Player]:
    taken = list(trust.houses if trust else ())
    for each in companies:
        houses = []
        for city in each.cities:
            slots = on.cities[city].free_slots(3, (house.slot for house in taken if house.city == city))
            house = House(city, slots[0])
            houses.append(house)
            taken.append(house)
        yield Player(each.money, each.plants, each.fuel, tuple(houses))


def with_other_secrets(state: State, seat: int) -> State:
    """The same for this seat to see, where money is hidden: other cards where nobody has seen them, others richer."""
    players = tuple(
        player if number == seat else replace(player, money=player.money + 50)
        for number, player in enumerate(state.players)
    )
    return replace(rules.redrawn(state, "others"), players=players)
