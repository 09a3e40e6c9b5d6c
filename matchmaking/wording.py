"""What can be agreed at a table, in words: the same ones where it is chosen and where it is shown."""

from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

import rules
from matchmaking.models import AreaChoice, Table

EDITION = rules.Options().edition
"""The edition that tables play."""


@dataclass(frozen=True, slots=True)
class Term:
    """One thing to agree on: in a word or two, and what it means."""

    word: str | Promise
    meaning: str | Promise

    def __str__(self) -> str:
        return str(self.word)


AREAS = {
    AreaChoice.RANDOM: Term(_("Random areas"), _("The areas in play are drawn when the game starts.")),
    AreaChoice.DRAFT: Term(_("Drafted areas"), _("The players pick the areas in play one by one, in seat order.")),
    AreaChoice.HOST: Term(_("Chosen areas"), _("The host says which areas are in play.")),
}
MONEY = {
    False: Term(_("Hidden money"), _("Everybody sees their own money only, until the game is over.")),
    True: Term(_("Open money"), _("Everybody sees everybody’s money.")),
}
LENGTH = {
    False: Term(_("Whole game"), _("The game as it is meant, through all three steps.")),
    True: Term(
        _("First game"), _("Short, for newcomers: it stays in Step 1 and ends when somebody connects seven cities.")
    ),
}
ACCESS = {
    True: Term(_("Open to all"), _("Listed among the tables. Anybody can join, and watch the game.")),
    False: Term(_("By link"), _("Not listed. Who has the link can join; only the players see the game.")),
}


def terms(table: Table) -> list[Term]:
    """Everything that was agreed at this table."""
    return [
        _areas(table),
        MONEY[table.money_visible],
        LENGTH[table.first_game],
        ACCESS[table.is_public],
    ]


def tags(table: Table) -> list[Term]:
    """What somebody looking for a table wants to know of this one at a glance."""
    agreed = [_areas(table), MONEY[table.money_visible]]
    agreed += [LENGTH[True]] if table.first_game else []
    agreed += [] if table.is_public else [ACCESS[False]]
    return agreed


def _areas(table: Table) -> Term:
    term = AREAS[AreaChoice(table.areas)]
    if table.areas != AreaChoice.HOST:
        return term
    names = [area.name for area in board(table.map).areas if area.id in table.chosen_areas]
    return Term(term.word, gettext("In play: %(areas)s.") % {"areas": ", ".join(names)})


def board(map_id: str) -> rules.Board:
    """The board that a table of this map is played on."""
    return rules.board(map_id, EDITION)
