"""Questions with a few answers to choose from, and how they look."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, cast

from django import forms
from django.utils.translation import gettext_lazy as _

import rules
from games.models.terms import TERMS, Term

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise

BY_EDITION = "edition"  # what a form sends where an option is left to the edition


class Terms(forms.RadioSelect):
    template_name = "matchmaking/_terms.html"


class Maps(forms.RadioSelect):
    template_name = "matchmaking/_maps.html"


class Numbers(forms.RadioSelect):
    def __init__(self, *args: Any, most: int = rules.MAX_PLAYERS, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.most = most
        """Numbers above this one cannot be chosen."""

    def create_option(self, name: str, value: Any, *args: Any, **kwargs: Any) -> dict[str, Any]:
        option = super().create_option(name, value, *args, **kwargs)
        if str(value).isdecimal() and int(str(value)) > self.most:
            option["attrs"]["disabled"] = True
        return option


class _AsItBegins(forms.Field):
    """Where it was not asked yet, it is shown as it begins."""

    def bound_data(self, data: Any, initial: Any) -> Any:
        return initial if data is None else data


class Choice(_AsItBegins, forms.TypedChoiceField):
    """One of a few answers."""


class Amount(_AsItBegins, forms.IntegerField):
    """A whole number of something."""


class AskingForm(forms.Form):
    """A form in which what was picked so far says what else there is to pick."""

    def word(self, name: str) -> str:
        """The word for what is picked at the moment, or what the field begins with where that is no choice at all."""
        field = cast(Choice, self.fields[name])
        # Not by self[name], which would go on showing the field as it was before it is changed here.
        value = self.data.get(name) if self.is_bound else self.get_initial_for_field(field, name)
        return str(value if field.valid_value(value) else field.initial)

    def picked(self, name: str) -> Any:
        return cast(Choice, self.fields[name]).coerce(self.word(name))


def choice(
    label: "StrPromise", answers: Mapping[str, Any], *, error: "StrPromise", widget: forms.Widget, **options: Any
) -> Choice:
    """A question. ``answers`` are shown by the word that is sent; the first, if any, is what it begins with."""
    return Choice(
        label=label,
        choices=list(answers.items()),
        widget=widget,
        error_messages={"required": error, "invalid_choice": error},
        **{"initial": next(iter(answers), None), **options},
    )


def number(label: "StrPromise", least: int, most: int, *, error: "StrPromise", **options: Any) -> Choice:
    answers = {str(number): str(number) for number in range(least, most + 1)}
    return choice(label, answers, error=error, widget=Numbers(attrs={"class": "numbers"}), coerce=int, **options)


def amount(
    label: "StrPromise", least: int, most: int, *, initial: int, help_text: "StrPromise", error: "StrPromise"
) -> Amount:
    """A question for an amount, both bounds included.

    :param error: the sentence to whoever sends anything else.
    """
    errors = dict.fromkeys(("required", "invalid", "min_value", "max_value"), error)
    return Amount(
        label=label, min_value=least, max_value=most, initial=initial, help_text=help_text, error_messages=errors
    )


def term(label: "StrPromise", terms: Mapping[Any, Term], **options: Any) -> Choice:
    """A question for one of these terms. The answer is its value, an empty word where that is None."""
    values = {BY_EDITION if value is None else str(value): value for value in terms}
    return choice(
        label,
        {word: terms[value] for word, value in values.items()},
        error=_("Choose one of these, or leave it as it is."),
        widget=Terms(),
        coerce=lambda word: "" if values[word] is None else values[word],
        **options,
    )


def option(name: str, label: "StrPromise") -> Choice:
    return term(label, TERMS[name])
