"""Who may see a table, and who may join one."""

from collections.abc import Callable
from functools import wraps
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, resolve_url
from django.urls import reverse
from django.utils.translation import gettext as _
from django_htmx.http import HttpResponseClientRedirect

from accounts.requests import PlayerRequest, VisitorRequest, refuse
from matchmaking.models import Table

LINKS_KEY = "table_invitations"
MOST_LINKS = 20  # how many share links a visitor's session remembers; the oldest is forgotten first


def opened_links(request: HttpRequest) -> list[str]:
    tokens: list[str] = request.session.get(LINKS_KEY, [])
    return tokens


def remember_link(request: HttpRequest, token: str) -> None:
    """Keep a token in the session, so that the way back to its table survives logging in and signing up."""
    others = [known for known in opened_links(request) if known != token]
    request.session[LINKS_KEY] = [*others, token][-MOST_LINKS:]


def visible_or_404(request: VisitorRequest, pk: int) -> Table:
    visible = Table.objects.visible_to(request.user, opened_links(request))
    return get_object_or_404(visible.select_related("host", "game"), pk=pk)


def go(request: VisitorRequest, to: Any) -> HttpResponse:
    return HttpResponseClientRedirect(resolve_url(to)) if request.htmx else redirect(to)


def registered_only(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Ask visitors to log in and guests to register, and lead both back to the page they asked for."""

    @login_required
    @wraps(view)
    def guarded(request: PlayerRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if request.user.is_guest:
            words = _("To play with others, sign up first. Your practice games stay yours.")
            refuse(request, words, messages.INFO)
            way_back = f"?{urlencode({'next': request.get_full_path()})}" if request.method == "GET" else ""
            return go(request, reverse("accounts:keep") + way_back)
        return view(request, *args, **kwargs)

    return guarded
