"""Promises that hold in every position of every game, tried on games of random legal actions.

A failing test names its game: map, number of players, options and seed.
"""

import re
from itertools import cycle, pairwise, product
from random import Random

import msgspec
import pytest

import rules
from rules.invariants import check_money
from rules.plants import PLANTS
from rules.state import State
from tests.rules.positions import with_money
from tests.rules.random_play import all_runs, burnt, drops, may_buy, random_game

VARIANTS = {
    "draft": {"areas": "draft", "money_visible": True},
    "host": {"areas": "host", "tiebreak": "money", "step2_removal_when_skipped": False},
    "first-game": {"first_game": True, "start_city_must_be_empty": False},
}


def games():
    """One game with the usual options for each map and number of players, and one with others in turn."""
    others = cycle(VARIANTS.items())
    for map, players in product(("germany", "usa"), range(2, 7)):
        for name, options in (("plain", {}), next(others)):
            seed = f"{map}-{players}-{name}"
            yield pytest.param((rules.Options(map=map, **options), players, seed), id=seed)


@pytest.fixture(scope="module", params=games())
def game(request):
    options, players, seed = request.param
    return random_game(options, players, seed)


@pytest.fixture(scope="module")
def dice(game):
    return Random(f"dice {game.setup.seed}")


def asked(game):
    """Every position with each seat that is asked in it."""
    return [(state, seat) for state in game.states for seat in state.to_move]


def refusal_of(state, seat, action):
    try:
        rules.apply(state, seat, action)
    except rules.RuleError as refusal:
        return refusal
    return None


def is_accepted(state, seat, action):
    return refusal_of(state, seat, action) is None


@pytest.mark.rule("GEN-2", "GEN-4", "GEN-5", "GEN-6", "PLT-8", "SET-13", "BLD-9", "BLD-11")
def test_invariants_hold(game):
    for state in game.states:
        rules.check(state)


@pytest.mark.rule("GEN-2", "RES-4", "AUC-10")
def test_money_moves_between_players_and_the_bank_only(game):
    for before, after in pairwise(game.states):
        check_money(before, after)


def test_state_survives_json(game):
    for state in game.states:
        assert msgspec.json.decode(msgspec.json.encode(state), type=State) == state


def test_setup_survives_json(game):
    assert msgspec.json.decode(msgspec.json.encode(game.setup), type=rules.Setup) == game.setup
    assert msgspec.convert(msgspec.to_builtins(game.setup), rules.Setup) == game.setup


def test_actions_survive_json(game):
    for _, action in game.moves:
        assert rules.action_from_json(rules.action_to_json(action)) == action


def test_actions_survive_notation(game):
    for _, action in game.moves:
        assert rules.parse_action(str(action)) == action
        assert rules.parse_action(str(action)) == action


def test_applying_an_action_leaves_the_old_position_untouched(game):
    for (seat, action), state in zip(game.moves, game.states, strict=False):
        before = msgspec.json.encode(state)
        rules.apply(state, seat, action)
        assert msgspec.json.encode(state) == before


def test_replay_leads_to_the_same_position_as_playing(game):
    assert rules.replay(game.setup, game.moves) == game.states[-1]
    assert tuple(rules.positions(game.setup, game.moves)) == game.states


def test_stored_position_goes_on_like_the_one_that_was_stored(game):
    for (seat, action), (before, after) in zip(game.moves, pairwise(game.states), strict=True):
        stored = msgspec.json.decode(msgspec.json.encode(before), type=State)
        assert rules.digest(rules.apply(stored, seat, action)) == rules.digest(after)


def test_record_survives_writing_and_reading(game):
    names = tuple(f"P{seat}" for seat in range(game.setup.players))
    record = rules.Record(names, game.setup, game.moves)
    assert rules.read_record(rules.write_record(record)) == record


@pytest.mark.rule("GEN-9", "GEN-8")
def test_seat_that_is_not_asked_has_no_options(game):
    for state, action in zip(game.states, (action for _, action in game.moves), strict=False):
        for seat in set(range(game.setup.players)) - set(state.to_move):
            with pytest.raises(rules.RuleError):
                rules.legal(state, seat)
            with pytest.raises(rules.RuleError):
                rules.apply(state, seat, action)


@pytest.mark.rule("STEP-1", "STEP-22", "GEN-8")
def test_step_and_round_never_go_down(game):
    for before, after in pairwise(game.states):
        assert after.step >= before.step
        assert after.round - before.round in (0, 1)


@pytest.mark.rule("FIRST-1")
def test_first_game_stays_in_step_1(game):
    if game.setup.options.first_game:
        assert {state.step for state in game.states} == {1}


@pytest.mark.rule("MKT-6", "MKT-7")
def test_no_plant_on_sale_is_obsolete(game):
    for state in game.states:
        if not state.is_over:
            assert not [plant for plant in rules.view(state).market.actual if plant <= state.largest_network]


