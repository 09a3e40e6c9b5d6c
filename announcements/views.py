"""Pages by those who run the site, and the answer to forms during maintenance."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from itertools import groupby

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext
from django.views.decorators.http import require_POST, require_safe

from announcements import said
from announcements.models import Maintenance, Page

RETRY_AFTER = 600  # seconds, if no expected end is known


@require_safe
def page(request: HttpRequest, subject: str) -> HttpResponse:
    written = Page.objects.filter(subject=subject).exclude(text="").first()
    address = settings.CONTACT_ADDRESS if subject == Page.Subject.CONTACT else ""
    if written is None and not address:
        raise Http404
    context = {
        "heading": Page.Subject(subject).label,
        "blocks": list(blocks(written.text)) if written else [],
        "address": address,
        "changed_at": written.changed_at if written else None,
    }
    return render(request, "announcements/page.html", context)


@require_safe
def bar(request: HttpRequest) -> HttpResponse:
    """What is announced right now, for pages that are open."""
    return render(request, "announcements/_bar.html")


@require_POST
def put_away(request: HttpRequest, pk: int) -> HttpResponse:
    said.put_away(request.session, pk)
    if request.headers.get("HX-Request"):
        return HttpResponse()
    back = request.headers.get("Referer")
    is_ours = url_has_allowed_host_and_scheme(back, {request.get_host()}, require_https=request.is_secure())
    # Not by `redirect`, which takes some words for the name of a view.
    return HttpResponseRedirect(back if back and is_ours else reverse("home"))


def closed(request: HttpRequest, maintenance: Maintenance) -> HttpResponse:
    """Say that nothing was changed, why, and when to try again, without asking the database."""
    if request.headers.get("HX-Request"):
        advice = gettext("Nothing can be changed at present, and clocks stand still. Send it again later.")
        response = HttpResponse(f"{maintenance.sentence} {advice}", content_type="text/plain; charset=utf-8")
    else:
        response = HttpResponse(render_to_string("announcements/closed.html", {"maintenance": maintenance}))
    response.status_code = 503
    response["Retry-After"] = str(_wait(maintenance))
    # Django would log each as an error, and open pages send something every minute.
    response._has_been_logged = True  # type: ignore[attr-defined]
    return response


def _wait(maintenance: Maintenance) -> int:
    if maintenance.expected_until is None:
        return RETRY_AFTER
    return max(60, int((maintenance.expected_until - timezone.now()).total_seconds()))


class Kind(StrEnum):
    PARAGRAPH = "paragraph"
    HEADING = "heading"
    LIST = "list"


@dataclass(frozen=True, slots=True)
class Block:
    kind: Kind
    lines: tuple[str, ...]


def blocks(text: str) -> Iterator[Block]:
    """What a text consists of, in its order.

    >>> for block in blocks("# What we keep\\nYour name.\\n- games\\n- turns\\n\\n\\nBye!"):
    ...     print(block.kind, block.lines)
    heading ('What we keep',)
    paragraph ('Your name.',)
    list ('games', 'turns')
    paragraph ('Bye!',)
    """
    for part in re.split(r"\n\s*\n", text.replace("\r\n", "\n")):
        lines = [line.strip() for line in part.splitlines() if line.strip()]
        for kind, together in groupby(lines, _kind_of):
            stripped = tuple(line if kind is Kind.PARAGRAPH else line[2:].strip() for line in together)
            yield Block(kind, stripped)


def _kind_of(line: str) -> Kind:
    return {"# ": Kind.HEADING, "- ": Kind.LIST}.get(line[:2], Kind.PARAGRAPH)
