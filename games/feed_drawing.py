"""What happened, as HTML for the feed: put together in Python, as in :mod:`.panels.drawing`, for it is much."""

from html import escape

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from games.board.glyphs import icon
from games.feed import FeedEntry
from games.sentences import Line


def draw_feed_entry(item: FeedEntry, prefix: str = "at") -> SafeString:
    """What one action brought about, with a link to the position after it; what is folded away begins closed.

    :param prefix: begins the id of the link, as what is folded tells of the last action once more.
    """
    told = "".join([_line(line, "" if number else _note(item)) for number, line in enumerate(item.lines)])
    link = draw_feed_link(item.href, prefix, item.sequence)
    return mark_safe(f'<li class="event"><div>{told}{_folded(item)}</div>{link}</li>')  # noqa: S308  All is escaped.


def draw_feed_link(href: str, prefix: str, number: int) -> SafeString:
    """The way to the position at some time; nothing where there was none yet. Its id is the prefix and the number."""
    if not href:
        return mark_safe("")
    words = escape(_("The board at that time"))
    said = f'<span class="visually-hidden">{words}</span>'
    return mark_safe(  # noqa: S308  All is escaped.
        f'<a id="{prefix}-{number}" href="{href}" title="{words}">{icon("clock")}{said}</a>'
    )


def _line(line: Line, note: str) -> str:
    kind = ' class="course"' if line.seat is None else ""
    return f"<p{kind}>{escape(line.words)}{note}</p>"


def _note(item: FeedEntry) -> str:
    if not item.note:
        return ""
    return f' <small class="tag note" title="{escape(item.explanation)}">{escape(item.note)}</small>'


def _folded(item: FeedEntry) -> str:
    if not item.folded:
        return ""
    entries = "".join([draw_feed_entry(each, "bid") for each in item.folded])
    summary = f'<summary id="fold-{item.began}">{escape(item.fold)}</summary>'
    return f'<details class="more slight" id="bids-{item.began}">{summary}<ol>{entries}</ol></details>'
