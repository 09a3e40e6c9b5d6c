"""Which cities a company can build in next, and what each costs: its slot and the way to it (BLD-2 to BLD-10)."""

from collections.abc import Iterable, Mapping
from contextlib import suppress
from functools import lru_cache
from itertools import pairwise

from msgspec import Struct
from msgspec.structs import replace

from rules.boards import Board, City, free_slots
from rules.decisions import CityOffer
from rules.editions import FIRST_GAME_CITIES
from rules.errors import RuleError
from rules.routes import Routes, Way, routes_in
from rules.state import House, Player, Seat, State

HOUSES = 22
"""Houses of one player (SET-6, BLD-16)."""


Pair = frozenset[str]
"""The two cities of a connection."""

_NO_WAY: Way = (0, 0, 0, ())


class Quote(Struct, frozen=True):
    """The price of a list of cities built in order. ``total`` in Elektro."""

    steps: tuple[CityOffer, ...]
    total: int


def routes(state: State) -> Routes:
    """All cheapest ways inside the play area of a game (SET-5)."""
    return routes_in(state.board, state.areas)


@lru_cache(maxsize=8192)
def paid_links(on: Board, areas: tuple[str, ...], cities: tuple[str, ...], free_start: str = "") -> tuple[Pair, ...]:
    """The connections that a player has paid for (BLD-4), each once, in the order of building.

    :param areas: the play area.
    :param cities: those of the player, in building order: the same ones that were paid for, as the way is the
        cheapest at any time and equal ones are settled alike.
    :param free_start: the one of them that was not connected (MAP-JP-6).
    """
    if len(cities) < 2:
        return ()
    paid = paid_links(on, areas, cities[:-1], free_start)
    way = None if cities[-1] == free_start else routes_in(on, areas).ways(cities[:-1]).get(cities[-1])
    return tuple(dict.fromkeys((*paid, *map(frozenset, pairwise(way[-1])))) if way else paid)


def _taken_slots(state: State) -> Mapping[str, tuple[int, ...]]:
    """The prices of the slots with a house, by city."""
    taken: dict[str, tuple[int, ...]] = {}
    networks = [player.cities for player in state.players]
    for network in (*networks, state.trust.houses) if state.trust else networks:
        for house in network:
            if house.city in taken:
                taken[house.city] += (house.slot,)
            else:
                taken[house.city] = (house.slot,)
    return taken


def is_open(state: State, city: City) -> bool:
    """Whether houses can come to a city in this Step, as long as it has a free slot (MAP-BW-8, MAP-NYC-4)."""
    return city.open_slots[state.step - 1] > 0 and city.id not in state.setup.blocked


def is_full(state: State) -> bool:
    """Whether every city of the play area that is open has a house."""
    taken = _taken_slots(state)
    return all(city.id in taken for city in _in_play(state) if is_open(state, city))


def _in_play(state: State) -> Iterable[City]:
    return routes(state).places


def most_cities_allowed(state: State) -> int:
    """How many cities one player can connect in this game (BLD-16, FIRST-2), or in round 1 (MAP-JP-7)."""
    if state.setup.options.first_game:
        return FIRST_GAME_CITIES
    first_round = state.board.rules.networks.first_round_cities
    return first_round if first_round and state.round == 1 else HOUSES


def offer(state: State, seat: Seat, city: str, *, free_start: bool = False) -> CityOffer:
    """What it would take to build in a city next. Money is not looked at.

    :param free_start: whether a second network is to begin there without connection (MAP-JP-6).
    :raises RuleError: the city cannot be built in by this seat.
    """
    player, place, houses = state.players[seat], city_in_play(state, city), state.houses(city)
    if seat in [owner for owner, _slot in houses]:
        raise RuleError("BLD-11", "You already have a house in {city}.", city=place.name)
    _check_houses_left(state, player)
    slots = place.free_slots(state.step, [slot for _owner, slot in houses])
    if not slots or city in state.setup.blocked:
        raise _closed(state, place)
    cost, _, _, path = _joining(state, player, place, slots[0], _ways(state, player), free_start=free_start)
    return CityOffer(city, slots[0], cost, path, free_start)


def _ways(state: State, player: Player) -> Mapping[str, Way]:
    """The cheapest way to every city that can be connected to the network of a player; none without a network."""
    return routes(state).ways(tuple([house.city for house in player.cities]))


