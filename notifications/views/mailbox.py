"""The pages of a development site on which its mails can be read."""

from itertools import islice

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from accounts.parts import draw_part
from accounts.requests import found_or_404
from notifications import mailbox

PAGE = 50

# Mails carry their styles inline, which the pages of the site may not; nothing else is allowed to them.
HEADERS_IN_A_FRAME = {
    "Content-Security-Policy": (
        "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:;"
        " base-uri 'none'; form-action 'none'; frame-ancestors 'self'"
    ),
    "X-Frame-Options": "SAMEORIGIN",
}


@require_safe
def mails(request: HttpRequest) -> HttpResponse:
    """The mails of the site, newest first: at first the visitor's own, and anybody's by their address."""
    insist_on_kept_mails()
    own = getattr(request.user, "email", None) or ""
    address = request.GET.get("to", own).strip()
    found = list(islice(mailbox.mails(address, before=request.GET.get("before", "")), PAGE + 1))
    context = {
        "mails": found[:PAGE],
        "address": address,
        "own": own,
        "older_than": found[PAGE - 1].id if len(found) > PAGE else "",
    }
    return render(request, "notifications/mails.html", context)


@require_safe
def mail(request: HttpRequest, mail_id: str) -> HttpResponse:
    return render(request, "notifications/mail.html", {"mail": get_mail_or_404(mail_id)})


@require_safe
def mail_html(request: HttpRequest, mail_id: str) -> HttpResponse:
    mail = get_mail_or_404(mail_id)
    if not mail.html:
        raise Http404
    framed = draw_part(request, "notifications/mail.html", "framed", {"mail": mail})
    return HttpResponse(framed, headers=HEADERS_IN_A_FRAME)


def insist_on_kept_mails() -> None:
    """Hide mails where they are really sent: they are their recipients' business then."""
    if not settings.KEEPS_MAILS:
        raise Http404


def get_mail_or_404(mail_id: str) -> mailbox.Mail:
    insist_on_kept_mails()
    return found_or_404(mailbox.find(mail_id))
