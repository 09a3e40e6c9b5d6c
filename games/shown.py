"""What decides, beside the program and the time, what is on a page of games: asked to find the page that was kept.

Both queries are written out, as they are asked for each look at a page, and take indexes alone. Most of what they ask
is news of the games (:attr:`~games.models.Game.news` grows with all that every viewer is to be shown), the rest are
the viewer's own things, and what shows of the people at the table.
"""

from operator import itemgetter
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.db import connection
from django.db.models import BigIntegerField
from django.utils import timezone

from accounts.models import User
from notifications.presence import beginning_of_quarter

Shown = list[tuple[Any, ...]]
"""Rows in an order that is always the same: of what each is, and then what it holds."""

_ON_PAGE = """
SELECT 'game', CAST(game.news AS VARCHAR) || ' ' || COALESCE(CAST((
    SELECT MAX(removed_at) FROM talk_message
    WHERE conversation_id = game.conversation_id AND removed_at IS NOT NULL
) AS VARCHAR), '')
FROM games_game AS game
WHERE id = %(game)s AND (is_public OR EXISTS (
    SELECT 1 FROM games_seat WHERE game_id = game.id AND user_id = %(viewer)s
))
UNION ALL
SELECT 'seat ' || CAST(number AS VARCHAR), seat.name || ' ' || COALESCE(person.name, '') || ' '
    || COALESCE(CAST(person.is_guest AS VARCHAR), '') || ' ' || COALESCE(CAST(person.left_at AS VARCHAR), '') || ' '
    || COALESCE(CAST(asked_at AS VARCHAR), '') || ' ' || COALESCE(CAST(ticks_from AS VARCHAR), '') || ' '
    || COALESCE(CAST(due_at AS VARCHAR), '') || ' ' || COALESCE(CAST(absent_since AS VARCHAR), '')
FROM games_seat AS seat LEFT JOIN accounts_user AS person ON person.id = user_id
WHERE game_id = %(game)s
UNION ALL
SELECT 'vacation ' || CAST(number AS VARCHAR), CAST(first_day AS VARCHAR) || ' ' || CAST(last_day AS VARCHAR)
FROM games_seat AS seat JOIN accounts_vacation AS vacation ON vacation.user_id = seat.user_id
WHERE game_id = %(game)s
UNION ALL
SELECT 'around ' || CAST(number AS VARCHAR), CAST(%(quarter)s AS VARCHAR) || ' ' || COALESCE(
    CAST(CASE WHEN around_at < %(quarter)s THEN around_at ELSE around_before END AS VARCHAR), ''
)
FROM games_seat AS seat
    JOIN accounts_user AS person ON person.id = seat.user_id
    JOIN notifications_presence AS presence ON presence.user_id = person.id
WHERE game_id = %(game)s AND shows_presence AND seat.user_id <> %(viewer)s AND EXISTS (
    SELECT 1 FROM games_seat WHERE game_id = %(game)s AND user_id = %(viewer)s
)
UNION ALL
SELECT 'own seat', CAST(powers_itself AS VARCHAR) || ' ' || COALESCE(CAST(answers_at AS VARCHAR), '') || ' '
    || COALESCE(CAST(may_plan_since AS VARCHAR), '')
FROM games_seat
WHERE game_id = %(game)s AND user_id = %(viewer)s
UNION ALL
SELECT 'plan ' || slot, COALESCE(CAST(round AS VARCHAR), '') || ' ' || body || ' ' || asks
FROM games_standingplan AS plan JOIN games_seat AS seat ON seat.id = seat_id
WHERE game_id = %(game)s AND user_id = %(viewer)s
UNION ALL
SELECT 'note', CAST(version AS VARCHAR)
FROM games_note
WHERE game_id = %(game)s AND user_id = %(viewer)s
UNION ALL
SELECT 'muted', CAST(other_id AS VARCHAR)
FROM talk_mute
WHERE user_id = %(viewer)s
UNION ALL
SELECT 'reported', CAST(message_id AS VARCHAR)
FROM talk_report
WHERE reporter_id = %(viewer)s
"""

_ON_DASHBOARD = """
SELECT game.id, news,
    CAST(answers_at AS VARCHAR), CAST(seat.due_at AS VARCHAR), CAST(may_plan_since AS VARCHAR)
FROM games_seat AS seat JOIN games_game AS game ON game.id = game_id
WHERE user_id = %(viewer)s AND finished_at IS NULL
UNION ALL
SELECT 0, COUNT(*), CAST(MAX(finished_at) AS VARCHAR), CAST(SUM(news) AS VARCHAR), NULL
FROM games_seat AS seat JOIN games_game AS game ON game.id = game_id
WHERE user_id = %(viewer)s AND finished_at IS NOT NULL
"""


def on_page(pk: int, viewer: User | AnonymousUser) -> Shown:
    """What the page of a game shows a viewer; nothing where they have no seat in it, and it is private."""
    if pk > BigIntegerField.MAX_BIGINT:  # such an address is as good as any, but no database takes it for an id
        return []
    quarter = connection.ops.adapt_datetimefield_value(beginning_of_quarter(timezone.now()))
    shown = sorted(_ask(_ON_PAGE, viewer, game=pk, quarter=quarter))
    return shown if "game" in dict(shown) else []


def on_dashboard(viewer: User) -> Shown:
    """What the list of somebody's games shows: each game once, and 0 for those that are over."""
    return sorted(_ask(_ON_DASHBOARD, viewer), key=itemgetter(0))


def _ask(query: str, viewer: User | AnonymousUser, **fields: Any) -> list[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(query, {"viewer": viewer.pk or 0, **fields})
        return list(cursor.fetchall())
