"""What is offered is what is accepted, in every kind of game.

A failing test names its game: edition, map, number of players, variant.
"""

import re

import msgspec
import pytest

import rules
from rules.events import CityBuilt
from tests.rules.candidates import candidates, is_offered, offered
from tests.rules.positions import events
from tests.rules.random_play import all_runs, burnt, may_buy, powered


def asked(game, *, every=1):
    """Positions with a seat that is asked and its decision: all before the first auction, later every so many."""
    early = sum(state.phase == "setup" for state in game.states)
    positions = list(zip(game.states, game.decisions, strict=True))
    chosen = positions[:early] + positions[early::every]
    return [(state, seat, decision) for state, decisions in chosen for seat, decision in decisions.items()]


def refusal_of(state, seat, action):
    try:
        rules.apply(state, seat, action)
    except rules.RuleError as refusal:
        return refusal
    return None


def is_accepted(state, seat, action):
    return refusal_of(state, seat, action) is None


def in_order(action):
    """The same action; plants can be named in any order."""
    if isinstance(action, rules.RunPlants):
        return rules.RunPlants(tuple(sorted(action.plants, key=lambda run: run.number)))
    return action


def has_choice(decision):
    """Whether a decision leaves more than one action."""
    match decision:
        case rules.AreaDecision(areas=places):
            return len(places) > 1
        case rules.TrustHouseDecision(cities=places) | rules.StartCityDecision(cities=places):
            return len(places) > 1
        case rules.OpeningDecision(plants=offers, may_decline=may_decline):
            return may_decline + sum(offer.most - offer.least + 1 for offer in offers) > 1
        case rules.BiddingDecision(least=least, most=most):
            return least <= most
        case rules.PurchaseDecision():
            return any(
                may_buy(market, rules.Fuel(**{kind: 1})) for market in decision.markets for kind in rules.KINDS
            )
        case rules.BuildingDecision(cities=offers, money=money):
            return any(offer.cost <= money for offer in offers)
        case rules.PoweringDecision():
            return len(all_runs(decision)) > 1
    return True


def test_what_is_offered_is_accepted(game):
    dice = game.dice()
    for state, seat, decision in asked(game, every=12):
        for action in offered(decision, dice):
            assert is_offered(state, seat, decision, action), f"{seat}: {action}"
            assert is_accepted(state, seat, action), f"{seat}: {action}"


def test_what_is_not_offered_is_refused_with_a_rule_and_a_sentence(game):
    dice = game.dice()
    for state, seat, decision in asked(game, every=12):
        for action in candidates(state, seat, decision, dice):
            refusal = refusal_of(state, seat, action)
            assert (refusal is None) is is_offered(state, seat, decision, action), f"{seat}: {action}"
            assert refusal is None or re.fullmatch(r"[A-Z]+(-[A-Z]+)?-\d+[a-z]?: .+\.", f"{refusal.rule}: {refusal}")


def test_neither_accepting_nor_refusing_changes_the_position(game):
    dice = game.dice()
    for state, seat, decision in asked(game, every=16):
        before = msgspec.json.encode(state)
        for action in (*offered(decision, dice), *candidates(state, seat, decision, dice)):
            refusal_of(state, seat, action)
        assert msgspec.json.encode(state) == before


def test_forced_action_is_the_only_one(game):
    dice = game.dice()
    for state, seat, decision in asked(game):
        action = rules.forced(state, seat)
        if action is not None:
            tried = candidates(state, seat, decision, dice)
            others = [other for other in tried if in_order(other) != in_order(action)]
            assert is_accepted(state, seat, action)
            assert not [other for other in others if is_accepted(state, seat, other)]


def test_seat_is_forced_exactly_when_it_has_no_choice(game):
    for state, seat, decision in asked(game):
        assert (rules.forced(state, seat) is None) is has_choice(decision)


@pytest.mark.rule("GEN-9", "GEN-8")
def test_seat_that_is_not_asked_has_no_options(game):
    for state, (_, action) in zip(game.states[::5], game.moves[::5], strict=False):
        for seat in set(range(game.setup.players)) - set(state.to_move):
            with pytest.raises(rules.RuleError):
                rules.legal(state, seat)
            with pytest.raises(rules.RuleError):
                rules.apply(state, seat, action)


@pytest.mark.rule("BLD-14")
def test_quote_is_what_is_paid_for_cities(game):
    for (seat, action), before, after in zip(game.moves, game.states, game.states[1:], strict=False):
        if isinstance(action, rules.BuildCities):
            quote = rules.quote(before, seat, action.cities, action.free_start)
            built = events(after, CityBuilt)
            assert quote.total == sum(event.slot + event.connection for event in built)
            assert [(step.city, step.slot, step.connection, step.path) for step in quote.steps] == [
                (event.city, event.slot, event.connection, event.path) for event in built
            ]


@pytest.mark.rule("RES-3", "RES-4")
def test_price_offered_is_what_is_paid_for_fuel(game):
    for (seat, action), before, after in zip(game.moves, game.states, game.states[1:], strict=False):
        if isinstance(action, rules.BuyResources):
            price = rules.legal(before, seat).in_market_of(action).price(action.fuel)
            assert price == before.players[seat].money - after.players[seat].money


@pytest.mark.rule("MAP-IN-10", "MAP-IN-11")
def test_best_run_is_best_of_all(game):
    for state, seat, decision in asked(game):
        if isinstance(decision, rules.PoweringDecision):
            assert decision.best_cities == max(powered(decision, action) for action in all_runs(decision))
            assert not (decision.fuel - burnt(decision, decision.best.plants)).is_negative
            network = state.players[seat].network_size
            assert decision.best_income == rules.income(state, decision.best_cities, network)
