"""Pages about what one has here: taking it along, and deleting one's account."""

from allauth.account.decorators import reauthentication_required
from allauth.core.ratelimit import consume, respond_429
from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from accounts import data_export, deletion, two_steps
from accounts.forms import DeletionForm
from accounts.requests import PlayerRequest


def _has_a_second_step_alone(request: PlayerRequest) -> bool:
    """Whether somebody logs in by another site and a second step: the form has no password to ask for."""
    return not request.user.has_usable_password() and two_steps.are_on(request.user)


@require_http_methods(["GET", "POST"])
@login_required
@reauthentication_required(enabled=lambda request: not request.user.is_guest)  # type: ignore[untyped-decorator]
def take_along(request: PlayerRequest) -> HttpResponseBase:
    if request.method == "GET":
        return render(request, "accounts/take_along.html", {"is_busy": False})
    now = timezone.now()
    try:
        pieces = data_export.pack(request.user, now=now)
    except data_export.ExportBusy:
        return render(request, "accounts/take_along.html", {"is_busy": True}, status=409)
    response = StreamingHttpResponse(pieces, content_type="application/zip")
    response["Content-Disposition"] = f'attachment; filename="power-grid-{now:%Y-%m-%d}.zip"'
    response["Cache-Control"] = "private, no-store"
    return response


@sensitive_post_parameters("password")
@require_http_methods(["GET", "POST"])
@never_cache
@login_required
@reauthentication_required(enabled=_has_a_second_step_alone)  # type: ignore[untyped-decorator]  # allauth has no types
def delete(request: PlayerRequest) -> HttpResponse:
    """Say what goes and what stays of somebody who deletes their account, and do so once it is certain who asks."""
    if request.method == "POST" and not consume(request, action="reauthenticate", user=request.user):
        limited: HttpResponse = respond_429(request)
        return limited
    form = DeletionForm(request.POST if request.method == "POST" else None, user=request.user)
    if form.is_valid():
        try:
            deletion.delete(request.user, now=timezone.now())
        except deletion.DeletionRefused as refusal:
            form.add_error(None, str(refusal))
        else:
            logout(request)
            messages.success(request, _("Your account is deleted. Farewell, and thank you for having played here."))
            return redirect("home")
    context = {"form": form, "objection": deletion.objection(request.user)}
    return render(request, "accounts/delete.html", context, status=400 if form.errors else 200)
