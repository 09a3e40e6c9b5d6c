"""Chapter 1: how plants are put up, bid for and bought."""

from django.utils.translation import gettext_lazy as _

import rules
from games.pages.game.guide import PLANT_MARKET, PLAYERS
from games.pages.lessons.course import Chapter, Step, Text
from games.pages.lessons.positions import BOB, CID, YOU, Company, played, position


def _first_round(version: int) -> rules.State:
    start = Company(money=50)
    return position(
        *(start, start, start),
        phase=rules.Phase.AUCTION,
        market=(3, 4, 5, 6, 7, 8, 9, 10),
        drawn=(13,),
        version=version,
    )


def _put_up(action: rules.Action, after: rules.State) -> Text:
    match action:
        case rules.OpenAuction(plant=4, bid=4):
            return ""
        case rules.OpenAuction(plant=4):
            return _("You can, but nobody has bid yet. Begin with 4. You can go higher when you are outbid.")
        case rules.OpenAuction(plant=3):
            return _("You can, but plant 03 burns oil, which costs 3 Elektro now, and coal costs 1. Put up plant 04.")
        case rules.OpenAuction(plant=6):
            return _("You can, but plant 06 burns garbage, which costs 7 Elektro now. Put up plant 04.")
    return _("You can. Plant 05 burns coal or oil, as you like, but costs at least 5. Here, put up plant 04.")


def _outbid(action: rules.Action, after: rules.State) -> Text:
    match action:
        case rules.Bid(amount=amount) if amount <= 8:
            return ""
        case rules.Bid():
            return _("You can, but you pay what you bid. One more than Bob is enough to see if he goes on: bid 6.")
    return _("You can. Then Bob gets plant 04, and you put up another one. But 6 is still cheap: bid it.")


def _second_round(version: int) -> rules.State:
    state = position(
        Company(44, (4,), cities="essen duisburg"),
        Company(35, (7,), cities="frankfurt-am-main wiesbaden"),
        Company(40, (5,), cities="halle leipzig"),
        phase=rules.Phase.AUCTION,
        in_round=2,
        order=(BOB, CID, YOU),
        market=(6, 8, 9, 10, 13, 18, 20, 22),
        drawn=(15,),
        version=version,
    )
    return played(state, "1: open 9 9", "2: bid 10")


def _pass(action: rules.Action, after: rules.State) -> Text:
    if isinstance(action, rules.PassBid):
        return ""
    return _("You can, but plant 09 powers one city, no more than your plant 04. Keep the money, and pass.")


def _alone(action: rules.Action, after: rules.State) -> Text:
    match action:
        case rules.OpenAuction(plant=13):
            return ""
        case rules.OpenAuction():
            return _("You can, but plant 13 never needs fuel, and nobody can bid against you. Take it.")
    return _("You can: after round 1 nobody has to buy. But nobody can bid against you now. Take plant 13.")


def _fifth_round(version: int) -> rules.State:
    return position(
        Company(60, (4, 13, 15), cities="essen duisburg dusseldorf munster"),
        Company(50, (7, 16), cities="frankfurt-am-main wiesbaden mannheim saarbrucken"),
        Company(30, (5, 9, 22), cities="halle leipzig erfurt fulda"),
        phase=rules.Phase.AUCTION,
        in_round=5,
        order=(CID, BOB, YOU),
        acted=(CID, BOB),
        market=(17, 18, 20, 21, 24, 25, 26, 28),
        version=version,
    )


def _fourth_plant(action: rules.Action, after: rules.State) -> Text:
    match action:
        case rules.OpenAuction(plant=20):
            return ""
        case rules.OpenAuction():
            return _("You can, but plant 20 powers 5 cities, more than any other on offer. Put it up.")
    return _("You can, but with your plants you power 5 cities at most. You need more in the end: put up plant 20.")


