"""Forms about one's own time: where one lives, when one sleeps, when one is away."""

from datetime import date, datetime, time, timedelta
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts import zones
from accounts.models import User

LONGEST_SLEEP = timedelta(hours=12)


class HoursForm(forms.Form):
    """Asks for the time zone, and for the hours in which clocks stand still."""

    time_zone = forms.ChoiceField(
        label=gettext_lazy("Where you live"),
        help_text=gettext_lazy(
            "A city whose clocks show the same time as yours. Type its first letters in the list."
        ),
        error_messages={"invalid_choice": gettext_lazy("Choose one of the places in the list.")},
    )
    sleeps_from = forms.TimeField(
        label=gettext_lazy("You fall asleep at"),
        required=False,
        widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M"),
        error_messages={"invalid": gettext_lazy("Give a time of day, such as 22:30.")},
    )
    sleeps_until = forms.TimeField(
        label=gettext_lazy("You wake up at"),
        required=False,
        widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M"),
        error_messages={"invalid": gettext_lazy("Give a time of day, such as 7:00.")},
    )

    def __init__(self, *args: Any, user: User, **kwargs: Any) -> None:
        now = {name: getattr(user, name) for name in ("time_zone", "sleeps_from", "sleeps_until")}
        super().__init__(*args, **{**kwargs, "initial": now})
        field = self.fields["time_zone"]
        assert isinstance(field, forms.ChoiceField)  # noqa: S101  (for the type checker)
        field.choices = zones.choices()

    @property
    def sleep(self) -> tuple[time, time] | None:
        """From when until when, once the form is valid."""
        hours = self.cleaned_data["sleeps_from"], self.cleaned_data["sleeps_until"]
        return None if None in hours else hours

    def clean(self) -> dict[str, Any]:
        sent = self.cleaned_data
        if sent.keys() >= {"sleeps_from", "sleeps_until"}:
            self._check_sleep(sent["sleeps_from"], sent["sleeps_until"])
        return sent

    def _check_sleep(self, start: time | None, end: time | None) -> None:
        if start is None and end is not None:
            self.add_error("sleeps_from", _("Say, too, when you fall asleep; or leave both empty."))
        if start is not None and end is None:
            self.add_error("sleeps_until", _("Say, too, when you wake up; or leave both empty."))
        if start is None or end is None:
            return
        if start == end:
            self.add_error("sleeps_until", _("That is the same hour twice. Leave both empty to have no night."))
        elif (datetime.combine(date.min, end) - datetime.combine(date.min, start)) % timedelta(
            days=1
        ) > LONGEST_SLEEP:
            self.add_error("sleeps_until", _("A night has 12 hours at most, so that games go on."))


class VacationForm(forms.Form):
    """Asks from when until when somebody is away."""

    first_day = forms.DateField(
        label=gettext_lazy("First day"),
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
        error_messages=dict.fromkeys(("required", "invalid"), gettext_lazy("Give the first day of your vacation.")),
    )
    last_day = forms.DateField(
        label=gettext_lazy("Last day"),
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
        error_messages=dict.fromkeys(("required", "invalid"), gettext_lazy("Give the last day of your vacation.")),
    )
