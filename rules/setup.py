"""From options and a seed to the first position."""

from rules import fuel_market
from rules.boards import Board, board
from rules.chance import shuffled
from rules.editions import check_options, edition, thresholds
from rules.errors import RuleError
from rules.options import Options
from rules.plants import PLANTS, STEP3
from rules.state import Phase, Player, Seat, Setup, State, Trust

START_MONEY = 50


def new_setup(options: Options, players: int, seed: str, areas: tuple[str, ...] = ()) -> Setup:
    """Fix everything that chance decides in a new game.

    :param seed: secret text; whoever knows it knows the deck.
    :param areas: the areas in play, where the host picks them (``options.areas == "host"``).
    :raises RuleError: options, players or areas do not go together.
    """
    check_options(options)
    in_play = thresholds(options, players).areas
    on = board(options.map, options.edition)
    if options.areas == "random":
        areas = _drawn_areas(on, in_play, seed)
    elif options.areas == "draft":
        areas = ()
    else:
        _check_areas(on, areas, in_play)
    layout = edition(options.edition).lay_out_plants(players, seed, on.rules)
    return Setup(
        options=options,
        players=players,
        seed=seed,
        areas=areas,
        order=tuple(Seat(seat) for seat in shuffled(seed, "order", range(players))),
        market=layout.market,
        deck=layout.deck,
    )


def opening(setup: Setup) -> State:
    """The position before the first phase (SET-6 to SET-15).

    :raises RuleError: the setup states something impossible.
    """
    _check_setup(setup)
    resources = fuel_market.opening(setup.options)
    return State(
        setup=setup,
        areas=setup.areas,
        phase=Phase.SETUP,
        round=1,
        step=1,
        order=setup.order,
        players=(Player(START_MONEY),) * setup.players,
        market=setup.market,
        deck=setup.deck,
        resources=resources,
        supply=fuel_market.TOKENS - resources,
        trust=Trust() if setup.has_trust else None,
    )


def _check_setup(setup: Setup) -> None:
    """Refuse a setup that no game can start from.

    :raises RuleError: with the rule that it breaks.
    """
    check_options(setup.options)
    in_play = thresholds(setup.options, setup.players).areas
    on = board(setup.options.map, setup.options.edition)
    if setup.areas or setup.options.areas != "draft":
        _check_areas(on, setup.areas, in_play)
    if sorted(setup.order) != list(range(setup.players)):
        raise RuleError(
            "SET-7", "The order of round 1 must name each of the {players} seats once.", players=setup.players
        )
    plants = [*setup.market, *(card for card in setup.deck if card != STEP3)]
    if len(set(plants)) < len(plants) or not PLANTS.keys() >= set(plants):
        raise RuleError("GEN-5", "Market and deck must hold plants of the game, each at most once.")
    if list(setup.market) != sorted(setup.market) or len(setup.market) > 8:
        raise RuleError("MKT-1", "The market shows at most eight plants in ascending order.")
    if setup.deck.count(STEP3) != 1:
        raise RuleError("SET-11", "The deck must hold the Step 3 card once.")
    stated = setup.step3_deck or ()
    if len(set(stated)) < len(stated) or not PLANTS.keys() >= set(stated):
        raise RuleError("STEP-9", "The shuffle at Step 3 must name plants of the game, each at most once.")


def _check_areas(on: Board, areas: tuple[str, ...], in_play: int) -> None:
    """Refuse a choice of areas.

    :raises RuleError: SET-1 (no such area), SET-2 (wrong number), SET-3 or MAP-IT-5 (they do not go together).
    """
    known = [area.id for area in on.areas]
    for area in areas:
        if area not in known:
            names = ", ".join(known)
            raise RuleError(
                "SET-1",
                "There is no area {area!r} on the board {board}. There are {areas}.",
                area=area,
                board=on.name,
                areas=names,
            )
    if len(set(areas)) != in_play or len(areas) != in_play:
        raise RuleError(
            "SET-2",
            "This number of players needs {count} different areas, not {given}.",
            count=in_play,
            given=len(set(areas)),
        )
    if not on.may_be_in_play(areas, in_play):
        raise unfit(on, areas)


def unfit(on: Board, areas: tuple[str, ...]) -> RuleError:
    """The refusal of areas that do not go together: which of them are cut off, and what would reach them."""
    names = {area.id: area.name for area in on.areas}
    if on.are_connected(areas):
        return RuleError(
            "MAP-IT-5",
            "With no other area beside {areas}, a city there has no connection: choose another for one of them.",
            areas=", ".join(names[area] for area in areas),
        )
    reached = on.reached(areas[0], areas)
    apart = next(area for area in areas if area not in reached)
    return RuleError(
        "SET-3",
        "These areas do not hang together: {apart} touches only {neighbours}.",
        apart=names[apart],
        neighbours=", ".join(names[area.id] for area in on.areas if area.id in on.neighbours[apart]),
    )


def _drawn_areas(on: Board, in_play: int, seed: str) -> tuple[str, ...]:
    """Areas in a random order, each next one the first that goes with those drawn before (SET-4, MAP-FR-7)."""
    waiting = shuffled(seed, "areas", (area.id for area in on.areas))
    first = on.rules.area_drawn_first or waiting[0]
    waiting.remove(first)
    areas = [first]
    while len(areas) < in_play:
        area = next(area for area in waiting if on.may_be_in_play((*areas, area), in_play))
        waiting.remove(area)
        areas.append(area)
    return tuple(areas)
