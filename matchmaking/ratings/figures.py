"""What people did in rated games: how soon they answered, what plans answered for them, what they bought.

It takes a replay of each game, so it is done once, by the sweep that rates games, and stored in a small row for each
person. The page of a player adds these up. What was done on a seat counts for who had it at the time, and for nobody
where a bot stood in.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Self

from django.db import transaction

import rules
from accounts.models import User
from accounts.times import IN_WORDS, UNITS
from games.models import Game, Origin, Seat
from games.models.damaged import last_met, stepping_over
from games.pages.game.waiting_stats import awaited_actions
from games.pages.panels.pieces import PlantCard
from games.replay import history
from games.replay.position_index import PositionIndex
from matchmaking.ratings.models import Figures, RatedGame
from matchmaking.ratings.rating import lock
from rules import events

BATCH = 5  # how many games one sweep replays
MOST_PLANTS = 5  # how many of the plants are told that a person bought most often
FEWEST_ANSWERS = 10  # with fewer answers, nothing is said of how soon they came

_MINUTE, _HOUR = 60, 3600

WITHIN = (
    *(minutes * _MINUTE for minutes in (1, 2, 5, 10, 15, 30)),
    *(hours * _HOUR for hours in (1, 2, 3, 4, 6, 8, 12, 18, 24, 36, 48, 72, 168)),
)
"""Answers are counted by within how many seconds they came; the last count is of those that took even longer."""


NOBODY = 0  # instead of the number of a person: a bot's doing


def gather() -> int:
    # Those that are damaged wait, or hold up all others.
    damaged = [row.pk for row in last_met() if row.model == Game._meta.label_lower]
    lacking = RatedGame.objects.filter(lacks_figures=True).exclude(game__in=damaged).order_by("ended_at")[:BATCH]
    games = [rated.game for rated in lacking.select_related("game")]
    for game in games:
        with stepping_over(Game, game.pk):
            _keep(game, _figures(game))
    return len(games)


def _keep(game: Game, rows: Mapping[int, Figures]) -> None:
    """Store them by their people; of people who have left, even meanwhile, nothing is kept."""
    with transaction.atomic():
        lock()
        here = User.objects.filter(pk__in=rows, left_at=None).values_list("pk", flat=True)
        # Another worker may have been sooner.
        Figures.objects.bulk_create([rows[user] for user in here], ignore_conflicts=True)
        RatedGame.objects.filter(game=game).update(lacks_figures=False)


def _figures(game: Game) -> dict[int, Figures]:
    known, holders = history.positions(game), _holders(game)
    figures: dict[int, Figures] = {}

    def of(seat: int, sequence: int) -> Figures:
        user = next((user for until, user in holders[seat] if sequence <= until), NOBODY)
        none = Figures(game=game, user_id=user, by_hand=0, planned=0, waits=[0] * (len(WITHIN) + 1), plants=[])
        return figures.setdefault(user, none)

    for action in awaited_actions(game, PositionIndex.of(known)):
        if action.is_by_hand:
            theirs = of(action.seat, action.sequence)
            theirs.by_hand += 1
            theirs.waits[_column(action.waited.total_seconds())] += 1
        elif action.origin is Origin.PLAN:
            of(action.seat, action.sequence).planned += 1
    for position in history.in_force(known):
        for event in position.state.happened:
            if isinstance(event, events.PlantBought):
                of(event.seat, position.sequence).plants.append(event.plant)
    figures.pop(NOBODY, None)
    return figures


def _holders(game: Game) -> dict[int, list[tuple[int, int]]]:
    """The holders of each seat, and up to which action; by seat, in their order. A bot that stood in is nobody."""
    spans: dict[int, list[tuple[int, int]]] = {}
    for absence in game.past_absences:
        span = spans.setdefault(absence.seat.number, [])
        span.append((absence.sequence, absence.user_id))
        span.append((game.sequence if absence.ended_sequence is None else absence.ended_sequence, NOBODY))
    for seat in Seat.objects.filter(game=game):
        spans.setdefault(seat.number, []).append((game.sequence, seat.user_id or NOBODY))
    return spans


def _column(seconds: float) -> int:
    return next((column for column, within in enumerate(WITHIN) if seconds <= within), len(WITHIN))


@dataclass(frozen=True, slots=True)
class Habits:
    """What a person's games come to. ``within`` is in how many seconds half of their answers came; None where there
    are few, or half of them took longer than a week. ``planned`` is the percentage of decisions that plans answered.
    """

    games: int
    within: int | None
    planned: int
    plants: tuple[tuple[PlantCard, int], ...]

    @property
    def within_words(self) -> str:
        """That time in words, such as "2 hours"; empty where there is none."""
        if self.within is None:
            return ""
        unit, length = next((unit, length) for unit, length in UNITS if self.within % length == 0)
        count = self.within // length
        return IN_WORDS[unit].format(count=count)

    @classmethod
    def of(cls, person: User) -> Self:
        """One query; it reads one short row for each game."""
        rows = list(Figures.objects.filter(user=person).values_list("by_hand", "planned", "waits", "plants"))
        plants = Counter(plant for *_rest, bought in rows for plant in bought)
        by_hand, planned = sum(row[0] for row in rows), sum(row[1] for row in rows)
        most = sorted(plants.items(), key=lambda item: (-item[1], item[0]))[:MOST_PLANTS]
        return cls(
            games=len(rows),
            within=_within([row[2] for row in rows]),
            planned=round(100 * planned / max(1, planned + by_hand)),
            plants=tuple((PlantCard(rules.PLANTS[plant]), count) for plant, count in most),
        )


def _within(rows: Iterable[Sequence[int]]) -> int | None:
    columns = [sum(column) for column in zip(*rows, strict=True)]
    if sum(columns) < FEWEST_ANSWERS:
        return None
    enough = (column for column, so_far in enumerate(accumulate(columns)) if 2 * so_far >= sum(columns))
    column = next(enough)
    return WITHIN[column] if column < len(WITHIN) else None
