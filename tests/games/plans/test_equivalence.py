"""A game with plans is a game that could have been played by hand, and no auction ends otherwise for them.

``EVERYTHING=true pytest -n auto tests/games/plans/test_equivalence.py`` tries 100,000 auctions and 100,000 rounds.
"""

from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from itertools import count
from random import Random

import pytest
from msgspec.structs import replace

import rules
from games.plans.answers import Act, answer
from games.plans.language import (
    AuctionPlan,
    Condition,
    Plan,
    ProxyBid,
    StandingPass,
    Wish,
    plan_from_json,
    plan_to_json,
)
from rules.events import PlantBought
from tests.extent import EVERYTHING
from tests.games.plans.later_boards import later_boards, start_on
from tests.games.plans.random_plans import auction_plan, random_plans, round_plans
from tests.rules.positions import company, events, position
from tests.rules.random_play import Table, random_action, random_game, random_setup, tables

CHUNKS = 20 if EVERYTHING else 4
AUCTIONS = 5_500
"""In each chunk."""
ROUNDS = 5_000 if EVERYTHING else 40
"""In each chunk, and a few more to the end of a game."""


Move = tuple[rules.Seat, rules.Action]


def auction_by_hand(
    clockwise: Sequence[int],
    opening: int,
    limits: Mapping[int, int],
    leaps: Mapping[int, Sequence[int]] | None = None,
) -> tuple[int, int]:
    """Who gets a plant, and for how much, among people who say "one more" in turn until it is too much for them.

    :param clockwise: all who bid, beginning with the one to the left of the opener, who comes last.
    :param leaps: where somebody would rather say one of these, as long as it is more.
    """
    price, people = opening, deque(clockwise)
    while len(people) > 1:
        person = people.popleft()
        if price < limits[person]:
            wanted = [leap for leap in (leaps or {}).get(person, ()) if price < leap <= limits[person]]
            price = min(wanted, default=price + 1)
            people.append(person)
    return people[0], price


def test_people_raise_by_one_until_it_is_too_much():
    assert auction_by_hand([1, 2, 0], 5, {0: 9, 1: 7, 2: 3}) == (0, 7)


@pytest.mark.parametrize(("limits", "expected"), [((9, 9), (1, 9)), ((10, 9), (0, 10)), ((9, 10), (1, 9))])
def test_parity_of_steps_decides_who_says_the_last_number(limits, expected):
    """Whoever happens to say the last number that is worth it gets the plant, with plans as by hand."""
    bidders = dict(enumerate(limits))
    assert auction_by_hand([1, 0], 4, bidders) == expected
    state = position(2, phase="auction", market=[4, 5, 6, 7, 8, 9, 10, 12])
    plans = {seat: (ProxyBid(4, limit),) for seat, limit in bidders.items()}
    assert run_auction(rules.apply(state, rules.Seat(0), rules.OpenAuction(4, 4)), plans) == expected


@pytest.mark.rule("AUC-7", "AUC-8", "AUC-9", "AUC-10", "AUC-11")
@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_auctions_with_plans_end_as_by_hand(chunk):
    for number in range(AUCTIONS):
        seed = f"auction {chunk}/{number}"
        chance = Random(seed)
        compare(some_position(chance), chance, seed)


@pytest.mark.parametrize("chunk", range(2))
def test_auctions_with_leaps_end_as_by_hand(chunk):
    for number in range(AUCTIONS):
        seed = f"leaps {chunk}/{number}"
        chance = Random(seed)
        compare(some_position(chance), chance, seed, with_leaps=True)


def compare(state: rules.State, chance: Random, seed: str, *, with_leaps: bool = False) -> None:
    """Let one auction be run by plans, and by people with the same limits."""
    opener = state.to_move[0]
    decision = rules.legal(state, opener)
    assert isinstance(decision, rules.OpeningDecision)
    offer = chance.choice(decision.plants)
    plant, least = offer.plant, offer.least
    bidders = [seat for seat in clockwise_after(opener, state.setup.players) if is_entitled(state, seat, plant)]
    limits = {seat: max(0, least + chance.randint(-3, 7)) for seat in bidders}
    limits[opener] = max(least, limits[opener])
    leaps = {seat: [least + chance.randint(1, 9) for _ in range(2)] for seat in bidders} if with_leaps else {}
    floors = {seat: chance.choice((0, 0, 5)) for seat in bidders}
    floors[opener] = 0
    opening = chance.randint(0, limits[opener])
    plans = {
        seat: (_plan(state, plant, limits[seat], floors[seat], leaps.get(seat, ()), chance),)
        for seat in bidders
        if seat != opener
    }
    plans[opener] = (AuctionPlan((Wish(plant, limits[opener], opening, tuple(leaps.get(opener, ()))),)),)

    able = {seat: min(limits[seat], state.players[seat].money - floor) for seat, floor in floors.items()}
    first_bid = least if len(bidders) == 1 else min(max(opening, least), able[opener])
    expected = auction_by_hand(bidders, first_bid, able, leaps)
    found = run_auction(state, plans)
    assert found == expected, f"{seed}: plans {found}, by hand {expected}\n{plans}\n{state}"


