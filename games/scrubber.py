"""The many small parts of the way through a game as HTML, put together in Python: templates are ten times as slow."""

from html import escape

from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from games.past_page import PastPage
from games.timeline import Timeline


def draw_stretches(timeline: Timeline) -> SafeString:
    """The phases side by side, for an SVG."""
    rects = (
        f'<rect class="{stretch.phase}{" even" if stretch.is_even_round else ""}" x="{stretch.x}%"'
        f' width="{stretch.width}%" height="100%" data-start="{stretch.start}" data-name="{escape(stretch.name)}" />'
        for stretch in timeline.stretches
    )
    return mark_safe("".join(rects))  # noqa: S308  Everything that is no number or word of ours is escaped.


def draw_step(page: PastPage, key: str, to: int | None, words: str, sign: str) -> SafeString:
    """A link to a position before or after, or where there is none its sign alone."""
    start, query = _addresses(page)
    return mark_safe(_step(start, query, key, to, words, sign))  # noqa: S308  Likewise.


def draw_pairs(page: PastPage) -> SafeString:
    """Links back and on by all measures larger than an action."""
    start, query = _addresses(page)
    turns_of = f": {page.turns_of.name}" if page.turns_of else ""
    pairs = (
        f'<div class="scrub-pair" role="group"'
        f' aria-label="{escape(steps.name)}{escape(turns_of) if steps.key == "own" else ""}">'
        f"{_step(start, query, f'{steps.key}-back', steps.back, steps.back_words, '‹')}"
        f' <span aria-hidden="true">{escape(steps.name)}</span> '
        f"{_step(start, query, f'{steps.key}-on', steps.on, steps.on_words, '›')}</div>"
        for steps in page.timeline.larger
    )
    return mark_safe("\n".join(pairs))  # noqa: S308  Likewise.


def _step(start: str, query: str, key: str, to: int | None, words: str, sign: str) -> str:
    if to is None:
        return f'<span class="button quiet small" aria-hidden="true">{sign}</span>'
    said = escape(words)
    return (
        f'<a class="button quiet small" id="{key}" href="{start}{to}/{query}" aria-label="{said}" title="{said}">'
        f"{sign}</a>"
    )


def _addresses(page: PastPage) -> tuple[str, str]:
    """How the addresses of all positions of a game begin and end, around their numbers."""
    start = reverse("games:history", args=[page.game.pk, 0]).removesuffix("0/")
    return start, escape(page.query)


def draw_rounds(page: PastPage) -> SafeString:
    """Links to where each round began, as items of a list."""
    (start, query), word = _addresses(page), escape(_("Round"))
    items: list[str] = []
    for number, sequence in page.timeline.rounds.items():
        current = ' aria-current="true"' if page.is_past and number == page.round else ""
        hidden = ' class="visually-hidden"' if items else ""
        items.append(
            f'<li><a id="round-{number}" href="{start}{sequence}/{query}"{current}>'
            f"<span{hidden}>{word} </span>{number}</a></li>"
        )
    return mark_safe("\n".join(items))  # noqa: S308  Everything that is no number or word of ours is escaped.