@pytest.mark.rule("PLT-9", "AUC-16")
def test_nobody_keeps_more_plants_than_allowed(game):
    most = rules.thresholds(game.setup.options, game.setup.players).plants
    for state in game.states:
        owners = [seat for seat, player in enumerate(state.players) if len(player.plants) > most]
        assert owners == ([] if state.discarding is None else [state.discarding])


@pytest.mark.rule("END-5", "END-8")
def test_standing_is_sorted_by_cities_powered_and_money(game):
    standing = game.states[-1].standing
    assert sorted(entry.seat for entry in standing) == list(range(game.setup.players))
    for better, worse in pairwise(standing):
        assert (better.powered, better.money) >= (worse.powered, worse.money)
        assert better.rank <= worse.rank


# What is offered is what is accepted --------------------------------------------------------------------------------


def test_forced_action_is_the_only_one(game, dice):
    for state, seat in asked(game):
        action = rules.forced(state, seat)
        if action is not None:
            others = [other for other in candidates(state, seat, dice) if other != action]
            assert is_accepted(state, seat, action)
            assert not [other for other in others if is_accepted(state, seat, other)]


def test_seat_is_forced_exactly_when_it_has_no_choice(game):
    for state, seat in asked(game):
        assert (rules.forced(state, seat) is None) is has_choice(rules.legal(state, seat))


def has_choice(decision):
    """Whether a decision leaves more than one action."""
    match decision:
        case rules.AreaDecision(areas=areas):
            return len(areas) > 1
        case rules.OpeningDecision(plants=offers, may_decline=may_decline):
            return may_decline + sum(offer.most - offer.least + 1 for offer in offers) > 1
        case rules.BiddingDecision(least=least, most=most):
            return least <= most
        case rules.PurchaseDecision():
            return any(may_buy(decision, rules.Fuel(**{kind: 1})) for kind in rules.KINDS)
        case rules.BuildingDecision(cities=offers, money=money):
            return any(offer.cost <= money for offer in offers)
        case rules.PoweringDecision():
            return len(all_runs(decision)) > 1
    return True


def test_offered_actions_are_accepted_and_others_refused(game, dice):
    for state, seat in asked(game):
        decision = rules.legal(state, seat)
        for action in candidates(state, seat, dice):
            assert is_accepted(state, seat, action) is is_offered(state, seat, decision, action), (decision, action)


def test_refusals_name_a_rule_and_have_a_sentence(game, dice):
    for state, seat in asked(game)[::5]:
        for action in candidates(state, seat, dice):
            refusal = refusal_of(state, seat, action)
            assert refusal is None or re.fullmatch(r"[A-Z]+-\d+: .+\.", f"{refusal.rule}: {refusal}")


def candidates(state, seat, dice):
    """Actions to try, allowed and not: all of them in small decisions, samples in large ones."""
    match rules.legal(state, seat):
        case rules.AreaDecision():
            areas = [area.id for map in ("germany", "usa") for area in rules.board(map, "classic").areas]
            found = [rules.ChooseArea(area) for area in (*areas, "atlantis")]
        case rules.OpeningDecision():
            found = openings(state, seat)
        case rules.BiddingDecision():
            money, bid = state.players[seat].money, state.auction.bid
            found = [rules.Bid(amount) for amount in {0, bid - 1, bid, bid + 1, bid + 2, money - 1, money, money + 1}]
        case rules.DiscardDecision():
            found = discards(state, seat, dice)
        case rules.PurchaseDecision():
            found = [rules.BuyResources(*amounts) for amounts in purchases(dice)]
        case rules.BuildingDecision() as decision:
            found = buildings(state, decision, dice)
        case rules.PoweringDecision():
            found = runs(state, seat, dice)
    return [*found, rules.DeclineAuction(), rules.PassBid()]


def openings(state, seat):
    money = state.players[seat].money
    return [
        rules.OpenAuction(plant, bid)
        for plant in (*state.market, 2, 99, *state.players[seat].plants)
        for bid in {plant - 1, plant, plant + 1, money, money + 1}
    ]


def discards(state, seat, dice):
    player = state.players[seat]
    found = [rules.DiscardPlant(plant) for plant in (*player.plants, *state.market[:2])]
    for plant in player.plants:
        for _ in range(20):
            amounts = {kind: dice.randint(0, held + (dice.random() < 0.1)) for kind, held in player.fuel.items()}
            found.append(rules.DiscardPlant(plant, rules.Drop(**amounts)))
    return found


def purchases(dice):
    yield 0, 0, 0, 0
    for _ in range(12):
        yield tuple(dice.randint(1, 7) if dice.random() < 0.35 else 0 for _ in rules.KINDS)
    for kind in range(4):
        yield tuple(dice.randint(1, 4) if place == kind else 0 for place in range(4))


def buildings(state, decision, dice):
    everywhere = list(rules.board(state.options.map, "classic").cities)
    near = [offer.city for offer in decision.cities[:6]]
    found = [rules.BuildCities((city,)) for city in (*dice.sample(everywhere, 6), *near[:3], "atlantis")]
    if near:
        found += [rules.BuildCities(tuple(dice.choices(near, k=count))) for count in (2, 2, 3, 4)]
    return [*found, rules.BuildCities(())]


