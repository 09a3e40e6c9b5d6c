"""What panels say of the rules of an edition, a board or a variant; what all games share is in test_page.py."""

from itertools import combinations
from typing import Any

import pytest

import rules
from games.pages import composing
from games.story.names import Names
from tests.boards import played_with
from tests.factories import CAST
from tests.rules.positions import RECHARGED, after, company, marks, position, some_cities, stated_setup, the_trust

START_CITIES = {**RECHARGED, "start_cities": True}


def panel_of(state: rules.State, draft: str = "", *, trail: str = "") -> Any:
    """The panel of the seat to move, which may have composed something, and before that what the ``trail`` says."""
    names = Names(CAST[: len(state.players)], state.board)
    before = tuple(map(rules.parse_action, trail.split(", "))) if trail else ()
    asked = composing.Asked(state, state.to_move[0], names, "/games/1/", before)
    return composing.panel(asked, composing.fitting(asked, rules.parse_action(draft) if draft else None))


def two_players(**options: Any) -> rules.State:
    """The start of a game Against the Trust in the west, the south-west and the east of Germany."""
    return rules.start(stated_setup(2, **{**RECHARGED, **options}))


def names(sites: Any) -> list[str]:
    return [site.name for site in sites]


# Before the game ----------------------------------------------------------------------------------------------------


def test_first_house_of_the_trust_can_go_to_any_city_listed_by_area():
    panel = panel_of(two_players())
    assert [area for area, _sites in panel.areas] == ["West", "East", "South-west"]
    assert len(panel.sites) == 21
    assert (panel.number, panel.chosen, panel.summary) == (1, None, "")


def test_houses_of_the_trust_are_placed_in_an_order_that_the_panel_tells():
    panel = panel_of(after(two_players(), "trust koln", "trust dusseldorf"))
    assert [house.company for house in panel.houses] == ["Ana", "Bob", "Bob", "Ana", "Ana", "Bob"]
    assert [house.city for house in panel.houses] == ["Köln", "Düsseldorf", "", "", "", ""]
    assert [house.is_next for house in panel.houses].index(True) == panel.number - 1 == 2


def test_next_house_of_the_trust_goes_beside_one_of_its_cities():
    panel = panel_of(after(two_players(), "trust koln"), "trust aachen")
    assert names(panel.sites) == ["Dortmund", "Düsseldorf", "Aachen", "Mainz", "Trier"]
    assert panel.chosen.name == "Aachen"
    assert panel.chosen.href == "/games/1/?action=trust&city=aachen"
    assert panel.summary == "A house of the Trust in Aachen."


def test_start_city_is_any_that_is_not_marked():
    state = rules.start(stated_setup(3, **START_CITIES))
    panel = panel_of(after(state, "start koln"), "start aachen")
    assert "Köln" not in names(panel.sites)
    assert (panel.marked, panel.summary) == ("Köln", "Aachen as a start city.")
    assert not panel.trust_follows


def test_start_city_is_none_of_the_trust():
    houses = ("koln", "dusseldorf", "essen", "duisburg", "dortmund", "munster")
    state = after(two_players(start_cities=True), *(f"trust {city}" for city in houses))
    panel = panel_of(state)
    assert panel.trust_follows
    assert not {site.id for site in panel.sites} & set(houses)


@pytest.mark.parametrize("name", played_with("recharged", areas="draft"))
def test_areas_of_every_board_can_be_drafted(name):
    options = rules.Options(edition="recharged", map=name, areas="draft")
    panel = panel_of(rules.start(rules.new_setup(options, players=3, seed="1")))
    assert len(panel.choices) == len(rules.board(name, "recharged").areas)
    assert all(choice.cities for choice in panel.choices)


# Auctions -----------------------------------------------------------------------------------------------------------


def test_plant_under_the_discount_token_costs_one_at_least():
    state = position(market=[13, 15, 17, 18, 20, 22, 24, 25], options=RECHARGED)
    panel = panel_of(state, "open 13 1")
    assert panel.choices[13] == "/games/1/?action=open&plant=13&bid=1"
    assert panel.choices[15] == "/games/1/?action=open&plant=15&bid=15"
    assert (panel.bid, panel.least) == (1, 1)


def test_last_opener_pays_one_under_the_token():
    state = position(2, market=[13, 15, 17, 18], options={**RECHARGED, "two_player_mode": "plain"}, acted=(0,))
    panel = panel_of(state, "open 13 1")
    assert (panel.least, panel.most) == (1, 1)


