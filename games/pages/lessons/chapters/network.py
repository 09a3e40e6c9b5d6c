"""Chapter 3: where to build, and what it costs."""

from django.utils.translation import gettext_lazy as _

import rules
from games.pages.game.guide import MAP, PLAYERS
from games.pages.lessons.course import Chapter, Step, Text
from games.pages.lessons.positions import BOB, CID, YOU, Company, position

CHEAP_TO_LEAVE = {"essen", "duisburg", "dusseldorf"}


def _start(version: int) -> rules.State:
    return position(
        Company(34, (7,), "o3"),
        Company(24, (5,), "c2", "dortmund munster"),
        Company(20, (4,), "c2", "frankfurt-am-main wiesbaden"),
        phase=rules.Phase.BUILDING,
        acted=(CID, BOB),
        market=(3, 6, 8, 9, 10, 13, 16, 19),
        resources="c15 o14 g6 u2",
        version=version,
    )


def _first_city(action: rules.Action, after: rules.State) -> Text:
    cities = _built(action)
    if not cities:
        return _("You can, but without cities you earn almost nothing. Begin your network here.")
    if cities[0] in CHEAP_TO_LEAVE:
        return ""
    return _(
        "You can, but connections from there cost more."
        " Essen, Duisburg and Düsseldorf are at most 2 apart. Begin there."
    )


def _next_to(version: int) -> rules.State:
    return position(
        Company(28, (7, 10), "c2 o3", "essen"),
        Company(24, (5, 8), "c5", "dortmund munster"),
        Company(20, (4, 9), "c2 o1", "frankfurt-am-main wiesbaden"),
        phase=rules.Phase.BUILDING,
        order=(CID, BOB, YOU),
        in_round=2,
        market=(11, 12, 13, 15, 16, 19, 21, 25),
        resources="c15 o14 g6 u2",
        version=version,
    )


def _two_near(action: rules.Action, after: rules.State) -> Text:
    if {"duisburg", "dusseldorf"} <= {*_built(action)}:
        return ""
    return _("You can, but nothing is cheaper than Duisburg for 10 and Düsseldorf for 12. Build in both.")


def _behind(version: int) -> rules.State:
    return position(
        Company(30, (7, 10), "c2 o3", "essen duisburg dusseldorf"),
        Company(14, (5, 8), "c5", "dortmund munster"),
        Company(12, (4, 9), "c2 o1", "koln aachen"),
        phase=rules.Phase.BUILDING,
        order=(YOU, CID, BOB),
        acted=(BOB, CID),
        in_round=3,
        market=(11, 12, 13, 15, 16, 18, 19, 21),
        resources="c15 o14 g6 u2",
        version=version,
    )


def _passes_through(action: rules.Action, after: rules.State) -> Text:
    if "osnabruck" in _built(action):
        return ""
    return _("You can, but your neighbours will soon have closed you in. Build in Osnabrück, past Bob’s Münster.")


def _order(version: int) -> rules.State:
    return position(
        Company(45, (10, 12), "c4", "halle leipzig"),
        Company(14, (7, 15), "o3 c2", "essen duisburg dusseldorf"),
        Company(12, (4, 9), "c2 o1", "koln aachen"),
        phase=rules.Phase.BUILDING,
        order=(BOB, YOU, CID),
        acted=(CID,),
        in_round=3,
        market=(11, 13, 14, 16, 18, 19, 21, 25),
        resources="c16 o14 g6 u2",
        version=version,
    )


def _near_first(action: rules.Action, after: rules.State) -> Text:
    cities = _built(action)
    if not {"erfurt", "fulda"} <= {*cities}:
        return _("You can, but you have money and power for two more cities. Build in Erfurt, then in Fulda.")
    if cities.index("fulda") < cities.index("erfurt"):
        return _("You can, but Fulda costs 6 more from Halle than from Erfurt. Build in Erfurt first.")
    return ""


