"""Chapter 2: what fuel costs, how much plants store, and what they burn."""

from django.utils.translation import gettext_lazy as _

import rules
from games.pages.game.guide import FUEL_MARKET, PLAYERS
from games.pages.lessons.course import Chapter, Step, Text
from games.pages.lessons.positions import BOB, CID, YOU, Company, position

BOBS = "frankfurt-am-main wiesbaden mannheim saarbrucken"
CIDS = "halle leipzig erfurt fulda"
MARKET = (8, 9, 11, 13, 16, 19, 21, 25)


def _one_run(version: int) -> rules.State:
    return position(
        Company(30, (4, 7), cities="essen duisburg dusseldorf"),
        Company(30, (5, 10), cities=BOBS),
        Company(30, (3, 15), cities=CIDS),
        phase=rules.Phase.RESOURCES,
        in_round=2,
        order=(CID, BOB, YOU),
        market=MARKET,
        version=version,
    )


def _both_run(action: rules.Action, after: rules.State) -> Text:
    fuel = after.players[YOU].fuel
    if fuel.coal < 2:
        return _("You can, but without 2 coal plant 04 stands still. Buy 2 coal and 3 oil.")
    if fuel.oil < 3:
        return _("You can, but plant 07 runs on 3 oil or not at all. Buy 2 coal and 3 oil.")
    return ""


def _hybrid(version: int) -> rules.State:
    return position(
        Company(30, (10, 12), cities="essen duisburg dusseldorf munster"),
        Company(30, (7, 15), cities=BOBS),
        Company(30, (3, 20), cities=CIDS),
        phase=rules.Phase.RESOURCES,
        in_round=3,
        order=(CID, BOB, YOU),
        market=MARKET,
        resources="c8 o18 g6 u2",
        version=version,
    )


def _cheap_mix(action: rules.Action, after: rules.State) -> Text:
    you = after.players[YOU]
    if rules.most_cities(after.plants.of(you.plants), you.fuel, you.network_size) < 4:
        return _("You can, but this does not run both plants. Each of them burns 2 tokens.")
    if you.fuel.coal > 2:
        return _("You can, but coal costs more than oil now. Plant 12 runs as well on oil: buy 2 coal and 2 oil.")
    return ""


def _storage(version: int) -> rules.State:
    return position(
        Company(30, (13, 15), cities="essen duisburg dusseldorf munster"),
        Company(30, (10, 20), cities=BOBS),
        Company(30, (4, 12, 17), cities=CIDS),
        phase=rules.Phase.RESOURCES,
        in_round=4,
        order=(BOB, CID, YOU),
        market=(8, 9, 11, 14, 16, 19, 21, 25),
        resources="c13 o18 g6 u2",
        version=version,
    )


def _full(action: rules.Action, after: rules.State) -> Text:
    if after.players[YOU].fuel.coal == 4:
        return ""
    return _("You can, but then you pay more for coal next round. Plant 15 has room for 4 coal: fill it.")


def _enough(version: int) -> rules.State:
    return position(
        Company(24, (14, 15), cities="essen duisburg dusseldorf"),
        Company(12, (7, 10), "c2 o3", "frankfurt-am-main wiesbaden mannheim"),
        Company(15, (8, 12), "c5", "halle leipzig erfurt"),
        phase=rules.Phase.RESOURCES,
        in_round=4,
        order=(YOU, CID, BOB),
        acted=(BOB, CID),
        market=(6, 9, 11, 13, 16, 19, 21, 25),
        resources="c14 o15 g5 u2",
        version=version,
    )


def _only_what_pays(action: rules.Action, after: rules.State) -> Text:
    fuel = after.players[YOU].fuel
    if fuel.coal < 2:
        return _("You can, but plant 15 needs 2 coal to power your three cities, which pays 44 Elektro.")
    if fuel.garbage:
        return _(
            "You can, but plant 15 alone powers all three of your cities. Garbage for plant 14 would earn nothing."
        )
    return ""


