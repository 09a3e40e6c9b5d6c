"""Rows of lists of games as HTML, put together in Python as in :mod:`games.panels.drawing`: lists can be long."""

from datetime import datetime
from functools import lru_cache
from html import escape

from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.safestring import SafeString, mark_safe
from django.utils.text import capfirst
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

import rules
from accounts.templatetags.times import by_the_clock, left, since
from games.listing import Row
from games.models import Game
from games.panels.clock import Clock
from games.panels.rows_drawing import draw_company
from games.terms import TERMS, map_name


def draw_game_row(row: Row) -> SafeString:
    """A game in the list of somebody's own games."""
    turn = " turn" if row.is_turn else ""
    return _row(row, f"game-row{turn}", _state(row), f'<div class="game-end">{_company(row)}{_buttons(row)}</div>')


def draw_profile_row(row: Row) -> SafeString:
    """A game in the list of games of somebody else."""
    return _row(row, "game-row", _place(row) if row.game.is_over else _last_action(row.game), _company(row))


def _row(row: Row, classes: str, state: str, end: str) -> SafeString:
    return mark_safe(  # noqa: S308  Everything that is no number or word of ours is escaped.
        f'<li class="{classes}">{row.map}{_title(row.game)}<div class="game-state">{state}</div>{end}</li>'
    )


@lru_cache(maxsize=1000)
def _in_brief(map: str, edition: str, _language: str | None) -> str:
    return escape(f"{map_name(rules.board(map, edition))} · {TERMS['edition'][edition]}")


@lru_cache
def _address(name: str) -> str:
    """The address of the pages of this name of all games, with a gap where their numbers come."""
    return reverse(name, args=[0]).replace("0", "{}", 1)


def _title(game: Game) -> str:
    return (
        f'<div class="game-title"><h3><a id="game-{game.pk}" href="{_address("games:detail").format(game.pk)}">'
        f"<bdi>{escape(game.name)}</bdi></a></h3>"
        f'<p class="muted">{_in_brief(game.map, game.edition, get_language())} · {escape(_progress(game))}</p></div>'
    )


def _progress(game: Game) -> str:
    if game.is_over:
        return ngettext("%(rounds)s round", "%(rounds)s rounds", game.round) % {"rounds": game.round}
    if game.is_in_setup:
        return _("before the game")
    return _("round %(round)s, Step %(step)s") % {"round": game.round, "step": game.step}


def _state(row: Row) -> str:
    if row.waiting is None:
        return _place(row) if row.game.is_over else ""
    question = escape(capfirst(row.waiting.question))
    asked = _("asked %(when)s") % {"when": since(row.asked_at)} if row.asked_at else ""
    are_in = f" · {escape(row.waiting.are_in)}" if row.waiting.are_in else ""
    if row.is_turn:
        who, about = f'<p class="game-question">{question}</p>', asked
    else:
        who = f'<p class="game-awaited">{" ".join(map(draw_company, row.waiting.companies))}</p>'
        about = f"{question}, {asked}"
    absent = f'<p class="muted">{escape(_("A bot plays for you."))}</p>' if row.seat.absent_since else ""
    return f'{who}<p class="muted">{about}{are_in}</p>{absent}{_time(row)}'


def _time(row: Row) -> str:
    """What there is to say of the time, and of what else is asked."""
    is_rare = row.game.paused_at or row.seat.answers_at or row.asks_consent or row.is_called
    clock = row.waiting.first_due.clock if row.waiting else Clock()
    if is_rare or clock.away_until or clock.is_resting:
        return render_to_string("games/_row_time.html", {"row": row})
    return f'<p class="row-time">{_clock(clock, clock.due_at)}</p>' if clock.due_at else ""


def _clock(clock: Clock, due_at: datetime) -> str:
    """The same as ``games/_clock.html``, titles apart, which the scripts give to times."""
    soon, soon_at = " soon" if clock.is_soon else "", clock.soon_at.isoformat() if clock.soon_at else ""
    words = _(
        '<b>only</b> <time datetime="%(at)s" data-left>%(left)s</time> left,'
        ' until <time datetime="%(at)s" title="" data-clock>%(until)s</time>'
    )
    told = words % {"at": due_at.isoformat(), "left": left(due_at), "until": by_the_clock(due_at)}
    return f'<span class="clock{soon}" data-soon="{soon_at}">{told}</span>'


def _place(row: Row) -> str:
    game = row.game
    finished = date_format(timezone.localtime(game.finished_at), "j M Y")
    if game.ended_early:
        return f'<p class="game-place">{escape(_("Ended early"))}</p><p class="muted">{finished}</p>'
    star = '<span aria-hidden="true">★</span> ' if row.seat.rank == 1 else ""
    place = _("Place %(rank)s of %(players)s") % {"rank": row.seat.rank, "players": len(row.companies)}
    count = row.seat.powered or 0
    cities = ngettext("%(powered)s city powered, %(finished)s", "%(powered)s cities powered, %(finished)s", count)
    powered = escape(cities % {"powered": count, "finished": finished})
    return f'<p class="game-place">{star}{escape(place)}</p><p class="muted">{powered}</p>'


def _last_action(game: Game) -> str:
    when = _("last action %(when)s") % {"when": since(game.moved_at)}
    return f'<p>{escape(game.get_phase_display())}</p><p class="muted">{when}</p>'


def _company(row: Row) -> str:
    names = "".join([f"<li>{draw_company(company)}</li>" for company in row.companies])
    return f'<ul class="game-company" aria-label="{escape(_("Players"))}">{names}</ul>'


def _buttons(row: Row) -> str:
    game = row.game
    about = f'<span class="visually-hidden">: <bdi>{escape(game.name)}</bdi></span>'
    if game.is_over:
        return _button(f"result-{game.pk}", _address("games:result").format(game.pk), _("Result"), about)
    if row.may_plan:
        href = f"{_address('games:detail').format(game.pk)}?plan#plans"
        return _button(f"plan-{game.pk}", href, _("Plan ahead"), about)
    return ""


def _button(name: str, href: str, words: str, about: str) -> str:
    return f'<a class="button quiet small" id="{name}" href="{href}">{escape(words)}{about}</a>'
