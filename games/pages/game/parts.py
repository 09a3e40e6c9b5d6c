"""The parts of the game page: which of them to send, and how. Each is a block of the page, and an element
of the same name."""

from collections.abc import Iterable, Sequence

from django.http import HttpResponse

from accounts.parts import draw_part
from accounts.requests import VisitorRequest
from games.pages.game.page import Page

PARTS = (
    *("action-panel", "news", "status", "guide"),
    *("track", "ground", "board", "legend", "plant-market", "fuel-market", "players", "cities"),
    *("feed", "calls", "votes", "meter", "seal"),
    *("plans-state", "plans-brief", "answering", "course"),
)
"""What changes when the game moves."""

PLANS = ("plans-state", "plans-brief")
"""What shows the plans of the viewer, beside the form for one. Both are in ``plans``."""

NO_MORE = ("plans", "leaving")
"""What goes away where there is nothing left to plan: the game is over, or a bot stands in."""

BESIDE_THE_ANSWER = ("takeback", "asked-line", *PARTS[1:])
"""The same where the viewer may be composing an answer: the panel stays, but for what can be taken back."""

ON_DESKS = ("status", "track", "ground", "board", "legend", "plant-market", "fuel-market", "players", "cities")
"""What all pages with the board of a game have."""

IN_PLANS = (*PLANS, "planning")
"""What is in the template of the plans."""

TALKED = ("takeback", "asked-line", "calls", "votes", "news", "status", "players", "feed")
"""What changes when nobody has acted, but something was said or asked, or the players have agreed on the time."""


def since(page: Page, seen: int, digests: str, *, was_asked: bool | None = None) -> list[str]:
    """What has changed since the viewer saw ``seen`` actions, and the parts of which their page gave the digests.

    The panel is not among it where they are asked the same as then.

    :param was_asked: whether their page asks them something; None where it does so only if they are asked now.
    """
    unchanged = page.unchanged(digests)
    if seen == page.game.sequence and not page.game.is_over:
        return [part for part in _talked(page, was_asked) if part not in unchanged]
    asked_at = page.mine.asked_sequence if page.mine else None
    is_asked_the_same = asked_at is not None and asked_at <= seen
    changed = _with_plans(page, BESIDE_THE_ANSWER if is_asked_the_same else PARTS)
    return [part for part in changed if part not in unchanged]


def _talked(page: Page, was_asked: bool | None) -> Sequence[str]:
    is_asked = bool(page.question)
    if was_asked is not None and was_asked != is_asked:  # they have answered, or come back, on another page of theirs
        return ("action-panel", *TALKED[2:])
    return TALKED if is_asked else (*TALKED, "awaited")


def moved(page: Page) -> Sequence[str]:
    """What changes when the game moves, the panel among it."""
    return _with_plans(page, PARTS)


def _with_plans(page: Page, parts: Sequence[str]) -> Sequence[str]:
    return parts if page.plans else (*(part for part in parts if part not in PLANS), *NO_MORE)


def send(
    request: VisitorRequest,
    page: object,
    parts: Iterable[str],
    *,
    template: str = "games/detail.html",
    status: int = 200,
) -> HttpResponse:
    """Some parts of a page, each to replace its element: that which was asked for, and the others out of band."""
    html = [_draw(request, page, part, template) for part in parts]
    return HttpResponse("".join(html), status=status)


def _draw(request: VisitorRequest, page: object, part: str, template: str) -> str:
    template = "games/plans/plans.html" if part in IN_PLANS else template
    return draw_part(request, template, part, {"page": page, "oob": part != request.htmx.target})
