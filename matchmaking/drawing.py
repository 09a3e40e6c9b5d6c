"""Rows of the lobby as HTML, put together in Python as in :mod:`games.listing_drawing`: there can be many of them."""

from collections.abc import Iterator, Mapping
from functools import cache
from html import escape

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.templatetags.people import person
from games.terms import map_name
from matchmaking.lobby import Row
from matchmaking.models import Place


def draw_table_row(row: Row, points: Mapping[int, int], form_token: str, *, may_join: bool) -> str:
    """A table in the lobby, with what the visitor can do there.

    :param points: the ratings of who sits at the tables.
    :param form_token: proves that a form was sent from here.
    :param may_join: whether the visitor is somebody who can take seats.
    """
    table = row.table
    tags = "".join([f'<li title="{escape(str(tag.meaning))}">{escape(str(tag.word))}</li>' for tag in row.tags])
    seats = "".join([_seat(place, points) for place in table.places()])
    return (
        f'<li class="table-row">{row.picture}<div class="table-title">'
        f'<h3><a id="table-{table.pk}" href="{_address("detail", table.pk)}"><bdi>{escape(table.name)}</bdi></a></h3>'
        f'<ul class="terms-in-brief"><li>{escape(map_name(table.board))}</li>{tags}</ul></div>'
        f'<ol class="seats" aria-label="{escape(_("Seats"))}">{seats}</ol>'
        f'<div class="actions">{" ".join(_actions(row, form_token, may_join=may_join))}</div></li>'
    )


@cache
def _around(name: str) -> tuple[str, str]:
    """What comes before and after its number in the address of the page of this name of any table."""
    before = reverse("matchmaking:detail", args=[0]).removesuffix("0/")
    return before, reverse(f"matchmaking:{name}", args=[0]).removeprefix(f"{before}0")


def _address(name: str, table: int) -> str:
    before, after = _around(name)
    return f"{before}{table}{after}"


def _seat(place: Place, points: Mapping[int, int]) -> str:
    """One of the places of a table, and who has it."""
    if place.seat and place.seat.user:
        known = points.get(place.seat.user.pk)
        rating = "" if known is None else f' <small class="muted" title="{escape(_("rating"))}">{known}</small>'
        return f'<li class="seat person">{person(place.seat.user)}{rating}</li>'
    if place.seat:
        return f'<li class="seat"><bdi>{escape(place.seat.name)}</bdi> <small>{escape(_("bot"))}</small></li>'
    if place.kept:
        name, kept = escape(place.kept.user.name), escape(_("kept"))
        return f'<li class="seat free"><bdi>{name}</bdi> <small>{kept}</small></li>'
    return f'<li class="seat free">{escape(_("free"))}</li>'


def _actions(row: Row, form_token: str, *, may_join: bool) -> Iterator[str]:
    if row.seat:
        if not row.is_hosted:
            yield _form(row, "leave", "button quiet", _("Leave"), form_token)
        yield _link(row, _("To the table"))
        return
    free = ngettext("%(free)s seat free", "%(free)s seats free", row.free) % {"free": row.free}
    yield f"<small>{escape(free)}</small>"
    if not may_join:
        yield _link(row, _("Have a look"))
        return
    yield _form(row, "join", "button", _("Join"), form_token)
    if row.is_asked:
        yield _form(row, "decline", "button quiet", _("Decline"), form_token)


def _form(row: Row, name: str, classes: str, words: str, form_token: str) -> str:
    return (
        f'<form method="post" action="{_address(name, row.table.pk)}">'
        f'<input type="hidden" name="csrfmiddlewaretoken" value="{escape(form_token)}">'
        f'<button class="{classes}">{escape(words)}{_about(row)}</button></form>'
    )


def _link(row: Row, words: str) -> str:
    return f'<a class="button quiet" href="{_address("detail", row.table.pk)}">{escape(words)}{_about(row)}</a>'


def _about(row: Row) -> str:
    return f'<span class="visually-hidden"> {escape(row.table.name)}</span>'
