"""Promises that hold in every position of every kind of game, tried on games of random legal actions.

A failing test names its game: edition, map, number of players, variant. ``RANDOM_GAMES=10`` plays ten of each kind.
"""

from collections import Counter, defaultdict
from itertools import pairwise, product

import msgspec
import pytest
from msgspec.structs import replace

import rules
from rules.events import REVEALING, BidMade, CityBuilt, PlantBought
from rules.hooks import BoardHooks
from rules.invariants import check_money
from rules.plants import PLANTS, STEP3
from rules.state import State
from tests.rules.positions import events
from tests.rules.random_play import AREA_CHOICES, EDITIONS, ROUNDS, first_boards, later_boards, tables


def test_every_edition_map_number_of_players_and_way_to_choose_areas_is_played():
    seen = {
        (table.options.edition, table.options.map, table.players, table.options.areas)
        for table in tables()
        if table.options.map in first_boards(table.options.edition)
    }
    assert len(seen) == sum(len(first_boards(edition)) for edition in EDITIONS) * 5 * 3


def test_all_numbers_of_players_and_variants_go_round_over_the_boards_that_came_later():
    played = [table for table in tables() if table.options.map in later_boards(table.options.edition)]
    boards = Counter((table.options.edition, table.options.map) for table in played)
    assert boards.keys() == {(edition, map) for edition in EDITIONS for map in later_boards(edition)}
    assert min(boards.values()) == 2 * ROUNDS
    assert {(table.options.edition, table.players) for table in played} == set(product(EDITIONS, range(2, 7)))
    assert {table.options.areas for table in played} == {*AREA_CHOICES}
    variants = {(table.options.first_game, table.options.start_cities) for table in played}
    assert variants == {(False, False), (True, False), (False, True)}
    assert any(rules.has_trust(table.options, table.players, table.version) for table in played)


# Positions ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("GEN-2", "GEN-4", "GEN-5", "GEN-6", "PLT-8", "SET-13", "BLD-9", "BLD-11")
def test_invariants_hold(game):
    for state in game.states:
        rules.check(state)


@pytest.mark.rule("GEN-2", "RES-4", "AUC-10")
def test_money_moves_between_players_and_the_bank_only(game):
    for before, after in pairwise(game.states):
        check_money(before, after)


@pytest.mark.rule("STEP-1", "STEP-22", "GEN-8")
def test_step_and_round_never_go_down(game):
    for before, after in pairwise(game.states):
        assert after.step >= before.step
        assert after.round - before.round in (0, 1)


@pytest.mark.rule("FIRST-1")
def test_first_game_stays_in_step_1(game):
    if game.setup.options.first_game:
        assert {state.step for state in game.states} == {1}


@pytest.mark.rule("MKT-6", "MKT-7", "MKT-9", "RCH-7")
def test_plants_leave_as_obsolete_or_unsold_only_where_the_edition_as_it_is_played_on_the_board_has_it_so(game):
    played = game.setup.edition
    reasons = {getattr(event, "reason", None) for state in game.states for event in state.happened}
    assert "unsold" not in reasons or played.removes_lowest_unless_bought
    if not played.removes_obsolete_plants:
        assert "obsolete" not in reasons
        return
    for state in game.states:
        assert state.is_over or not [plant for plant in state.market if plant <= state.largest_network]


def test_card_leaves_the_deck_only_where_an_event_is_said_to_reveal_it(game):
    for before, after in pairwise(game.states):
        if not any(isinstance(event, REVEALING) for event in after.happened):
            assert len(after.deck) - len(after.buried) == len(before.deck) - len(before.buried)