def _joining(
    state: State, player: Player, city: City, slot: int, ways: Mapping[str, Way], *, free_start: bool
) -> Way:
    """How a city with this slot comes to the network of a player who has houses left.

    :param ways: those from the network.
    """
    if free_start:
        _check_free_start(state, player, city)
        return _NO_WAY
    if not player.cities:
        _check_start(state, city, slot)
        return _NO_WAY
    return _connecting(state, player, city, slot, ways)


def city_in_play(state: State, city: str) -> City:
    """A city of the play area by its id.

    :raises RuleError: SET-1 (no such city), SET-5 (outside the play area).
    """
    found = state.board.cities.get(city)
    if found is None:
        raise RuleError("SET-1", "There is no city {city!r} on this map.", city=city)
    if found.area not in state.areas:
        raise RuleError("SET-5", "{city} lies outside the areas in play.", city=found.name)
    return found


def quote(state: State, seat: Seat, cities: tuple[str, ...], free_start: str | None = None) -> Quote:
    """The price of building cities in this order, each seen as built for the next (BLD-7). Money is not looked at.

    :param free_start: the one of them in which a second network begins (MAP-JP-6).
    :raises RuleError: one of them cannot be built in.
    """
    steps = []
    for city in cities:
        step = offer(state, seat, city, free_start=city == free_start)
        steps.append(step)
        player = state.players[seat]
        state = state.with_player(seat, with_house(player, step))
    return Quote(tuple(steps), sum(step.cost for step in steps))


def with_house(player: Player, built: CityOffer) -> Player:
    """A company with one house more; nothing is paid here."""
    cities = (*player.cities, House(built.city, built.slot))
    return replace(player, cities=cities, free_start=built.city if built.free_start else player.free_start)


def offers(state: State, seat: Seat) -> tuple[CityOffer, ...]:
    """Every city that this seat can build in next, cheapest first; money is not looked at."""
    player = state.players[seat]
    if len(player.cities) >= most_cities_allowed(state):
        return ()
    found = sorted(_possible(state, player))
    return tuple([CityOffer(city, slot, cost, path, free_start) for _, free_start, city, slot, cost, path in found])


def _possible(state: State, player: Player) -> list[tuple[int, bool, str, int, int, tuple[str, ...]]]:
    """What offers are made from: the full cost, whether it is the free start, city, slot, connection and path."""
    networks, ways, found = state.board.rules.networks, _ways(state, player), []
    needs_only_a_way = player.cities and not (networks.start_cities or networks.next_island_cost or state.marked)
    for city, slot in _next_slots(state, player):
        if needs_only_a_way:  # so it is nearly always, and then this takes half as long
            if city in ways:
                cost, _, _, path = ways[city]
                found.append((slot + cost, False, city, slot, cost, path))
            continue
        place = state.board.cities[city]
        for free_start in (False, True) if city in networks.start_cities else (False,):
            with suppress(RuleError):
                cost, _, _, path = _joining(state, player, place, slot, ways, free_start=free_start)
                found.append((slot + cost, free_start, city, slot, cost, path))
    return found


def _next_slots(state: State, player: Player) -> list[tuple[str, int]]:
    """The cities that have room for a house of a player, each with the price of the slot that it would take."""
    taken, blocked, found = _taken_slots(state), state.setup.blocked, []
    own = {house.city for house in player.cities}
    for city, slots in routes(state).slots(state.step).items():
        if city in own or city in blocked:
            continue
        free = free_slots(slots, taken[city]) if city in taken else slots
        if free:
            found.append((city, free[0]))
    return found


def _connecting(state: State, player: Player, city: City, slot: int, ways: Mapping[str, Way]) -> Way:
    """What it costs to connect a city to the network of a player, and the way there."""
    networks = state.board.rules.networks
    if state.step == 1 and state.is_marked(city.id):
        raise RuleError("EXP-5", "Until Step 2 {city} is kept for players who start there.", city=city.name)
    if state.round == 1 and networks.first_round_cities:
        raise RuleError("MAP-JP-7", "In round 1 your second city has to be your free start.")
    if networks.next_island_cost and city.island not in _islands(state, player):
        if slot != city.slots[0] and not _has_no_empty_city(state, city.island):
            raise RuleError("MAP-UKI-4", "On this island you start in a city without any house.")
        return networks.next_island_cost, 0, 0, ()
    way = ways.get(city.id)
    if way is None:
        raise RuleError("SET-5", "You cannot reach {city} inside the areas in play.", city=city.name)
    return way


def _islands(state: State, player: Player) -> set[str]:
    return {state.board.cities[house.city].island for house in player.cities}


