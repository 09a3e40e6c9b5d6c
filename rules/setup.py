"""From options and a seed to the first position."""

from rules import blocking, fuel_market, play_area, uranium_market
from rules.boards import board
from rules.chance import shuffled
from rules.dealing import deal
from rules.editions import check_options, edition_on, thresholds
from rules.errors import RuleError
from rules.fuel_tracks import total
from rules.options import Options
from rules.plants import PLANTS, STEP3
from rules.state import Phase, Player, Seat, Setup, State, Trust
from rules.versions import VERSION

START_MONEY = 50

SHUFFLES = ("step2", "step3", "second")
"""All shuffles during a game that a setup can state."""


def new_setup(
    options: Options, players: int, seed: str, areas: tuple[str, ...] = (), *, version: int = VERSION
) -> Setup:
    """Fix everything that chance decides in a new game.

    :param seed: secret text: to know it is to know the deck.
    :param areas: the areas in play, where the host picks them (``options.areas == "host"``).
    :param version: of the rules that the game is played by.
    :raises RuleError: options, players or areas do not go together.
    """
    check_options(options, version)
    settings = thresholds(options, players, version)
    on = board(options.map, options.edition, version)
    if options.areas == "random":
        areas = play_area.drawn(on, settings.areas, seed)
    elif options.areas == "draft":
        areas = ()
    else:
        play_area.check(on, areas, settings)
    layout = deal(on.hooks.recipe(edition_on(on, version), on, players), seed)
    return Setup(
        options=options,
        players=players,
        seed=seed,
        areas=areas,
        order=tuple(Seat(seat) for seat in shuffled(seed, "order", range(players))),
        market=layout.market,
        deck=layout.deck,
        version=version,
        blocked=blocking.drawn(on, players, seed),
    )


def opening(setup: Setup) -> State:
    """The position before the first phase (SET-6 to SET-15).

    :raises RuleError: the setup states something impossible.
    """
    _check_setup(setup)
    markets = fuel_market.opening(setup)
    resources = total(markets)
    state = State(
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
        set_aside=setup.board.rules.deal.set_aside,
        supply=setup.board.tokens - resources,
        trust=Trust() if setup.has_trust else None,
        markets=markets if len(markets) > 1 else (),
        uranium_market=uranium_market.full(setup.board),
    )
    return setup.board.hooks.opening(state)


def _check_setup(setup: Setup) -> None:
    """Refuse a setup that no game can start from.

    :raises RuleError: with the rule that it breaks.
    """
    check_options(setup.options, setup.version)
    if setup.areas or setup.options.areas != "draft":
        play_area.check(setup.board, setup.areas, setup.thresholds)
    blocking.check(setup.board, setup.players, setup.blocked)
    if sorted(setup.order) != list(range(setup.players)):
        raise RuleError(
            "SET-7", "The order of round 1 must name each of the {players} seats once.", players=setup.players
        )
    beside = setup.board.rules.deal.set_aside
    plants = [*setup.market, *(card for card in setup.deck if card != STEP3), *beside]
    if len(set(plants)) < len(plants) or not PLANTS.keys() >= set(plants):
        raise RuleError(
            "GEN-5", "Market and deck must hold plants of the game, each at most once, and none that is set aside."
        )
    most = setup.board.rules.rows.shown[0]
    if list(setup.market) != sorted(setup.market) or len(setup.market) > most:
        raise RuleError("MKT-1", "The market shows at most {most} plants in ascending order.", most=most)
    if STEP3 in setup.deck and not setup.board.rules.deal.has_step3:
        raise RuleError("SET-11", "On {map} the deck has no Step 3 card.", map=setup.board.name)
    if setup.deck.count(STEP3) != setup.board.rules.deal.has_step3:
        raise RuleError("SET-11", "The deck must hold the Step 3 card once.")
    for name in SHUFFLES:
        _check_shuffle(setup, name)


def _check_shuffle(setup: Setup, name: str) -> None:
    stated = setup.stated_shuffle(name)
    if stated is None:
        return
    if name not in setup.board.hooks.shuffles:
        raise RuleError("STEP-9", "On {map} there is no shuffle {name}.", map=setup.board.name, name=f"{name}_deck")
    if len(set(stated)) < len(stated) or not PLANTS.keys() >= set(stated):
        raise RuleError("STEP-9", "A shuffle must name plants of the game, each at most once.")
