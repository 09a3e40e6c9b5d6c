"""What is known of how well people play, and which game changed it in which way.

All of it follows from the games: it can be dropped at any time, and ``manage.py rate_games --again`` makes it again.
"""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.models import Game


class Scope(models.Model):
    """Which games a rating is about: an edition and a board; where one of them is empty, all of these."""

    edition = models.CharField(max_length=20, blank=True)
    map = models.CharField(max_length=40, blank=True)

    class Meta:
        abstract = True

    @property
    def scope(self) -> tuple[str, str]:
        return self.edition, self.map


class Rating(Scope):
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="ratings")
    mu = models.FloatField(help_text="the estimate")
    sigma = models.FloatField(help_text="how uncertain it is")
    points = models.PositiveIntegerField(help_text="what people see of both, and what leaderboards are sorted by")
    games = models.PositiveIntegerField(default=0)
    wins = models.PositiveIntegerField(default=0)
    is_listed = models.BooleanField(default=False, help_text="whether leaderboards have it")
    rated_at = models.DateTimeField(help_text="when the last of these games ended")

    class Meta:
        verbose_name = _("rating")
        constraints = [models.UniqueConstraint(fields=["user", "edition", "map"], name="rating_once")]
        indexes = [
            # It holds all that a leaderboard shows, so that no row has to be read for it.
            models.Index(
                fields=["edition", "map", "is_listed", "-points", "user", "games", "wins"], name="rating_leaderboard"
            )
        ]

    def __str__(self) -> str:
        return f"{self.user_id}: {self.points}"


class RatingChange(Scope):
    """What one game did to one rating. Rows are only ever added, in the order in which games ended."""

    game = models.ForeignKey(Game, models.CASCADE, related_name="rating_changes")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="rating_changes")
    rank = models.PositiveSmallIntegerField(help_text="the place among the people who were rated")
    people = models.PositiveSmallIntegerField(help_text="how many were rated")
    before = models.PositiveIntegerField(help_text="points")
    after = models.PositiveIntegerField(help_text="points")
    mu = models.FloatField(help_text="afterwards")
    sigma = models.FloatField(help_text="afterwards")
    at = models.DateTimeField(help_text="when the game ended")

    class Meta:
        verbose_name = _("change of a rating")
        constraints = [models.UniqueConstraint(fields=["game", "user", "edition", "map"], name="rating_change_once")]
        indexes = [models.Index(fields=["user", "edition", "map", "-at"], name="rating_change_history")]

    def __str__(self) -> str:
        return f"game {self.game_id}, {self.user_id}: {self.before} to {self.after}"


class RatedGame(models.Model):
    """A game that has been looked at: nothing rates it twice. Also where it changed no rating."""

    game = models.OneToOneField(Game, models.CASCADE, primary_key=True, related_name="rated")
    people = models.PositiveSmallIntegerField(help_text="how many were rated; none where it does not count")
    ended_at = models.DateTimeField(db_index=True)
    lacks_figures = models.BooleanField(default=False, help_text="whether its figures are still to be made")

    class Meta:
        indexes = [
            models.Index(fields=["ended_at"], condition=models.Q(lacks_figures=True), name="rated_lacks_figures")
        ]

    def __str__(self) -> str:
        return f"game {self.game_id}"


class Figures(models.Model):
    """What a person's play of one game comes to: made once, when it is over, so that no page has to replay it."""

    game = models.ForeignKey(Game, models.CASCADE, related_name="figures")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="figures")
    by_hand = models.PositiveIntegerField(help_text="decisions that the game waited for, be it till time ran out")
    planned = models.PositiveIntegerField(help_text="decisions that plans answered")
    waits = models.JSONField(help_text="of those by hand, how many took how long: see matchmaking.ratings.figures")
    plants = models.JSONField(help_text="the numbers of the plants that were bought")

    class Meta:
        verbose_name_plural = "figures"
        constraints = [models.UniqueConstraint(fields=["game", "user"], name="figures_once")]

    def __str__(self) -> str:
        return f"game {self.game_id}, {self.user_id}"


class RatingLock(models.Model):
    """One row, held while ratings change: they depend on each other, so one worker at a time changes them."""

    def __str__(self) -> str:
        return "the right to rate"


class Range(models.TextChoices):
    """The ratings that a table asks for. Newcomers count as 0, where everybody begins."""

    ANYBODY = "", _("Anybody")
    LOW = "low", _("Up to 500")
    MIDDLE = "middle", _("500 to 1000")
    NOT_LOW = "not_low", _("500 and more")
    HIGH = "high", _("1000 and more")

    def objection(self, user: User) -> str:
        """Why a person cannot join a table for these ratings; empty where they can. One query at most."""
        least, most = _BOUNDS[self]
        if not least and most is None:
            return ""
        rating = Rating.objects.filter(user=user, edition="", map="").first()
        points = rating.points if rating else 0
        if points < least:
            words = _(
                "This table is for players with a rating of at least %(least)d. Yours is %(points)d. It grows when"
                " you finish ahead of other people."
            )
            return words % {"least": least, "points": points}
        if most is not None and points > most:
            words = _("This table is for players with a rating of at most %(most)d. Yours is %(points)d.")
            return words % {"most": most, "points": points}
        return ""


_BOUNDS: dict[str, tuple[int, int | None]] = {
    Range.ANYBODY: (0, None),
    Range.LOW: (0, 500),
    Range.MIDDLE: (500, 1000),
    Range.NOT_LOW: (500, None),
    Range.HIGH: (1000, None),
}