def _burning(version: int) -> rules.State:
    return position(
        Company(10, (12, 15), "c3 o1", "essen duisburg dusseldorf munster osnabruck"),
        Company(10, (7, 10), "c2 o3", BOBS),
        Company(10, (5, 20), "c5", CIDS),
        phase=rules.Phase.BUREAUCRACY,
        in_round=5,
        order=(YOU, CID, BOB),
        market=(8, 9, 11, 13, 16, 19, 21, 25),
        resources="c10 o12 g5 u2",
        version=version,
    )


def _run(action: rules.Action, after: rules.State) -> Text:
    if not after.players[YOU].fuel:
        return ""
    return _("You can, but each city that you power pays. Run both plants, with 1 coal and 1 oil in plant 12.")


CHAPTER = Chapter(
    slug="fuel",
    title=_("Fuel"),
    teaches=_("Buy fuel while it is cheap, store it, and burn it for money."),
    minutes=3,
    steps=(
        Step(
            asks=rules.PurchaseDecision,
            title=_("Fuel for one run"),
            words=(
                _("A token costs the number of its space, and the cheapest go first."),
                _("So each token you buy makes the next one dearer."),
                _("Plant 04 burns 2 coal and powers one city. Plant 07 burns 3 oil and powers two."),
            ),
            task=_("Buy 2 coal and 3 oil, so that both plants run once."),
            rule_ids=("RES-1", "RES-3", "PLT-2"),
            places=(FUEL_MARKET,),
            wish=_both_run,
            scene=_one_run,
        ),
        Step(
            asks=rules.PurchaseDecision,
            title=_("Coal or oil"),
            words=(
                _("It is another round, and coal is scarce: it costs 6 Elektro and more. Oil still costs 3."),
                _("Plant 10 burns coal. Plant 12 is a hybrid: it burns 2 tokens of coal or oil, in any mix."),
            ),
            task=_("Buy what runs both plants for the least money."),
            rule_ids=("PLT-5", "RES-3"),
            places=(FUEL_MARKET, PLAYERS),
            wish=_cheap_mix,
            scene=_hybrid,
        ),
        Step(
            asks=rules.PurchaseDecision,
            title=_("Room for two runs"),
            words=(
                _("A plant stores twice what it burns: plant 15 burns 2 coal and has room for 4."),
                _("The rules refuse a fifth."),
                _("Bob and Cid buy after you, and they want coal, too."),
                _("Only 4 coal come back at the end of the round, as the market shows."),
            ),
            task=_("Fill the storage of plant 15: buy 4 coal."),
            rule_ids=("PLT-4", "PLT-7", "RES-6", "BUR-8"),
            places=(FUEL_MARKET, PLAYERS),
            wish=_full,
            scene=_storage,
        ),
        Step(
            asks=rules.PurchaseDecision,
            title=_("Only what pays"),
            words=(
                _("This time you buy last, and the cheap coal is gone. Garbage costs 7 Elektro."),
                _("You have three cities."),
                _("Plant 15 powers three, plant 14 two."),
                _("Power beyond your cities earns nothing."),
            ),
            task=_("Buy only the fuel that earns money."),
            rule_ids=("BUR-3", "BUR-5"),
            places=(FUEL_MARKET, PLAYERS),
            wish=_only_what_pays,
            scene=_enough,
        ),
        Step(
            asks=rules.PoweringDecision,
            title=_("Burn it"),
            words=(
                _("At the end of a round you run your plants. Their fuel is burnt, and each powered city pays."),
                _("You have 3 coal and 1 oil. Plant 15 burns 2 coal, and plant 12 burns what is left."),
            ),
            task=_("Power all five cities, and earn 64 Elektro."),
            rule_ids=("BUR-2", "BUR-6", "PLT-5"),
            places=(PLAYERS,),
            wish=_run,
            scene=_burning,
        ),
    ),
    closing=(
        _("Fuel gets dearer with each token that is bought. At the end of a round some comes back."),
        _("Plants store twice what they burn. Hybrids burn coal, oil or both."),
        _("Buy what your cities need. Buy more if you see that it will get scarce."),
    ),
)
