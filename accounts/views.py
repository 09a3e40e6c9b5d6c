"""Pages about your account; those for logging in and signing up are django-allauth's."""

from allauth.account.decorators import reauthentication_required
from allauth.account.utils import get_next_redirect_url
from allauth.core.ratelimit import consume, respond_429
from allauth.decorators import rate_limit
from django.conf import settings as site
from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.core.exceptions import BadRequest
from django.forms import Form
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render, resolve_url
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from accounts import calendars, deletion, guests, names, two_steps
from accounts.allauth_forms import LoginForm
from accounts.forms import AppearanceForm, DeletionForm, DisplayNameForm, KeepForm, OthersForm
from accounts.models import User
from accounts.requests import PlayerRequest, sent_by_player


def _has_a_second_step_alone(request: PlayerRequest) -> bool:
    """Whether a person logs in with another site and a second step: the form has no password to ask for."""
    return not request.user.has_usable_password() and two_steps.are_on(request.user)


@require_http_methods(["GET", "POST"])
@login_required
def settings(request: PlayerRequest) -> HttpResponse:
    user = request.user
    form = DisplayNameForm(_sent(request), user=user, initial={"name": user.name})
    if form.is_valid():
        try:
            names.rename(user, form.cleaned_data["name"])
        except names.NameTaken:
            form.refuse_taken_name()
        else:
            messages.success(request, _("You are now called %(name)s.") % {"name": user.name})
            return redirect("accounts:settings")
    context = {
        "form": form,
        "appearance": AppearanceForm(initial=_as_stored(user, AppearanceForm)),
        "others": OthersForm(initial=_as_stored(user, OthersForm)),
        "has_two_steps": two_steps.are_on(user),
    }
    return render(request, "accounts/settings.html", context, status=400 if form.errors else 200)


@sent_by_player("accounts:settings")
def appearance(request: PlayerRequest) -> HttpResponse:
    form = AppearanceForm(request.POST)
    if not form.is_valid():
        raise BadRequest("Pages are light, dark, or as the device is set.")
    User.objects.filter(pk=request.user.pk).update(**form.cleaned_data)
    messages.success(request, _("Saved."))
    return redirect("accounts:settings")


@sent_by_player("accounts:settings")
def others(request: PlayerRequest) -> HttpResponse:
    form = OthersForm(request.POST)
    form.full_clean()
    User.objects.filter(pk=request.user.pk).update(**form.cleaned_data)
    messages.success(request, _("Saved."))
    return redirect("accounts:settings")


@sent_by_player("accounts:settings")
def begin_guide(request: PlayerRequest) -> HttpResponse:
    request.user.be_guided(True)
    messages.success(request, _("Your next game against bots explains its first round."))
    return redirect("accounts:settings")


@sent_by_player("accounts:settings")
def end_guide(request: PlayerRequest) -> HttpResponse:
    request.user.be_guided(False)
    messages.success(request, _("Games explain nothing by themselves from now on."))
    return redirect("accounts:settings")


@sensitive_post_parameters("password1")
@require_http_methods(["GET", "POST"])
@login_required
@rate_limit(action="signup")  # type: ignore[untyped-decorator]  # allauth has no types
def keep(request: PlayerRequest) -> HttpResponse:
    """A guest registers and keeps everything; ``next`` is where they wanted to go when they were asked to."""
    way_back = get_next_redirect_url(request)
    if not request.user.is_guest:
        messages.info(request, _("You have signed up: your games are kept."))
        return redirect(way_back or "accounts:settings")
    pending = guests.pending_address(request.user)
    form = KeepForm(_sent(request), user=request.user, pending=pending)
    if form.is_valid():
        sent = form.cleaned_data
        wishes = {"name": sent["name"], "email": sent["email"], "password": sent.get("password1", "")}
        try:
            guests.keep(request, request.user, **wishes, way_back=way_back)
        except names.NameTaken:
            form.refuse_taken_name()
        else:
            calendars.learn_zone(request.user, sent["time_zone"], now=timezone.now())
            return redirect("accounts:keep")
    kept = site.KEEP_GUESTS.days
    context = {"form": form, "pending": pending, "way_back": way_back, "guests_kept": kept}
    return render(request, "accounts/keep.html", context, status=400 if form.errors else 200)


@sensitive_post_parameters("password")
@require_http_methods(["GET", "POST"])
@never_cache
@login_required
@rate_limit(action="login")  # type: ignore[untyped-decorator]  # allauth has no types
def bring(request: PlayerRequest) -> HttpResponse:
    """A guest who has an account logs in, and what they play comes along (see :func:`guests.bring_along`)."""
    way_back = get_next_redirect_url(request)
    onward = way_back or resolve_url(site.LOGIN_REDIRECT_URL)
    if not request.user.is_guest:
        return redirect(onward)
    form = LoginForm(_sent(request), request=request)
    if form.is_valid():
        logged_in: HttpResponse = form.login(request, redirect_url=onward)
        return logged_in
    context = {"form": form, "way_back": way_back}
    return render(request, "accounts/bring.html", context, status=400 if form.errors else 200)


@sensitive_post_parameters("password")
@require_http_methods(["GET", "POST"])
@never_cache
@login_required
@reauthentication_required(enabled=_has_a_second_step_alone)  # type: ignore[untyped-decorator]  # allauth has no types
def delete(request: PlayerRequest) -> HttpResponse:
    if request.method == "POST" and not consume(request, action="reauthenticate", user=request.user):
        limited: HttpResponse = respond_429(request)
        return limited
    form = DeletionForm(_sent(request), user=request.user)
    if form.is_valid():
        try:
            deletion.delete(request.user, now=timezone.now())
        except deletion.DeletionRefused as refusal:
            form.add_error(None, str(refusal))
        else:
            logout(request)
            messages.success(request, _("Your account is deleted. Thank you for playing here."))
            return redirect("home")
    context = {"form": form, "objection": deletion.objection(request.user)}
    return render(request, "accounts/delete.html", context, status=400 if form.errors else 200)


def _as_stored(user: User, form: type[Form]) -> dict[str, object]:
    """What a form shows whose fields are columns of the user."""
    return {name: getattr(user, name) for name in form.base_fields}


def _sent(request: HttpRequest) -> QueryDict | None:
    return request.POST if request.method == "POST" else None
