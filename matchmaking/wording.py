"""What is agreed at a table beside the rules of its game, and all of it in words."""

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

import rules
from games.terms import TERMS, TOLD_ALWAYS, Term, agreed
from matchmaking.models import AreaChoice, Table

ACCESS = {
    True: Term(_("Open to all"), _("Listed among the tables. Anybody can join, and watch the game.")),
    False: Term(_("By link"), _("Not listed. Who has the link can join; only the players see the game.")),
}


def terms(table: Table) -> list[Term]:
    """What was agreed at this table beside the map, as far as it is worth a word."""
    return [*_of_the_game(table), ACCESS[table.is_public]]


def tags(table: Table) -> list[Term]:
    """What somebody looking for a table wants to know of this one at a glance."""
    return [*_of_the_game(table), *([] if table.is_public else [ACCESS[False]])]


def _of_the_game(table: Table) -> list[Term]:
    """The terms of the game, naming the areas that the host has chosen."""
    told = agreed(table.options, table.players, always=(*TOLD_ALWAYS, "areas"))
    chosen = TERMS["areas"][AreaChoice.HOST]
    return [_chosen_areas(table) if term is chosen else term for term in told]


def _chosen_areas(table: Table) -> Term:
    names = [area.name for area in table.board.areas if area.id in table.chosen_areas]
    words = gettext("In play: %(areas)s.") % {"areas": ", ".join(names)}
    return Term(TERMS["areas"][AreaChoice.HOST].word, words)


def refusal_in_words(refusal: rules.RuleError) -> str:
    """Why the rules say no, in the reader's language."""
    return gettext(refusal.sentence).format(**refusal.values)
