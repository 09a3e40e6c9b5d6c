"""The part of the form for a new table that says how fast it is played."""

from collections.abc import Mapping

from django import forms
from django.utils.translation import gettext_lazy as _

from games.models.pace import DAY, HOUR, TIMES, Preset
from games.story.pace_terms import AREAS, PLANS, PRESETS, WEEKENDS
from matchmaking.fields import AskingForm, Numbers, amount, choice, term
from matchmaking.ratings.ranges import Range
from matchmaking.table_terms import RELIABILITY

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


class PaceFields(AskingForm):
    """How much time people have. Against bots alone nothing of it is asked: they have all the time they want."""

    OWN_TIMES = OWN_TIMES

    pace = term(_("Pace"), PRESETS)
    move_hours = amount(
        _("Hours for each decision"),
        1,
        336,
        initial=36,
        help_text=_("1 to 336, which is two weeks. Most players look in once a day."),
        error=_("Give everybody 1 to 336 hours for a decision."),
    )
    bank_days = amount(
        _("Days in the bank"),
        0,
        30,
        initial=3,
        help_text=_(
            "0 to 30. Spare time of each player, for the whole game, once the hours for a decision are used up."
        ),
        error=_("There can be 0 to 30 days in the bank."),
    )
    increment_hours = amount(
        _("Hours added to the bank"),
        0,
        24,
        initial=0,
        help_text=_("0 to 24. Each decision in time fills the bank by so much."),
        error=_("A decision can add 0 to 24 hours."),
    )
    bank_cap_days = amount(
        _("Most days in the bank"),
        0,
        30,
        initial=3,
        help_text=_("0 to 30. The bank does not grow beyond that."),
        error=_("The bank can hold 0 to 30 days."),
    )
    grace_hours = amount(
        _("Hours of grace"),
        0,
        24,
        initial=0,
        help_text=_("0 to 24. Only so long after somebody is asked does their clock begin to tick."),
        error=_("There can be 0 to 24 hours of grace."),
    )
    rests_on_weekends = term(_("Weekends"), WEEKENDS, required=False, empty_value=False)
    plans_answer_at_once = term(
        _("Planning ahead"),
        PLANS,
        required=False,
        empty_value=False,
        help_text=_("Players can say before their turn what they will do then; the site does it for them."),
    )
    areas_at_once = term(_("Drafting areas"), AREAS, required=False, empty_value=False)
    least_reliability = choice(
        _("Reliability"),
        RELIABILITY,
        required=False,
        widget=Numbers(attrs={"class": "numbers"}, most=100),
        coerce=int,
        empty_value=0,
        help_text=_("The share of their turns that players must have taken in time."),
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
        if not self.asks_for_times:
            return TIMES[self.picked("pace")]["move_time"]
        field = self.fields["move_hours"]
        try:
            hours = field.clean(self["move_hours"].value())
        except forms.ValidationError:
            hours = field.initial
        return int(hours) * HOUR

    def check_pace(self) -> None:
        """Forget what was not asked, and see that the times go together."""
        for name in {*PACES, *OPTIONS} - {*self.paced}:
            self.errors.pop(name, None)
            self.cleaned_data.pop(name, None)
        bank, cap = self.cleaned_data.get("bank_days"), self.cleaned_data.get("bank_cap_days")
        if bank is not None and cap is not None and bank > cap:
            self.add_error("bank_cap_days", _("The bank begins with more than that. Let it hold as much at least."))

    def times(self) -> Mapping[str, int | None]:
        """The columns of a pace, in seconds, as far as what was sent can be read."""
        picked = self.cleaned_data.get("pace", Preset.NONE)
        if picked != Preset.OWN:
            return TIMES[picked]
        sent = {name: self.cleaned_data[name] for name in OWN_TIMES if name in self.cleaned_data}
        return {OWN_TIMES[name][0]: count * OWN_TIMES[name][1] for name, count in sent.items()}
