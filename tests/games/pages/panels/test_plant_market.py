import pytest
from msgspec.structs import replace

import rules
from games.pages import panels
from rules.boards import first_version
from tests.games.pages.panels.views import view_with
from tests.rules.positions import RECHARGED, after, company, pass_on, position

BENELUX = (15, 16, 17, 19, 22, 27, 30, 31)
NUCLEAR = (11, 12, 14, 17, 18, 19, 20, 21)


def market_of(state: rules.State, seat: int | None = None) -> panels.PlantMarket:
    return panels.plant_market(rules.view(state, None if seat is None else rules.Seat(seat)))


def signs(market: panels.PlantMarket) -> dict[int, str]:
    """What is said of which plant on offer."""
    return {
        plant.card.number: ", ".join(sign.words for sign in plant.signs) for plant in market.actual if plant.signs
    }


def notes(market: panels.PlantMarket) -> list[str]:
    return [note.words for note in market.notes]


def test_cards_are_counted_down_to_the_step_3_card_and_buried_ones_not():
    market = market_of(position(deck=(*range(20, 27), "step3", 40, 33)))
    assert (market.to_step, market.next_step) == (7, 3)
    assert [card.number for card in market.buried] == [33, 40]


def test_nothing_is_counted_down_once_the_step_3_card_is_out():
    market = market_of(position(deck=(36, 37, 38, 39, 40), step=3))
    assert (market.to_step, market.cards_left) == (None, 5)


def test_nothing_is_said_of_the_deck_after_the_end():
    market = panels.plant_market(view_with(phase=rules.Phase.FINISHED, top_card="plug"))
    assert (market.to_step, market.cards_left, market.back, market.notes) == (None, None, None, ())


@pytest.mark.rule("RCH-6")
@pytest.mark.parametrize(
    ("deck", "words"),
    [
        ([14, 40, "step3"], "next: plug (03 to 15)"),
        ([40, 14, "step3"], "next: socket (16 to 50)"),
        (["step3", 40], "next: the Step 3 card"),
    ],
)
def test_back_of_the_top_card_is_told_in_recharged(deck, words):
    back = market_of(position(deck=deck, options=RECHARGED)).back
    assert back is not None
    assert back.words == words


def test_backs_say_nothing_in_classic_and_once_the_deck_is_empty():
    assert market_of(position()).back is None
    assert market_of(position(deck=[], step=3, options=RECHARGED)).back is None


@pytest.mark.rule("RCH-8", "RCH-9", "RCH-13")
def test_discount_token_is_shown_on_its_plant_with_what_becomes_of_it():
    market = market_of(position(options=RECHARGED))
    assert signs(market) == {3: "minimum bid 1"}
    assert "If nobody buys plant 03 in this round, it leaves the game with its discount token." in notes(market)


@pytest.mark.rule("RCH-10", "RCH-14")
def test_discount_token_is_not_shown_once_it_is_put_aside():
    state = after(position(options=RECHARGED), "open 3 1", "pass", "pass")
    assert signs(market_of(state)) == {}
    assert notes(market_of(state)) == ["At the end of the round the highest plant goes under the deck."]
    assert signs(market_of(pass_on(position(options=RECHARGED)))) == {}


@pytest.mark.rule("MAP-BNL-3", "MAP-BNL-4")
def test_fifth_plant_in_the_actual_row_of_benelux_says_why_it_is_there():
    market = market_of(position(map="benelux", market=BENELUX))
    assert signs(market) == {22: "fifth on offer"}
    assert "Plant 22 needs no fuel and leads the future row. On this map it is on offer, too." in notes(market)


@pytest.mark.rule("MAP-BNL-7")
def test_no_plant_is_a_fifth_in_step_3():
    market = market_of(position(map="benelux", market=BENELUX[:6], step=3))
    assert signs(market) == {}


@pytest.mark.rule("MAP-CE-3")
def test_nuclear_plants_are_barred_for_those_without_a_city_in_the_right_areas():
    companies = [company(cities="krakow"), company(cities="kosice"), company()]
    areas = ("poland-east", "slovakia", "hungary")
    state = position(companies, map="central-europe", areas=areas, market=NUCLEAR)
    assert signs(market_of(state, 0)) == {11: "not for you yet", 17: "not for you yet"}
    assert (
        "Plants 11 and 17 are nuclear and not for you yet: your network has no city in Slovakia or Hungary."
        in notes(market_of(state, 0))
    )
    assert signs(market_of(state, 2)) == signs(market_of(state, 0))
    assert signs(market_of(state, 1)) == signs(market_of(state)) == {}


@pytest.mark.rule("MKT-9")
def test_lowest_plant_of_classic_leaves_unless_any_is_bought_in_the_round():
    words = "If nobody buys a plant in this round, plant 03 leaves the game."
    assert words in notes(market_of(position()))
    assert words not in notes(market_of(position(round=1)))
    assert words not in notes(market_of(after(position(), "open 4 4", "pass", "pass")))
    assert words not in notes(market_of(position(phase="resources")))


@pytest.mark.rule("STEP-13")
def test_step_3_card_in_the_market_says_what_leaves_with_it():
    state = position(options=RECHARGED, deck=["step3", 40])
    drawn = after(state, "open 4 4", "pass", "pass")
    assert notes(market_of(drawn))[1:] == [
        "After the auctions the Step 3 card and the lowest plant leave, and Step 3 begins."
    ]


BURIED = "At the end of the round the highest plant goes under the deck."
BOTH = "At the end of the round the highest plant goes under the deck and the lowest leaves the game."
BOTH_UNLESS_UNSOLD = (
    "At the end of the round the highest plant goes under the deck and the lowest leaves the game,"
    " unless the one with the discount token has left."
)
LOWEST = "At the end of the round the lowest plant leaves the game."


