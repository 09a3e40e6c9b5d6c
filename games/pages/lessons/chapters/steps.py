"""Chapter 4: the three Steps of the game, and what each changes."""

from django.utils.translation import gettext_lazy as _

import rules
from games.pages.game.guide import FUEL_MARKET, MAP, PLANT_MARKET, PLAYERS
from games.pages.lessons.course import Chapter, Step, Text
from games.pages.lessons.positions import BOB, CID, YOU, Company, position

SECOND, THIRD = rules.SLOTS[1:]

THIRD_HOUSE = 24
"""What the third house in Köln costs, with its connection, in Elektro."""


def _seventh(version: int) -> rules.State:
    return position(
        Company(30, (10, 12, 15), "c4 o2", "essen duisburg dusseldorf munster osnabruck kassel"),
        Company(20, (7, 13, 16), "o5", "frankfurt-am-main wiesbaden mannheim saarbrucken trier"),
        Company(25, (8, 9, 17), "c3 o1 u1", "halle leipzig erfurt dresden nurnberg"),
        phase=rules.Phase.BUILDING,
        in_round=5,
        order=(YOU, CID, BOB),
        acted=(BOB, CID),
        market=(11, 14, 18, 19, 20, 21, 25, 26),
        drawn=(22, 24),
        resources="c11 o12 g6 u1",
        version=version,
    )


def _seven(action: rules.Action, after: rules.State) -> Text:
    if after.players[YOU].network_size >= 7:
        return ""
    return _("You can, but your plants power seven cities, and Dortmund costs only 12. Build in it.")


def _powered(action: rules.Action, after: rules.State) -> Text:
    if not after.players[YOU].fuel:
        return ""
    return _("You can, but each city that you power pays. Run all three plants.")


def _second_houses(version: int) -> rules.State:
    return position(
        Company(40, (12, 15, 20), "c5 o2", "essen duisburg dusseldorf dortmund munster osnabruck kassel"),
        Company(20, (7, 13, 16), "o5", "frankfurt-am-main wiesbaden mannheim saarbrucken trier koln aachen"),
        Company(25, (8, 9, 17), "c3 o1 u1", "halle leipzig erfurt dresden nurnberg fulda"),
        phase=rules.Phase.BUILDING,
        in_round=6,
        step=2,
        acted=(CID, BOB),
        market=(14, 18, 19, 21, 22, 24, 25, 27),
        resources="c11 o10 g8 u1",
        version=version,
    )


def _second(action: rules.Action, after: rules.State) -> Text:
    if SECOND in _new_slots(action, after):
        return ""
    return _("You can, but the second house in Köln costs 19, and no other city is as cheap. Build there.")


def _card_is_next(version: int) -> rules.State:
    return position(
        Company(
            90,
            (20, 26),
            cities="essen duisburg dusseldorf dortmund munster osnabruck kassel aachen fulda wurzburg",
        ),
        Company(
            60,
            (16, 21, 25),
            cities="frankfurt-am-main wiesbaden mannheim saarbrucken trier koln"
            " essen dusseldorf dortmund nurnberg kassel",
        ),
        Company(
            70,
            (13, 19, 28),
            cities="halle leipzig erfurt dresden nurnberg koln fulda frankfurt-am-main wiesbaden wurzburg",
        ),
        phase=rules.Phase.AUCTION,
        in_round=9,
        step=2,
        order=(BOB, CID, YOU),
        acted=(BOB, CID),
        bought=(BOB,),
        market=(24, 27, 29, 31, 32, 33, 36, 38),
        buried=(35, 37, 39, 40, 42, 44, 46, 50),
        resources="c15 o13 g9 u4",
        version=version,
    )


def _bought(action: rules.Action, after: rules.State) -> Text:
    if isinstance(action, rules.OpenAuction):
        return ""
    return _("You can, but your two plants power no more than the ten cities that you have. Put up plant 31.")


def _fuelled(action: rules.Action, after: rules.State) -> Text:
    you = after.players[YOU]
    if rules.most_cities(after.plants.of(you.plants), you.fuel, you.network_size) == you.network_size:
        return ""
    return _("You can, but then some of your cities stay dark. Buy 3 coal and 2 oil at least.")


