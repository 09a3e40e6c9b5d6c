"""What can be agreed on for a game, in words: the same where it is chosen and where it is shown."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

import rules


@dataclass(frozen=True, slots=True)
class Term:
    """One thing to agree on: in a word or two, and what it means."""

    word: str | Promise
    meaning: str | Promise

    def __str__(self) -> str:
        return str(self.word)


TERMS: Mapping[str, Mapping[Any, Term]] = {
    "edition": {
        "classic": Term(
            _("Classic"),
            _(
                "The second edition: the market begins with plants 03 to 10, and small plants become obsolete."
                " Only this edition has the short first game."
            ),
        ),
        "recharged": Term(
            _("Recharged"),
            _(
                "The 2018 edition: the market begins at random, and bids for the smallest plant begin at 1."
                " Only this edition has start cities and, for two players, the Trust."
            ),
        ),
    },
    "first_game": {
        False: Term(_("Whole game"), _("The full game, through all three Steps.")),
        True: Term(
            _("First game"),
            _("Short, for newcomers: it stays in Step 1 and ends when a player connects seven cities."),
        ),
    },
    "two_player_mode": {
        "trust": Term(
            _("Against the Trust"),
            _("The Trust joins as a third company, with plants and houses. The rules decide for it."),
        ),
        "plain": Term(_("Without the Trust"), _("Just the two of you, as in a game with more players.")),
    },
    "start_cities": {
        False: Term(_("No start cities"), _("Players mark no cities: a network starts wherever there is room.")),
        True: Term(
            _("Start cities"),
            _("For experienced players: each marks a city before the first round, and networks start in these."),
        ),
    },
    "areas": {
        "random": Term(_("Random areas"), _("The areas in play are drawn when the game starts.")),
        "draft": Term(_("Drafted areas"), _("The players pick the areas in play one by one, in seat order.")),
        "host": Term(_("Chosen areas"), _("The host says which areas are in play.")),
    },
    "money_visible": {
        False: Term(_("Hidden money"), _("You see only your own money until the game is over.")),
        True: Term(_("Open money"), _("Everybody sees how much money each player has.")),
    },
    "tiebreak": {
        None: Term(
            _("Ties as in the edition"),
            _("Classic: more money wins, then the larger network. Recharged: more money wins."),
        ),
        "money_cities": Term(_("Ties by money, then cities"), _("More money wins, then the larger network.")),
        "money": Term(_("Ties by money alone"), _("More money wins; with equal money the victory is shared.")),
    },
    "start_city_must_be_empty": {
        True: Term(_("Start in an empty city"), _("A network starts in a city without houses, if there is one.")),
        False: Term(
            _("Start beside others"),
            _("A network can start in any city with a free slot, at the price of that slot."),
        ),
    },
    "step2_removal_when_skipped": {
        True: Term(
            _("Step 2 plant goes"),
            _("If Step 3 begins before Step 2 did, the plant that Step 2 takes from the market still goes."),
        ),
        False: Term(
            _("Step 2 plant stays"),
            _("If Step 3 begins before Step 2 did, the plant that Step 2 takes from the market stays."),
        ),
    },
    "trust_refill": {
        "two": Term(_("Refill for two"), _("The resource market is refilled as for two players.")),
        "three": Term(
            _("Refill for three"), _("The resource market is refilled as if the Trust were a player, too.")
        ),
    },
    "trust_triggers_phase_out": {
        False: Term(_("Phase-out by players only"), _("Only a player who buys plant 39 ends the refill of uranium.")),
        True: Term(
            _("Phase-out by the Trust, too"), _("The Trust ends the refill of uranium, too, if it takes plant 39.")
        ),
    },
    "france_recharged_garbage": {
        "base": Term(_("Garbage from 6"), _("The game begins with nine garbage on spaces 6 to 8.")),
        "classic": Term(_("Garbage from 7"), _("The game begins with six garbage on spaces 7 and 8, as in Classic.")),
    },
}
"""By option of the rules, in the order in which they are told, and by value. Maps have names of their own."""

TOLD_ALWAYS = ("edition", "two_player_mode", "money_visible")
"""Options that are told wherever they apply. The others are told where they differ from their default."""


def map_name(board: rules.Board) -> str:
    """What the map of a board is called, in the reader's language."""
    return gettext(board.name)


def area_name(area: rules.Area) -> str:
    """What an area is called, in the reader's language."""
    return gettext(area.name)


def market_name(market: rules.FuelMarket) -> str:
    """What one of several resource markets is called, in the reader's language; empty where there is one only."""
    return gettext(market.name) if market.name else ""


def areas_that_fit(board: rules.Board) -> str:
    """How the areas in play have to lie (SET-3, MAP-AUS-2, MAP-UKI-2)."""
    if board.rules.networks.flat_cost:
        return gettext("The areas in play can lie anywhere.")
    if len(set(board.islands.values())) > 1:
        return gettext("On each island the areas in play must touch.")
    return gettext("The areas in play must touch.")


@lru_cache(1000)
def agreed(options: rules.Options, players: int, *, always: tuple[str, ...] = TOLD_ALWAYS) -> tuple[Term, ...]:
    """The terms of a game beside its map, as far as they are worth telling.

    >>> [str(term) for term in agreed(rules.Options(edition="recharged", tiebreak="money_cities"), players=2)]
    ['Recharged', 'Against the Trust', 'Hidden money', 'Ties by money, then cities']
    """
    chosen, usual = rules.settled(options), rules.settled(rules.Options(edition=options.edition))
    return tuple(
        terms[getattr(chosen, name)]
        for name, terms in TERMS.items()
        if rules.applies(name, options, players) and (name in always or getattr(chosen, name) != getattr(usual, name))
    )
