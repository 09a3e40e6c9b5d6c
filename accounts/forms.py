"""Forms about your account."""

from typing import TYPE_CHECKING, Any, cast

from allauth.account.adapter import get_adapter
from allauth.account.fields import EmailField, PasswordField, SetPasswordField
from django import forms
from django.core.exceptions import ValidationError
from django.http import HttpRequest
from django.utils import timezone
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from accounts import addresses, bans, calendars, names
from accounts.mail_budget import WithinBudget
from accounts.models import Appearance, User

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise


class AddressField(EmailField):  # type: ignore[misc]  # allauth has no types
    """A mail address in whatever spelling; what comes of it is the one by which it is stored."""

    default_validators = ()

    def __init__(self, **arguments: Any) -> None:
        # Of type text: in a field for mail addresses, browsers write "fass.de" where "faß.de" was typed.
        attributes = {"autocapitalize": "none", "autocomplete": "email", "inputmode": "email", "spellcheck": "false"}
        super().__init__(**{"widget": forms.TextInput(attrs=attributes), **arguments})

    def clean(self, value: object) -> str:
        text: str = forms.EmailField.clean(self, value)
        return addresses.canonical(text) if text else text


class DisplayNameForm(forms.Form):
    name = forms.CharField(
        label=_("Display name"),
        help_text=format_lazy(
            _(
                "What other players see: {shortest} to {longest} letters and digits, with spaces and {signs} between"
                " them."
            ),
            shortest=names.SHORTEST,
            longest=names.LONGEST,
            signs=" ".join(names.SIGNS),
        ),
        # No maxlength: browsers cut off what is longer, and say nothing.
        widget=forms.TextInput(attrs={"autocomplete": "nickname"}),
    )

    field_order = ("name", "email", "password1")

    def __init__(self, *args: Any, user: User | None = None, **kwargs: Any) -> None:
        self.user = user
        super().__init__(*args, **kwargs)

    def clean_name(self) -> str:
        name = names.tidy(self.cleaned_data["name"])
        if self.user and name == self.user.name:  # also a guest's, and one from before a rule
            return name
        names.check(name)
        # Names are words, too. A guest who keeps theirs can still sign up.
        if self.user and (ban := bans.of(self.user, timezone.now())):
            raise ValidationError(bans.in_words(ban))
        if not names.is_free(name, besides=self.user):
            words = _("Another player is called %(name)s. Choose another name.")
            raise ValidationError(words, params={"name": name})
        return name

    def refuse_taken_name(self) -> None:
        self.add_error("name", _("Another player took this name a moment ago. Choose another one."))


class NewcomerForm(DisplayNameForm):
    """What allauth's form for signing up begins with: the name, and the zone that the device shows."""

    time_zone = forms.CharField(required=False, widget=forms.HiddenInput(attrs={"data-zone": ""}))

    def clean_time_zone(self) -> str:
        zone: str = self.cleaned_data["time_zone"]
        return zone if zone in calendars.zone_names() else calendars.UTC

    def signup(self, request: HttpRequest, user: User) -> None:
        """Asked for by allauth. Nothing is left to do: the adapter has stored what was sent with the user."""


class AppearanceForm(forms.Form):
    """Asks how pages look; the fields are columns of the user."""

    appearance = forms.ChoiceField(choices=Appearance.choices, widget=forms.RadioSelect)
    reduces_motion = forms.BooleanField(
        label=_("Reduced motion"),
        help_text=_("Nothing slides or blinks. Without a tick, pages do as your device says."),
        required=False,
    )


class OthersForm(forms.Form):
    """Asks what others may do and see, and how a bot plays on with them; the fields are columns of the user."""

    takes_invitations = forms.BooleanField(
        label=_("Let others invite me to their tables"),
        help_text=_("We tell you by your alerts. Players you have muted cannot invite you."),
        required=False,
    )
    shows_presence = forms.BooleanField(
        label=_("Show the players of my games whether I am online"),
        help_text=_(
            "They see whether you were here in the last half hour. After a day, they see for how many days you have"
            " been away. A plan that acts for you counts as if you were here."
        ),
        required=False,
    )
    is_cautious_while_away = forms.BooleanField(
        label=_("Let a bot that stands in for me play with caution"), required=False
    )


def explain_caution(words: "StrPromise") -> None:
    """Take what a bot does that plays with caution from the room that knows it."""
    OthersForm.base_fields["is_cautious_while_away"].help_text = words


class KeepForm(WithinBudget, NewcomerForm):
    email = AddressField()
    password1 = SetPasswordField(label=_("Password"))

    def __init__(self, *args: Any, user: User, pending: str | None, **kwargs: Any) -> None:
        """:param pending: the address to be confirmed, of a guest who waits for the mail and has said all else."""
        known = {"name": user.name, "email": pending} if pending else None
        super().__init__(*args, user=user, initial=known, **kwargs)
        if pending:
            del self.fields["password1"]
        else:
            cast(SetPasswordField, self.fields["password1"]).user = user


class DeletionForm(forms.Form):
    """Asks for the password before an account is deleted, or for the name where there is no password."""

    def __init__(self, *args: Any, user: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.user = user
        if user.is_guest:
            return
        if user.has_usable_password():
            self.fields["password"] = PasswordField(label=_("Your password"), autocomplete="current-password")
        else:
            self.fields["name"] = forms.CharField(label=_("Type your name to confirm"))

    def clean_password(self) -> str:
        password: str = self.cleaned_data["password"]
        if not get_adapter().reauthenticate(self.user, password):
            raise get_adapter().validation_error("incorrect_password")
        return password

    def clean_name(self) -> str:
        name = names.tidy(self.cleaned_data["name"])
        if name != self.user.name:
            raise ValidationError(_("You are called %(name)s here."), params={"name": self.user.name})
        return name
