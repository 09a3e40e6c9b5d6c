"""A check that a page that was kept is the one that would be drawn now."""

import re

import pytest
from django.db import connection
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from accounts.kept_pages import Draw, KeptPage
from accounts.templatetags.times import renewed

LASTING = re.compile(r' data-soon="[^"]*"| soon(?=")')
"""What scripts keep up to date beside times."""


def check_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have each page that is found drawn once more, without a word of that in what tests count."""
    show = KeptPage.show

    def checked(self: KeptPage, request: HttpRequest, template: str, draw: Draw) -> HttpResponse:
        response = show(self, request, template, draw)
        if self.is_found:
            _compare(self, _drawn_now(request, template, draw))
        return response

    monkeypatch.setattr(KeptPage, "show", checked)


def _drawn_now(request: HttpRequest, template: str, draw: Draw) -> KeptPage:
    counts, connection.force_debug_cursor = connection.force_debug_cursor, False
    try:
        page = KeptPage("")
        render(request, template, {**draw()[0], "kept": page})
    finally:
        connection.force_debug_cursor = counts
    return page


def _compare(found: KeptPage, drawn: KeptPage) -> None:
    for part, html in drawn.drawn.items():
        then, now = (LASTING.sub("", renewed(each).decode()) for each in (found.html(part), html))
        assert then == now, f"A page was kept, but its {part} has changed since."