def _power(version: int) -> rules.State:
    return position(
        Company(60, (15,), "c2", "essen duisburg"),
        Company(14, (7, 10), "o3 c2", "frankfurt-am-main wiesbaden mannheim"),
        Company(12, (4, 12), "c2 o2", "halle leipzig erfurt"),
        phase=rules.Phase.BUILDING,
        order=(CID, BOB, YOU),
        in_round=3,
        market=(11, 13, 14, 16, 18, 19, 21, 25),
        resources="c16 o13 g6 u2",
        version=version,
    )


def _as_many_as_you_power(action: rules.Action, after: rules.State) -> Text:
    size = after.players[YOU].network_size
    if size < 3:
        return _("You can, but a third city would earn money in this very round. Build in one.")
    if size > 3:
        return _(
            "You can, but your plant powers three cities. Another one earns nothing until you have a larger plant."
        )
    return ""


def _built(action: rules.Action) -> tuple[str, ...]:
    return action.cities if isinstance(action, rules.BuildCities) else ()


CHAPTER = Chapter(
    slug="network",
    title=_("Network"),
    teaches=_("Begin a network, connect cities, and pass through those of others."),
    minutes=3,
    steps=(
        Step(
            asks=rules.BuildingDecision,
            title=_("Where to begin"),
            words=(
                _("You power cities in which you have a house."),
                _("Your first house may stand in any empty city and costs 10 Elektro."),
                _("Later cities have to be connected."),
                _("The numbers on the lines say what that costs, so begin where they are small."),
            ),
            task=_("Begin in Essen, Duisburg or Düsseldorf, in the north-west of the map."),
            rule_ids=("BLD-2", "BLD-3"),
            places=(MAP,),
            wish=_first_city,
            scene=_start,
        ),
        Step(
            asks=rules.BuildingDecision,
            title=_("The next cities"),
            words=(
                _("A further city costs 10 for the house plus the cheapest connection from any of your cities."),
                _("In this game you have a house in Essen."),
                _("To Duisburg the connection costs nothing, to Düsseldorf 2."),
                _("You can build in several cities in a turn."),
            ),
            task=_("Build in Duisburg and Düsseldorf."),
            rule_ids=("BLD-4", "BLD-5", "BLD-7"),
            places=(MAP,),
            wish=_two_near,
            scene=_next_to,
        ),
        Step(
            asks=rules.BuildingDecision,
            title=_("Past the others"),
            words=(
                _("In this game Dortmund, Münster and Köln are taken."),
                _("In Step 1 only one house may stand in a city, so you cannot build there."),
                _("But your connections may pass through any city."),
                _("By Münster you reach Osnabrück: 6 and 7 for the connections, 10 for the house."),
            ),
            task=_("Build in Osnabrück for 23 Elektro."),
            rule_ids=("BLD-6", "BLD-9"),
            places=(MAP,),
            wish=_passes_through,
            scene=_behind,
        ),
        Step(
            asks=rules.BuildingDecision,
            title=_("The near one first"),
            words=(
                _("You pay the whole connection for each city."),
                _("But a city that you have just built is part of your network."),
                _("In this game you have Halle and Leipzig, and 45 Elektro."),
                _("From Halle it is 6 to Erfurt, and from there 13 to Fulda."),
            ),
            task=_("Build in Erfurt and in Fulda, in the order that costs less."),
            rule_ids=("BLD-7", "BLD-8"),
            places=(MAP,),
            wish=_near_first,
            scene=_order,
        ),
        Step(
            asks=rules.BuildingDecision,
            title=_("As many as you power"),
            words=(
                _("In this game you have two cities, and plant 15, which powers three."),
                _("Cities without power earn nothing."),
                _("What you do not spend now you can use in the next auction."),
            ),
            task=_("Build in one more city."),
            rule_ids=("BUR-3", "BLD-1"),
            places=(MAP, PLAYERS),
            wish=_as_many_as_you_power,
            scene=_power,
        ),
    ),
    closing=(
        _("A city costs 10 for the house and the cheapest connection to your network."),
        _("In Step 1 each city has room for one house, and your connections may pass through all of them."),
        _("Build where connections are cheap, before others do, and as many cities as you can power."),
    ),
)
