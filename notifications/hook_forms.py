"""The form with which a webhook is added."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy

from notifications import hooks
from notifications.models import Channel, Destination


class HookForm(forms.Form):
    """Asks where else somebody wants to be told."""

    channel = forms.ChoiceField(
        label=gettext_lazy("Where to"),
        choices=[
            (Channel.DISCORD.value, gettext_lazy("Discord")),
            (Channel.SLACK.value, gettext_lazy("Slack, Mattermost or Rocket.Chat")),
            (Channel.WEBHOOK.value, gettext_lazy("A program of yours")),
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
        help_text=gettext_lazy("If you like, such as the name of the channel."),
        max_length=Destination._meta.get_field("label").max_length,
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "off", "maxlength": None}),
        error_messages={"max_length": gettext_lazy("Up to %(limit_value)d characters, please.")},
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
