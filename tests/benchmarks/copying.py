"""What there is of a game and of a member, and how a statement for each kind of row copies it within the database."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from django.contrib.sessions.models import Session
from django.db import connection, models

from accounts.models import User
from games.models import Absence, Action, Checkpoint, Game, Note, Seat, Snapshot, StandingPlan
from matchmaking.models import Table, TableSeat
from matchmaking.ratings.models import Figures, RatedGame, Rating, RatingChange
from notifications.models import Alert, Destination, Presence
from talk.models import Conversation, Message

TAIL = 25
"""How many actions a game has of which only the last are copied."""

DAYS = 60
"""Over how many days moments are spread."""

MEMBERS = 1_000_000
"""The number before that of the first of the many users."""


@dataclass(frozen=True, slots=True)
class Copied:
    """How rows are copied. In SQL, ``t`` is the row of a pattern, and ``n.i`` the number of the copy.

    :param game: the number of the pattern's game; empty for rows of one person, copied for every member.
    :param people: columns with the number of a user.
    :param links: columns with the number of a row that is copied as well.
    :param its: other columns, as SQL that may name the other new values.
    """

    model: type[models.Model]
    game: str = ""
    people: tuple[str, ...] = ()
    links: Mapping[str, type[models.Model]] = field(default_factory=dict)
    its: Mapping[str, str] = field(default_factory=dict)
    source: str = ""


_OF_CONVERSATION = "(SELECT g.id FROM games_game g WHERE g.conversation_id = t.conversation_id)"
_OF_TABLE = "(SELECT w.game_id FROM matchmaking_table w WHERE w.id = t.table_id)"
_OF_SEAT = "(SELECT s.game_id FROM games_seat s WHERE s.id = t.seat_id)"

COPIES = (
    Copied(Conversation, "(SELECT g.id FROM games_game g WHERE g.conversation_id = t.id)"),
    Copied(Message, _OF_CONVERSATION, ("author_id",), {"conversation_id": Conversation}),
    Copied(Game, "t.id", links={"conversation_id": Conversation}),
    Copied(Seat, "t.game_id", ("user_id",)),
    Copied(Snapshot, "t.game_id"),
    Copied(Absence, _OF_SEAT, ("user_id",), {"seat_id": Seat}),
    Copied(StandingPlan, _OF_SEAT, links={"seat_id": Seat}),
    Copied(Note, "t.game_id", ("user_id",)),
    Copied(Alert, "t.subject_id", ("recipient_id",), its={"destination_id": "{recipient_id}"}),
    Copied(Table, "t.game_id", ("host_id",), {"conversation_id": Conversation}, {"token": "'copy-' || ({id})"}),
    Copied(TableSeat, _OF_TABLE, ("user_id",), {"table_id": Table}),
    Copied(RatedGame, "t.game_id"),
    Copied(RatingChange, "t.game_id", ("user_id",)),
    Copied(Figures, "t.game_id", ("user_id",)),
)
_NO_CHECKSUM = {"checksum": "''"}
ACTIONS = Copied(Action, "t.game_id", its=_NO_CHECKSUM)
LAST_ACTIONS = Copied(Action, "t.game_id", its=_NO_CHECKSUM, source="last_actions")
CHECKPOINTS = Copied(Checkpoint, links={"action_id": Action})

_MEMBER = {"user_id": "{member}"}
_NAMED = {"name": "'Member ' || n.i", "name_key": "'member ' || n.i", "email": "'member' || n.i || '@example.org'"}
BELONGINGS = (
    Copied(User, its={"id": "{member}", **_NAMED}),
    Copied(Destination, its={**_MEMBER, "id": "{member}"}),
    Copied(Presence, its=_MEMBER),
    Copied(Session, its={"session_key": "'session-' || n.i"}),
    Copied(Rating, its={**_MEMBER, "points": "1000 + n.i * 7919 % 1009", "is_listed": "t.is_listed"}),
)
"""What every member has. A destination has the number of its user, so that alerts need not look for it."""

_RUNNING = {"asked_at", "ticks_from", "due_at", "warns_at", "may_plan_since", "moved_at"}
"""Moments of games that run: in a copy at most a day earlier, so that nobody's time is up; others are longer ago."""