def test_bids_to_take_over_begin_with_the_least_and_end_with_the_money():
    panel = panel_of(position([company(22), company(), company()], market=[13, 15, 17, 18]), "open 13 15")
    assert [amount for amount, _href in panel.amounts] == [13, 14, 15, 18]
    assert panel.amounts[1][1] == "/games/1/?action=open&plant=13&bid=14"
    bidding = panel_of(after(position(market=[13, 15, 17, 18]), "open 13 20"))
    assert bidding.amounts[0][1] == "/games/1/?action=bid&amount=21"


def test_nuclear_plants_are_barred_without_a_city_where_they_are_allowed():
    fields = {"map": "central-europe", "areas": ["poland-east", "slovakia", "hungary", "austria"]}
    state = position([company(cities="warszawa"), *[company()] * 3], market=[11, 13, 17, 18], **fields)
    panel = panel_of(state)
    assert [*panel.choices] == [13, 18]
    assert panel.bar.startswith("Plants 11 and 17 are nuclear and not for you yet")


def test_there_always_is_an_area_that_allows_nuclear_plants():
    board = rules.board("central-europe", "classic")
    played = filter(board.are_connected, combinations([area.id for area in board.areas], 3))
    assert all(set(areas) & set(board.rules.nuclear.areas) for areas in played)


def test_nothing_is_barred_with_a_city_where_nuclear_plants_are_allowed():
    state = position([company(cities="praha"), company(), company()], map="central-europe", market=[11, 13, 17, 18])
    assert [*panel_of(state).choices] == [11, 13, 17, 18]
    assert panel_of(state).bar == ""


def test_ecological_plant_is_the_fifth_to_choose_from_in_benelux():
    state = position(map="benelux", market=[8, 9, 10, 12, 13, 15, 20, 26])
    assert [*panel_of(state).choices] == [8, 9, 10, 12, 13]


def test_trust_is_announced_until_it_has_acted():
    opening = position(2, options=RECHARGED)
    assert panel_of(opening).trust.startswith("Once a plant is bought, or you decline, the Trust takes the highest")
    assert panel_of(after(opening, "open 4 4")).trust.startswith(
        "Once a plant is bought, the Trust takes the highest"
    )
    assert panel_of(after(opening, "decline")).trust == ""


@pytest.mark.rule("MAP-NYC-12")
def test_second_plant_is_announced_with_the_plant_that_brings_it():
    parts = {"map": "manhattan", "areas": ("manhattan",), "options": RECHARGED, "order": (0, 1, 2)}
    opening = position(3, **parts)
    drafts = [panel_of(opening, f"open {plant} {plant}") for plant in (opening.discount, opening.market[1])]
    assert [panel.brings_second for panel in (panel_of(opening), *drafts)] == [False, True, False]
    assert panel_of(after(opening, f"open {opening.discount} 1")).brings_second
    assert not panel_of(after(opening, f"open {opening.market[1]} {opening.market[1]}")).brings_second
    elsewhere = position(3, options=RECHARGED)
    assert not panel_of(elsewhere, f"open {elsewhere.discount} 1").brings_second


def test_nobody_speaks_of_a_trust_that_is_not_there():
    assert panel_of(position(3, options=RECHARGED)).trust == ""


# Resources ----------------------------------------------------------------------------------------------------------


def row(state: rules.State, kind: str) -> Any:
    return next(row for row in panel_of(state).rows if row.kind == kind)


def usa(resources: str) -> rules.State:
    """The USA, where the seat to buy has a coal plant with room for 6 tokens."""
    buyer = company(plants=[8])
    return position(
        [company(), company(), buyer], map="usa", phase="resources", resources=resources, options=RECHARGED
    )


def test_coal_of_the_storage_is_told_apart_from_that_of_the_market():
    coal = row(usa("c2 o9 g9 u2"), "coal")
    assert (coal.prices, coal.stored, coal.most) == ((8, 8), (8, 8, 8, 8), 6)


def test_coal_comes_from_the_storage_alone_where_the_market_is_sold_out():
    coal = row(usa("o9 g9 u2"), "coal")
    assert (coal.prices, coal.stored) == ((), (8,) * 6)


def test_storage_is_not_spoken_of_while_the_market_has_all_that_fits():
    assert row(usa("c9 o9 g9 u2"), "coal").stored == ()