def _check_start(state: State, city: City, slot: int) -> None:
    """A network starts in a city of the map (MAP-JP-5) or a marked one (EXP-3), or else in an empty one (BLD-3)."""
    if not city.start:
        raise RuleError("MAP-ZA-4", "No network starts in {city}.", city=city.name)
    if state.board.rules.networks.start_cities:
        _check_start_city(state, city)
    elif state.marked:
        if not state.is_marked(city.id):
            marked = ", ".join(city_in_play(state, marker.city).name for marker in state.marked)
            raise RuleError("EXP-3", "Your network must start in one of the marked cities: {cities}.", cities=marked)
    elif slot != city.slots[0] and not _may_start_beside_others(state):
        raise RuleError("BLD-3", "Your network must start in an empty city, but {city} has a house.", city=city.name)
    elif _is_dead_end(state, city):
        raise RuleError(
            "BLD-3", "From {city} you could reach no other city in play. Start in another one.", city=city.name
        )


def _check_free_start(state: State, player: Player, city: City) -> None:
    """Once in the game a second network starts without connection (MAP-JP-6)."""
    if not state.board.rules.networks.start_cities:
        raise RuleError("MAP-JP-6", "On this map there is no free start.")
    _check_start_city(state, city)
    if not player.cities:
        raise RuleError("MAP-JP-6", "Your first city costs no connection anyway: keep the free start.")
    if player.free_start:
        raise RuleError("MAP-JP-6", "You have had your free start.")


def _check_start_city(state: State, city: City) -> None:
    start_cities = state.board.rules.networks.start_cities
    if city.id not in start_cities:
        names = ", ".join(found.name for found in _in_play(state) if found.id in start_cities)
        raise RuleError("MAP-JP-5", "A network starts in one of the start cities: {cities}.", cities=names)


def _check_houses_left(state: State, player: Player) -> None:
    most = most_cities_allowed(state)
    if len(player.cities) < most:
        return
    if state.setup.options.first_game:
        raise RuleError("FIRST-2", "In a first game you can connect at most {most} cities.", most=most)
    if most != HOUSES:
        raise RuleError("MAP-JP-7", "In round 1 you can build in at most {most} cities.", most=most)
    raise RuleError("BLD-16", "You have built all your {houses} houses.", houses=HOUSES)


def _closed(state: State, city: City) -> RuleError:
    """Why nobody can build in a city now."""
    if city.id in state.setup.blocked:
        return RuleError("MAP-NYC-4", "{city} is blocked: nobody builds there.", city=city.name)
    houses = len(state.houses(city.id))
    opening = next((step for step in (2, 3) if city.open_slots[step - 1] > houses), 0)
    if len(city.slots) <= houses or not opening:
        return RuleError("BLD-9", "{city} has no free slot left.", city=city.name)
    if houses and state.options.first_game:
        return RuleError(
            "BLD-9", "{city} already has a house, and a first game allows no second one.", city=city.name
        )
    if not houses and state.options.first_game:
        return RuleError("BLD-9", "{city} is closed in Step 1, in which a first game stays.", city=city.name)
    if not houses:
        return RuleError("BLD-9", "You can build in {city} from Step {step} on.", city=city.name, step=opening)
    if houses > 1:
        return RuleError(
            "BLD-9", "{city} already has two houses. You can build a third one in Step 3.", city=city.name
        )
    if opening == len(city.open_slots):
        return RuleError("BLD-9", "{city} already has a house. You can build a second one in Step 3.", city=city.name)
    return RuleError(
        "BLD-9", "{city} already has a house. You can build a second one from Step 2 on.", city=city.name
    )


def _may_start_beside_others(state: State) -> bool:
    return not state.setup.options.start_city_must_be_empty or _has_no_empty_city(state)


def _is_dead_end(state: State, city: City) -> bool:
    """Whether a network that starts in a city could never grow, where everybody might start in it (D-52)."""
    is_guarded = state.edition.guards_first_cities and not state.options.start_city_must_be_empty
    return is_guarded and len(routes(state).ways((city.id,))) == 1


def _has_no_empty_city(state: State, island: str | None = None) -> bool:
    """Whether from Step 2 on no city is left to start in, in all of the play area or on one island."""
    if state.step == 1:
        return False
    taken = _taken_slots(state)
    places = (city for city in _in_play(state) if island in (None, city.island))
    return all(city.id in taken for city in places if city.start and is_open(state, city))
