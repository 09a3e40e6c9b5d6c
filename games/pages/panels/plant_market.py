"""The plants on show, the deck they come from, and what leaves the market next."""

from collections.abc import Collection, Container, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

import rules
from games.models.terms import area_name
from games.pages.panels.pieces import PlantCard
from games.story.names import Names, in_words
from rules import events


@dataclass(frozen=True, slots=True)
class Sign:
    """Something to know of a plant or of the market, with the icon that stands for it."""

    icon: Literal["discount", "barred", "eco", "deck", "plug", "socket"]
    words: str


@dataclass(frozen=True, slots=True)
class MarketPlant:
    """A plant on show, and what is special about it now.

    ``href`` is where it is chosen to be put up, where the viewer may do so, and ``is_chosen`` where they have.
    ``is_new``: in the past, it had just come.
    """

    card: PlantCard
    signs: tuple[Sign, ...] = ()
    href: str = ""
    is_chosen: bool = False
    is_new: bool = False


@dataclass(frozen=True, slots=True)
class PlantMarket:
    """The plants on show. ``future`` is empty in Step 3.

    ``cards_left`` are the plants in the deck, None after the end; ``to_step`` those of them above the Step 3 card,
    None where nobody knows or it is not to come any more, and ``next_step`` the Step that it begins. ``back`` is what
    the top card shows of itself, None where backs are all alike. ``buried`` are the plants known to lie below the
    Step 3 card, ``set_aside`` those that come with Step 2, ``pile`` those beside the deck, and ``removed`` those
    known to be out of the game. ``notes`` say what holds for plants on show and what leaves next. ``went`` were on
    show in the position to compare with.
    """

    actual: tuple[MarketPlant, ...]
    future: tuple[MarketPlant, ...]
    shows_step3_card: bool
    cards_left: int | None
    to_step: int | None
    next_step: int
    back: Sign | None
    buried: tuple[PlantCard, ...]
    set_aside: tuple[PlantCard, ...]
    pile: tuple[PlantCard, ...]
    removed: tuple[PlantCard, ...]
    notes: tuple[Sign, ...]
    went: tuple[PlantCard, ...] = ()


def plant_market(view: rules.View, choices: Mapping[int, str] = {}, chosen: Collection[int] = ()) -> PlantMarket:
    """The market as a viewer sees it.

    :param choices: where the plants are chosen that the viewer can put up, or wish for.
    :param chosen: which of them they have chosen.
    """

    def shown(number: int, signs: Iterable[Sign] = ()) -> MarketPlant:
        card = PlantCard(view.plants[number])
        return MarketPlant(card, tuple(signs), choices.get(number, ""), is_chosen=number in chosen)

    def known(numbers: Iterable[int]) -> tuple[PlantCard, ...]:
        return tuple(map(PlantCard, view.plants.of(sorted(numbers))))

    cards = view.deck_size - (view.step3_card == "deck")
    is_over = view.phase is rules.Phase.FINISHED
    return PlantMarket(
        actual=tuple(shown(number, _signs(view, number)) for number in view.market.actual),
        future=tuple(map(shown, view.market.future)),
        shows_step3_card=view.market.step3_card,
        cards_left=None if is_over else cards,
        to_step=None if is_over or view.options.first_game else view.to_step_card,
        next_step=view.next_card_step,
        back=None if is_over else _back(view),
        buried=known(view.buried),
        set_aside=known(view.set_aside),
        pile=known(view.pile),
        removed=known(view.removed),
        notes=() if is_over else tuple(_notes(view)),
    )


def _back(view: rules.View) -> Sign | None:
    """What the back of the top card says about it (RCH-1, RCH-6)."""
    match view.top_card:
        case "plug":
            return Sign("plug", _("next: plug (03 to 15)"))
        case "socket":
            return Sign("socket", _("next: socket (16 to 50)"))
        case "step3":
            return Sign("deck", _("next: the Step 3 card"))
        case None:
            return None


def _signs(view: rules.View, plant: int) -> Iterator[Sign]:
    if plant == view.discount:
        yield Sign("discount", _("minimum bid 1"))
    if plant == _fifth(view):
        yield Sign("eco", _("fifth on offer"))
    if plant in view.barred:
        yield Sign("barred", _("not for you yet"))


def _fifth(view: rules.View) -> int | None:
    """The plant that is on offer beside the usual ones, as some maps have it (MAP-BNL-3)."""
    is_there = view.board.rules.offers_ecological_plant and len(view.market.actual) > view.board.rules.rows.actual
    return view.market.actual[-1] if view.step < 3 and is_there else None


def _notes(view: rules.View) -> Iterator[Sign]:
    fifth = _fifth(view)
    if fifth:
        sentence = _("Plant {plant} needs no fuel and leads the future row. On this map it is on offer, too.")
        yield Sign("eco", sentence.format(plant=Names.plant(fifth)))
    if view.barred:
        yield Sign("barred", why_barred(view.barred, view.board, view.areas))
    yield from _in_auctions(view)
    yield from _after_auctions(view)
    if not view.market.step3_card and view.market.actual:
        yield from _at_the_end_of_the_round(view)