def test_limit_names_the_storage_where_that_is_empty_too():
    holder = company(plants=[8, 10, 20], fuel="c8")
    others = company(plants=[4, 25, 36], fuel="c12")
    state = position([company(), others, holder], map="usa", phase="resources", resources="c2", options=RECHARGED)
    panel = panel_of(state, "buy c5")
    assert panel.limits == ("At most 4 coal: market and coal storage have no more.",)


def test_limit_is_that_of_the_plants_where_market_and_storage_have_as_much():
    holders = company(plants=[36], fuel="c4"), company(plants=[10, 20, 25], fuel="c14")
    buyer = company(plants=[8], fuel="c2")
    state = position([*holders, buyer], map="usa", phase="resources", resources="c2", options=RECHARGED)
    assert panel_of(state, "buy c5").limits == ("At most 4 coal: plant 08 has room for 6, and you have 2.",)


def test_garbage_is_cheaper_with_wien():
    owner = company(plants=[6], cities="wien")
    fields = {"map": "central-europe", "phase": "resources", "areas": ["austria", "slovakia", "hungary"]}
    discounted = row(position([company(), company(), owner], **fields), "garbage")
    assert (discounted.prices, discounted.discount) == ((6, 6), "1 Elektro less each with Wien")
    ordinary = row(position([company(), company(), company(plants=[6])], **fields), "garbage")
    assert (ordinary.prices, ordinary.discount) == ((7, 7), "")


def buying(*plants: int, fuel: str = "", money: int = 50, cities: str = "", **fields: Any) -> rules.State:
    """Whoever buys first has these plants."""
    buyer = company(money, plants=list(plants), fuel=fuel, cities=cities)
    return position([company(), company(), buyer], phase="resources", **fields)


@pytest.mark.parametrize(
    ("coal", "reason"),
    [
        (5, "At most 5 coal: the market has no more."),
        (6, "At most 6 coal: plant 08 has room for 6, and you have 0."),
    ],
)
def test_limit_is_the_market_only_where_it_has_less_than_fits(coal, reason):
    assert panel_of(buying(8, resources=f"c{coal}"), "buy c7").limits == (reason,)


def test_row_tells_what_the_next_token_costs_and_what_room_is_left():
    state = buying(4, resources="c20")
    coal = row(state, "coal")
    assert (coal.wanted, coal.cost, coal.next_price, coal.room) == (0, 0, 2, 4)
    (coal, *_others) = panel_of(state, "buy c3").rows
    assert (coal.wanted, coal.cost, coal.next_price, coal.room) == (3, 7, 3, 1)
    (coal, *_others) = panel_of(state, "buy c4").rows
    assert (coal.cost, coal.next_price, coal.room) == (10, None, 0)


def test_hybrids_have_room_for_what_is_not_composed_yet():
    coal, oil, *_others = panel_of(buying(5, resources="c24 o24"), "buy c3").rows
    assert (coal.room, oil.room) == (1, 1)


def test_tokens_of_the_market_lead_to_as_many():
    coal = row(buying(4, resources="c20"), "coal")
    assert coal.hrefs[0] == "/games/1/?action=buy&coal=1&before=buy"
    assert len(coal.hrefs) == 4


def test_last_step_is_taken_back():
    state = buying(4, 3, resources="c20 o20")
    panel = panel_of(state, "buy c2 o1", trail="buy, buy c2")
    assert panel.steps == ("buy", "buy c2", "buy c2 o1")
    assert panel.undo == "/games/1/?action=buy&coal=2&before=buy"
    first = panel_of(state)
    assert (first.undo, first.clear, first.steps) == ("", "", ("buy",))


def test_starting_over_can_be_taken_back_too():
    panel = panel_of(buying(4, resources="c20"), "buy c2", trail="buy")
    assert panel.clear == "/games/1/?action=buy&before=buy&before=buy+c2"


def test_composing_the_same_twice_is_one_step():
    assert panel_of(buying(4, resources="c20"), "buy c2", trail="buy, buy c2").steps == ("buy", "buy c2")


def proposed(panel: Any) -> list[tuple[str, str]]:
    return [(proposal.purpose, proposal.fuel) for proposal in panel.proposals]


def test_fuel_for_one_run_of_all_plants_is_proposed():
    panel = panel_of(buying(4, 3, fuel="c1", resources="c20 o20"))
    assert proposed(panel) == [("Run all plants", "1 coal and 2 oil")]
    assert panel.proposals[0].href == "/games/1/?action=buy&coal=1&oil=2&before=buy"


