"""The pace of a game in words: the same where it is chosen and where it is shown."""

from collections.abc import Iterator, Mapping

from django.utils.text import format_lazy
from django.utils.translation import gettext, ngettext, ngettext_lazy
from django.utils.translation import gettext_lazy as _

from games.models.pace import DAY, HOUR, LATEST, SOONEST, Pace, Preset
from games.models.terms import Term
from games.story.names import in_words

PRESETS: Mapping[Preset, Term] = {
    Preset.DAILY: Term(Preset.DAILY.label, _("24 hours for each decision, and 3 more days for the whole game.")),
    Preset.QUICK: Term(Preset.QUICK.label, _("12 hours for each decision: you look in more than once a day.")),
    Preset.RELAXED: Term(Preset.RELAXED.label, _("3 days for each decision.")),
    Preset.NONE: Term(Preset.NONE.label, _("There is no time limit, and the game may wait for weeks.")),
    Preset.OWN: Term(Preset.OWN.label, _("Say below how much time players have.")),
}

WEEKENDS = {
    False: Term(_("Weekends count"), _("Clocks tick on Saturdays and Sundays, too.")),
    True: Term(
        _("Weekends rest"),
        _("Clocks stand still on Saturdays and Sundays in each player’s time zone. You can still play."),
    ),
}

PLANS = {
    False: Term(
        _("Plans take a minute"),
        format_lazy(
            ngettext_lazy(
                "A plan answers after {soonest} to {latest} second, like a player who is on the page.",
                "A plan answers after {soonest} to {latest} seconds, like a player who is on the page.",
                LATEST,
            ),
            soonest=SOONEST,
            latest=LATEST,
        ),
    ),
    True: Term(
        _("Plans at once"),
        _("A plan answers at once. This is faster, but shows who planned, and who could not pay for more."),
    ),
}

AREAS = {
    False: Term(_("One after the other"), _("Each player sees what the players before have chosen.")),
    True: Term(
        _("Areas at once"),
        _("All rank the areas at the same time. Then each gets the best one left, in seat order."),
    ),
}


def terms(pace: Pace) -> Iterator[Term]:
    """The pace of a game, as far as it is worth telling."""
    preset = pace.preset
    yield Term(_own_word(pace) if preset is Preset.OWN else preset.label, _meaning(pace))
    if pace.has_clock and pace.rests_on_weekends:
        yield WEEKENDS[True]
    if pace.areas_at_once:
        yield AREAS[True]
    if pace.plans_answer_at_once:
        yield PLANS[True]


def duration(seconds: int) -> str:
    """An amount of time in days and hours, such as "1 day and 12 hours"."""
    days, hours = seconds // DAY, seconds % DAY // HOUR
    told = [ngettext("%(count)d day", "%(count)d days", days) % {"count": days}] if days else []
    if hours or not days:
        told.append(ngettext("%(count)d hour", "%(count)d hours", hours) % {"count": hours})
    return in_words(told)


def _own_word(pace: Pace) -> str:
    return gettext("%(time)s per decision") % {"time": duration(pace.move_time or 0)}


def _meaning(pace: Pace) -> str:
    if pace.move_time is None:
        return gettext("There is no time limit.")
    return " ".join(_sentences(pace, pace.move_time))


def _sentences(pace: Pace, move_time: int) -> Iterator[str]:
    yield gettext("Each player has %(time)s for each decision.") % {"time": duration(move_time)}
    if pace.grace:
        yield gettext("The clock begins to tick %(time)s after the player is asked.") % {"time": duration(pace.grace)}
    if pace.bank_time:
        yield gettext("A player who needs longer has %(time)s more for the whole game.") % {
            "time": duration(pace.bank_time)
        }
    if pace.increment:
        yield gettext("Each decision in time adds %(time)s to that, up to %(cap)s.") % {
            "time": duration(pace.increment),
            "cap": duration(pace.bank_cap),
        }
    yield gettext("Clocks stand still in each player’s sleep hours and vacations.")
