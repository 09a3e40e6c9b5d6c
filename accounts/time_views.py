"""Your time: where you live, when you sleep, when you are away."""

from datetime import date, datetime, time, timedelta
from typing import TYPE_CHECKING, Any, cast

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods

from accounts import calendars
from accounts.models import User
from accounts.requests import PlayerRequest, sent_by_player

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise

LONGEST_SLEEP = timedelta(hours=12)


def _hour(label: "StrPromise", error: "StrPromise") -> forms.TimeField:
    widget = forms.TimeInput(attrs={"type": "time"}, format="%H:%M")
    return forms.TimeField(label=label, required=False, widget=widget, error_messages={"invalid": error})


def _day(label: "StrPromise", error: "StrPromise") -> forms.DateField:
    widget = forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
    errors = dict.fromkeys(("required", "invalid"), error)
    return forms.DateField(label=label, widget=widget, error_messages=errors)


class HoursForm(forms.Form):
    time_zone = forms.ChoiceField(
        label=_("Where you live"),
        help_text=_("A city whose clocks show the same time as yours. Type its first letters in the list."),
        error_messages={"invalid_choice": _("Choose one of the places in the list.")},
    )
    sleeps_from = _hour(_("You fall asleep at"), _("Give a time of day, such as 22:30."))
    sleeps_until = _hour(_("You wake up at"), _("Give a time of day, such as 7:00."))

    def __init__(self, *args: Any, user: User, **kwargs: Any) -> None:
        now = {name: getattr(user, name) for name in ("time_zone", "sleeps_from", "sleeps_until")}
        super().__init__(*args, **{**kwargs, "initial": now})
        cast(forms.ChoiceField, self.fields["time_zone"]).choices = calendars.zone_choices()

    @property
    def sleep(self) -> tuple[time, time] | None:
        hours = self.cleaned_data["sleeps_from"], self.cleaned_data["sleeps_until"]
        return None if None in hours else hours

    def clean(self) -> dict[str, Any]:
        sent = self.cleaned_data
        if sent.keys() >= {"sleeps_from", "sleeps_until"}:
            self._check_sleep(sent["sleeps_from"], sent["sleeps_until"])
        return sent

    def _check_sleep(self, start: time | None, end: time | None) -> None:
        if start is None and end is not None:
            self.add_error("sleeps_from", _("Say when you fall asleep, too, or leave both empty."))
        if start is not None and end is None:
            self.add_error("sleeps_until", _("Say when you wake up, too, or leave both empty."))
        if start is None or end is None:
            return
        night = (datetime.combine(date.min, end) - datetime.combine(date.min, start)) % timedelta(days=1)
        if not night:
            self.add_error("sleeps_until", _("Both times are the same. Leave both empty to have no night."))
        elif night > LONGEST_SLEEP:
            self.add_error("sleeps_until", _("A night can have at most 12 hours, so that games go on."))


class VacationForm(forms.Form):
    first_day = _day(_("First day"), _("Give the first day of your vacation."))
    last_day = _day(_("Last day"), _("Give the last day of your vacation."))


@require_http_methods(["GET", "POST"])
@login_required
def time_settings(request: PlayerRequest) -> HttpResponse:
    if request.method == "GET":
        return _show(request)
    form = HoursForm(request.POST, user=request.user)
    if not form.is_valid():
        return _show(request, hours=form, status=400)
    try:
        calendars.tell_hours(request.user, form.cleaned_data["time_zone"], form.sleep, now=timezone.now())
    except calendars.HoursRefused as refusal:
        form.add_error(None, str(refusal))
        return _show(request, hours=form, status=422)
    messages.success(request, _("Saved. Your clocks follow it from now on."))
    return redirect("accounts:time")


@sent_by_player("accounts:time")
def add_vacation(request: PlayerRequest) -> HttpResponse:
    form = VacationForm(request.POST)
    if not form.is_valid():
        return _show(request, vacation=form, status=400)
    try:
        calendars.add_vacation(request.user, **form.cleaned_data, now=timezone.now())
    except calendars.VacationRefused as refusal:
        form.add_error(None, str(refusal))
        return _show(request, vacation=form, status=422)
    messages.success(request, _("Saved. Your clocks stand still on these days."))
    return redirect("accounts:time")


@sent_by_player("accounts:time")
def end_vacation(request: PlayerRequest, pk: int) -> HttpResponse:
    calendars.end_vacation(request.user, pk, now=timezone.now())
    messages.success(request, _("Your vacation is changed. You can take the days left later."))
    return redirect("accounts:time")


def _show(
    request: PlayerRequest, *, hours: HoursForm | None = None, vacation: VacationForm | None = None, status: int = 200
) -> HttpResponse:
    user = request.user
    today = calendars.today_of(user, timezone.now())
    known = list(user.vacations.all())
    used = calendars.taken(known)
    context = {
        "hours": hours or HoursForm(user=user),
        "vacation": vacation or VacationForm(),
        "vacations": [vacation for vacation in known if vacation.last_day >= today],
        "today": today,
        "left": {year: calendars.DAYS_A_YEAR - used[year] for year in (today.year, today.year + 1)}.items(),
        "allowance": calendars.DAYS_A_YEAR,
    }
    return render(request, "accounts/time.html", context, status=status)