def test_hybrids_are_proposed_to_run_on_what_is_cheaper():
    assert proposed(panel_of(buying(5, resources="c24 o3"))) == [("Run your plant", "2 coal")]
    assert proposed(panel_of(buying(5, resources="c3 o24"))) == [("Run your plant", "2 oil")]


def test_fuel_for_the_network_is_proposed_where_fewer_plants_supply_it():
    panel = panel_of(buying(4, 20, resources="c24", cities="koln aachen"))
    assert proposed(panel) == [("Power 2 cities", "3 coal"), ("Run all plants", "5 coal")]


def test_nothing_is_proposed_that_cannot_be_paid_for():
    assert proposed(panel_of(buying(4, 3, resources="c20 o20", money=1))) == []


def test_nothing_is_proposed_where_nothing_is_lacking():
    assert proposed(panel_of(buying(4, fuel="c2", resources="c20", cities="koln"))) == []


def test_proposal_that_is_composed_is_marked():
    (proposal,) = panel_of(buying(4, resources="c20"), "buy c2").proposals
    assert proposal.is_composed


def test_only_the_first_buyer_is_followed_by_the_trust():
    state = position(2, phase="resources", options=RECHARGED, trust=the_trust(plants=[20]))
    assert panel_of(state).trust_follows
    assert not panel_of(after(state, "buy")).trust_follows


# Building -----------------------------------------------------------------------------------------------------------


def building(*companies: Any, **fields: Any) -> rules.State:
    return position([company(), *companies], phase="building", **{"options": RECHARGED, **fields})


@pytest.mark.parametrize(
    ("areas", "cities", "notes"),
    [
        (
            ("centre", "northeast", "northwest"),
            "",
            ("No way leads on from Livorno. If you start there, you cannot build again.",),
        ),
        (("centre", "northeast", "northwest"), "padova", ()),
        (("centre", "northeast", "emilia"), "", ()),
    ],
    ids=["first city", "later city", "other areas"],
)
def test_city_without_a_way_out_is_named_to_who_starts_a_network(areas, cities, notes):
    companies = [company(), company(), company(cities=cities)]
    assert panel_of(position(companies, phase="building", map="italy", areas=areas)).notes == notes


def test_network_starts_in_a_marked_city():
    panel = panel_of(building(company(), company(), options=START_CITIES, marked=marks("koln aachen")))
    assert [choice.name for choice in panel.choices] == ["Aachen", "Köln"]
    assert panel.notes == ("Your network starts in one of the marked cities.",)
    assert panel.closed == ()


def test_other_marked_cities_are_kept_for_others_until_step_2():
    state = building(company(), company(), options=START_CITIES, marked=marks("koln aachen"))
    panel = panel_of(state, "build koln")
    assert "Aachen" not in [choice.name for choice in panel.choices]
    assert panel.notes == ()
    assert panel.closed == ("Kept for players who start there: Aachen",)


def test_marked_cities_are_like_any_other_from_step_2_on():
    fields = {"options": START_CITIES, "marked": marks("koln aachen"), "step": 2}
    panel = panel_of(building(company(), company(cities="dusseldorf"), **fields))
    assert {"Köln", "Aachen"} <= {choice.name for choice in panel.choices}
    assert panel.closed == ()


def test_trust_follows_into_empty_cities_as_long_as_it_has_houses():
    own = "aachen frankfurt-am-main mainz mannheim saarbrucken trier fulda nurnberg wurzburg"
    trust = the_trust(cities="koln dusseldorf essen duisburg dortmund munster", beside=own)
    state = building(company(100, cities=own), step=2, trust=trust)
    panel = panel_of(state, "build halle leipzig")
    assert panel.notes == ("Where you build first, the Trust takes the second slot: it has 1 house left.",)
    assert [step.trust_follows for step in panel.steps] == [True, False]


def test_trust_follows_into_cities_that_cannot_be_paid_for_as_well():
    panel = panel_of(building(company(12), trust=the_trust(cities="koln")), "build halle dresden")
    assert [step.trust_follows for step in panel.steps] == [True, True]


def test_cities_of_the_trust_open_in_step_2():
    trust = the_trust(cities="koln aachen", beside="dusseldorf")
    first = panel_of(building(company(cities="dusseldorf"), trust=trust))
    assert first.closed == ("Cities of the Trust: Aachen and Köln",)
    second = panel_of(building(company(cities="dusseldorf"), step=2, trust=trust))
    assert second.closed == ()
    assert {choice.name: choice.slot for choice in second.choices}["Köln"] == 15


