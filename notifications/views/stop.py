"""The page on which one gets fewer mails, or none. Mails lead there, and mail programs send its form themselves."""

from typing import Any

from django.core.signing import BadSignature
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.http import urlencode
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from notifications import stopping, subjects
from notifications.stopping import Change, Link, Outdated, What

ONE_CLICK = "List-Unsubscribe"
"""The field that a mail program sends for its reader (RFC 8058). It follows no redirects."""


@require_http_methods(["GET", "HEAD", "POST"])
@csrf_exempt  # whoever has the address may do what it is for, and mail programs have no cookies
@never_cache
def stop(request: HttpRequest, token: str) -> HttpResponse:
    """Show how often mails come, and change it."""
    response = _answer(request, token)
    response["Referrer-Policy"] = "no-referrer"
    return response


def _answer(request: HttpRequest, token: str) -> HttpResponse:
    try:
        link = Link.read(token)
    except (BadSignature, Outdated) as fault:
        is_outdated = isinstance(fault, Outdated)
        return render(request, "notifications/stop_unknown.html", {"is_outdated": is_outdated}, status=404)
    if request.method != "POST":
        return _show(request, link, undo=stopping.read_change(request.GET.get("undo", "")))
    if ONE_CLICK in request.POST:
        return _show(request, link, undo=stopping.make(link, Change(What.MAILS, stopping.NEVER), now=timezone.now()))
    change = stopping.read_change(request.POST.get("change", ""))
    if change is None:
        raise Http404
    undo = stopping.make(link, change, now=timezone.now())
    return redirect(f"{request.path}?{urlencode({'undo': str(undo)})}")


def _show(request: HttpRequest, link: Link, *, undo: Change | None) -> HttpResponse:
    return render(request, "notifications/stop.html", _page(link) | {"undo": undo})


def _page(link: Link) -> dict[str, Any]:
    game, mails = stopping.present(link, What.GAME), stopping.present(link, What.MAILS)
    return {
        "reader": link.user,
        "has_game": link.subject_id is not None,
        "game": subjects.find(link.user, [link.subject_id]).get(link.subject_id) if link.subject_id else None,
        "of_game": game.how_often,
        "is_game_stopped": game.how_often == stopping.NEVER,
        "mails": mails.how_often,
        "is_stopped": mails.how_often == stopping.NEVER,
        "is_daily": mails.how_often == stopping.DAILY,
        "is_invited": link.user.is_invited_to_plan,
    }
