"""Whom a table is for, by their ratings: one of a few ranges, so that those who look for one can ask for it."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from matchmaking.ratings.models import Rating


class Range(models.TextChoices):
    """The ratings that a table asks for. Who has none yet counts as 0, where everybody begins."""

    ANYBODY = "", _("Anybody")
    LOW = "low", _("Up to 500")
    MIDDLE = "middle", _("500 to 1000")
    NOT_LOW = "not_low", _("500 and more")
    HIGH = "high", _("1000 and more")


_BOUNDS: dict[str, tuple[int, int | None]] = {
    Range.ANYBODY: (0, None),
    Range.LOW: (0, 500),
    Range.MIDDLE: (500, 1000),
    Range.NOT_LOW: (500, None),
    Range.HIGH: (1000, None),
}


def objection(user: User, wanted: str) -> str:
    """Why somebody cannot join a table for these ratings, in a sentence; empty where they can. One query at most."""
    least, most = _BOUNDS[wanted]
    if not least and most is None:
        return ""
    rating = Rating.objects.filter(user=user, edition="", map="").first()
    points = rating.points if rating else 0
    if points < least:
        return _(
            "This table is for players with a rating of %(least)d at least. Yours is %(points)d: it grows with games"
            " in which you are ahead of other people."
        ) % {"least": least, "points": points}
    if most is not None and points > most:
        return _("This table is for players with a rating of %(most)d at most. Yours is %(points)d.") % {
            "most": most,
            "points": points,
        }
    return ""
