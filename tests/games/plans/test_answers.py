"""Promises of all answers, tried in whole random games with random plans."""

from collections.abc import Iterator
from random import Random

import pytest
from msgspec.structs import replace

import rules
from games.plans.answers import Act, Ask, answer
from games.plans.language import (
    AuctionPlan,
    BuildPlan,
    BuyPlan,
    FuelWish,
    Plan,
    ProxyBid,
    plan_from_json,
    plan_to_json,
)
from games.plans.reasons import reason_from_json, reason_to_json
from tests.games.plans.random_plans import random_plans
from tests.rules.candidates import is_offered
from tests.rules.random_play import Game, Table, random_game, tables


def some_tables() -> list[Table]:
    """Every fifth kind of game there is."""
    return list(tables())[2::5]


@pytest.fixture(scope="module", params=some_tables(), ids=lambda table: table.seed)
def game(request: pytest.FixtureRequest) -> Game:
    return random_game(request.param)


def questions(game: Game) -> Iterator[tuple[rules.State, rules.Seat, tuple[Plan, ...], Random]]:
    """Everything that was asked in a game, with some plans of the seat."""
    chance = Random(f"answers {game.setup.seed}")
    for state in game.states[:-1]:
        seat = chance.choice(state.to_move)
        yield state, seat, random_plans(state, seat, chance), chance


def test_answer_is_always_legal_and_within_the_plan(game):
    for state, seat, plans, _ in questions(game):
        found = answer(plans, state, seat)
        if isinstance(found, Act):
            assert is_offered(state, seat, rules.legal(state, seat), found.action), (found, str(state))
            assert is_within(found.plan, found.action, state, seat), (found, str(state))


def test_answer_follows_from_what_the_seat_may_see(game):
    """Neither the deck nor the seed nor others' hidden money changes an answer, be it an action or a reason."""
    for state, seat, plans, chance in questions(game):
        assert answer(plans, state, seat) == answer(plans, unseen_changed(state, seat, chance), seat)


def test_plans_and_reasons_come_back_from_json(game):
    for state, seat, plans, _ in questions(game):
        for plan in plans:
            assert plan_from_json(plan_to_json(plan)) == plan
        found = answer(plans, state, seat)
        if isinstance(found, Ask):
            assert reason_from_json(reason_to_json(found.reason)) == found.reason


def test_same_question_gets_the_same_answer(game):
    for state, seat, plans, _ in questions(game):
        before = rules.digest(state)
        assert answer(plans, state, seat) == answer(plans, state, seat)
        assert rules.digest(state) == before


def is_within(plan: Plan, action: rules.Action, state: rules.State, seat: rules.Seat) -> bool:
    """Whether an action spends no more than its plan allows."""
    spent = state.players[seat].money - rules.apply(state, seat, action).players[seat].money
    keeps_floor = not spent or state.players[seat].money - spent >= getattr(plan, "floor", 0)
    match plan, action:
        case ProxyBid(limit=limit), rules.Bid(amount=amount):
            return amount <= limit
        case AuctionPlan(), rules.Bid(amount=amount):
            return is_within_wishes(
                plan, state.auction.plant if state.auction else 0, amount, state.players[seat].money
            )
        case AuctionPlan(), rules.OpenAuction(plant=plant, bid=bid):
            return is_within_wishes(plan, plant, bid, state.players[seat].money)
        case BuyPlan(fuels=fuels), rules.BuyResources():
            decision = rules.legal(state, seat)
            assert isinstance(decision, rules.PurchaseDecision)
            return keeps_floor and all(
                are_within(
                    [wish for wish in fuels if wish.kind == offer.kind], offer.prices[: action.fuel[offer.kind]]
                )
                for offer in decision.in_market_of(action).fuels
            )
        case BuildPlan(cities=wishes), rules.BuildCities(cities=cities):
            left = iter(wishes)  # in their order, some may be skipped
            return (
                keeps_floor
                and len(cities) <= (plan.houses or len(wishes))
                and all(
                    any(step.city == wish.city and step.cost <= wish.most for wish in left)
                    for step in rules.quote(state, seat, cities, action.free_start).steps
                )
            )
    return True


def are_within(wishes: list[FuelWish], prices: tuple[int, ...]) -> bool:
    """Whether each token of a kind costs no more than its own wish allows."""
    limits = [wish.most for wish in wishes for _ in range(wish.tokens)]
    return len(prices) <= len(limits) and all(price <= limit for price, limit in zip(prices, limits, strict=False))


def is_within_wishes(plan: AuctionPlan, plant: int, bid: int, money: int) -> bool:
    return bid <= money - plan.floor and bid <= max(wish.limit for wish in plan.wishes if wish.plant == plant)


def unseen_changed(state: rules.State, seat: rules.Seat, chance: Random) -> rules.State:
    """The same to the eyes of a seat, with another deck, another seed, and other money of others."""
    players = state.players
    if not state.options.money_visible:
        players = tuple(
            player if other == seat else replace(player, money=chance.randint(0, 300))
            for other, player in enumerate(players)
        )
    setup = replace(
        state.setup,
        seed="another",
        deck=tuple(chance.sample(state.setup.deck, len(state.setup.deck))),
        step3_deck=None,
    )
    return replace(state, setup=setup, deck=tuple(chance.sample(state.deck, len(state.deck))), players=players)
