"""Who a host wants at the table: players they often play with, or others by name or address."""

from collections.abc import Collection
from datetime import datetime, timedelta
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db.models import Count, Max, Q
from django.utils.translation import gettext_lazy as _

from accounts import names
from accounts.models import User, as_stored
from games.models import Seat
from talk.models import Mute

LATELY = timedelta(days=180)
"""Games that began since count first: the players of older ones may have lost touch."""

MOST_COMPANIONS = 12  # how many are suggested


def companions_of(user: User, *, besides: Collection[int], now: datetime) -> list[User]:
    """The people a player has played with most often of late, then ever; without those they have muted."""
    theirs = Seat.objects.filter(user=user, game__studied_by=None).values("game")
    muted = Mute.objects.filter(user=user).values("other")
    found = (
        User.objects.filter(seats__game__in=theirs, is_active=True, is_guest=False, takes_invitations=True)
        .exclude(pk__in=[user.pk, *besides])
        .exclude(banned_until__gt=now)
        .exclude(pk__in=muted)
        .annotate(
            lately=Count("seats", filter=Q(seats__game__created_at__gt=now - LATELY)),
            ever=Count("seats"),
            last=Max("seats__game"),
        )
    )
    return list(found.only("name", "is_guest", "left_at").order_by("-lately", "-ever", "-last")[:MOST_COMPANIONS])


class InviteForm(forms.Form):
    """Asks who to invite: players the host often plays with, and anybody else by name or address."""

    people = forms.MultipleChoiceField(
        label=_("You have played with"),
        required=False,
        widget=forms.CheckboxSelectMultiple(attrs={"class": "companions"}),
        error_messages={"invalid_choice": _("One of these players can no longer be invited. Choose again.")},
    )
    who = forms.CharField(
        label=_("Name or mail address"),
        help_text=_(
            "The name of a player here, or a mail address. We send one mail to the address, and tell nobody whether"
            " it has an account."
        ),
        required=False,
        max_length=254,
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"}),
        error_messages={"max_length": _("That is too long for a name or address.")},
    )

    def __init__(self, *args: Any, companions: Collection[User], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._companions = {str(person.pk): person for person in companions}
        self.named: User | None = None
        self.email = ""
        """The address that was given, in lower case, where it was one."""
        if companions:
            people = self.fields["people"]
            assert isinstance(people, forms.MultipleChoiceField)  # noqa: S101  (for the type checker)
            people.choices = [(pk, person.name) for pk, person in self._companions.items()]
        else:
            del self.fields["people"]

    @property
    def invited(self) -> list[User]:
        chosen = [self._companions[pk] for pk in self.cleaned_data.get("people", [])]
        return [*chosen, *([self.named] if self.named else [])]

    def clean_who(self) -> str:
        who: str = self.cleaned_data["who"].strip()
        if "@" in who:
            self._read_address(who)
        elif who:
            self.named = names.called(names.tidy(who)).filter(left_at=None, is_active=True).first()
            if self.named is None:
                words = _("No player is called %(name)s. Give the name that games show, or a mail address.")
                raise ValidationError(words, params={"name": who})
        return who

    def clean(self) -> dict[str, Any]:
        if not self.errors and not self.cleaned_data.get("people") and not self.cleaned_data["who"]:
            raise ValidationError(_("Choose a player, or give a name or a mail address."))
        return self.cleaned_data

    def _read_address(self, who: str) -> None:
        try:
            validate_email(who)
        except ValidationError as refusal:
            raise ValidationError(_("This is not a mail address. Check it for typing errors.")) from refusal
        self.email = as_stored(who) or ""
