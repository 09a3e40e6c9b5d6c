"""The page of alerts as an answer to whoever asks: whole, with what was just sent put in its place."""

from typing import Any

from django.http import HttpResponse
from django.shortcuts import render
from django.template import TemplateDoesNotExist
from django.template.loader import get_template

from accounts.models import User
from accounts.requests import PlayerRequest

PARTS = ("_push", "_hooks", "_feeds")
"""What adds and changes ways of each kind, each by a template of its own."""


def show_alerts(request: PlayerRequest, *, status: int = 200, **given: Any) -> HttpResponse:
    """Show the page of alerts.

    :param given: what takes the place of what the page would show by itself, such as a form that was refused, by the
        name that the template has for it.
    """
    return render(request, "notifications/alerts.html", _page(request.user) | given, status=status)


def _page(user: User) -> dict[str, Any]:
    return {
        "destinations": list(user.destinations.order_by("channel", "pk")),
        "parts": [f"notifications/{part}.html" for part in PARTS if _is_there(part)],
    }


def _is_there(part: str) -> bool:
    try:
        get_template(f"notifications/{part}.html")
    except TemplateDoesNotExist:
        return False
    return True