def runs(state, seat, dice):
    """Own plants and a strange one, each with some mix or none."""
    plants = [*state.players[seat].plants, state.market[0] if state.market else 3]
    mixes = [(0, 0), (2, 0), (0, 2), (1, 1), (1, 0), (3, 0), (2, 1), (1, 2), (0, 3)]
    found = [rules.RunPlants(())]
    for _ in range(12):
        chosen = dice.sample(plants, dice.randint(1, min(3, len(plants))))
        mix = [
            dice.choice(mixes) if PLANTS[plant].kind == "hybrid" or dice.random() < 0.05 else (0, 0)
            for plant in chosen
        ]
        found.append(
            rules.RunPlants(tuple(rules.Run(plant, *amounts) for plant, amounts in zip(chosen, mix, strict=True)))
        )
    return found


def is_offered(state, seat, decision, action):
    """Whether an action is within a decision, judged by the decision alone (and by the quote of several cities)."""
    match decision, action:
        case rules.AreaDecision(areas=areas), rules.ChooseArea(area=area):
            return area in areas
        case rules.OpeningDecision(plants=offers), rules.OpenAuction(plant=plant, bid=bid):
            return any(offer.plant == plant and offer.least <= bid <= offer.most for offer in offers)
        case rules.OpeningDecision(may_decline=may_decline), rules.DeclineAuction():
            return may_decline
        case rules.BiddingDecision(least=least, most=most), rules.Bid(amount=amount):
            return least <= amount <= most
        case rules.BiddingDecision(), rules.PassBid():
            return True
        case rules.DiscardDecision(plants=offers), rules.DiscardPlant(plant=plant, drop=drop):
            return any(offer.plant == plant and is_offered_drop(offer, drop) for offer in offers)
        case rules.PurchaseDecision(), rules.BuyResources():
            return may_buy(decision, action.fuel)
        case rules.BuildingDecision(), rules.BuildCities(cities=cities):
            return is_offered_building(state, seat, decision, cities)
        case rules.PoweringDecision(), rules.RunPlants(plants=chosen):
            return is_offered_run(decision, chosen)
    return False


def is_offered_drop(offer, drop):
    if drop is None:
        return not offer.choose
    return rules.Fuel(drop.coal, drop.oil, drop.garbage, drop.uranium) in drops(offer)


def is_offered_building(state, seat, decision, cities):
    if len(cities) == 1:
        return any(offer.city == cities[0] and offer.cost <= decision.money for offer in decision.cities)
    try:
        return rules.quote(state, seat, cities).total <= decision.money
    except rules.RuleError:
        return False


def is_offered_run(decision, chosen):
    same = tuple(sorted(chosen, key=lambda run: run.number))
    return any(tuple(sorted(offer.plants, key=lambda run: run.number)) == same for offer in all_runs(decision))


def test_best_run_is_best_of_all(game):
    for state, seat in asked(game):
        decision = rules.legal(state, seat)
        if isinstance(decision, rules.PoweringDecision):
            supplied = [sum(PLANTS[run.number].powers for run in each.plants) for each in all_runs(decision)]
            assert decision.best_cities == min(max(supplied), decision.network_size)
            assert not (decision.fuel - burnt(decision.best.plants)).is_negative
            assert decision.best_income == rules.payment(decision.best_cities)


# What a seat may see ------------------------------------------------------------------------------------------------


def viewers(state):
    return (None, *range(len(state.players)))


@pytest.mark.rule("GEN-7", "SET-13")
def test_no_view_depends_on_the_order_of_the_deck_or_on_the_seed(game):
    for state in game.states[::7]:
        setup = msgspec.structs.replace(state.setup, seed="another", deck=state.setup.deck[::-1], step3_deck=(3,))
        other = msgspec.structs.replace(state, setup=setup, deck=state.deck[::-1])
        for seat in viewers(state):
            assert rules.view(state, seat) == rules.view(other, seat)


@pytest.mark.rule("GEN-7")
def test_no_view_depends_on_the_hidden_money_of_others(game):
    for state in game.states[:-1:7]:
        if state.options.money_visible:
            continue
        for seat in viewers(state):
            amounts = [player.money if seat == owner else 9999 for owner, player in enumerate(state.players)]
            assert rules.view(state, seat) == rules.view(with_money(state, *amounts), seat)


@pytest.mark.rule("GEN-7")
def test_own_money_is_always_seen(game):
    for state in game.states[::7]:
        for seat, player in enumerate(state.players):
            assert rules.view(state, seat).companies[seat].money == player.money


@pytest.mark.rule("GEN-7")
def test_text_of_a_view_holds_no_secret(game):
    for state in game.states[::7]:
        for seat in viewers(state):
            text = msgspec.json.encode(rules.view(state, seat)).decode()
            assert game.setup.seed not in text
            assert rules.digest(state) not in text
            assert not [
                name for name in ('"deck":', '"step3_deck":', '"seed":', '"setup":', '"digest":') if name in text
            ]
