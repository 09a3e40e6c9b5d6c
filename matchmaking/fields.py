"""Questions with a few answers to choose from, and those that say how fast a new table is played."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, cast

from django import forms
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

import rules
from games.models.pace import DAY, HOUR, TIMES, Preset
from games.models.terms import TERMS, Term
from games.story.pace_terms import AREAS, PLANS, PRESETS, WEEKENDS
from matchmaking.ratings.models import Range
from matchmaking.table_terms import RELIABILITY

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise

OWN_TIMES = {
    "move_hours": ("move_time", HOUR),
    "bank_days": ("bank_time", DAY),
    "increment_hours": ("increment", HOUR),
    "bank_cap_days": ("bank_cap", DAY),
    "grace_hours": ("grace", HOUR),
}
"""For each question about own times the column that it is stored in, and the seconds of its unit."""

PACES = ("pace", *OWN_TIMES)  # the questions that :meth:`PaceFields.times` answers

OPTIONS = ("rests_on_weekends", "plans_answer_at_once", "areas_at_once", "least_reliability", "ratings")
"""What is asked besides, and stored as it is; what was not asked yet is as it would begin."""

BY_EDITION = "edition"  # what a form sends where an option is left to the edition


class Terms(forms.RadioSelect):
    """Each answer with its meaning, below one another."""

    template_name = "matchmaking/_terms.html"


class Segments(forms.RadioSelect):
    """The answers side by side, and the meaning of the one that is picked."""

    template_name = "matchmaking/_segments.html"

    def create_option(self, *args: Any, **kwargs: Any) -> dict[str, Any]:
        option = super().create_option(*args, **kwargs)
        option["attrs"]["aria-describedby"] = f"{option['attrs']['id']}_meaning"
        return option


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


def amount(label: "StrPromise", least: int, most: int, initial: int, help_text: "StrPromise") -> Amount:
    """A question for an amount, both bounds included."""
    error = format_lazy(_("Give a whole number from {least} to {most}."), least=least, most=most)
    errors = dict.fromkeys(("required", "invalid", "min_value", "max_value"), error)
    return Amount(
        label=label,
        min_value=least,
        max_value=most,
        initial=initial,
        help_text=help_text,
        error_messages=errors,
        widget=forms.TextInput(attrs={"inputmode": "numeric"}),
    )


def term(label: "StrPromise", terms: Mapping[Any, Term], **options: Any) -> Choice:
    """A question for one of these terms. The answer is its value, an empty word where that is None."""
    values = {BY_EDITION if value is None else str(value): value for value in terms}
    return choice(
        label,
        {word: terms[value] for word, value in values.items()},
        error=_("Choose one of these, or leave it as it is."),
        coerce=lambda word: "" if values[word] is None else values[word],
        **{"widget": Terms(), **options},
    )


def option(name: str, label: "StrPromise", **options: Any) -> Choice:
    return term(label, TERMS[name], **options)


class PaceFields(AskingForm):
    """How much time people have. Against bots alone nothing of it is asked: they have all the time they want."""

    OWN_TIMES = OWN_TIMES

    pace = term(_("Pace"), PRESETS, widget=Segments())
    move_hours = amount(
        _("Hours for each decision"), 1, 336, 36, _("1 to 336, which is two weeks. Most players look in once a day.")
    )
    bank_days = amount(
        _("Days in the bank"),
        0,
        30,
        3,
        _("0 to 30. Spare time of each player, for the whole game, once the hours for a decision are used up."),
    )
    increment_hours = amount(
        _("Hours added to the bank"), 0, 24, 0, _("0 to 24. Each decision made in time adds so much to the bank.")
    )
    bank_cap_days = amount(_("Most days in the bank"), 0, 30, 3, _("0 to 30. The bank does not grow beyond that."))
    grace_hours = amount(
        _("Hours of grace"), 0, 24, 0, _("0 to 24. How long after a player is asked their clock begins to run.")
    )
    rests_on_weekends = term(_("Weekends"), WEEKENDS, required=False, empty_value=False)
    plans_answer_at_once = term(
        _("Planning ahead"),
        PLANS,
        required=False,
        empty_value=False,
        help_text=_("Players can say before their turn what they will do. The site then does it for them."),
    )
    areas_at_once = term(_("Drafting areas"), AREAS, required=False, empty_value=False)
    least_reliability = choice(
        _("Reliability"),
        RELIABILITY,
        required=False,
        widget=Numbers(attrs={"class": "numbers"}, most=100),
        coerce=int,
        empty_value=0,
        help_text=_("To join, players must have taken this share of their turns in time."),
        error=_("Choose one of these, or leave it as it is."),
    )
    ratings = choice(
        _("Rating"),
        dict(Range.choices),
        required=False,
        widget=Numbers(attrs={"class": "numbers"}),
        help_text=_("The ratings with which players may join. Newcomers have 0."),
        error=_("Choose one of these, or leave it as it is."),
    )

    def offer_paces(self, *, people: int, drafts: bool) -> None:
        """Ask what makes a difference among so many people, and where areas are drafted."""
        self.is_among_people = people > 1
        asks = {
            **dict.fromkeys(("pace", "plans_answer_at_once", "least_reliability", "ratings"), self.is_among_people),
            **dict.fromkeys(OWN_TIMES, self.asks_for_times),
            "rests_on_weekends": self.is_among_people and self.picked("pace") != Preset.NONE,
            "areas_at_once": self.is_among_people and drafts,
        }
        self.paced = [name for name, is_asked in asks.items() if is_asked]
        for name in PACES:
            self.fields[name].required = name in self.paced

    @property
    def asks_for_times(self) -> bool:
        return self.is_among_people and bool(self.picked("pace") == Preset.OWN)

    @property
    def move_time(self) -> int | None:
        """The seconds for each decision that are picked at the moment; None where there is no clock."""
        if not self.is_among_people:
            return None
        if not self.asks_for_times:
            return TIMES[self.picked("pace")]["move_time"]
        field = self.fields["move_hours"]
        try:
            hours = field.clean(self["move_hours"].value())
        except forms.ValidationError:
            hours = field.initial
        return int(hours) * HOUR

    def check_pace(self) -> None:
        for name in {*PACES, *OPTIONS} - {*self.paced}:
            self.errors.pop(name, None)
            self.cleaned_data.pop(name, None)
        bank, cap = self.cleaned_data.get("bank_days"), self.cleaned_data.get("bank_cap_days")
        if bank is not None and cap is not None and bank > cap:
            self.add_error("bank_cap_days", _("The bank begins with more than that. Let it hold at least as much."))

    def times(self) -> Mapping[str, int | None]:
        picked = self.cleaned_data.get("pace", Preset.NONE)
        if picked != Preset.OWN:
            return TIMES[picked]
        sent = {name: self.cleaned_data[name] for name in OWN_TIMES if name in self.cleaned_data}
        return {OWN_TIMES[name][0]: count * OWN_TIMES[name][1] for name, count in sent.items()}
