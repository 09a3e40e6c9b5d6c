"""Plans in whole sentences, as their owners would say them."""

from collections.abc import Iterable, Iterator

from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

import rules
from games.plans.language import (
    AreaPlan,
    AuctionPlan,
    BuildPlan,
    BuyPlan,
    CityWish,
    Condition,
    Plan,
    PowerPlan,
    ProxyBid,
    StandingPass,
    Wish,
)
from games.story.names import Names, in_words


def told(plan: Plan, names: Names, for_round: int | None) -> str:
    """A plan read back to its owner: what it is for, in ``for_round`` or in all later ones, and what it says."""
    return " ".join((scope(plan, names, for_round), *sentences(plan, names)))


def scope(plan: Plan, names: Names, for_round: int | None) -> str:
    match plan:
        case ProxyBid(plant=int(plant)) | StandingPass(plant=int(plant)):
            return _("This is only for the auction of plant %(plant)s.") % {"plant": names.plant(plant)}
        case AreaPlan():
            return _("This is for drafting the areas.")
    once, each_time = _rounds(plan)
    return each_time if for_round is None else once % {"round": for_round}


def _rounds(plan: Plan) -> tuple[str, str]:
    """What a plan is for, in one round, and in all later ones."""
    match plan.slot:
        case "purchase":
            once = _("This is for buying resources in round %(round)d.")
            return once, _("This is for buying resources in each round until the game ends.")
        case "building":
            once = _("This is for building in round %(round)d.")
            return once, _("This is for building in each round until the game ends.")
        case "powering":
            once = _("This is for powering cities in round %(round)d.")
            return once, _("This is for powering cities in each round until the game ends.")
        case _:
            once = _("This is for the auctions of round %(round)d.")
            return once, _("This is for the auctions of each round until the game ends.")


def sentences(plan: Plan, names: Names) -> Iterator[str]:
    match plan:
        case StandingPass():
            yield from _passing(plan, names)
        case ProxyBid():
            yield from _proxy(plan, names)
        case AuctionPlan():
            yield from _auctions(plan, names)
        case BuyPlan():
            yield from _purchase(plan, names)
        case BuildPlan():
            yield from _building(plan, names)
        case PowerPlan():
            yield from _powering(plan, names)
        case AreaPlan(areas=areas):
            yield _("I take the first of these areas that can be had: %(areas)s.") % {
                "areas": ", ".join(names.area(area) for area in areas)
            }
            yield _("If I can have none of them, ask me.")


def _passing(plan: StandingPass, names: Names) -> Iterator[str]:
    if plan.plant is not None:
        yield _("I pass.")
        return
    yield _("I pass in every auction. When it is my turn to put up a plant, I decline and am out for the round.")
    yield from _first_decline(names)
    if plan.unless:
        yield _("If I can have plant %(plants)s, ask me instead.") % {"plants": _either(plan.unless, names)}


def _proxy(plan: ProxyBid, names: Names) -> Iterator[str]:
    words = (
        _("I bid up to %(limit)d Elektro for plant %(plant)s. If the others bid more, I pass.")
        if plan.beyond == "pass"
        else _("I bid up to %(limit)d Elektro for plant %(plant)s. If the others bid more, ask me.")
    )
    yield words % {"limit": plan.limit, "plant": names.plant(plan.plant)}
    yield from _leaps(plan.leaps)
    yield from _scrap(plan.plant, plan.scrap, names)


def _auctions(plan: AuctionPlan, names: Names) -> Iterator[str]:
    for wish in plan.wishes:
        yield " ".join((*_wish(wish, names), *_given(wish.given, names)))
    if sum(wish.opening is not None for wish in plan.wishes) > 1:
        yield _("When it is my turn to put up a plant, I take the first of these that I can have.")
    if plan.floor:
        yield _("I always keep at least %(floor)d Elektro.") % {"floor": plan.floor}
    yield _otherwise(plan)
    if plan.otherwise == "pass":
        yield from _first_decline(names)
    if names.board.rules.discount_buys_again:
        yield (
            _("If I may buy a second plant, I go on in the same way.")
            if plan.second
            else _("If I may buy a second plant, I want none of these any more.")
        )


