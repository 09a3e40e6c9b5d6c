"""How the game ended, and what decided it."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

import rules
from games.pages.panels.pieces import Companies, Company, trust
from games.story.names import in_words, isolated


@dataclass(frozen=True, slots=True)
class StandingRow:
    """The result of one company."""

    rank: int
    company: Company
    powered: int
    money: int
    cities: int


@dataclass(frozen=True, slots=True)
class Result:
    """The final standing, best first, who has won, and a sentence on what decided it.

    ``own`` says how the viewer fared; empty for those who only watched, and for winners. ``decided_by`` names the
    field of the rows that sets the first apart; empty where the victory is shared. ``trust`` is there in a game
    Against the Trust, which cannot win (TRU-25).
    """

    rows: tuple[StandingRow, ...]
    headline: str
    own: str
    reason: str
    decided_by: str
    trust: Company | None


def result(view: rules.View, table: Companies) -> Result | None:
    if not view.standing:
        return None
    rows = tuple(
        StandingRow(entry.rank, table[entry.seat], entry.powered, entry.money, entry.cities)
        for entry in view.standing
    )
    return Result(
        rows,
        headline=_headline(rows),
        own=next((str(PLACES.get(row.rank, "")) for row in rows if row.company.is_mine), ""),
        reason=_reason(rows),
        decided_by=_decided_by(rows),
        trust=trust() if view.trust else None,
    )


def _headline(rows: Sequence[StandingRow]) -> str:
    winners = [row.company for row in rows if row.rank == 1]
    if [company.is_mine for company in winners] == [True]:
        return _("You win")
    names = in_words(isolated(company.name) for company in winners)
    return ngettext("{names} wins", "{names} share the victory", len(winners)).format(names=names)


PLACES = {
    2: gettext_lazy("You came second."),
    3: gettext_lazy("You came third."),
    4: gettext_lazy("You came fourth."),
    5: gettext_lazy("You came fifth."),
    6: gettext_lazy("You came sixth."),
}


def _decided_by(rows: Sequence[StandingRow]) -> str:
    """What sets the first apart (END-5 to END-7): a field of the rows, or nothing."""
    first, second = rows[:2]
    if second.rank == 1:
        return ""
    return next(field for field in ("powered", "money", "cities") if getattr(first, field) > getattr(second, field))


def _reason(rows: Sequence[StandingRow]) -> str:
    first, second = rows[:2]
    values = {
        "winner": isolated(first.company.name),
        "second": isolated(second.company.name),
        "powered": first.powered,
    }
    match _decided_by(rows):
        case "powered":
            sentence = _("{winner} powered the most cities: {most}, and {second} {fewer}.")
            return sentence.format(**values, most=first.powered, fewer=second.powered)
        case "money":
            sentence = ngettext(
                "{winner} and {second} both powered {powered} city. Money decided: {more} Elektro to {less}.",
                "{winner} and {second} both powered {powered} cities. Money decided: {more} Elektro to {less}.",
                first.powered,
            )
            return sentence.format(**values, more=first.money, less=second.money)
        case "cities":
            sentence = ngettext(
                "{winner} and {second} both powered {powered} city and have {money} Elektro."
                " The larger network decided: {more} cities to {fewer}.",
                "{winner} and {second} both powered {powered} cities and have {money} Elektro."
                " The larger network decided: {more} cities to {fewer}.",
                first.powered,
            )
            return sentence.format(**values, money=first.money, more=first.cities, fewer=second.cities)
    names = in_words(isolated(row.company.name) for row in rows if row.rank == 1)
    return _("{names} share the victory. They are equal in all that counts.").format(names=names)
