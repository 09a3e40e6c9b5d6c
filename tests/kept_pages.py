"""A check that a page that was kept is the one that would be drawn now."""

import re

import pytest
from django.db import connection
from django.http import HttpResponse

from accounts.requests import VisitorRequest
from accounts.templatetags.times import renewed
from games.kept_pages import KeptPage
from games.views import page as views
from games.views.access import get_game_or_404
from games.views.showing import page_for, show_whole

PARTS = ("title", "head", "rules", "main")

LASTING = re.compile(r' data-soon="[^"]*"| soon(?=")')
"""What scripts keep up to date beside times."""


def check_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have each page that is found drawn once more, without a word of that in what tests count."""
    look_up, present = vars(KeptPage)["of"].__func__, views._present

    def checked(request: VisitorRequest, pk: int) -> HttpResponse:
        found: list[KeptPage] = []

        def noted(cls: type[KeptPage], *args: object) -> KeptPage | None:
            page: KeptPage | None = look_up(cls, *args)
            found.extend([page] if page and page.is_found else [])
            return page

        monkeypatch.setattr(KeptPage, "of", classmethod(noted))
        response = present(request, pk)
        for page in found:
            _compare(request, pk, page)
        return response

    monkeypatch.setattr(views, "_present", checked)


def _compare(request: VisitorRequest, pk: int, found: KeptPage) -> None:
    counts, connection.force_debug_cursor = connection.force_debug_cursor, False
    try:
        game, _mine = get_game_or_404(request.user, pk)
        drawn = KeptPage("", {})
        show_whole(request, page_for(request, game), kept=drawn)
    finally:
        connection.force_debug_cursor = counts
    for part in PARTS:
        then, now = (LASTING.sub("", renewed(html or "")) for html in (found.find(part), drawn._drawn[part]))
        assert then == now, f"The page of game {pk} was kept, but {part} has changed since."