def _first_decline(names: Names) -> Iterator[str]:
    if names.board.rules.decline_removes:
        yield _("If nobody has declined before me, the lowest plant leaves the game.")


def _otherwise(plan: AuctionPlan) -> str:
    if plan.otherwise == "ask":
        return _("Otherwise ask me.") if plan.wishes else _("Ask me about everything.")
    if plan.wishes:
        return _("Otherwise I pass. If I have nothing to put up, I decline and am out for the round.")
    return _("I pass in every auction. When it is my turn to put up a plant, I decline and am out for the round.")


def _wish(wish: Wish, names: Names) -> Iterator[str]:
    values = {"plant": names.plant(wish.plant), "limit": wish.limit}
    if wish.limit or wish.opening is not None:
        if wish.opening is None:
            yield _("If plant %(plant)s is put up, I bid up to %(limit)d Elektro.") % values
        elif wish.opening == 0:
            yield _("I put up plant %(plant)s at its minimum bid, and bid up to %(limit)d Elektro.") % values
        else:
            opening = min(wish.opening, wish.limit)
            words = _("I put up plant %(plant)s at %(opening)d Elektro, and bid up to %(limit)d.")
            yield words % {**values, "opening": opening}
    yield from _leaps(wish.leaps)
    yield from _scrap(wish.plant, wish.scrap, names)


def _leaps(amounts: Iterable[int]) -> Iterator[str]:
    told = in_words(str(amount) for amount in sorted(amounts))
    if told:
        yield _("I raise straight to %(amounts)s Elektro, each as soon as it is above the others’ bid.") % {
            "amounts": told
        }


def _scrap(new_plant: int, scrap: rules.DiscardPlant | None, names: Names) -> Iterator[str]:
    if scrap is None:
        return
    fuel = names.fuel(scrap.drop.fuel) if scrap.drop else ""
    words = (
        _("For plant %(new)s I scrap plant %(old)s, and give back %(fuel)s.")
        if fuel
        else _("For plant %(new)s I scrap plant %(old)s.")
    )
    yield words % {"new": names.plant(new_plant), "old": names.plant(scrap.plant), "fuel": fuel}


def _given(conditions: Iterable[Condition], names: Names) -> Iterator[str]:
    told = [_condition(condition, names) for condition in conditions]
    if told:
        yield _("This holds only if %(conditions)s.") % {"conditions": in_words(told)}


def _condition(condition: Condition, names: Names) -> str:
    name = names.player(condition.seat) if condition.seat is not None else ""
    return _condition_words(condition) % {"plant": names.plant(condition.plant or 0), "name": name}


def _condition_words(condition: Condition) -> str:
    match condition:
        case Condition(kind="drawn", holds=True):
            return _("plant %(plant)s is in the market")
        case Condition(kind="drawn"):
            return _("plant %(plant)s is not in the market")
        case Condition(plant=None, seat=None, holds=True):
            return _("a player has bought a plant")
        case Condition(plant=None, seat=None):
            return _("no player has bought a plant")
        case Condition(plant=None, holds=True):
            return _("%(name)s has bought a plant")
        case Condition(plant=None):
            return _("%(name)s has not bought a plant")
        case Condition(seat=None, holds=True):
            return _("a player has bought plant %(plant)s")
        case Condition(seat=None):
            return _("no player has bought plant %(plant)s")
        case Condition(holds=True):
            return _("%(name)s has bought plant %(plant)s")
        case _:
            return _("%(name)s has not bought plant %(plant)s")


def _purchase(plan: BuyPlan, names: Names) -> Iterator[str]:
    wishes = [wish for wish in plan.fuels if wish.tokens]
    named = rules.NO_FUEL
    for wish in wishes:
        before, wanted = rules.Fuel(**{wish.kind: named[wish.kind]}), rules.Fuel(**{wish.kind: wish.tokens})
        yield _fuel_words(wish.tokens, is_more=before != rules.NO_FUEL) % {
            "before": names.fuel(before),
            "fuel": names.fuel(wanted),
            "tokens": wish.tokens,
            "most": wish.most,
        }
        named += wanted
    if not wishes:
        yield _("I buy nothing.")
        return
    yield from _where(plan, names)
    if plan.floor:
        yield _("I always keep at least %(floor)d Elektro.") % {"floor": plan.floor}
    if names.board.rules.fuel_sales.token_by_token:
        yield _("I buy a token in each of my turns, in this order, and pass at last.")
    if plan.otherwise == "ask":
        yield _("If I cannot have all of this, ask me.")
    else:
        yield _("If I cannot have all of this, I buy as much of it as I can, in this order.")


