"""Chapter 5: who goes first, and why it can be good to be last."""

from django.utils.translation import gettext_lazy as _

import rules
from games.pages.game.guide import FUEL_MARKET, MAP, PLANT_MARKET, PLAYERS
from games.pages.lessons.course import Chapter, Step, Text
from games.pages.lessons.positions import BOB, CID, YOU, Company, position

MOST_BID = 20

NEXT_CITY = 12
"""What Dortmund costs, with its connection, in Elektro."""


def _first(version: int) -> rules.State:
    return position(
        Company(60, (7, 10), cities="essen duisburg dusseldorf munster osnabruck"),
        Company(110, (8, 12), cities="kassel fulda frankfurt-am-main wiesbaden"),
        Company(70, (5, 9), cities="aachen trier saarbrucken"),
        phase=rules.Phase.AUCTION,
        in_round=4,
        market=(11, 14, 15, 16, 20, 22, 24, 25),
        drawn=(30, 21, 32),
        resources="c15 o14 g6 u2",
        version=version,
    )


def _open_anything(action: rules.Action, after: rules.State) -> Text:
    match action:
        case rules.OpenAuction(bid=bid) if bid <= MOST_BID:
            return ""
        case rules.OpenAuction():
            return _("You can, but nobody has bid yet. Bid the number of the plant.")
    return _("You can, and it is often right if a better plant comes next. Here put one up, to see what happens.")


def _dear_fuel(action: rules.Action, after: rules.State) -> Text:
    you = after.players[YOU]
    if rules.most_cities(after.plants.of(you.plants), you.fuel, you.network_size) >= 4:
        return ""
    return _("You can, but a dark city earns nothing. Even dear fuel pays: run plants for four cities at least.")


def _nothing_left(action: rules.Action, after: rules.State) -> Text:
    if after.players[YOU].network_size == 5:
        return ""
    return _("You can, but the near cities are taken, and the others cost more than they bring soon. Build nothing.")


def _last(version: int) -> rules.State:
    return position(
        Company(70, (10, 15), cities="essen duisburg dusseldorf munster"),
        Company(50, (12, 16, 20), cities="kassel fulda frankfurt-am-main wiesbaden mannheim wurzburg"),
        Company(40, (7, 8, 21), cities="halle leipzig erfurt dresden nurnberg"),
        phase=rules.Phase.AUCTION,
        in_round=5,
        order=(BOB, CID, YOU),
        acted=(BOB, CID),
        bought=(BOB, CID),
        market=(14, 18, 22, 25, 26, 27, 28, 29),
        drawn=(31,),
        resources="c20 o14 g6 u2",
        version=version,
    )


def _best_left(action: rules.Action, after: rules.State) -> Text:
    match action:
        case rules.OpenAuction(plant=25):
            return ""
        case rules.OpenAuction():
            return _("You can, but plant 25 powers 5 cities with 2 coal, and nobody can bid against you. Take it.")
    return _("You can, but you will hardly get plant 25 for its number again. Put it up.")


def _cheap_fuel(action: rules.Action, after: rules.State) -> Text:
    if after.players[YOU].fuel.coal >= 4:
        return ""
    return _("You can, but you are the first at the coal, and there is room for more. Buy 4 at least.")


def _cheap_fuel_and_able_to_build(action: rules.Action, after: rules.State) -> Text:
    if after.players[YOU].money < NEXT_CITY:
        return _("You can, but keep 12 Elektro: that is what the next city costs.")
    return _cheap_fuel(action, after)


def _stay_behind(action: rules.Action, after: rules.State) -> Text:
    size = after.players[YOU].network_size
    if size == 4:
        return _("You can, but you have power for a fifth city, and it pays in each round. Build in one.")
    if size > 5:
        return _(
            "You can, but with six cities and plant 25 you come before Bob in the next round. Build in one only."
        )
    return ""


