"""Chapter 6: how the game ends, and how to see it coming."""

from django.utils.translation import gettext_lazy as _

import rules
from games.pages.game.guide import FUEL_MARKET, MAP, PLANT_MARKET, PLAYERS
from games.pages.lessons.course import Chapter, Step, Text
from games.pages.lessons.positions import BOB, CID, YOU, Company, position

YOURS = (
    "dortmund duisburg dusseldorf essen kassel munster osnabruck"
    " aachen koln frankfurt-am-main wiesbaden mannheim fulda erfurt halle leipzig"
)
BOBS = (
    "saarbrucken trier wurzburg nurnberg dortmund duisburg dusseldorf essen kassel"
    " aachen koln frankfurt-am-main wiesbaden mannheim fulda"
)
CIDS = (
    "dresden nurnberg wurzburg fulda erfurt halle leipzig"
    " kassel osnabruck munster dortmund frankfurt-am-main wiesbaden mannheim"
)
DECK = (37, 39, 44, 46, 50)
WHOLE = 17


def _last_auction(version: int) -> rules.State:
    return position(
        Company(100, (20, 25, 26), cities=YOURS),
        Company(20, (27, 31, 32), "c3 o3", BOBS),
        Company(15, (29, 34, 35), "o2 u1", CIDS),
        phase=rules.Phase.AUCTION,
        in_round=12,
        step=3,
        market=(28, 33, 36, 38, 40, 42),
        buried=DECK,
        resources="c14 o12 g10 u4",
        version=version,
    )


def _large_enough(action: rules.Action, after: rules.State) -> Text:
    match action:
        case rules.OpenAuction(plant=36 | 38 as plant, bid=bid) if bid == plant:
            return ""
        case rules.OpenAuction(plant=36 | 38):
            return _("You can, but no other player has enough money to bid. Bid the number of the plant.")
        case rules.OpenAuction():
            return _("You can, but then your plants power fewer than 17 cities. Plants 36 and 38 power 7.")
    return _("You can, but your plants power only 15 cities, as many as Bob’s. Put up plant 36 or 38.")


def _hungriest(action: rules.Action, after: rules.State) -> Text:
    if 20 not in after.players[YOU].plants:
        return ""
    return _("You can, but each of the three powers 5 cities, and plant 20 burns 3 tokens for that. Scrap it.")


def _last_run(action: rules.Action, after: rules.State) -> Text:
    you = after.players[YOU]
    if rules.most_cities(after.plants.of(you.plants), you.fuel, WHOLE) < WHOLE:
        return _("You can, but it does not run all three plants. Look at what each burns.")
    if sum(amount for _kind, amount in you.fuel.items()) > sum(plant.need for plant in after.plants.of(you.plants)):
        return _("You can, but what is left after the last run is worth nothing. Buy fuel for one run.")
    return ""


def _end_it(action: rules.Action, after: rules.State) -> Text:
    if after.players[YOU].network_size >= WHOLE:
        return ""
    return _("You can, but the others may have larger plants in the next round. End it now: build in a 17th city.")


def _last_building(version: int) -> rules.State:
    return position(
        Company(40, (25, 26, 40), "c2 o4", YOURS),
        Company(34, (31, 32, 33), "c3 o3", f"{BOBS} osnabruck dresden"),
        Company(10, (29, 34, 35), "o2 u1", CIDS),
        phase=rules.Phase.BUILDING,
        in_round=13,
        step=3,
        acted=(CID, BOB),
        market=(28, 36, 38, 42, 44, 50),
        buried=(37, 39, 46),
        resources="c12 o8 g10 u4",
        version=version,
    )


def _keep(action: rules.Action, after: rules.State) -> Text:
    if after.is_over and after.players[YOU].network_size < WHOLE:
        return ""
    return _("You can, but your plants power 16 cities, however many you have. Bob powers 16, too. Keep your money.")


CHAPTER = Chapter(
    slug="ending",
    title=_("The end"),
    teaches=_("See the last round coming, power the most cities, and win a tie by money."),
    minutes=3,
    steps=(
        Step(
            asks=rules.OpeningDecision,
            title=_("The last plant"),
            words=(
                _("With three players the game ends once a network has 17 cities, at the end of building."),
                _("The player who powers the most cities then wins."),
                _("You have 16 cities, but your plants power 15. So do Bob’s."),
            ),
            task=_("Put up plant 36 or 38, which power 7 cities."),
            rule_ids=("END-1", "END-5"),
            places=(PLANT_MARKET, PLAYERS),
            wish=_large_enough,
            others=("1: pass", "2: pass"),
            scene=_last_auction,
        ),
        Step(
            asks=rules.DiscardDecision,
            title=_("One has to go"),
            words=(
                _("The new plant and two of the old ones power 17 cities, whichever you keep."),
                _("But you need fuel for all three, and not all of them burn the same."),
            ),
            task=_("Scrap the plant that burns the most."),
            rule_ids=("AUC-16",),
            places=(PLAYERS,),
            wish=_hungriest,
            others=("1: decline", "2: decline", "2: buy", "1: buy"),
        ),
        Step(
            asks=rules.PurchaseDecision,
            title=_("The last fuel"),
            words=(
                _("If the game ends in this round, your plants run once more."),
                _("You are not paid for that, and fuel that is left counts for nothing."),
                _("Keep at least 25 Elektro for one more city."),
            ),
            task=_("Buy fuel for one run of all three plants, and no more."),
            rule_ids=("END-3",),
            places=(FUEL_MARKET, PLAYERS),
            wish=_last_run,
            others=("2: build", "1: build"),
        ),
        Step(
            asks=rules.BuildingDecision,
            title=_("End it or not"),
            words=(
                _("Cid and Bob have built nothing."),
                _("If you build in a 17th city, this was the last round: nobody buys plants or fuel any more."),
                _("You would power 17 cities. Bob’s plants power 15, Cid’s 14."),
            ),
            task=_("End the game: build in one more city."),
            rule_ids=("END-1", "END-2"),
            places=(MAP, PLAYERS),
            wish=_end_it,
        ),
        Step(
            asks=rules.BuildingDecision,
            title=_("Build or keep"),
            words=(
                _("Another game: Bob has 17 cities, so this is the last building."),
                _("You come last, with 16 cities and 40 Elektro."),
                _("He has 34."),
                _("Your plants power 16 cities, and so do his."),
                _("If two power the same number, money decides, then the larger network."),
            ),
            task=_("Decide: build in a 17th city, or keep your money?"),
            rule_ids=("END-5", "END-6"),
            places=(PLAYERS,),
            wish=_keep,
            scene=_last_building,
        ),
    ),
    closing=(
        _("With three or four players the game ends once a network has 17 cities, at the end of building."),
        _("The player who powers the most cities wins, not always the one who ended it. Money decides a tie."),
        _("Before you end it, count what everybody can power. In the last round buy only what powers one more city."),
    ),
)
