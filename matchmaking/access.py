"""Who may see a table, and who may sit down at one."""

from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate, ParamSpec
from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, resolve_url
from django.urls import reverse
from django.utils.translation import gettext as _
from django_htmx.http import HttpResponseClientRedirect

from accounts.requests import PlayerRequest, VisitorRequest

P = ParamSpec("P")

INVITATIONS_KEY = "table_invitations"
MOST_INVITATIONS = 20
"""How many share links a visitor's session remembers; the oldest is forgotten first."""


def invitations(request: HttpRequest) -> list[str]:
    """Tokens of the share links this visitor has opened, oldest first."""
    tokens: list[str] = request.session.get(INVITATIONS_KEY, [])
    return tokens


def remember_invitation(request: HttpRequest, token: str) -> None:
    """Keep a token in the session, so that the way back to its table survives logging in and signing up."""
    others = [known for known in invitations(request) if known != token]
    request.session[INVITATIONS_KEY] = [*others, token][-MOST_INVITATIONS:]


def go(request: VisitorRequest, to: Any) -> HttpResponse:
    """Lead to another page, also where htmx asked for a part of this one."""
    return HttpResponseClientRedirect(resolve_url(to)) if request.htmx else redirect(to)


def registered_only(
    view: Callable[Concatenate[PlayerRequest, P], HttpResponse],
) -> Callable[Concatenate[PlayerRequest, P], HttpResponse]:
    """Ask guests to register, and lead them back to the page they asked for; below ``login_required``."""

    @wraps(view)
    def guarded(request: PlayerRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        if request.user.is_guest:
            messages.info(request, _("To play with others, sign up first. Your practice games stay yours."))
            way_back = f"?{urlencode({'next': request.get_full_path()})}" if request.method == "GET" else ""
            return go(request, reverse("accounts:keep") + way_back)
        return view(request, *args, **kwargs)

    return guarded