CHAPTER = Chapter(
    slug="order",
    title=_("Turn order and timing"),
    teaches=_("See what it costs to be first, and what you gain when you are last."),
    minutes=4,
    steps=(
        Step(
            asks=rules.OpeningDecision,
            title=_("First at the auction"),
            words=(
                _("Each round begins with a new order: the largest network comes first."),
                _("If two are equal, the one with the higher plant does."),
                _("You have five cities, Bob four, Cid three. So you open the first auction."),
                _("Plant 20 is the next one in the future row."),
                _("Once a plant is sold and a higher card comes, it is on offer."),
            ),
            task=_("Put up a plant for its number, and see what Bob gets then."),
            rule_ids=("ORD-1", "ORD-2", "AUC-1"),
            places=(PLAYERS, PLANT_MARKET),
            wish=_open_anything,
            others=("1: pass", "2: pass", "1: open 20 20", "2: pass", "2: open 21 21", "2: buy c4 o1", "1: buy c8"),
            scene=_first,
        ),
        Step(
            asks=rules.PurchaseDecision,
            title=_("Last at the fuel"),
            words=(
                _("Your sale gave Bob plant 20, which powers 5 cities."),
                _("Fuel is bought from behind: Cid first, then Bob, you last."),
                _("Coal cost 4 before they came, and it costs 8 now."),
            ),
            task=_("Buy fuel for at least four of your cities."),
            rule_ids=("GEN-9", "RES-1"),
            places=(FUEL_MARKET, PLAYERS),
            wish=_dear_fuel,
            others=("2: build koln", "1: build dortmund"),
        ),
        Step(
            asks=rules.BuildingDecision,
            title=_("Last on the map"),
            words=(
                _("You build from behind, too."),
                _("Köln and Dortmund were next to you, for 14 and 12."),
                _("Cid and Bob took them."),
                _("In Step 1 there is no second place in them. What is left costs more than you have."),
            ),
            task=_("Build nothing, and keep your money."),
            rule_ids=("GEN-9", "BLD-1"),
            places=(MAP, PLAYERS),
            wish=_nothing_left,
        ),
        Step(
            asks=rules.OpeningDecision,
            title=_("Last at the auction"),
            words=(
                _("Here is another game, in which you are last: you have four cities, Cid five, Bob six."),
                _("Bob and Cid have bought their plants."),
                _("Each sale brought a new card, and plant 25 is on offer now."),
            ),
            task=_("Put up plant 25. Nobody can bid against you."),
            rule_ids=("AUC-1", "AUC-11"),
            places=(PLANT_MARKET, PLAYERS),
            wish=_best_left,
            scene=_last,
        ),
        Step(
            asks=rules.PurchaseDecision,
            title=_("First at the fuel"),
            words=(
                _("Now you are first. Bob and Cid need coal, too, and have to take what you leave."),
                _("Your plants store up to 12 coal, two runs of each."),
            ),
            task=_("Buy at least 4 coal."),
            rule_ids=("GEN-9", "PLT-4"),
            places=(FUEL_MARKET, PLAYERS),
            wish=_cheap_fuel_and_able_to_build,
            others=("2: buy c3 o2", "1: buy c3 o2"),
        ),
        Step(
            asks=rules.BuildingDecision,
            title=_("Just large enough"),
            words=(
                _("You build before the others, so the near cities are yours to choose."),
                _("But think of the next round: with six cities you would be as large as Bob."),
                _("Your plant 25 is higher than his, so you would come first again."),
                _("With five you power more, and stay behind him."),
            ),
            task=_("Build in one city."),
            rule_ids=("ORD-1", "ORD-2", "ORD-3"),
            places=(MAP, PLAYERS),
            wish=_stay_behind,
            others=("2: build", "1: build"),
        ),
    ),
    closing=(
        _("The largest network comes first in the auctions, and last at the fuel and on the map."),
        _("To be last is cheap: nobody bids against you, and you choose fuel and cities before the others."),
        _("So do not grow before it pays. Build ahead if that wins you room, power or the end of the game."),
    ),
)
