from typing import get_args

import pytest

import rules
from games.story.names import Names
from games.story.sentences import lines, sentence
from rules import events

CAST = Names(("Ana", "Bob", "Cid"), rules.board("germany", "classic"))

WORDS = [
    (events.AreaChosen(0, "west"), "Ana chose the area West."),
    (events.TrustHousePlaced(0, "koln", 10), "Ana placed a house of the Trust in Köln."),
    (events.TrustHousePlaced(0, "koln", 15), "The Trust placed a house in Köln, too."),
    (events.StartCityMarked(1, "koln", token=True), "Bob marked Köln as a start city."),
    (
        events.StartCityMarked(1, "koln", token=False),
        "Bob marked Köln as a start city, without a token: the supply of uranium is used up.",
    ),
    (
        events.MarkerReturned("koln", token=True),
        "Köln is no longer marked; its uranium token went back to the supply.",
    ),
    (events.MarkerReturned("koln", token=False), "Köln is no longer marked."),
    (events.RoundBegan(2, (2, 0, 1)), "Round 2 began. The order of play is Cid, Ana and Bob."),
    (events.OrderChanged((2, 0, 1)), "After the first auctions the order of play is Cid, Ana and Bob."),
    (events.PhaseBegan("auction"), "The auctions began."),
    (events.PhaseBegan("resources"), "Buying resources began."),
    (events.PhaseBegan("building"), "Building began."),
    (events.PhaseBegan("bureaucracy"), "Bureaucracy began: all players power their cities."),
    (events.StepBegan(2), "Step 2 began."),
    (events.GameEnded((1,)), "The game is over: Bob won."),
    (events.GameEnded((0, 1)), "The game is over: Ana and Bob share the victory."),
    (events.AuctionOpened(0, 4, 5), "Ana put plant 04 up for auction at 5 Elektro."),
    (events.AuctionDeclined(0), "Ana wanted no plant this round."),
    (events.BidMade(1, 13, 15), "Bob bid 15 Elektro for plant 13."),
    (events.BidPassed(2, 13), "Cid passed on plant 13."),
    (events.PlantBought(1, 13, 15, unopposed=False), "Bob bought plant 13 for 15 Elektro."),
    (
        events.PlantBought(1, 13, 13, unopposed=True),
        "Bob bought plant 13 for 13 Elektro, as nobody else could bid.",
    ),
    (events.PlantDiscarded(0, 5, rules.Fuel()), "Ana scrapped plant 05."),
    (events.PlantDiscarded(0, 5, rules.Fuel(coal=2, oil=1)), "Ana scrapped plant 05 and gave back 2 coal and 1 oil."),
    (events.TrustTookPlant(10), "The Trust took plant 10, the highest on offer."),
    (events.TrustScrappedPlant(4), "The Trust scrapped plant 04, its lowest."),
    (
        events.TrustDeclined(9),
        "The Trust took no plant: its own are all higher than plant 09, the highest on offer.",
    ),
    (events.TrustTookFuel(rules.Fuel(coal=3, oil=1)), "The Trust took 3 coal and 1 oil from the market."),
    (events.TrustReturnedFuel(rules.Fuel(coal=3)), "The Trust gave 3 coal back to the supply."),
    (events.DiscountPlaced(5), "The discount token lies on plant 05: bids for it begin at 1 Elektro."),
    (
        events.DiscountLost(7, 5),
        "Plant 05 came up, so plant 07 lost the discount token: bids begin at its number again.",
    ),
    (events.PlantDrawn(8), "Plant 08 came into the market."),
    (events.PlantRemoved(3, "obsolete"), "Plant 03 became obsolete and left the market."),
    (events.PlantRemoved(3, "unsold"), "Nobody bought a plant, so plant 03 left the market."),
    (
        events.PlantRemoved(3, "discount"),
        "Nobody bought plant 03, which had the discount token, so it left the market.",
    ),
    (
        events.PlantRemoved(3, "undercut"),
        "Plant 03 was lower than the one with the discount token, so it left the market.",
    ),
    (events.PlantRemoved(3, "step2"), "Plant 03 left the market with Step 2."),
    (events.PlantRemoved(3, "step3"), "Plant 03 left the market with the Step 3 card."),
    (events.PlantRemoved(3, "update"), "Plant 03 left the market at the end of the round."),
    (events.PlantRemoved(3, "declined"), "With the first to decline, plant 03 left the market."),
    (events.PlantRemoved(6, "waiting"), "Plant 06 left the game, as nobody can buy it in Step 1."),
    (events.PlantBuried(50), "Plant 50 went under the deck."),
    (events.PlantPiled(50), "Plant 50 went to the pile beside the deck."),
    (
        events.PileShuffled(12),
        "The deck is used up: the 12 plants of the pile were shuffled and are the second deck.",
    ),
    (events.AllForSale(), "The second deck is used up: all plants of the market are for sale."),
    (
        events.SetAsideReturned((18, 22, 27)),
        "Plants 18, 22 and 27, which were set aside, came on top of the deck.",
    ),
    (events.Step3CardReturned(), "The Step 3 card went under the deck and will come up once more."),
    (events.Step3CardDrawn(6, shuffled=False), "The Step 3 card came up."),
    (events.Step3CardDrawn(1), "The Step 3 card came up; 1 plant is left in the deck."),
    (events.Step3CardDrawn(6), "The Step 3 card came up; the 6 plants left in the deck were shuffled."),
    (
        events.ResourcesBought(2, rules.Fuel(coal=3, garbage=1, uranium=2), 40),
        "Cid bought 3 coal, 1 garbage and 2 uranium for 40 Elektro.",
    ),
    (events.ResourcesBought(2, rules.Fuel(), 0), "Cid bought no resources."),
    (
        events.UraniumPhasedOut(39),
        "With plant 39 the nuclear phase-out began: uranium is no longer refilled.",
    ),
    (events.CityBuilt(0, "koln", 10, 3, ("essen", "koln")), "Ana built in Köln for 13 Elektro."),
    (events.BuiltNothing(0), "Ana built nothing."),
    (events.CitiesPowered(0, (), 0, 10, rules.Fuel()), "Ana powered no cities and earned 10 Elektro."),
    (events.CitiesPowered(0, (13,), 1, 22, rules.Fuel()), "Ana powered 1 city and earned 22 Elektro."),
    (
        events.CitiesPowered(0, (4, 13), 2, 33, rules.Fuel(coal=2)),
        "Ana powered 2 cities and earned 33 Elektro.",
    ),
    (events.MarketRefilled(rules.Fuel(coal=5, oil=3)), "5 coal and 3 oil came into the market."),
    (events.MarketRefilled(rules.Fuel()), "No resources came into the market."),
    (
        events.OilMoved(2),
        "The supply had no oil for all that was due: 2 more moved to the cheap end of the market.",
    ),
    (events.UraniumSold(1, (11, 23), 2, 4, 20), "Bob sold uranium of mines 11 and 23 at 4, for 20 Elektro."),
    (events.UraniumUsed(1), "1 token left the uranium market."),
    (events.UraniumUsed(2), "2 tokens left the uranium market."),
    (
        events.PowerOutage(9, 3),
        "Power outage, as 9 cities were connected: each city lowers its owner's income by 3 Elektro.",
    ),
]