def why_barred(plants: Collection[int], board: rules.Board, in_play: Container[str]) -> str:
    """Why plants on offer are not for a player (MAP-CE-3)."""
    areas = [area_name(area) for area in board.areas if area.id in board.rules.nuclear.areas and area.id in in_play]
    return ngettext(
        "Plant {plants} is nuclear and not for you yet: your network has no city in {areas}.",
        "Plants {plants} are nuclear and not for you yet: your network has no city in {areas}.",
        len(plants),
    ).format(plants=in_words(map(Names.plant, plants)), areas=get_text_list(areas, _("or")))


def _in_auctions(view: rules.View) -> Iterator[Sign]:
    """What happens to the market while plants are sold, on maps that have it otherwise than MKT-2."""
    its = view.board.rules
    if view.phase is not rules.Phase.AUCTION:
        return
    if its.decline_removes and view.acted == view.bought and view.market.actual:
        sentence = _("The first to decline in this round removes plant {plant}.")
        yield Sign("deck", sentence.format(plant=Names.plant(view.market.actual[0])))
    if its.discount_buys_again and view.discount:
        sentence = _("The player who buys plant {plant} may buy one more in this round.")
        yield Sign("discount", sentence.format(plant=Names.plant(view.discount)))
    if its.rows.filled_in_phase_5 and view.step < 3:
        yield Sign("deck", _("A plant that is sold is not replaced before bureaucracy."))
    if view.deck_part == 3 and view.market.actual:
        yield Sign("deck", _("All plants are for sale. One that is sold is not replaced."))


def _after_auctions(view: rules.View) -> Iterator[Sign]:
    """What leaves the market when the auctions of this round are over (AUC-22)."""
    if view.phase is not rules.Phase.AUCTION:
        return
    if view.discount:
        sentence = _("If nobody buys plant {plant} in this round, it leaves the game with its discount token.")
        yield Sign("discount", sentence.format(plant=Names.plant(view.discount)))
    elif _lowest_goes_unless_bought(view):
        unsold = view.market.actual[: view.board.rules.unsold_plants]
        sentence = ngettext(
            "If nobody buys a plant in this round, plant {plants} leaves the game.",
            "If nobody buys a plant in this round, plants {plants} leave the game.",
            len(unsold),
        )
        yield Sign("deck", sentence.format(plants=in_words(map(Names.plant, unsold))))
    if view.market.step3_card and view.options.first_game:
        yield Sign("deck", _("After the auctions the Step 3 card and the lowest plant leave."))
    elif view.market.step3_card and view.next_card_step == 2:
        yield Sign("deck", _("After the auctions the card goes under the deck, and Step 2 begins."))
    elif view.market.step3_card:
        yield Sign("deck", _("After the auctions the Step 3 card and the lowest plant leave, and Step 3 begins."))


def _lowest_goes_unless_bought(view: rules.View) -> bool:
    """MKT-9."""
    return (
        view.played_edition.removes_lowest_unless_bought
        and view.round > 1
        and not view.bought
        and bool(view.market.actual)
    )


def _at_the_end_of_the_round(view: rules.View) -> Iterator[Sign]:
    """What the market update of this round does (BUR-10)."""
    leaving = [*_leaving(view)]
    if leaving:
        told = _("At the end of the round {what}.").format(what=get_text_list(leaving, _("and")))
        yield Sign("deck", told)
    piled = sum(isinstance(event, events.PlantPiled) for event in view.leaving)
    if piled and view.deck_size <= piled:
        yield Sign("deck", _("Then the deck is used up: the pile is shuffled and becomes the second deck."))
    if view.deck_part == 2 and not view.deck_size:
        sentence = _("No card is left: once a plant is sold, or at the end of the round, all plants are for sale.")
        yield Sign("deck", sentence)
    if view.board.rules.rows.filled_in_phase_5 and view.step < 3:
        yield Sign("deck", _("In bureaucracy new plants come; then the lowest leave, if there are too many."))


def _leaving(view: rules.View) -> Iterator[str]:
    """What leaves the market, as part of a sentence."""
    shown = (*view.market.actual, *view.market.future)
    under = tuple(event.plant for event in view.leaving if isinstance(event, events.PlantBuried))
    beside = tuple(event.plant for event in view.leaving if isinstance(event, events.PlantPiled))
    if under and set(under) == {*shown[-len(under) :]}:
        yield ngettext(
            "the highest plant goes under the deck", "the {count} highest plants go under the deck", len(under)
        ).format(count=len(under))
    elif under:
        yield _("plant {plant} goes under the deck").format(plant=Names.plant(under[0]))
    if beside:
        yield _("the {count} highest plants go to the pile beside the deck").format(count=len(beside))
    if any(isinstance(event, events.PlantRemoved) for event in view.leaving):
        unless = _(", unless the one with the discount token has left") if view.step < 3 and view.discount else ""
        yield _("the lowest leaves the game") + unless if under else _("the lowest plant leaves the game")