def _fuelled_and_able_to_build(action: rules.Action, after: rules.State) -> Text:
    if after.players[YOU].money < THIRD_HOUSE:
        return _("You can, but keep 24 Elektro: that is what the third house in Köln will cost you.")
    return _fuelled(action, after)


def _third(action: rules.Action, after: rules.State) -> Text:
    if THIRD in _new_slots(action, after):
        return ""
    return _("You can, but try what is new in Step 3: build the third house in Köln, for 24.")


def _new_slots(action: rules.Action, after: rules.State) -> set[int]:
    """The slots of the houses that the reader has just built."""
    built = action.cities if isinstance(action, rules.BuildCities) else ()
    return {house.slot for house in after.players[YOU].cities if house.city in built}


CHAPTER = Chapter(
    slug="steps",
    title=_("Steps"),
    teaches=_("See how Step 2 and Step 3 begin, and what they change in cities and markets."),
    minutes=4,
    steps=(
        Step(
            asks=rules.BuildingDecision,
            title=_("Seven cities"),
            words=(
                _("A game has three Steps."),
                _("Step 2 begins at the end of building, once a player has connected seven cities."),
                _("You have six, Bob and Cid have five. Nobody builds after you in this round."),
            ),
            task=_("Build in a seventh city. Dortmund is the cheapest."),
            rule_ids=("STEP-2", "STEP-4"),
            places=(MAP,),
            wish=_seven,
            scene=_seventh,
        ),
        Step(
            asks=rules.PoweringDecision,
            title=_("Step 2 begins"),
            words=(
                _("The lowest plant left the plant market, and a new one came."),
                _("The resource market shows how much comes back in each Step."),
                _("It is the column of Step 2 from now on: 5 coal instead of 4."),
            ),
            task=_("Run your plants, and see what comes into the market."),
            rule_ids=("STEP-6", "STEP-7", "BUR-8"),
            places=(PLANT_MARKET, FUEL_MARKET),
            wish=_powered,
            others=("1: run 7 13 16", "2: run 8 9 17"),
        ),
        Step(
            asks=rules.BuildingDecision,
            title=_("A second house"),
            words=(
                _("It is round 6 of another game."),
                _("In Step 2 two houses may stand in a city. The second one costs 15 instead of 10."),
                _("So the cities that closed you in are open now. Bob is in Köln, 4 from your Düsseldorf."),
            ),
            task=_("Build the second house in Köln, for 15 and 4."),
            rule_ids=("BLD-9", "BLD-10", "BLD-11"),
            places=(MAP,),
            wish=_second,
            scene=_second_houses,
        ),
        Step(
            asks=rules.OpeningDecision,
            title=_("The Step 3 card"),
            words=(
                _("It is round 9 of another game."),
                _("Only the Step 3 card lies above the plants that went under the deck."),
                _("The next sale brings it."),
                _("Bob and Cid are done with this auction. You have ten cities and two plants, which power ten."),
            ),
            task=_("Put up plant 31, which powers 6 cities."),
            rule_ids=("STEP-9", "STEP-12", "STEP-13"),
            places=(PLANT_MARKET,),
            wish=_bought,
            scene=_card_is_next,
        ),
        Step(
            asks=rules.PurchaseDecision,
            title=_("Step 3 begins"),
            words=(
                _("The card came, and left again with the lowest plant."),
                _("There is only one row of plants now: all six are on offer."),
                _("Each round less coal comes back than before, but more oil and garbage."),
            ),
            task=_("Buy fuel for your ten cities."),
            rule_ids=("STEP-10", "STEP-19", "BUR-8"),
            places=(PLANT_MARKET, FUEL_MARKET),
            wish=_fuelled_and_able_to_build,
            others=("2: buy", "1: buy"),
        ),
        Step(
            asks=rules.BuildingDecision,
            title=_("A third house"),
            words=(
                _("In Step 3 three houses may stand in a city. The third one costs 20."),
                _("Bob and Cid are both in Köln."),
            ),
            task=_("Build the third house in Köln, for 20 and 4."),
            rule_ids=("BLD-9", "BLD-10"),
            places=(MAP, PLAYERS),
            wish=_third,
        ),
    ),
    closing=(
        _("With three to five players, Step 2 begins once a network has seven cities. A second house costs 15 then."),
        _("Step 3 begins once its card has come from the deck. A third house costs 20, and all plants are on offer."),
        _("Each Step has its own refill of the resource market."),
    ),
)
