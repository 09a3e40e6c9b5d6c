"""Forms about how, when and how often a player wants to be told."""

from collections.abc import Iterable, Mapping
from datetime import time
from typing import Any, Self

from cryptography.hazmat.primitives.asymmetric import ec
from django import forms
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from py_vapid.utils import b64urldecode

from notifications import hooks, outbound, wishes
from notifications.browsers import Subscription
from notifications.models import AlertTimes, Channel, Destination
from notifications.ways import Way
from notifications.wishes import HowOften

AS_USUAL = ""


class HowOftenField(forms.TypedChoiceField):
    def __init__(self, *, usually: str = "", **kwargs: Any) -> None:
        known = {str(choice): choice for choice in wishes.all_of_them()}
        choices = [(value, choice.words) for value, choice in known.items()]
        super().__init__(
            choices=[(AS_USUAL, usually), *choices] if usually else choices,
            coerce=known.get,
            empty_value=None,
            error_messages={"invalid_choice": gettext_lazy("Choose one from the list.")},
            **kwargs,
        )


class FrequencyForm(forms.Form):
    how_often = HowOftenField(label=gettext_lazy("How often"))

    @classmethod
    def of(cls, way: Way, sent: QueryDict | None = None) -> Self:
        return cls(sent, initial={"how_often": str(way.how_often)}, auto_id=f"way-{way.number}-%s")


class GameForm(forms.Form):
    @classmethod
    def of(cls, ways: Iterable[Way], wishes: Mapping[Channel, HowOften], sent: QueryDict | None = None) -> Self:
        form = cls(sent, initial={channel.value: str(how_often) for channel, how_often in wishes.items()})
        for channel, words in _usual(ways).items():
            usually = _("As usual: {words}").format(words=words)
            form.fields[channel.value] = HowOftenField(label=channel.label, usually=usually, required=False)
        return form

    def chosen(self) -> dict[Channel, HowOften | None]:
        return {Channel(name): how_often for name, how_often in self.cleaned_data.items()}


class TimesForm(forms.ModelForm[AlertTimes]):
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
            self.add_error("quiet_until", _("Both times are the same. For no quiet hours, choose “Never”."))


class InvitationsForm(forms.Form):
    is_invited_to_plan = forms.BooleanField(
        label=gettext_lazy("Tell me when I can say what I want in all auctions, or for the rest of a round"),
        required=False,
    )


def _usual(ways: Iterable[Way]) -> dict[Channel, str]:
    usual: dict[Channel, str] = {}
    for way in ways:
        channel, words = Channel(way.destination.channel), way.how_often.words
        usual[channel] = words if usual.get(channel, words) == words else _("as each of them is set")
    return usual


class HookForm(forms.Form):
    channel = forms.ChoiceField(
        label=gettext_lazy("Where to"),
        choices=[
            (Channel.DISCORD.value, gettext_lazy("Discord")),
            (Channel.SLACK.value, gettext_lazy("Slack, Mattermost or Rocket.Chat")),
            (Channel.WEBHOOK.value, gettext_lazy("Your own program")),
        ],
        widget=forms.RadioSelect,
        initial=Channel.DISCORD.value,
        error_messages={"invalid_choice": gettext_lazy("Choose one of the three.")},
    )
    address = forms.CharField(
        label=gettext_lazy("Address of the webhook"),
        max_length=Destination._meta.get_field("address").max_length,
        widget=forms.TextInput(
            attrs={
                "type": "url",
                "inputmode": "url",
                "autocomplete": "off",
                "autocapitalize": "none",
                "spellcheck": "false",
                "placeholder": "https://",
                "maxlength": None,  # browsers cut off what is longer, and say nothing
            }
        ),
        error_messages={
            "required": gettext_lazy("Paste the address of the webhook here."),
            "max_length": gettext_lazy("This address is too long: %(show_value)d characters."),
        },
    )
    label = forms.CharField(
        label=gettext_lazy("What you call it"),
        help_text=gettext_lazy("Optional, such as the name of the channel."),
        max_length=Destination._meta.get_field("label").max_length,
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "off", "maxlength": None}),
        error_messages={"max_length": gettext_lazy("Shorten this to %(limit_value)d characters.")},
    )

    def clean_label(self) -> str:
        """Keep what can be read on one line: it will stand in the subject of a mail, should the webhook fail."""
        words = ("".join(filter(str.isprintable, word)) for word in self.cleaned_data["label"].split())
        return " ".join(filter(None, words))

    def clean(self) -> dict[str, Any]:
        sent = self.cleaned_data
        if sent.keys() >= {"channel", "address"}:
            try:
                sent["channel"] = hooks.channel_of(sent["address"], Channel(sent["channel"]))
            except hooks.WebhookRefused as refusal:
                self.add_error("address", str(refusal))
        return sent


UNREADABLE = gettext_lazy("Your browser did not say how it can be reached. Load the page again, then try once more.")


class EndpointForm(forms.Form):
    endpoint = forms.CharField(max_length=1000)

    def clean_endpoint(self) -> str:
        endpoint: str = self.cleaned_data["endpoint"]
        try:
            outbound.Target.of(endpoint)
        except outbound.Forbidden as refusal:
            raise forms.ValidationError(str(refusal)) from refusal
        return endpoint


class SubscriptionForm(EndpointForm):
    p256dh = forms.RegexField(r"^[A-Za-z0-9_-]{87}$")
    auth = forms.RegexField(r"^[A-Za-z0-9_-]{22}$")

    def clean_p256dh(self) -> str:
        key: str = self.cleaned_data["p256dh"]
        try:
            ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), b64urldecode(key.encode()))
        except ValueError as fault:
            raise forms.ValidationError(_("This is not a key.")) from fault
        return key

    @property
    def subscription(self) -> Subscription:
        return Subscription(**self.cleaned_data)
