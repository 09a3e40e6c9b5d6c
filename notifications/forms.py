"""Forms about how, when and how often somebody wants to be told."""

from collections.abc import Iterable, Mapping
from datetime import time
from typing import Any, Self

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from notifications import wishes
from notifications.models import AlertTimes, Channel
from notifications.ways import Way
from notifications.wishes import HowOften

AS_USUAL = ""


class HowOftenField(forms.TypedChoiceField):
    """Asks how often somebody wants to be told; None where it shall be as usual."""

    def __init__(self, *, usually: str = "", **kwargs: Any) -> None:
        known = {str(choice): choice for choice in wishes.all_of_them()}
        choices = [(value, choice.words) for value, choice in known.items()]
        super().__init__(
            choices=[(AS_USUAL, usually), *choices] if usually else choices,
            coerce=known.get,
            empty_value=None,
            error_messages={"invalid_choice": gettext_lazy("Choose one of the list.")},
            **kwargs,
        )


class FrequencyForm(forms.Form):
    """Asks how often somebody wants to be told by one way."""

    how_often = HowOftenField(label=gettext_lazy("How often"))

    @classmethod
    def of(cls, way: Way, sent: QueryDict | None = None) -> Self:
        """The form of one of several ways on a page."""
        return cls(sent, initial={"how_often": str(way.how_often)}, auto_id=f"way-{way.number}-%s")


class GameForm(forms.Form):
    """Asks by which channels somebody wants to hear of one game otherwise than as usual."""

    @classmethod
    def of(cls, ways: Iterable[Way], wishes: Mapping[Channel, HowOften], sent: QueryDict | None = None) -> Self:
        """The form for somebody who has these ways, and until now these wishes for the game."""
        form = cls(sent, initial={channel.value: str(how_often) for channel, how_often in wishes.items()})
        for channel, words in _usual(ways).items():
            usually = _("As usual: {words}").format(words=words)
            form.fields[channel.value] = HowOftenField(label=channel.label, usually=usually, required=False)
        return form

    def chosen(self) -> dict[Channel, HowOften | None]:
        """What was chosen for each channel, once the form is valid; None is as usual."""
        return {Channel(name): how_often for name, how_often in self.cleaned_data.items()}


class TimesForm(forms.ModelForm[AlertTimes]):
    """Asks when somebody is to be left in peace, and when the daily mail comes."""

    class Meta:
        model = AlertTimes
        fields = ("quiet", "quiet_from", "quiet_until", "digest_at")
        labels = {
            "quiet": gettext_lazy("Leave me in peace"),
            "quiet_from": gettext_lazy("From"),
            "quiet_until": gettext_lazy("Until"),
            "digest_at": gettext_lazy("The daily digest comes at"),
        }
        help_texts = dict.fromkeys(("quiet_from", "digest_at"), "")  # theirs are for those who read the code
        widgets = {
            "quiet": forms.RadioSelect,
            **{
                name: forms.TimeInput(attrs={"type": "time"}, format="%H:%M")
                for name in ("quiet_from", "quiet_until", "digest_at")
            },
        }
        error_messages = {
            name: dict.fromkeys(("invalid", "required"), gettext_lazy("Give a time of day, such as 22:30."))
            for name in ("quiet_from", "quiet_until", "digest_at")
        }

    def clean(self) -> dict[str, Any]:
        sent = super().clean() or self.cleaned_data
        if sent.get("quiet") == AlertTimes.Quiet.OWN and sent.keys() >= {"quiet_from", "quiet_until"}:
            self._check_hours(sent["quiet_from"], sent["quiet_until"])
        return sent

    def _check_hours(self, start: time | None, end: time | None) -> None:
        if start is None:
            self.add_error("quiet_from", _("Say when your quiet hours begin."))
        if end is None:
            self.add_error("quiet_until", _("Say when your quiet hours are over."))
        if start is not None and start == end:
            self.add_error("quiet_until", _("That is the same time twice. For no quiet hours, choose “Never”."))


class InvitationsForm(forms.Form):
    """Asks whether somebody wants to hear of it when they can plan ahead."""

    is_invited_to_plan = forms.BooleanField(label=gettext_lazy("Tell me when I can plan ahead"), required=False)


def _usual(ways: Iterable[Way]) -> dict[Channel, str]:
    """How often each channel tells, in words; where several ways of one channel differ, that is said."""
    usual: dict[Channel, str] = {}
    for way in ways:
        channel, words = Channel(way.destination.channel), way.how_often.words
        usual[channel] = words if usual.get(channel, words) == words else _("as each of them is set")
    return usual
