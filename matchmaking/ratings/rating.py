"""To rate games: each that was played to its end, once, in the order in which they ended.

A sweep does so soon after the end, and never within the transaction that ends a game: nobody's last move waits for
it, or fails with it. Ratings depend on each other, so one worker at a time changes them: it holds the row of
:class:`RatingLock`. Should that ever fail, the unique key of :class:`RatedGame` stops the second.
"""

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Exists, OuterRef, Prefetch, QuerySet

from accounts.models import User
from games.models import Game, Seat
from matchmaking.ratings.models import Figures, RatedGame, Rating, RatingChange, RatingLock
from matchmaking.ratings.placings import Placing, placings
from matchmaking.ratings.scale import NEWCOMER, Strength, after_a_game

FEWEST_GAMES = 5
"""With fewer games in a scope, nobody is listed on its leaderboard."""

BATCH = 50
"""How many games are rated in one transaction."""

SETTLING = timedelta(minutes=2)
"""How long a game rests before it is rated: by then each that ended before it has been stored, too."""

_RATING = ("mu", "sigma", "points", "games", "wins", "is_listed", "rated_at")


def rate_finished(*, now: datetime) -> int:
    """Rate the games that have ended and not been rated yet; how many these were."""
    with transaction.atomic():
        lock()
        return _rate_next(now)


def rate_again(*, now: datetime) -> int:
    """Forget all ratings, and rate all games anew, in one transaction; how many these were."""
    with transaction.atomic():
        lock()
        for model in (RatingChange, Rating, RatedGame):
            model.objects.all().delete()
        rated = 0
        while count := _rate_next(now):
            rated += count
        has_figures = Exists(Figures.objects.filter(game=OuterRef("game")))
        RatedGame.objects.filter(has_figures, lacks_figures=True).update(lacks_figures=False)
        return rated


def lock() -> None:
    """Keep all others from changing ratings until the transaction ends."""
    RatingLock.objects.get_or_create(pk=1)
    RatingLock.objects.select_for_update().get(pk=1)


def _rate_next(now: datetime) -> int:
    """Rate the next few games, the one that ended first before the others."""
    games = list(_unrated(now)[:BATCH])
    placed = {game: placings(game, game.seats.all(), game.past_absences) for game in games}
    RatedGame.objects.bulk_create(
        RatedGame(game=game, people=len(people), ended_at=_end(game), lacks_figures=bool(people))
        for game, people in placed.items()
    )
    known = _Known(placing.user for people in placed.values() for placing in people)
    RatingChange.objects.bulk_create(
        change for game, people in placed.items() if people for change in _rate(game, people, known)
    )
    known.store()
    return len(games)


def _unrated(now: datetime) -> QuerySet[Game]:
    """Games that were played to their end by people, not studied, and not looked at yet, in the order of their ends.

    It looks at those that ended since the last that was rated, by an index of all games that begins with who may see
    them. Should one have been stored too late for that, it is rated when all games are rated anew.
    """
    ended = Game.objects.filter(is_public__in=[True, False], finished_at__lte=now - SETTLING)
    last = RatedGame.objects.order_by("-ended_at").first()
    if last is not None:
        ended = ended.filter(finished_at__gte=last.ended_at)
    return (
        ended.filter(ended_early=False, studied_by=None, rated=None)
        .defer("setup")
        .prefetch_related(Prefetch("seats", Seat.objects.order_by("number")))
        .order_by("finished_at", "pk")
    )


class _Known:
    """The ratings of some people while their games are gone through, to be stored in the end."""

    def __init__(self, people: Iterable[int]) -> None:
        users = set(people)
        self._active = set(User.objects.filter(pk__in=users, is_active=True).values_list("pk", flat=True))
        rows = Rating.objects.filter(user__in=users)
        self._rows = {(rating.user_id, rating.scope): rating for rating in rows}
        self._changed: dict[tuple[int, tuple[str, str]], Rating] = {}

    def rating(self, user: int, scope: tuple[str, str]) -> Rating:
        """Somebody's rating, be it that of a newcomer, to be changed."""
        edition, board = scope
        rating = self._rows.get((user, scope))
        if rating is None:
            rating = Rating(user_id=user, edition=edition, map=board, mu=NEWCOMER.mu, sigma=NEWCOMER.sigma, points=0)
            self._rows[user, scope] = rating
        self._changed[user, scope] = rating
        return rating

    def store(self) -> None:
        for rating in self._changed.values():
            rating.is_listed = rating.games >= FEWEST_GAMES and rating.user_id in self._active
        stored = [rating for rating in self._changed.values() if rating.pk]
        Rating.objects.bulk_update(stored, _RATING, batch_size=100)
        Rating.objects.bulk_create(rating for rating in self._changed.values() if not rating.pk)


def _end(game: Game) -> datetime:
    if game.finished_at is None:
        raise ValueError(f"Game {game.pk} is not over.")
    return game.finished_at


def scopes(game: Game) -> tuple[tuple[str, str], ...]:
    """What a game counts for: overall, its edition, its board, and both together."""
    return ("", ""), (game.edition, ""), ("", game.map), (game.edition, game.map)


def _rate(game: Game, people: Sequence[Placing], known: _Known) -> Iterator[RatingChange]:
    """Change the ratings of these people by one game."""
    for edition, board in scopes(game):
        ratings = [known.rating(placing.user, (edition, board)) for placing in people]
        before = [Strength(rating.mu, rating.sigma) for rating in ratings]
        after = after_a_game(before, [placing.rank for placing in people])
        for placing, rating, old, new in zip(people, ratings, before, after, strict=True):
            rating.mu, rating.sigma, rating.points = new.mu, new.sigma, new.points
            rating.games += 1
            rating.wins += placing.rank == 1
            rating.rated_at = _end(game)
            yield RatingChange(
                game=game,
                user_id=placing.user,
                edition=edition,
                map=board,
                rank=placing.rank,
                people=len(people),
                before=old.points,
                after=new.points,
                mu=new.mu,
                sigma=new.sigma,
                at=_end(game),
            )