def run_auction(state: rules.State, plans: Mapping[int, Sequence[Plan]]) -> tuple[int, int]:
    """Who gets the plant for how much when all that is done is what plans answer, one action after the other."""
    while True:
        seat = state.to_move[0]
        found = answer(plans[seat], state, seat)
        assert isinstance(found, Act)
        state = rules.apply(state, seat, found.action)
        if state.auction is None:
            (bought,) = events(state, PlantBought)
            return bought.seat, bought.price


def _plan(state: rules.State, plant: int, limit: int, floor: int, leaps: Sequence[int], chance: Random) -> Plan:
    """A plan of somebody who would pay up to ``limit``, put in one of many ways."""
    others = [other for other in state.market if other != plant]
    if not floor and chance.random() < 0.3:
        return ProxyBid(plant, limit, leaps=tuple(leaps))
    if not limit and chance.random() < 0.5:
        return StandingPass(chance.choice((None, plant)), unless=tuple(others[:2]))
    decoys = [Wish(other, 99, 0) for other in chance.sample(others, min(2, len(others)))]
    decoys.append(Wish(plant, 99, given=(Condition("drawn", plant, holds=False),)))
    return AuctionPlan((*decoys, Wish(plant, limit, chance.choice((None, 3)), tuple(leaps))), floor)


def clockwise_after(opener: int, players: int) -> list[int]:
    """All seats along the ring, the opener last."""
    return [(opener + step) % players for step in range(1, players + 1)]


def is_entitled(state: rules.State, seat: int, plant: int) -> bool:
    """Whether a seat may bid: it is not done yet, and for a nuclear plant is in the right area."""
    return seat not in state.acted and rules.may_acquire(state, rules.Seat(seat), plant)


def some_position(chance: Random) -> rules.State:
    """Before an opening somewhere in an auction phase."""
    players = chance.randint(2, 6)
    state = _table(players, chance.choice(("classic", "recharged")), chance.choice(("germany", "central-europe")))
    order = tuple(chance.sample(range(players), players))
    acted = order[: chance.choice((0, 0, 0, chance.randrange(players)))]
    companies = tuple(replace(each, money=chance.choice((16, 20, 30, 99))) for each in state.players)
    return replace(state, order=order, acted=acted, players=companies)


@cache
def _table(players: int, edition: str, map: str) -> rules.State:
    networks = {"central-europe": ("warszawa", "praha", "wien", "linz", "brno", "lublin")}.get(map, ("",) * 6)
    companies = [company(50, cities=network) for network in networks[:players]]
    market = [11, 15, 17, 18, 20, 21, 22, 24]
    areas = ("poland-east", "czechia", "austria", "slovakia", "hungary")
    options = {"edition": edition, "two_player_mode": "plain"}
    in_play = rules.thresholds(rules.options_from_data(options), players).areas
    return position(
        companies,
        phase="auction",
        map=map,
        market=market,
        areas=areas[:in_play] if map == "central-europe" else (),
        options=options,
    )


def some_tables() -> list[Table]:
    """Every fifth kind of game there is."""
    return list(tables())[::11]


@pytest.fixture(scope="module", params=some_tables(), ids=lambda table: table.seed)
def table(request):
    return request.param


@pytest.fixture
def start(table: Table) -> rules.State:
    return rules.start(random_game(table).setup)


def test_game_with_plans_replays_without_them(table, start):
    """Plans and deciding by hand mix freely; the rows are ordinary actions in the true order."""
    replay_without_plans(start, table.seed)


@later_boards
def test_game_with_plans_replays_without_them_on_a_later_board(map, edition, players):
    replay_without_plans(start_on(map, edition, players), map)