def _where(plan: BuyPlan, names: Names) -> Iterator[str]:
    """In which of several markets."""
    if len(names.board.markets) == 1:
        return
    if plan.market is None:
        yield _("I buy in the market where I get most of it, or pay less.")
    else:
        yield _("I buy in the %(market)s market.") % {"market": names.market(plan.market)}


def _fuel_words(tokens: int, *, is_more: bool) -> str:
    if is_more:
        return ngettext(
            "Once I have bought %(before)s, I buy %(tokens)d more, for at most %(most)d Elektro.",
            "Once I have bought %(before)s, I buy %(tokens)d more, each for at most %(most)d Elektro.",
            tokens,
        )
    return ngettext(
        "I buy %(fuel)s, for at most %(most)d Elektro.",
        "I buy %(fuel)s, each for at most %(most)d Elektro.",
        tokens,
    )


def _building(plan: BuildPlan, names: Names) -> Iterator[str]:
    wishes = plan.cities if plan.otherwise == "next" else plan.cities[: plan.houses]
    if not wishes:
        yield _("I build nothing.")
        return
    told = [_city_words(wish) % {"city": names.city(wish.city), "most": wish.most} for wish in wishes]
    yield _building_words(plan, len(wishes)) % {"cities": ", ".join(told), "houses": plan.houses}
    if plan.floor:
        yield _("I always keep at least %(floor)d Elektro.") % {"floor": plan.floor}
    if len(wishes) == 1:
        yield (
            _("If I cannot have it, ask me.")
            if plan.otherwise == "ask"
            else _("If I cannot have it, I build nothing.")
        )
    elif plan.otherwise == "ask":
        yield _("If I cannot have one of them, I build nothing: ask me.")
    elif plan.otherwise == "less":
        yield _("I stop at the first city that I cannot have.")


def _city_words(wish: CityWish) -> str:
    if wish.free_start:
        return _("%(city)s as my free start for at most %(most)d Elektro")
    return _("%(city)s for at most %(most)d Elektro")


def _building_words(plan: BuildPlan, wishes: int) -> str:
    if wishes == 1:
        return _("I build in %(cities)s, connections included.")
    if plan.otherwise != "next":
        return _("I build in these cities, in this order: %(cities)s, connections included.")
    if plan.houses is None or plan.houses >= wishes:
        return _("I build in all of these cities that I can have, in this order: %(cities)s, connections included.")
    return ngettext(
        "I build in the first of these cities that I can have: %(cities)s, connections included.",
        "I build in the first %(houses)d of these cities that I can have: %(cities)s, connections included.",
        plan.houses,
    )


def _powering(plan: PowerPlan, names: Names) -> Iterator[str]:
    if plan.runs is not None:
        yield from _runs(plan.runs, names)
        return
    yield {
        None: _("I power as many cities as I can, with as little fuel as I can."),
        "coal": _("I power as many cities as I can, with as little coal as I can."),
        "oil": _("I power as many cities as I can, with as little oil as I can."),
        "garbage": _("I power as many cities as I can, with as little garbage as I can."),
        "uranium": _("I power as many cities as I can, with as little uranium as I can."),
    }[plan.kept]


def _runs(action: rules.RunPlants, names: Names) -> Iterator[str]:
    if not action.plants:
        yield _("I run no plant.")
        return
    for run in action.plants:
        mix = names.fuel(rules.Fuel(run.coal, run.oil))
        words = _("I run plant %(plant)s on %(mix)s.") if mix else _("I run plant %(plant)s.")
        yield words % {"plant": names.plant(run.number), "mix": mix}
    yield _("If they cannot run like this, ask me.")


def _either(plants: Iterable[int], names: Names) -> str:
    return get_text_list([names.plant(plant) for plant in plants], _("or"))