def test_cities_can_be_built_in_another_order():
    panel = panel_of(position(phase="building"), "build koln aachen")
    assert [step.earlier for step in panel.steps] == ["", "/games/1/?action=build&city=aachen&city=koln"]
    assert panel.clear == "/games/1/?action=build"


def test_order_that_is_not_possible_is_not_offered():
    state = building(company(), company(), options=START_CITIES, marked=marks("koln"))
    assert [step.earlier for step in panel_of(state, "build koln dusseldorf").steps] == ["", ""]


def test_classic_building_says_nothing_of_all_this():
    panel = panel_of(position(phase="building"))
    assert (panel.notes, panel.closed) == ((), ())
    assert not any(step.trust_follows for step in panel_of(position(phase="building"), "build koln").steps)


def test_hybrid_stays_to_choose_beside_a_plant_that_lacks_fuel():
    owner = company(plants=[7, 29], fuel="o1", cities="essen")
    panel = panel_of(position([owner, company(), company()], phase="bureaucracy"), "run 7")
    assert [(run.card.number, run.is_on, run.coal) for run in panel.plants] == [(7, True, 0), (29, False, 0)]


# Markets of other boards --------------------------------------------------------------------------------------------


def korea() -> rules.State:
    """The seat to buy has a coal plant and a nuclear one."""
    buyer = company(plants=[4, 11])
    return position([company(), company(), buyer], map="korea", phase="resources")


@pytest.mark.rule("MAP-KR-5")
def test_purchase_in_one_market_leads_on_there_and_begins_anew_in_the_other():
    panel = panel_of(korea(), "buy north c1")
    north, south = panel.markets
    assert (panel.market, panel.total) == (north, 1)
    assert north.rows[0].hrefs[1].startswith("/games/1/?action=buy&coal=2&market=north&")
    assert south.rows[0].hrefs[0].startswith("/games/1/?action=buy&coal=1&market=south&")
    assert south.rows[3].hrefs[0].startswith("/games/1/?action=buy&uranium=1&market=south&")
    assert south.href.startswith("/games/1/?action=buy&market=south&")


@pytest.mark.rule("MAP-KR-6")
def test_market_can_be_chosen_before_anything_is_bought_in_it():
    state = korea()
    turn = composing.Turn.of(
        composing.Asked(state, state.to_move[0], Names(CAST[:3], state.board), "/"), rules.parse_action("buy south")
    )
    assert (turn.panel.market.name, turn.panel.words, turn.objection) == ("South", "", None)
    assert [row.kind for row in turn.panel.rows if row.prices] == ["coal", "uranium"]


@pytest.mark.rule("MAP-KR-6")
def test_market_says_that_it_does_not_sell_a_kind_at_all():
    panel = panel_of(korea(), "buy north u1")
    assert [row.sold_out for row in panel.rows] == ["sold out", "sold out", "sold out", "not sold here"]
    assert panel.limits == ("The North market sells no uranium.",)


@pytest.mark.rule("MAP-KR-5")
def test_proposals_name_their_market():
    assert [proposal.fuel for proposal in panel_of(korea()).proposals] == ["2 coal and 1 uranium in the South market"]


def india(*plants: int, draft: str = "", **fields: Any) -> Any:
    return panel_of(
        position([company(), company(), company(plants=plants)], map="india", phase="resources", **fields), draft
    )


@pytest.mark.rule("MAP-IN-7")
def test_one_token_is_composed_at_a_time():
    panel = india(20, 7, draft="buy o1")
    coal, oil, *_others = panel.rows
    assert [len(coal.hrefs), len(oil.hrefs)] == [1, 1]
    assert coal.hrefs[0].startswith("/games/1/?action=buy&coal=1&before=")
    assert (panel.one_token, panel.confirm, panel.proposals) == (True, "Buy 1 oil for 2", ())


@pytest.mark.rule("MAP-IN-9", "CC-IN-4")
def test_fuel_that_is_too_dear_is_not_called_sold_out():
    coal, oil, *_others = india(20, 7, resources="c13 o21 g20 u3").rows
    assert (coal.prices, coal.sold_out, coal.discount) == ((), "too dear in this Step", "")
    assert oil.prices == (2, 2, 2, 3, 3, 3)