def replay_without_plans(start: rules.State, seed: str) -> None:
    chance, state, moves, answered = Random(f"mixed {seed}"), start, [], 0
    while not state.is_over:
        seat = chance.choice(state.to_move)
        found = answer(random_plans(state, seat, chance), state, seat)
        answered += isinstance(found, Act)
        action = found.action if isinstance(found, Act) else random_action(state, seat, chance)
        moves.append((seat, rules.action_from_json(rules.action_to_json(action))))
        state = rules.apply(state, seat, action)
    assert answered > len(moves) / 5
    assert rules.digest(rules.replay(start.setup, moves)) == rules.digest(state)


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_games_with_plans_for_rounds_replay_without_them(chunk):
    """After the auctions all say at once what to buy, where to build and what to power, if they say it at all."""
    kinds, rounds, answered, decided = list(tables()), 0, 0, 0
    for number in count():
        seed = f"round plans {chunk}/{number}"
        chance = Random(seed)
        end, moves, by_plan = play_with_round_plans(replace(chance.choice(kinds), seed=seed), chance)
        assert rules.digest(rules.replay(end.setup, moves)) == rules.digest(end), seed
        rounds += end.round
        answered += by_plan
        decided += 3 * end.round * end.setup.players
        if rounds >= ROUNDS:
            break
    assert answered > decided / 2


def play_with_round_plans(table: Table, chance: Random) -> tuple[rules.State, list[Move], int]:
    """Play a game to its end, which comes with its actions, and say how many of them plans answered."""
    state, answered = rules.start(random_setup(table, chance)), 0
    moves: list[Move] = []
    plans: dict[rules.Seat, tuple[Plan, ...]] = {}
    while not state.is_over:
        if state.phase is rules.Phase.RESOURCES and not state.acted:
            planning = (seat for seat in state.order if chance.random() < 0.9)
            plans = {seat: stored(round_plans(state, seat, chance)) for seat in planning}
        seat = chance.choice(state.to_move)
        found = answer(plans.get(seat, ()), state, seat)
        answered += isinstance(found, Act)
        action = found.action if isinstance(found, Act) else random_action(state, seat, chance)
        moves.append((seat, rules.action_from_json(rules.action_to_json(action))))
        state = rules.apply(state, seat, action)
    return state, moves, answered


def stored(plans: Iterable[Plan]) -> tuple[Plan, ...]:
    """Plans written and read again."""
    return tuple(plan_from_json(plan_to_json(plan)) for plan in plans)


@pytest.mark.rule("AUC-7", "AUC-8", "AUC-9", "AUC-10", "AUC-11")
def test_auctions_of_random_games_end_as_by_hand(table, start):
    """All have plans for the auctions of each round. Who is asked passes a bid, and decides all else by chance."""
    chance, state, compared = Random(f"rounds {table.seed}"), start, 0
    plans, expected = {}, None
    while not state.is_over:
        if state.phase is rules.Phase.AUCTION and not state.acted and state.auction is None:
            plans = {seat: auction_plan(state, rules.Seat(seat), chance) for seat in range(table.players)}
        seat = chance.choice(state.to_move)
        action = planned_or_not(state, seat, plans, chance)
        if isinstance(action, rules.OpenAuction):
            expected = ends_by_hand(state, seat, action, plans)
        state = rules.apply(state, seat, action)
        for bought in events(state, PlantBought):
            assert (bought.seat, bought.price) == expected, f"{table.seed}, round {state.round}: {plans}"
            compared += 1
    assert compared > 5


def planned_or_not(
    state: rules.State, seat: rules.Seat, plans: Mapping[int, AuctionPlan], chance: Random
) -> rules.Action:
    found = answer((plans[seat],) if plans else (), state, seat)
    if isinstance(found, Act):
        return found.action
    return rules.PassBid() if state.auction else random_action(state, seat, chance)


def ends_by_hand(
    state: rules.State, opener: int, opening: rules.OpenAuction, plans: Mapping[int, AuctionPlan]
) -> tuple[int, int]:
    bidders = [
        seat for seat in clockwise_after(opener, state.setup.players) if is_entitled(state, seat, opening.plant)
    ]
    limits, leaps = dict.fromkeys(bidders, 0), {}
    for seat in bidders:
        for wish in plans[seat].wishes:
            if wish.plant == opening.plant:
                limits[seat] = min(wish.limit, state.players[seat].money - plans[seat].floor)
                leaps[seat] = wish.leaps
    return auction_by_hand(bidders, opening.bid, limits, leaps)
