"""What a form asks for is done once, however often it arrives.

An answer can be lost on the way, a button be pressed twice, and a browser send a form again that somebody went back
to. So each page has a number, which all its forms send along. In the transaction in which a form is done, a
:class:`Receipt` of it is stored: the same number with the same fields, at the same address, is the same request. It
gets the answer that the first one got, and a page that got none can ask whether its request has arrived.

A view that draws much calls :func:`accounts.requests.store` before: locks are not held for as long as that takes.
"""

import secrets
from collections.abc import Callable
from contextlib import ExitStack
from datetime import datetime, timedelta
from hashlib import sha256
from typing import Any

import msgspec
from django import forms
from django.contrib import messages
from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST
from django_htmx.http import HttpResponseClientRefresh

from accounts.requests import VisitorRequest, length_of
from games.records.views import LARGEST_REQUEST
from powergrid.models import Receipt

NUMBER = "once"
"""The field of each form that says which page it was on."""

EACH_TIME = {"arrived", "games:here"}
"""What asks, or tells something anew: it counts however often it is sent."""

OF_PACKAGES = "accounts/"
"""Where packages sign people in and up. They know by themselves what was done, and some of it shall not be kept."""

KEPT = timedelta(days=7)
BATCH = 1000  # how many are forgotten in one transaction


def number_input() -> SafeString:
    """The field with the number of a page, for all its forms."""
    return forms.HiddenInput().render(NUMBER, secrets.token_hex(12))


class FormRequest(VisitorRequest):
    doing: ExitStack
    """The transaction of a form with a number, until it is stored or breaks."""
    receipt: Receipt | None
    """None for all else, and where it breaks."""


class DoneOnce:
    """Does what a form asks for, unless that was done already. It is refused as often as it comes.

    Visitors get no receipt: if the first answer is lost, so is the session of the guest they became. All that they
    can do then is send it again.
    """

    def __init__(self, get_response: Callable[[FormRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: FormRequest) -> HttpResponse:
        with ExitStack() as doing:
            request.doing, request.store = doing, doing.close
            request.receipt, request.is_refused = None, False
            response = self.get_response(request)
            _settle(request, response)
        return response

    def process_view(self, request: FormRequest, view: Any, args: Any, kwargs: Any) -> HttpResponse | None:
        match = request.resolver_match
        # A larger one is a file that its view refuses before it is read.
        if request.method != "POST" or length_of(request) > LARGEST_REQUEST:
            return None
        if match is None or not request.POST.get(NUMBER) or not request.user.is_authenticated:
            return None
        if match.view_name in EACH_TIME or match.route.startswith(OF_PACKAGES):
            return None
        return _once(request)

    def process_exception(self, request: FormRequest, exception: Exception) -> None:
        """Take back what was done: Django turns the exception into an answer before ``__call__`` could see it."""
        request.receipt = None
        request.doing.__exit__(type(exception), exception, exception.__traceback__)


def _once(request: FormRequest) -> HttpResponse | None:
    """Begin the transaction of a form; or answer it, if it was done."""
    receipt = Receipt(digest=_digest(request, request.get_full_path()))
    request.doing.enter_context(transaction.atomic())
    if not _is_first(receipt):
        return _again(request, Receipt.objects.get(digest=receipt.digest))
    request.receipt = receipt
    return None


def _settle(request: FormRequest, response: HttpResponse) -> None:
    """Note where a form led; or forget it, as it was refused, also where it is shown again."""
    if request.receipt is None:
        return
    leads_on = 300 <= response.status_code < 400
    is_done = leads_on or (request.htmx and response.status_code < 300)
    if request.is_refused or not is_done:
        request.receipt.delete()
    elif leads_on:
        Receipt.objects.filter(pk=request.receipt.pk).update(led_to=response.headers["Location"])


def _is_first(receipt: Receipt) -> bool:
    """Note that something was sent, to be kept once it is done. If the same is being done, this waits for its end."""
    try:
        with transaction.atomic():
            receipt.save(force_insert=True)
    except IntegrityError:
        return False
    return True


def _again(request: VisitorRequest, receipt: Receipt) -> HttpResponse:
    messages.info(request, _("This had arrived the first time already, and was done once."))
    if request.htmx:
        return HttpResponseClientRefresh()
    return HttpResponseRedirect(receipt.led_to or request.path)


def _digest(request: HttpRequest, address: str) -> str:
    """What was sent to an address, with the number of its page, but for what proves where it came from."""
    fields = sorted((name, values) for name, values in request.POST.lists() if name != "csrfmiddlewaretoken")
    digest = sha256(msgspec.json.encode((address, fields)))
    for _name, files in request.FILES.lists():
        for file in files:
            for piece in file.chunks():
                digest.update(piece)
            file.seek(0)
    return digest.hexdigest()


@require_POST
def arrived(request: HttpRequest) -> HttpResponse:
    """Whether what a page sent to the address ``at`` was done; the same fields are sent here. It may be under way."""
    receipt = Receipt(digest=_digest(request, request.GET.get("at", "")))
    with transaction.atomic():
        is_first = _is_first(receipt)
        transaction.set_rollback(True)
    return JsonResponse({"has_arrived": not is_first})


def forget(now: datetime) -> int:
    """Forget some old receipts, and say how many."""
    old = Receipt.objects.filter(received_at__lt=now - KEPT).order_by("received_at")
    return Receipt.objects.filter(pk__in=list(old.values_list("pk", flat=True)[:BATCH])).delete()[0]
