"""The page for getting fewer mails, or none. Mails lead there, and mail programs send its form themselves."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.core.signing import BadSignature
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.http import urlencode
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from accounts.requests import found_or_404
from notifications import strangers, subjects, unsubscribe
from notifications.unsubscribe import Change, Link, Outdated, What

ONE_CLICK = "List-Unsubscribe"
"""The field that a mail program sends for its reader (RFC 8058). It follows no redirects."""

AGAIN = "again"
"""The field by which a stranger lets the site write to them again."""


def by_link(view: Callable[[HttpRequest, str], HttpResponse]) -> Callable[[HttpRequest, str], HttpResponse]:
    """Open a page to all who have its address: mail programs, which send its form, have no cookies."""

    @wraps(view)
    def respond(request: HttpRequest, token: str) -> HttpResponse:
        response = view(request, token)
        response["Referrer-Policy"] = "no-referrer"
        return response

    return require_http_methods(["GET", "HEAD", "POST"])(csrf_exempt(never_cache(respond)))


@by_link
def stop(request: HttpRequest, token: str) -> HttpResponse:
    """Show how often mails come, and change it."""
    try:
        link = Link.read(token)
    except (BadSignature, Outdated) as fault:
        is_outdated = isinstance(fault, Outdated)
        return render(request, "notifications/stop_unknown.html", {"is_outdated": is_outdated}, status=404)
    if request.method != "POST":
        return _show(request, link, undo=unsubscribe.read_change(request.GET.get("undo", "")))
    if ONE_CLICK in request.POST:
        undo = unsubscribe.make(link, Change(What.MAILS, unsubscribe.NEVER), now=timezone.now())
        return _show(request, link, undo=undo)
    change = found_or_404(unsubscribe.read_change(request.POST.get("change", "")))
    undo = unsubscribe.make(link, change, now=timezone.now())
    return redirect(f"{request.path}?{urlencode({'undo': str(undo)})}")


def _show(request: HttpRequest, link: Link, *, undo: Change | None) -> HttpResponse:
    return render(request, "notifications/stop.html", _page(link) | {"undo": undo})


def _page(link: Link) -> dict[str, Any]:
    game, mails = unsubscribe.present(link, What.GAME), unsubscribe.present(link, What.MAILS)
    return {
        "reader": link.user,
        "has_game": link.subject_id is not None,
        "game": subjects.find(link.user, [link.subject_id]).get(link.subject_id) if link.subject_id else None,
        "is_game_stopped": game.how_often == unsubscribe.NEVER,
        "mails": mails.how_often,
        "is_stopped": mails.how_often == unsubscribe.NEVER,
        "is_daily": mails.how_often == unsubscribe.DAILY,
        "is_invited": link.user.is_invited_to_plan,
    }


@by_link
def never(request: HttpRequest, token: str) -> HttpResponse:
    """Ask whether to leave the address in peace, and do so, or no longer.

    A press in a mail program (RFC 8058) comes here, too.
    """
    try:
        email = strangers.read(token)
    except BadSignature:
        return render(request, "notifications/stop_unknown.html", {"is_outdated": False}, status=404)
    if request.method == "POST":
        (strangers.allow if AGAIN in request.POST else strangers.leave_in_peace)(email)
    page = {"email": email, "is_done": strangers.wants_none(email), "again": AGAIN}
    return render(request, "notifications/never.html", page)