@pytest.mark.rule("BLD-4", "BLD-7", "MAP-HB-2", "MAP-NYC-3", "MAP-AUS-3", "MAP-UKI-4", "MAP-JP-6")
def test_connection_paid_for_is_what_its_links_and_cities_cost_or_the_flat_price_of_one_without_links(game):
    board, started = game.setup.board, set()
    costs = {frozenset((one, other)): cost for one, other, cost in board.connections}
    ways = defaultdict(list)
    for state in game.states:
        for built in events(state, CityBuilt):
            way = [frozenset(pair) for pair in pairwise(built.path)]
            is_free = built.seat not in started or state.players[built.seat].free_start == built.city
            if way:
                entered = sum(board.cities[city].node_cost for city in built.path[1:])
                passed = board.rules.networks.transit_cost * len(built.path[1:-1])
                assert sum(costs[link] for link in way) + entered + passed == built.connection
            else:
                assert built.connection == (0 if is_free else price_without_links(board.rules.networks))
            started.add(built.seat)
            ways[built.seat] += way
    last = game.states[-1]
    for seat, player in enumerate(last.players):
        cities = tuple(house.city for house in player.cities)
        paid = rules.paid_links(board, last.areas, cities, player.free_start)
        assert paid == tuple(dict.fromkeys(ways[seat]))


def price_without_links(networks):
    """What it costs to connect a city at a flat cost, or to begin on a further island: no board has both."""
    return networks.flat_cost or networks.next_island_cost or None


@pytest.mark.rule("PLT-9", "PLT-10", "AUC-16", "MAP-AUS-6")
def test_nobody_keeps_more_plants_than_allowed(game):
    most = game.setup.thresholds.plants
    for state in game.states:
        counted = [state.plants.without_mines(player.plants) for player in state.players]
        owners = [seat for seat, plants in enumerate(counted) if len(plants) > most]
        assert owners == ([] if state.discarding is None else [state.discarding])


@pytest.mark.rule("MAP-BNL-3", "MAP-BNL-4", "MKT-1", "STEP-19")
def test_actual_market_has_the_row_of_the_board_or_an_ecological_plant_more_or_all_of_step_3(game):
    on = game.setup.board.rules
    for state in game.states:
        following = state.market[on.rows.actual : on.rows.actual + 1]
        has_one_more = on.offers_ecological_plant and following and state.plants[following[0]].is_ecological
        row = state.market if state.step == 3 else state.market[: on.rows.actual + bool(has_one_more)]
        actual = rules.view(state).market.actual
        assert actual == row or (_has_own_rows(game) and {*actual} <= {*state.market})


def _has_own_rows(game):
    """Whether the board sells plants in a way that no data says, and that has tests of its own."""
    return type(game.setup.board.hooks).actual is not BoardHooks.actual


@pytest.mark.rule("MAP-CE-3", "MAP-CE-4", "MAP-NE-6", "MAP-ES-9", "MAP-ES-10", "MAP-UKI-6")
def test_only_who_has_a_city_in_the_right_area_bids_for_a_nuclear_plant(game):
    board = game.setup.board
    nuclear = board.rules.nuclear
    for state in game.states if nuclear.areas else ():
        for event in events(state, BidMade) + events(state, PlantBought):
            areas = {board.cities[house.city].area for house in state.players[event.seat].cities}
            may_have_it = areas & {*nuclear.areas} or (nuclear.without_city and not areas)
            assert state.plants[event.plant].kind != "uranium" or may_have_it


@pytest.mark.rule("END-5", "END-6", "END-7", "END-8")
def test_standing_is_sorted_by_cities_powered_then_money_then_cities(game):
    standing = game.states[-1].standing
    assert sorted(entry.seat for entry in standing) == list(range(game.setup.players))
    for better, worse in pairwise(standing):
        assert (better.powered, better.money) >= (worse.powered, worse.money)
        assert better.rank <= worse.rank
        assert (better.rank == worse.rank) is (merit(game, better) == merit(game, worse))


def merit(game, entry):
    """What ranks a seat: a first game and Recharged compare money last (FIRST-4, END-7)."""
    options = game.setup.options
    edition = "money_cities" if options.edition == "classic" and not options.first_game else "money"
    by_cities = (options.tiebreak or edition) == "money_cities"
    return (entry.powered, entry.money, *([entry.cities] if by_cities else []))


