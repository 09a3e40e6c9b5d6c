"""The many small parts of the way through a game as HTML, put together in Python: templates are ten times as slow."""

from django.urls import reverse
from django.utils.html import escape
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


def draw_rounds(page: PastPage) -> SafeString:
    """Links to where each round began, as items of a list."""
    start = reverse("games:history", args=[page.game.pk, 0]).removesuffix("0/")
    query, word = escape(page.query), escape(_("Round"))
    items: list[str] = []
    for number, sequence in page.timeline.rounds.items():
        current = ' aria-current="true"' if number == page.round else ""
        hidden = ' class="visually-hidden"' if items else ""
        items.append(
            f'<li><a id="round-{number}" href="{start}{sequence}/{query}"{current}>'
            f"<span{hidden}>{word} </span>{number}</a></li>"
        )
    return mark_safe("\n".join(items))  # noqa: S308  Everything that is no number or word of ours is escaped.