@pytest.mark.rule("MAP-IN-9")
def test_limit_names_the_price_that_is_not_exceeded():
    panel = india(20, resources="c15 o21 g20 u3", draft="buy c3")
    assert panel.limits == ("At most 2 coal: in Step 1 no token can be bought that costs more than 3.",)


@pytest.mark.rule("MAP-ZA-10", "MAP-ZA-11")
def test_coal_of_the_storage_of_south_africa_is_told_apart():
    state = position(
        [company(), company(), company(plants=[8])], map="south-africa", phase="resources", resources="c2"
    )
    assert (row(state, "coal").prices, row(state, "coal").stored) == ((8, 8), (8,) * 4)


@pytest.mark.rule("MAP-IN-10", "CC-IN-7")
def test_outage_is_announced_while_cities_are_composed():
    fields = {"map": "india", "phase": "building", "companies": [company()] * 4}
    near, *_others = panel_of(position(**fields, new_cities=8)).notes[-1:]
    assert near.startswith("8 of 8 cities are connected in this round. With more, there is a power outage")
    city = min(rules.legal(position(**fields), 3).cities, key=lambda offer: offer.cost).city
    over = panel_of(position(**fields, new_cities=8), f"build {city}").notes[-1]
    assert over.startswith("Power outage: 9 cities are connected in this round, more than 8.")


@pytest.mark.rule("MAP-IN-10", "MAP-IN-11", "CC-IN-7", "CC-IN-8")
def test_panel_for_powering_tells_of_outage_and_duty():
    owner = company(plants=[13], cities=some_cities(2, map="india"))
    panel = panel_of(position([owner, company()], map="india", phase="bureaucracy", new_cities=5))
    assert panel.notes == (
        "On this map you have to power as many cities as you can: 1 city.",
        "Power outage: 5 cities were connected in this round. Your 2 cities take 6 Elektro off your income.",
    )
    assert panel.income == rules.payment(1) - 6


def test_most_boards_have_nothing_to_add_to_powering():
    owner = company(plants=[13], cities=some_cities(2))
    assert panel_of(position([owner, company(), company()], phase="bureaucracy")).notes == ()


# Hybrids ------------------------------------------------------------------------------------------------------------


def powering(plants: tuple[int, ...], fuel: str, **options: Any) -> rules.State:
    companies = [company(0, plants, fuel, some_cities(9)), company()]
    return position(companies, phase="bureaucracy", resources="-", market=(36, 38, 39, 40), step=3, options=options)


def hybrid_of(state: rules.State, draft: str = "") -> Any:
    (run,) = (run for run in panel_of(state, draft).plants if run.card.is_hybrid)
    return run


@pytest.mark.rule("BUR-2a", "CC-136", "CC-137")
@pytest.mark.parametrize(
    ("plants", "fuel", "least", "most"),
    [
        ((3, 5), "c3 o2", 1, 2),
        ((29, 35), "c2 o2", 1, 1),
        ((12, 15, 20), "c9 o3", 0, 1),
        ((3, 4, 5), "c7 o2", 0, 2),
        ((5, 13), "c2 o1", 1, 2),
    ],
)
def test_hybrid_is_offered_the_mixes_that_it_can_burn(plants, fuel, least, most):
    run = hybrid_of(powering(plants, fuel))
    assert (run.least_coal, run.most_coal, run.is_mixable) == (least, most, least < most)
    assert least <= run.coal <= most


@pytest.mark.rule("BUR-2a")
def test_hybrid_that_is_not_to_run_is_proposed_what_it_can_burn_beside_the_others():
    assert hybrid_of(powering((3, 5), "c3 o2"), "run 3").coal == 2
    assert hybrid_of(powering((3, 5), "c3 o2"), "run").coal == 2
    assert hybrid_of(powering((5, 13), "c2 o2"), "run").coal == 1


@pytest.mark.rule("BUR-2a", "CC-136")
def test_mix_that_does_not_lie_on_its_plant_is_objected_to_unless_the_game_is_older():
    for options, objects in (({}, True), ({"version": 3}, False)):
        state = powering((3, 5), "c3 o2", **options)
        asked = composing.Asked(state, rules.Seat(0), Names(CAST[:2], state.board), "/games/1/")
        turn = composing.Turn.of(asked, rules.parse_action("run 5:o2"))
        assert bool(turn.objection and turn.objection.rule == "BUR-2a") == objects
        assert hybrid_of(state).least_coal == (1 if objects else 0)