# Written and read ---------------------------------------------------------------------------------------------------


def test_setup_survives_json(game):
    assert msgspec.json.decode(msgspec.json.encode(game.setup), type=rules.Setup) == game.setup
    assert msgspec.convert(msgspec.to_builtins(game.setup), rules.Setup) == game.setup


def test_actions_survive_json_and_notation(game):
    for _, action in game.moves:
        assert rules.action_from_json(rules.action_to_json(action)) == action
        assert rules.parse_action(str(action)) == action


def test_views_survive_json(game):
    for state in game.states[::7]:
        for view in views(state):
            assert msgspec.json.decode(msgspec.json.encode(view), type=rules.View) == view


def test_stored_position_goes_on_like_the_one_that_was_stored(game):
    for (seat, action), (before, after) in zip(game.moves, pairwise(game.states), strict=True):
        stored = msgspec.json.decode(msgspec.json.encode(before), type=State)
        assert rules.digest(rules.apply(stored, seat, action)) == rules.digest(after)


def test_record_survives_writing_and_reading_and_replays_to_the_same_digest(game):
    names = tuple(f"P{seat}" for seat in range(game.setup.players))
    record = rules.Record(names, game.setup, game.moves, rules.result_of(game.states[-1]))
    again = rules.read_record(rules.write_record(record))
    assert again == record
    assert tuple(rules.positions(again.setup, again.moves)) == game.states
    assert rules.digest(rules.replay(again.setup, again.moves)) == rules.digest(game.states[-1])


# What a seat may see ------------------------------------------------------------------------------------------------


def views(state):
    return [rules.view(state, seat) for seat in (None, *range(len(state.players)))]


def with_other_secrets(state, seat, dice):
    """A position that differs only in what the seat may not see: seed, deck, shuffles, hidden money of others."""
    deck = other_deck(state, dice)
    setup = replace(state.setup, seed="another", deck=deck, step3_deck=(3,), step2_deck=(4,), second_deck=(5,))
    is_hidden = not state.options.money_visible and not state.is_over
    players = tuple(
        replace(player, money=player.money + 1000) if is_hidden and owner != seat else player
        for owner, player in enumerate(state.players)
    )
    return replace(state, setup=setup, deck=deck, players=players)


def other_deck(state, dice):
    """As many cards, whichever; the Step 3 card is seen where its place is known, and the back of the top card."""
    view = rules.view(state)
    cards = dice.choices([*PLANTS], k=len(state.deck))
    if view.top_card in ("plug", "socket"):
        cards[0] = dice.choice([plant for plant in PLANTS if PLANTS[plant].half == view.top_card])
    if view.to_step_card is not None:
        cards[view.to_step_card] = STEP3
    return tuple(cards)


@pytest.mark.rule("GEN-7", "SET-13", "RCH-6")
def test_no_view_depends_on_a_secret(game):
    dice = game.dice()
    for state in game.states[::5]:
        for seat in (None, *range(len(state.players))):
            assert rules.view(with_other_secrets(state, seat, dice), seat) == rules.view(state, seat)


@pytest.mark.rule("GEN-7")
def test_no_decision_depends_on_a_secret(game):
    dice = game.dice()
    for state, decisions in zip(game.states[::5], game.decisions[::5], strict=True):
        for seat, decision in decisions.items():
            assert rules.legal(with_other_secrets(state, seat, dice), seat) == decision


@pytest.mark.rule("GEN-7")
def test_own_money_is_always_seen(game):
    for state in game.states[::7]:
        for seat, player in enumerate(state.players):
            assert rules.view(state, seat).companies[seat].money == player.money


@pytest.mark.rule("GEN-7")
def test_text_of_a_view_holds_no_secret(game):
    for state in game.states[::7]:
        for view in views(state):
            text = msgspec.json.encode(view).decode()
            assert game.setup.seed not in text
            assert rules.digest(state) not in text
            assert not [name for name in ('"deck":', '_deck":', '"seed":', '"setup":', '"digest":') if name in text]
