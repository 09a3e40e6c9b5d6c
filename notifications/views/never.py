"""The page on which the owner of an address without an account says that they want no mails from here."""

from django.core.signing import BadSignature
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from notifications import strangers


@require_http_methods(["GET", "HEAD", "POST"])
@csrf_exempt  # whoever has the address may do what it is for, and mail programs have no cookies
@never_cache
def never(request: HttpRequest, token: str) -> HttpResponse:
    """Ask whether to leave the address in peace, and do so; a press in a mail program (RFC 8058) comes here, too."""
    response = _answer(request, token)
    response["Referrer-Policy"] = "no-referrer"
    return response


def _answer(request: HttpRequest, token: str) -> HttpResponse:
    try:
        email = strangers.read(token)
    except BadSignature:
        return render(request, "notifications/stop_unknown.html", {"is_outdated": False}, status=404)
    if request.method == "POST":
        strangers.leave_in_peace(email)
    is_done = not strangers.may_be_written_to(email)
    return render(request, "notifications/never.html", {"email": email, "is_done": is_done})
