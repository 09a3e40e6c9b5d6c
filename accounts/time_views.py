"""Pages about one's own time."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from accounts import calendars, vacations
from accounts.requests import PlayerRequest
from accounts.time_forms import HoursForm, VacationForm


@require_http_methods(["GET", "POST"])
@login_required
def time(request: PlayerRequest) -> HttpResponse:
    """When one's clocks tick; the time zone and the hours of sleep are changed here."""
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
    messages.success(request, _("Saved. Your clocks go by it from now on."))
    return redirect("accounts:time")


@require_POST
@login_required
def add_vacation(request: PlayerRequest) -> HttpResponse:
    """Say that one is away for some days."""
    form = VacationForm(request.POST)
    if not form.is_valid():
        return _show(request, vacation=form, status=400)
    try:
        vacations.add(request.user, **form.cleaned_data, now=timezone.now())
    except vacations.VacationRefused as refusal:
        form.add_error(None, str(refusal))
        return _show(request, vacation=form, status=422)
    messages.success(request, _("Noted: your clocks stand still on these days."))
    return redirect("accounts:time")


@require_POST
@login_required
def end_vacation(request: PlayerRequest, pk: int) -> HttpResponse:
    """Call off a vacation, or let the one that one is on end today."""
    vacations.end(request.user, pk, now=timezone.now())
    messages.success(request, _("Your vacation is changed. Days that are left can be taken later."))
    return redirect("accounts:time")


def _show(
    request: PlayerRequest, *, hours: HoursForm | None = None, vacation: VacationForm | None = None, status: int = 200
) -> HttpResponse:
    user = request.user
    today = vacations.today_of(user, timezone.now())
    known = list(user.vacations.all())
    used = vacations.taken(known)
    context = {
        "hours": hours or HoursForm(user=user),
        "vacation": vacation or VacationForm(),
        "vacations": [vacation for vacation in known if vacation.last_day >= today],
        "today": today,
        "left": {year: vacations.DAYS_A_YEAR - used[year] for year in (today.year, today.year + 1)}.items(),
        "allowance": vacations.DAYS_A_YEAR,
    }
    return render(request, "accounts/time.html", context, status=status)
