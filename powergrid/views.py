"""The front page, and what belongs to no other room."""

import sys
from datetime import timedelta
from email.utils import parseaddr
from typing import Any

from django.conf import settings
from django.db import InterfaceError, OperationalError
from django.db.models import Count
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.template.backends.utils import csrf_input
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_safe
from django.views.defaults import permission_denied

from accounts import bans
from accounts.bans import Banned
from accounts.parts import draw_part
from games.models import Seat
from games.models.damaged import stepping_over
from matchmaking.models import Table
from matchmaking.table_terms import in_brief
from powergrid.monitoring import requests
from powergrid.showcase import Showcase, news_since

MOST_TABLES = 6
RETRY_AFTER = 10  # seconds; a restarted database answers again by then


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """Say what this is and let people begin. Those who have begun are sent to their games."""
    user = request.user
    if user.is_authenticated and (not user.is_guest or Seat.objects.filter(user=user).exists()):
        return redirect("games:dashboard")
    tables = Table.objects.listed().select_related("host").annotate(taken=Count("seats")).order_by("-pk")
    rows = []
    for table in tables[:MOST_TABLES]:
        with stepping_over(Table, table.pk):
            rows.append((table, in_brief(table)))
    return render(request, "home.html", {"tables": rows, "showcase": Showcase.of_now()})


@require_safe
def board(request: HttpRequest) -> HttpResponse:
    """Give an open front page its board again, or nothing while the game is as it was ``seen``."""
    news = news_since(request.GET.get("seen", ""))
    return (
        HttpResponse(status=204)
        if news is None
        else HttpResponse(draw_part(request, "home.html", "showcase", {"showcase": news}))
    )


@require_safe
def robots(request: HttpRequest) -> HttpResponse:
    """Keep search engines away from pages that show strangers nothing."""
    lines = ["User-agent: *", *(f"Disallow: /{path}/" for path in ("accounts", "settings", "mails", "admin"))]
    return HttpResponse("\n".join([*lines, ""]), content_type="text/plain")


@require_safe
def favicon(request: HttpRequest) -> HttpResponse:
    return redirect(static("icons/favicon.ico"))


@require_safe
def security_txt(request: HttpRequest) -> HttpResponse:
    """Say where to report a flaw (RFC 9116). The answer is good for a month, so that nobody keeps it for years."""
    lines = [
        f"Contact: {settings.SECURITY_CONTACT or 'mailto:' + parseaddr(settings.DEFAULT_FROM_EMAIL)[1]}",
        f"Expires: {timezone.now() + timedelta(days=30):%Y-%m-%dT00:00:00Z}",
        "Preferred-Languages: en",
        f"Canonical: {settings.SITE_URL}{reverse('security_txt')}",
    ]
    return HttpResponse("\n".join([*lines, ""]), content_type="text/plain; charset=utf-8")


@require_safe
def change_password(request: HttpRequest) -> HttpResponse:
    return redirect("account_change_password")


@require_safe
def manifest(request: HttpRequest) -> HttpResponse:
    """Describe the site as an app: Apple's phones send push messages to nothing else."""
    about = {
        "name": gettext("Power Grid, played slowly"),
        "short_name": "powergrid",
        "id": "/",
        "start_url": reverse("home"),
        "scope": "/",
        "display": "standalone",
        "background_color": "#12302d",
        "theme_color": "#12302d",
        "icons": [
            {"src": static("icons/icon-192.png"), "sizes": "192x192", "type": "image/png"},
            {"src": static("icons/icon-512.png"), "sizes": "512x512", "type": "image/png"},
            {"src": static("icons/mask-512.png"), "sizes": "512x512", "type": "image/png", "purpose": "maskable"},
        ],
    }
    return JsonResponse(about, content_type="application/manifest+json", headers={"Cache-Control": "max-age=86400"})


# Django's own views for errors look for a CSRF token in what was sent, and fail if that cannot be read.


def unreadable(request: HttpRequest, exception: Exception) -> HttpResponse:
    return HttpResponse(render_to_string("400.html"), status=400)


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Say that you may not see this, or, if you are banned, why and until when, on a page that looks up no user."""
    if not isinstance(exception, Banned):
        return permission_denied(request, exception)
    ban = bans.of(exception.user, timezone.now())
    context = {"ban": bans.in_words(ban) if ban else "", "contact": settings.CONTACT_ADDRESS}
    return HttpResponse(render_to_string("accounts/banned.html", context), status=403)


def missing(request: HttpRequest, exception: Exception) -> HttpResponse:
    return render(request, "404.html", status=404)


def too_many(request: HttpRequest, wait: int = 60, *, may_send_again: bool = True) -> HttpResponse:
    """Say that this was a lot in a short time, and when to go on. You can send your form again from there.

    It looks nothing up, as it is there to save work.

    :param wait: seconds; django-allauth does not say, and forgets most of what it counts after a minute.
    :param may_send_again: False before it is known that a form came from a page of the site.
    """
    headers = {"Retry-After": str(wait)}
    if request.headers.get("HX-Request"):
        return HttpResponse(gettext("That was a lot in a short time."), status=429, headers=headers)
    context: dict[str, Any] = {"wait": wait, "sent": _sent_before(request) if may_send_again else []}
    if context["sent"]:
        context |= {"path": request.get_full_path(), "csrf_input": csrf_input(request)}
    return HttpResponse(render_to_string("429.html", context), status=429, headers=headers)


def busy(request: HttpRequest) -> HttpResponse:
    """Say that a password was not checked or stored, because too many others were. It stands in no answer."""
    headers = {"Retry-After": str(RETRY_AFTER)}
    if request.headers.get("HX-Request"):
        words = gettext("Too many people are logging in right now. Nothing has changed. Try again in a moment.")
        return HttpResponse(words, status=429, headers=headers)
    return HttpResponse(render_to_string("busy.html", {"path": request.path}), status=429, headers=headers)


def _sent_before(request: HttpRequest) -> list[tuple[str, str]]:
    """The fields of a form, to send again; none if a password would be shown in it, or a file lost."""
    if request.FILES or any("password" in name for name in request.POST):
        return []
    return [
        (name, value) for name, values in request.POST.lists() if name != "csrfmiddlewaretoken" for value in values
    ]


def broken(request: HttpRequest) -> HttpResponse:
    """Say that something broke, with its number in the log, or that the database is away and will be back."""
    if isinstance(sys.exc_info()[1], InterfaceError | OperationalError):
        return HttpResponse(render_to_string("503.html"), status=503, headers={"Retry-After": str(RETRY_AFTER)})
    return HttpResponse(render_to_string("500.html", {"request_id": requests.current_id()}), status=500)