class Copier:
    """Copies rows of patterns, which are the first of a site.

    :param first_person: the number of the first of the people who play in all of them.
    """

    def __init__(self, first_person: int) -> None:
        self.first_person = first_person
        self.members = 0
        """How many there are, of whom copies of games take their people."""
        with connection.cursor() as cursor:
            last = "SELECT t.* FROM games_action t JOIN games_game g ON g.id = t.game_id"
            cursor.execute(f"CREATE TEMP TABLE last_actions AS {last} WHERE t.sequence > g.sequence - {TAIL}")
        copied = (*COPIES, *BELONGINGS, ACTIONS, CHECKPOINTS)
        self.ranges = {each.model: self._range(each.model) for each in copied if each.model is not Session}

    def copy(self, copied: Copied, first: int, last: int) -> None:
        """Make the copies of these numbers, both included."""
        if last < first:
            return
        columns = self._columns(copied)
        numbers = f"WITH RECURSIVE n(i) AS (SELECT {first} UNION ALL SELECT i + 1 FROM n WHERE i < {last})"
        table, names = copied.model._meta.db_table, ", ".join(columns)
        rows = f"SELECT {', '.join(columns.values())} FROM n CROSS JOIN {copied.source or table} t"
        with connection.cursor() as cursor:
            cursor.execute(f"INSERT INTO {table} ({names}) {numbers} {rows} WHERE {self._where(copied)}")

    def _columns(self, copied: Copied) -> dict[str, str]:
        """What each column of a copy holds, as SQL."""
        game = f"({copied.game} + n.i * {self._span(Game)})"
        new = {"member": f"({MEMBERS} + n.i)"}
        for column in copied.model._meta.concrete_fields:
            new[column.attname] = self._new(copied, column, game)
        new |= {column: sql.format(**new) for column, sql in copied.its.items()}
        del new["member"]
        return new

    def _new(self, copied: Copied, column: "models.Field[Any, Any]", game: str) -> str:
        name = column.attname
        if name in copied.people:
            place = f"({game} * 7919 + (t.{name} - {self.first_person}) * 10007) % {self.members}"
            return f"CASE WHEN t.{name} IS NOT NULL THEN {MEMBERS + 1} + {place} END"
        if name in copied.links:
            return f"t.{name} + n.i * {self._span(copied.links[name])}"
        if column.related_model is Game or (name == "subject_id" and copied.game):
            return f"t.{name} + n.i * {self._span(Game)}"
        if column.primary_key:
            return f"t.{name} + n.i * {self._span(copied.model)}" if copied.model in self.ranges else f"t.{name}"
        if isinstance(column, models.DateTimeField) and copied.game and copied.model is not Action:
            return _earlier(f"t.{name}", f"{game} * 7919 % {86400 * (1 if name in _RUNNING else DAYS)}")
        return f"t.{name}"

    def _span(self, model: type[models.Model]) -> int:
        first, last = self.ranges[model]
        return last - first + 1

    def _where(self, copied: Copied) -> str:
        if copied.source:
            return "true"
        if copied.model is Session:
            return "t.session_key = 'session'"
        if "user_id" in copied.its:
            return f"t.user_id = {self.first_person}"
        first, last = self.ranges[copied.model]
        last = first if copied.model is User else last
        return f"t.{copied.model._meta.pk.column} BETWEEN {first} AND {last}"

    def _range(self, model: type[models.Model]) -> tuple[int, int]:
        """The numbers of the first and the last row of the patterns."""
        found = model._default_manager.aggregate(first=models.Min("pk"), last=models.Max("pk"))
        return found["first"], found["last"]


def _earlier(column: str, seconds: str) -> str:
    if connection.vendor == "postgresql":
        return f"{column} - ({seconds}) * interval '1 second'"
    return f"strftime('%Y-%m-%d %H:%M:%f', {column}, '-' || ({seconds}) || ' seconds')"