def _scrap(action: rules.Action, after: rules.State) -> Text:
    if 4 not in after.players[YOU].plants:
        return ""
    return _("You can, but plant 04 burns 2 coal for one city. Your other plants do more with less. Scrap plant 04.")


CHAPTER = Chapter(
    slug="auction",
    title=_("Auction"),
    teaches=_("Put up a plant, bid, pass, and tell what a plant is worth."),
    minutes=4,
    steps=(
        Step(
            asks=rules.OpeningDecision,
            title=_("Your first plant"),
            words=(
                _("If you power the most cities at the end, you win."),
                _("For that you need plants, and you buy them in auctions."),
                _("A card shows its number, the fuel of one run and, at the house, how many cities that powers."),
                _("Only the four lowest plants are on offer. The number of a plant is the least that you can bid."),
            ),
            task=_("Put up plant 04 for 4 Elektro. It burns coal, the cheapest fuel now."),
            rule_ids=("AUC-3", "AUC-5", "MKT-1"),
            places=(PLANT_MARKET,),
            wish=_put_up,
            others=("1: bid 5", "2: pass"),
            scene=_first_round,
        ),
        Step(
            asks=rules.BiddingDecision,
            title=_("Bid or pass"),
            words=(
                _("Bids go round the table until one bidder is left, who pays and gets the plant."),
                _("If you pass, you are out of this auction only."),
            ),
            task=_("Bid 6."),
            rule_ids=("AUC-8", "AUC-9", "AUC-10"),
            places=(PLANT_MARKET, PLAYERS),
            wish=_outbid,
            others=("1: pass",),
        ),
        Step(
            asks=rules.BiddingDecision,
            title=_("What a plant is worth"),
            words=(
                _("Plant 04 is yours. Now it is round 2, and Cid bids 10 for plant 09."),
                _("That plant burns only one oil, but it powers only one city."),
                _("Compare it with yours and with what else is on offer."),
                _("You need your money for fuel and cities, too."),
            ),
            task=_("Let Cid have it: pass."),
            rule_ids=("AUC-9", "AUC-12"),
            places=(PLANT_MARKET, PLAYERS),
            wish=_pass,
            others=("1: pass", "1: decline"),
            scene=_second_round,
        ),
        Step(
            asks=rules.OpeningDecision,
            title=_("A new card"),
            words=(
                _("After each sale a card comes from the deck, and all are sorted. So plant 13 is on offer now."),
                _("Plant 13 powers one city and never needs fuel."),
                _("Bob and Cid are done for this round, so nobody can bid against you."),
            ),
            task=_("Put up plant 13. You get it for its number."),
            rule_ids=("MKT-2", "MKT-3", "AUC-11", "AUC-13"),
            places=(PLANT_MARKET,),
            wish=_alone,
        ),
        Step(
            asks=rules.OpeningDecision,
            title=_("Three plants at most"),
            words=(
                _("It is round 5. You have three plants, and nobody can have more. They power 5 cities together."),
                _("If you buy another one, you scrap one of the three."),
                _("So plants that power more replace small ones."),
            ),
            task=_("Put up plant 20, which powers 5 cities alone."),
            rule_ids=("PLT-9", "AUC-16"),
            places=(PLANT_MARKET, PLAYERS),
            wish=_fourth_plant,
            scene=_fifth_round,
        ),
        Step(
            asks=rules.DiscardDecision,
            title=_("Scrap a plant"),
            words=(
                _("Plant 20 is yours. Now choose the plant that goes. You get nothing for it."),
                _("Look at what each burns, and how many cities it powers."),
            ),
            task=_("Scrap plant 04."),
            rule_ids=("AUC-16", "AUC-17"),
            places=(PLAYERS,),
            wish=_scrap,
        ),
    ),
    closing=(
        _("You can put up a plant on offer, bid at least its number, and pass if it gets too expensive."),
        _("A sold plant makes room for a new card, so what you buy decides what others can buy next."),
        _("You buy at most one plant in a round, and keep at most three (four if you are two players)."),
    ),
)