KOREA = [
    (
        events.ResourcesBought(0, rules.Fuel(coal=3), 6, "south"),
        "Ana bought 3 coal in the South market for 6 Elektro.",
    ),
    (events.ResourcesBought(0, rules.Fuel(), 0), "Ana bought no resources."),
    (
        events.MarketRefilled(rules.Fuel(coal=3, oil=1), (rules.Fuel(coal=1, oil=1), rules.Fuel(coal=2))),
        "1 coal and 1 oil came into the North market. 2 coal came into the South market.",
    ),
    (
        events.MarketRefilled(rules.Fuel(oil=1), (rules.Fuel(), rules.Fuel(oil=1))),
        "1 oil came into the South market.",
    ),
]


@pytest.mark.rule("MAP-KR-5", "MAP-KR-8")
@pytest.mark.parametrize(("event", "words"), KOREA)
def test_what_happens_in_one_of_two_markets_names_it(event, words):
    assert sentence(event, Names(("Ana",), rules.board("korea", version=3))) == words


@pytest.mark.rule("MAP-IN-7")
def test_whoever_buys_no_token_has_passed():
    names = Names(("Ana",), rules.board("india", version=3))
    said = sentence(events.ResourcesBought(0, rules.Fuel(), 0), names)
    assert said == "Ana passed, and buys no more fuel in this round."


@pytest.mark.parametrize(("event", "words"), WORDS, ids=lambda value: value if isinstance(value, str) else "")
def test_event_in_words(event, words):
    assert sentence(event, CAST) == words


def test_every_event_has_words():
    assert {type(event) for event, _ in WORDS} == set(get_args(rules.Event))


def test_every_reason_for_which_a_plant_leaves_the_market_has_words():
    reasons = {event.reason for event, _ in WORDS if isinstance(event, events.PlantRemoved)}
    assert reasons == set(get_args(events.RemovalReason))


def test_cities_of_one_turn_share_a_sentence():
    happened = [
        events.CityBuilt(0, "koln", 10, 0, ("koln",)),
        events.CityBuilt(0, "essen", 10, 9, ("koln", "essen")),
        events.CityBuilt(1, "trier", 10, 0, ("trier",)),
    ]
    assert [line.words for line in lines(happened, CAST)] == [
        "Ana built in Köln and Essen for 29 Elektro in all.",
        "Bob built in Trier for 10 Elektro.",
    ]


def test_building_turn_is_told_as_a_whole_before_what_followed_from_it():
    happened = [
        events.CityBuilt(0, "koln", 10, 0, ()),
        events.MarkerReturned("koln", token=True),
        events.CityBuilt(0, "essen", 10, 9, ("koln", "essen")),
        events.TrustHousePlaced(0, "essen", 15),
        events.CityBuilt(0, "dortmund", 10, 4, ("essen", "dortmund")),
        events.TrustHousePlaced(0, "dortmund", 15),
        events.PhaseBegan("bureaucracy"),
    ]
    assert list(lines(happened, CAST)) == [
        ("Ana built in Köln, Essen and Dortmund for 43 Elektro in all.", 0),
        ("Köln is no longer marked; its uranium token went back to the supply.", None),
        ("The Trust placed a house in Essen and Dortmund, too.", None),
        ("Bureaucracy began: all players power their cities.", None),
    ]


def test_first_houses_of_the_trust_are_deeds_of_those_who_place_them():
    happened = [events.TrustHousePlaced(1, "koln", 10), events.StartCityMarked(0, "essen", token=True)]
    assert [line.seat for line in lines(happened, CAST)] == [1, 0]
