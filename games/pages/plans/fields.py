"""What the forms of plans have in common: amounts of money, what to do otherwise, and plants to choose."""

from abc import ABCMeta, abstractmethod
from collections.abc import Iterable, Mapping
from typing import Any, ClassVar

from django import forms
from django.core.exceptions import ValidationError
from django.forms.forms import DeclarativeFieldsMetaclass
from django.http import QueryDict
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

import rules
from games.models import Slot
from games.pages.plans.planner import Planner
from games.plans.language import Plan
from games.story.names import Names

MOST_LEAPS = 20
PLAIN: Mapping[str, str] = {"inputmode": "numeric", "autocomplete": "off"}
"""Of fields for numbers that a browser should not remember. They are text: the wheel of a mouse turns other ones."""
NOT_CARRIED = ("plan", "composed", "round", "action", "before", "expected", "once", "csrfmiddlewaretoken")
"""Fields that say what is sent and how, not what is planned."""


def elektro(label: Any, *, required: bool = True) -> forms.IntegerField:
    wrong = {"required": _("Enter an amount."), "invalid": _("Enter a whole number of Elektro.")}
    limits = format_lazy(_("Enter 0 to {most} Elektro."), most=rules.MOST_ELEKTRO)
    return _number(label, 0, rules.MOST_ELEKTRO, limits, wrong, required=required)


def tokens(label: Any) -> forms.IntegerField:
    wrong = {"invalid": _("Enter a whole number.")}
    return _number(label, 0, 24, _("Enter 0 to 24 tokens."), wrong, required=False)


def rank(label: Any, lowest_first: Any) -> forms.IntegerField:
    """A place in a list of wishes: what has the lowest comes first, as ``lowest_first`` says."""
    limits, attrs = _("Enter a number from 1 to 99."), {"inputmode": "numeric", "class": "rank"}
    return _number(label, 1, 99, limits, {"invalid": lowest_first}, required=False, attrs=attrs)


def _number(
    label: Any,
    least: int,
    most: int,
    limits: Any,
    wrong: Mapping[str, Any],
    *,
    required: bool = True,
    attrs: Mapping[str, str] = PLAIN,
) -> forms.IntegerField:
    return forms.IntegerField(
        label=label,
        min_value=least,
        max_value=most,
        required=required,
        widget=forms.TextInput(attrs=dict(attrs)),
        error_messages={**wrong, "min_value": limits, "max_value": limits},
    )


def choose(label: Any, choices: list[tuple[str, Any]], *, required: bool = True) -> forms.ChoiceField:
    """One of a few, side by side."""
    wrong = _("Choose one of these.")
    return forms.ChoiceField(
        label=label,
        choices=choices,
        required=required,
        widget=forms.RadioSelect,
        error_messages={"required": wrong, "invalid_choice": wrong},
    )


def choose_plant(label: Any, nothing: Any, plants: Iterable[int], wrong: Any) -> forms.TypedChoiceField:
    return forms.TypedChoiceField(
        label=label,
        choices=[("", nothing), *((str(plant), Names.plant(plant)) for plant in plants)],
        coerce=int,
        empty_value=None,
        required=False,
        error_messages={"invalid_choice": wrong},
    )


def scrap(planner: Planner) -> forms.TypedChoiceField:
    """Which plant goes where there is one too many."""
    wrong = _("This plant is not yours. Choose another, please.")
    return choose_plant(_("If I win, scrap"), _("ask me which to scrap"), planner.scraps, wrong)


class Leaps(forms.CharField):
    """Bids to go to at once, such as "20, 25"."""

    def __init__(self) -> None:
        super().__init__(
            label=_("Raise straight to"),
            help_text=_("such as 20, 25: I bid the next of these, not one Elektro more"),
            required=False,
            max_length=120,
            widget=forms.TextInput(attrs=dict(PLAIN)),
        )

    def to_python(self, value: Any) -> tuple[int, ...]:  # type: ignore[override]
        numbers = str(value or "").replace(",", " ").split()
        if not all(number.isascii() and number.isdigit() and len(number) <= 4 for number in numbers):
            raise ValidationError(_("Write whole numbers with commas between them, such as 20, 25."))
        if len(numbers) > MOST_LEAPS:
            raise ValidationError(_("Enter at most 20 amounts."))
        return tuple(sorted({int(number) for number in numbers}))

    def prepare_value(self, value: Any) -> str:
        return ", ".join(map(str, value)) if isinstance(value, tuple) else value or ""


class _Kind(DeclarativeFieldsMetaclass, ABCMeta):
    """Lets a form say what each kind of it has to do."""


class PlanForm(forms.Form, metaclass=_Kind):
    """The questions that make up a plan, or a few. What is not sent is as it was at first.

    ``slot`` is what the plan is for, and ``macro`` draws the questions. ``auto_id`` begins the ids of elements.
    """

    slot: ClassVar[Slot]
    macro: ClassVar[str]
    auto_id = "plan-%s"
    use_required_attribute = False

    def __init__(self, planner: Planner, known: Mapping[Slot, Plan], kind: str, sent: QueryDict | None) -> None:
        """:param known: the plans that may be changed, by what they are for.

        :param kind: what is being planned.
        :param sent: what was filled in, to be sent or to be composed further.
        """
        self.planner, self.known, self.kind = planner, known, kind
        super().__init__(auto_id=self.auto_id)
        self.set_up(sent)
        if sent is not None:
            self.data, self.is_bound = self._completed(sent), True

    @abstractmethod
    def set_up(self, sent: QueryDict | None) -> None:
        """Add what depends on the position, and what to fill in at first."""

    @property
    def standing(self) -> Plan | None:
        """The plan that is to be changed, if there is one."""
        return self.known.get(self.slot)

    @abstractmethod
    def plan(self) -> Plan:
        """What the form says, once it is valid."""

    def plans(self) -> tuple[Plan, ...]:
        """All plans that it makes, once it is valid."""
        return (self.plan(),)

    def carried(self, sent: QueryDict | None, *own: str) -> tuple[tuple[str, object], ...]:
        """What each address that composes further holds: all that is filled in, but for what it is about itself."""
        left_out = {*NOT_CARRIED, *own}
        fields = [(name, value) for name in sent or () for value in sent.getlist(name)] if sent else []
        return (
            ("plan", self.kind),
            ("composed", 1),
            *((name, value) for name, value in fields if name not in left_out),
        )

    @property
    def unreadable(self) -> str:
        """What is wrong with what is filled in so far, field by field; empty where it can be read."""
        return " ".join(str(error) for field in self if self.is_bound for error in field.errors)

    def is_left_empty(self, name: str, sent: QueryDict) -> bool:
        """Whether a field that was not sent is empty, and not as it was at first."""
        return isinstance(self.fields[name], forms.BooleanField | forms.MultipleChoiceField)

    def _completed(self, sent: QueryDict) -> QueryDict:
        """What was sent, and for fields that were not shown what they begin with."""
        data = sent.copy()
        for name, field in self.fields.items():
            initial = self.get_initial_for_field(field, name)
            is_left_empty = self.is_left_empty(name, sent)
            if name not in data and initial is not None and not is_left_empty:
                data[name] = str(field.prepare_value(initial))
        return data
