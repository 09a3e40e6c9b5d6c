"""From options and a seed to the first position."""

from rules import fuel_market
from rules.boards import Board, board
from rules.chance import shuffled
from rules.editions import edition, thresholds
from rules.errors import RuleError
from rules.options import Options
from rules.plants import PLANTS
from rules.state import STEP3, Phase, Player, Seat, Setup, State

START_MONEY = 50


def new_setup(options: Options, players: int, seed: str, areas: tuple[str, ...] = ()) -> Setup:
    """Fix everything that chance decides in a new game.

    :param seed: secret text; whoever knows it knows the deck.
    :param areas: the areas in play, where the host picks them (``options.areas == "host"``).
    :raises RuleError: options, players or areas do not go together.
    """
    in_play = thresholds(options, players).areas
    on = board(options.map, options.edition)
    if options.areas == "random":
        areas = _drawn_areas(on, in_play, seed)
    elif options.areas == "draft":
        areas = ()
    else:
        _check_areas(on, areas, in_play)
    layout = edition(options.edition).lay_out_plants(players, seed)
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
    on = board(setup.options.map, setup.options.edition)
    resources = fuel_market.opening(on)
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
    )


def _check_setup(setup: Setup) -> None:
    """Refuse a setup that no game can start from.

    :raises RuleError: with the rule that it breaks.
    """
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

    :raises RuleError: SET-1 (no such area), SET-2 (wrong number), SET-3 (not connected).
    """
    known = {area.id for area in on.areas}
    for area in areas:
        if area not in known:
            raise RuleError("SET-1", "There is no area {area!r} on the board {board}.", area=area, board=on.name)
    if len(set(areas)) != in_play or len(areas) != in_play:
        raise RuleError("SET-2", "This number of players needs {count} different areas.", count=in_play)
    if not on.are_connected(areas):
        raise RuleError("SET-3", "The areas must be connected with one another.")


def _drawn_areas(on: Board, in_play: int, seed: str) -> tuple[str, ...]:
    """Areas in a random order, each next one the first that touches those drawn before (SET-3, SET-4)."""
    waiting = shuffled(seed, "areas", (area.id for area in on.areas))
    areas = [waiting.pop(0)]
    while len(areas) < in_play:
        area = next(area for area in waiting if on.neighbours[area] & set(areas))
        waiting.remove(area)
        areas.append(area)
    return tuple(areas)
