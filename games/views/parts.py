"""The parts of the game page: which of them to send, and how. Each is a partial and an element of the same name."""

from collections.abc import Mapping, Sequence

from django.http import HttpResponse
from django.template.loader import render_to_string

from accounts.requests import VisitorRequest
from games.models import Seat
from games.page import Page
from games.whatif_page import WhatIfPage

PARTS = (
    *("action-panel", "news", "status", "guide"),
    *("ground", "board", "legend", "plant-market", "fuel-market", "players", "cities"),
    *("recap", "feed", "calls", "votes", "meter", "seal", "jump"),
    *("plans-state", "plans-brief", "answering"),
)
"""What changes when the game moves."""

PLANS = ("plans-state", "plans-brief")
"""What shows the plans of the viewer, beside the form for one. Both are in ``plans``."""

NO_MORE = ("plans", "leaving")
"""What goes away where there is nothing left to plan: the game is over, or a bot stands in."""

BESIDE_THE_ANSWER = ("takeback", *PARTS[1:])
"""The same where somebody may be composing an answer: the panel stays, but for what can be taken back."""

TALKED = ("takeback", "calls", "votes", "news", "status", "players", "recap", "feed")
"""What changes when nobody has acted, but something was said or asked, or the players have agreed on the time."""

TEMPLATES = {
    "plans": "games/plans/_plans.html",
    "planning": "games/plans/_planning.html",
    "plan-costs": "games/plans/_costs.html",
    "plans-state": "games/plans/_state.html",
    "plans-brief": "games/plans/_brief.html",
    "answering": "games/plans/_answering.html",
    "calls": "games/_calls.html",
    "votes": "games/_votes.html",
    "leaving": "games/_leaving.html",
}
"""Parts that have a template of their own; the others are partials of the page."""


def since(page: Page, mine: Seat | None, seen: int, digests: str, *, was_asked: bool | None = None) -> list[str]:
    """What has changed since somebody saw ``seen`` actions, and the parts of which their page gave the digests.

    The panel is not among it where they are asked the same as then.

    :param was_asked: whether their page asks them something; None where it does so only if they are asked now.
    """
    unchanged = page.unchanged(digests)
    if seen == page.game.sequence and not page.game.is_over:
        return [part for part in _talked(page, was_asked) if part not in unchanged]
    is_asked_the_same = mine is not None and mine.asked_sequence is not None and mine.asked_sequence <= seen
    changed = _with_plans(page, BESIDE_THE_ANSWER if is_asked_the_same else PARTS)
    return [part for part in changed if part not in unchanged]


def _talked(page: Page, was_asked: bool | None) -> Sequence[str]:
    is_asked = bool(page.question)
    if was_asked is not None and was_asked != is_asked:  # they have answered, or come back, on another page of theirs
        return ("action-panel", *TALKED[1:])
    return TALKED if is_asked else (*TALKED, "awaited")


def moved(page: Page) -> Sequence[str]:
    """What changes when the game moves, the panel among it."""
    return _with_plans(page, PARTS)


def _with_plans(page: Page, parts: Sequence[str]) -> Sequence[str]:
    return parts if page.plans else (*(part for part in parts if part not in PLANS), *NO_MORE)


def send(
    request: VisitorRequest,
    page: Page | WhatIfPage,
    parts: Sequence[str],
    *,
    templates: Mapping[str, str] = TEMPLATES,
    status: int = 200,
) -> HttpResponse:
    """Some parts of a page, each to replace its element: that which was asked for, and the others out of band.

    :param templates: of the parts that are no partials of the game page.
    """
    html = [
        render_to_string(
            templates.get(part, f"games/detail.html#{part}"),
            {"page": page, "part": part, "oob": part != request.htmx.target},
            request,
        )
        for part in parts
    ]
    return HttpResponse("".join(html), status=status)
