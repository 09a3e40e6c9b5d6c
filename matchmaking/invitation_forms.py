"""Reading whom a host wants at the table."""

from collections.abc import Collection
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts import names
from accounts.models import User, as_stored


class InviteForm(forms.Form):
    """Asks whom to invite: of those whom the host plays with often, and anybody else by name or address."""

    people = forms.MultipleChoiceField(
        label=gettext_lazy("You have played with"),
        required=False,
        widget=forms.CheckboxSelectMultiple(attrs={"class": "companions"}),
        error_messages={
            "invalid_choice": gettext_lazy("One of these players can no longer be invited. Choose again.")
        },
    )
    who = forms.CharField(
        label=gettext_lazy("Name or mail address"),
        help_text=gettext_lazy(
            "The name that a player has here, or the address of somebody: we send one mail there, and tell nobody"
            " whether they have an account."
        ),
        required=False,
        max_length=254,
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"}),
        error_messages={"max_length": gettext_lazy("That is too long for a name or address.")},
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
                raise ValidationError(
                    _("Nobody is called %(name)s here. Give the name that games show, or a mail address."),
                    params={"name": who},
                )
        return who

    def clean(self) -> dict[str, Any]:
        if not self.errors and not self.cleaned_data.get("people") and not self.cleaned_data["who"]:
            raise ValidationError(_("Name a player, or give an address."))
        return self.cleaned_data

    def _read_address(self, who: str) -> None:
        try:
            validate_email(who)
        except ValidationError as refusal:
            raise ValidationError(_("This is no mail address. Look for a letter too many or too few.")) from refusal
        self.email = as_stored(who) or ""