@pytest.mark.rule("FIRST-1")
def test_step_3_card_leads_a_first_game_nowhere():
    state = position(deck=["step3", 40], options={"first_game": True})
    drawn = after(state, "open 4 4", "pass", "pass")
    assert notes(market_of(drawn)) == ["After the auctions the Step 3 card and the lowest plant leave."]


@pytest.mark.rule("BUR-10", "STEP-14", "MAP-BNL-5", "MAP-BNL-6", "MAP-BNL-7")
@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"phase": "building"}, BURIED),
        ({"phase": "building", "step": 3}, LOWEST),
        ({"phase": "building", "deck": [40], "next_step": 3}, LOWEST),
        ({"phase": "building", "deck": [40], "options": {"first_game": True}}, BURIED),
        ({"phase": "building", "map": "benelux"}, BOTH),
        ({"phase": "building", "map": "benelux", "step": 3}, LOWEST),
        ({"map": "benelux", "options": RECHARGED}, BOTH_UNLESS_UNSOLD),
        ({"phase": "building", "map": "benelux", "options": RECHARGED}, BOTH),
        ({"phase": "building", "map": "benelux", "options": RECHARGED, "discount_unsold": True}, BURIED),
    ],
)
def test_market_says_what_leaves_it_at_the_end_of_the_round(fields, words):
    assert notes(market_of(position(**fields)))[-1] == words


# Maps that have the cards otherwise ---------------------------------------------------------------------------------


@pytest.mark.rule("MAP-QC-7")
def test_highest_plant_that_is_not_ecological_leaves_on_quebec():
    market = market_of(position(map="quebec", market=(12, 13, 15, 16, 20, 21, 22, 27), phase="building"))
    assert notes(market) == ["At the end of the round plant 21 goes under the deck."]


@pytest.mark.rule("MAP-RU-5", "MAP-RU-8")
def test_first_to_decline_removes_the_lowest_of_three_on_russia():
    market = market_of(position(map="russia", market=(5, 7, 8, 9, 10, 13)))
    assert [plant.card.number for plant in market.actual] == [5, 7, 8]
    assert notes(market)[0] == "The first to decline in this round removes plant 05."
    assert not any("first to decline" in note for note in notes(market_of(after(position(map="russia"), "decline"))))


@pytest.mark.rule("MAP-BW-5")
def test_two_plants_leave_baden_wurttemberg_unless_any_is_bought():
    market = market_of(position(map="baden-wurttemberg", round=3))
    assert notes(market)[0] == "If nobody buys a plant in this round, plants 03 and 04 leave the game."


@pytest.mark.rule("MAP-CN-7", "MAP-CN-8", "MAP-CN-9", "MAP-CN-10")
def test_new_plants_come_to_china_in_bureaucracy():
    market = market_of(start("china", 4))
    assert ([plant.card.number for plant in market.actual], market.future) == ([5, 6, 7, 8], ())
    assert (market.to_step, market.cards_left) == (None, 31)
    assert notes(market) == [
        "A plant that is sold is not replaced before bureaucracy.",
        "In bureaucracy new plants come; then the lowest leave, if there are too many.",
    ]


@pytest.mark.rule("MAP-ES-4")
def test_plants_set_aside_are_known_on_spain_and_portugal():
    assert [card.number for card in market_of(start("spain-portugal", 3)).set_aside] == [18, 22, 27]


@pytest.mark.rule("MAP-UKI-7")
def test_two_unknown_cards_lie_below_the_step_3_card_of_united_kingdom_and_ireland():
    market = market_of(start("uk-ireland", 5))
    assert (market.to_step, market.cards_left, market.buried) == (32, 34, ())


@pytest.mark.rule("MAP-ME-12", "MAP-ME-14")
def test_card_of_the_middle_east_leads_to_step_2_first():
    state = start("middle-east", 3)
    assert market_of(state).next_step == 2
    second = replace(state, step=2, phase=rules.Phase.BUILDING)
    assert market_of(second).next_step == 3
    assert notes(market_of(second)) == ["At the end of the round the 2 highest plants go under the deck."]


@pytest.mark.rule("MAP-NYC-7", "MAP-NYC-11", "MAP-NYC-12")
def test_pile_of_manhattan_lies_beside_the_deck():
    market = market_of(replace(start("manhattan", 4, edition="recharged"), pile=(30, 31)))
    assert ([card.number for card in market.pile], market.to_step, market.cards_left) == ([30, 31], None, 30)
    told = notes(market)
    assert "At the end of the round the 2 highest plants go to the pile beside the deck." in told
    assert any(note.endswith("may buy one more in this round.") for note in told)


@pytest.mark.rule("MAP-NYC-7", "MAP-NYC-9", "MAP-NYC-10")
def test_end_of_each_deck_of_manhattan_is_told_beforehand():
    first = start("manhattan", 4, edition="recharged")
    shuffled = "Then the deck is used up: the pile is shuffled and becomes the second deck."
    assert shuffled not in notes(market_of(replace(first, deck=first.deck[:3])))
    assert shuffled in notes(market_of(replace(first, deck=first.deck[:2])))
    second = replace(first, deck_part=2, deck=first.deck[:1])
    for_sale = "No card is left: once a plant is sold, or at the end of the round, all plants are for sale."
    assert not {shuffled, for_sale} & {*notes(market_of(second))}
    assert for_sale in notes(market_of(replace(second, deck=())))
    told = notes(market_of(replace(second, deck=(), deck_part=3)))
    assert for_sale not in told
    assert "All plants are for sale. One that is sold is not replaced." in told


def start(map, players, edition="classic"):
    options = rules.Options(edition=edition, map=map)
    return rules.start(rules.new_setup(options, players, "1", version=first_version(map, edition)))
