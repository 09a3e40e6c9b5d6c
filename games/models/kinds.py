"""What columns of games can hold: where actions come from, what seats are asked, what plans are for."""

from django.db import models
from django.utils.translation import gettext_lazy as _

import rules


class Origin(models.TextChoices):
    """Where an action came from."""

    PLAYER = "player", _("player")
    PLAN = "plan", _("plan")
    FORCED = "forced", _("no choice")
    UNASKED = "obvious", _("without asking")  # rows from before there were rules for powering keep their value
    TIMEOUT = "timeout", _("time ran out")
    BOT = "bot", _("bot")


class Question(models.TextChoices):
    """What a seat to move is asked, in a few words. The values are those of the actions that answer it."""

    CHOOSE_AREA = "choose_area", _("Choose an area")
    PLACE_TRUST_HOUSE = "place_trust_house", _("Place a house of the Trust")
    CHOOSE_START_CITY = "choose_start_city", _("Mark a start city")
    OPEN_AUCTION = "open_auction", _("Choose a plant to auction")
    BID = "bid", _("Bid or pass")
    DISCARD_PLANT = "discard_plant", _("Scrap a plant")
    BUY_RESOURCES = "buy_resources", _("Buy resources")
    BUILD_CITIES = "build_cities", _("Build in cities")
    RUN_PLANTS = "run_plants", _("Power your cities")


class Slot(models.TextChoices):
    """What a plan answers; a seat has at most one plan for each."""

    AREAS = "areas", _("areas")
    AUCTION = "auction", _("this auction")
    AUCTIONS = "auctions", _("the auctions of a round")
    PURCHASE = "purchase", _("buying resources")
    BUILDING = "building", _("building")
    POWERING = "powering", _("powering cities")


class PoweringRule(models.TextChoices):
    """What a seat does when it has to power its cities: ask its player, or burn this, for as many cities as it can.

    What names a kind of fuel burns as little of it as can be, and then as little as can be of all others.
    """

    ASK = "ask", _("Ask me each time")
    LEAST = "least", _("Burn as little as possible")
    COAL = "coal", _("Keep coal: burn oil first")
    OIL = "oil", _("Keep oil: burn coal first")
    GARBAGE = "garbage", _("Keep garbage")
    URANIUM = "uranium", _("Keep uranium")


PHASES = {
    rules.Phase.SETUP: _("Setup"),
    rules.Phase.AUCTION: _("Auction"),
    rules.Phase.RESOURCES: _("Resources"),
    rules.Phase.BUILDING: _("Building"),
    rules.Phase.BUREAUCRACY: _("Bureaucracy"),
    rules.Phase.FINISHED: _("Finished"),
}
