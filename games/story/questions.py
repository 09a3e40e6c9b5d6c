"""What a seat to move is asked: as a word for columns, and as a sentence with what matters most."""

from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

import rules
from games.models import Question
from games.story.names import Names

IN_SENTENCES = {
    Question.CHOOSE_AREA: gettext_lazy("choose an area"),
    Question.PLACE_TRUST_HOUSE: gettext_lazy("place a house of the Trust"),
    Question.CHOOSE_START_CITY: gettext_lazy("mark a start city"),
    Question.OPEN_AUCTION: gettext_lazy("choose a plant to auction"),
    Question.BID: gettext_lazy("bid or pass"),
    Question.DISCARD_PLANT: gettext_lazy("scrap a plant"),
    Question.BUY_RESOURCES: gettext_lazy("buy resources"),
    Question.BUILD_CITIES: gettext_lazy("build in cities"),
    Question.RUN_PLANTS: gettext_lazy("power your cities"),
}
"""What is asked, as it follows a name: "Bob: bid or pass"."""


def in_a_sentence(question: Question, *, areas_at_once: bool) -> str:
    """The same for a game that drafts areas at once or in turn."""
    if question is Question.CHOOSE_AREA and areas_at_once:
        return _("rank the areas")
    return str(IN_SENTENCES[question])


def question_of(state: rules.State) -> Question:
    """What the seats to move are asked: the same for all of them."""
    match state.phase:
        case rules.Phase.SETUP:
            return _question_before_the_start(state)
        case rules.Phase.AUCTION if state.discarding is not None:
            return Question.DISCARD_PLANT
        case rules.Phase.AUCTION:
            return Question.OPEN_AUCTION if state.auction is None else Question.BID
        case rules.Phase.RESOURCES:
            return Question.BUY_RESOURCES
        case rules.Phase.BUILDING:
            return Question.BUILD_CITIES
        case rules.Phase.BUREAUCRACY:
            return Question.RUN_PLANTS
        case rules.Phase.FINISHED:
            raise ValueError("Nobody is asked anything after the end.")


def _question_before_the_start(state: rules.State) -> Question:
    match rules.legal(state, state.to_move[0]):
        case rules.TrustHouseDecision():
            return Question.PLACE_TRUST_HOUSE
        case rules.StartCityDecision():
            return Question.CHOOSE_START_CITY
        case _:
            return Question.CHOOSE_AREA


def sentence(state: rules.State, seat: rules.Seat, names: Names) -> str:
    """What a seat to move is asked, for its own eyes: money and all.

    :raises RuleError: it is not to move.
    """
    return asking(rules.legal(state, seat), state.auction, names)


def asking(decision: rules.Decision, auction: rules.Auction | None, names: Names) -> str:
    """A decision in words, for the player who has to take it: money and all."""
    match decision:
        case rules.AreaDecision():
            return _("Choose an area to play in.")
        case rules.TrustHouseDecision(left=left):
            return ngettext(
                "Place a house of the Trust in a city. This is the last one before the game.",
                "Place a house of the Trust in a city. With this one, %(left)d are left to place before the game.",
                left,
            ) % {"left": left}
        case rules.StartCityDecision():
            return _("Mark a city: networks must start in a marked city.")
        case rules.OpeningDecision(plants=()):
            return _("You cannot pay for any plant, so you can only decline.")
        case rules.OpeningDecision(plants=offers, may_decline=may_decline):
            plants = get_text_list([names.plant(offer.plant) for offer in offers], _("or"))
            if may_decline:
                return _("Choose a plant to auction (%(plants)s), or decline.") % {"plants": plants}
            return _("Choose a plant to auction (%(plants)s).") % {"plants": plants}
        case rules.BiddingDecision():
            return _bidding(decision, auction, names)
        case rules.DiscardDecision(new_plant=plant):
            return _("Plant %(plant)s is yours. Choose which of your other plants to scrap for it.") % {
                "plant": names.plant(plant)
            }
        case rules.PurchaseDecision(one_token=True, money=money):
            return _("Buy one token, or pass. You have %(money)d Elektro.") % {"money": money}
        case rules.PurchaseDecision(money=money):
            return _("Buy resources. You have %(money)d Elektro.") % {"money": money}
        case rules.BuildingDecision(money=money):
            return _("Build in cities. You have %(money)d Elektro.") % {"money": money}
        case rules.PoweringDecision(best_cities=cities, best_income=income):
            return ngettext(
                "Choose the plants to run. At best you power %(cities)d city and earn %(income)d Elektro.",
                "Choose the plants to run. At best you power %(cities)d cities and earn %(income)d Elektro.",
                cities,
            ) % {"cities": cities, "income": income}


def in_public(state: rules.State, seat: rules.Seat, names: Names) -> str:
    """What a seat to move is asked, where others may read it: without hidden money.

    :raises RuleError: it is not to move.
    """
    if state.options.money_visible:
        return sentence(state, seat, names)
    match rules.legal(state, seat):
        case rules.OpeningDecision():  # the sentence names the plants that it can pay for
            return _("Choose a plant to auction, or decline.") if state.round > 1 else _("Choose a plant to auction.")
        case rules.PurchaseDecision(one_token=True):
            return _("Buy one token, or pass.")
        case rules.PurchaseDecision():
            return _("Buy resources.")
        case rules.BuildingDecision():
            return _("Build in cities.")
        case _:
            return sentence(state, seat, names)


def _bidding(decision: rules.BiddingDecision, auction: rules.Auction | None, names: Names) -> str:
    if auction is None:
        raise ValueError("There is no auction to bid in.")
    return _("%(name)s has bid %(bid)d Elektro for plant %(plant)s. Bid %(least)d or more, or pass.") % {
        "name": names.player(auction.bidder),
        "bid": auction.bid,
        "plant": names.plant(auction.plant),
        "least": decision.least,
    }
