"""A site with many games, filled within minutes: ``with site(): many = Site(); world = many.grow(100_000)``.

It can be imported only within :func:`tests.benchmarks.bare.site`.

Bots play a few courses. Each is stored by the site's own functions at several moments, with actions, states, alerts,
talk, table and ratings. These patterns are then copied within the database, by a statement for each kind of row, to
other people and other times: so the rows of somebody's games lie as scattered as on a site that has grown.

Of most games only the last actions are there, as nobody looks at the others: a hundred thousand whole games would
take an hour. The games that a :class:`World` names have all of them.
"""

import random
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import timedelta
from multiprocessing import Pool
from typing import Any, TypeVar

from django.contrib.sessions.models import Session
from django.core.management.color import no_style
from django.db import connection, models
from django.utils import timezone

import rules
from accounts.models import User
from games import turns
from games.models import Absence, Action, Checkpoint, Game, Note, Seat, Snapshot, StandingPlan
from games.models.kinds import Slot
from games.pace import TIMES, Preset
from games.questions import question_of
from matchmaking.models import Table, TableSeat
from matchmaking.ratings import figures, rating
from matchmaking.ratings.models import Figures, RatedGame, Rating, RatingChange
from notifications.models import Alert, Channel, Destination, Presence, State
from rules.selfplay import play_game
from talk.models import Conversation, Message
from tests.benchmarks import EDITIONS
from tests.benchmarks.stored import person, store
from tests.factories import UserFactory

PLAYERS = 4
COURSES = 8
MOMENTS = (0.4, 0.75)
"""How far the games that run have come, as parts of a course; each course is also stored to its end."""

PATTERNS = COURSES * (1 + len(MOMENTS))
"""How many games are copied."""

TAIL = 25
"""How many actions those games have that nobody looks at."""

WHOLE = 2000
"""About how many games have all their actions, of those that are added at once."""

DAYS = 60
"""Over how many days moments are spread."""

MEMBERS = 1_000_000
"""The number before that of the first of the many users."""

GAP = 100
"""How many copies have their numbers left to what happens on the site before it grows again."""

GAMES_OF_PLAYER = 100
WAITING_FOR_PLAYER = 15
FINISHED_OF_PLAYER = 40
ASKED = 300
OPEN_TABLES = 1000
OFFERED_EVERY = 150
"""In one of so many running games a seat waits for somebody to take it over."""


T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class World:
    """What is on a site, and as whom to ask.

    ``player`` has a seat in the games ``to_move``, which wait for them, in ``waiting``, which wait for others, and in
    ``finished``; they are spread over all games. ``asked`` are games of others that run: for each its number and the
    user who is to move. All of these have all their rows.
    """

    games: int
    player: User
    to_move: tuple[int, ...]
    waiting: tuple[int, ...]
    finished: tuple[int, ...]
    asked: tuple[tuple[int, User], ...]

    @property
    def running(self) -> tuple[int, ...]:
        return *self.to_move, *self.waiting


@dataclass(frozen=True, slots=True)
class _Copied:
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

_COPIES = (
    _Copied(Conversation, "(SELECT g.id FROM games_game g WHERE g.conversation_id = t.id)"),
    _Copied(Message, _OF_CONVERSATION, ("author_id",), {"conversation_id": Conversation}),
    _Copied(Game, "t.id", links={"conversation_id": Conversation}),
    _Copied(Seat, "t.game_id", ("user_id",)),
    _Copied(Snapshot, "t.game_id"),
    _Copied(Absence, _OF_SEAT, ("user_id",), {"seat_id": Seat}),
    _Copied(StandingPlan, _OF_SEAT, links={"seat_id": Seat}),
    _Copied(Note, "t.game_id", ("user_id",)),
    _Copied(Alert, "t.subject_id", ("recipient_id",), its={"destination_id": "{recipient_id}"}),
    _Copied(Table, "t.game_id", ("host_id",), {"conversation_id": Conversation}, {"token": "'copy-' || ({id})"}),
    _Copied(TableSeat, _OF_TABLE, ("user_id",), {"table_id": Table}),
    _Copied(RatedGame, "t.game_id"),
    _Copied(RatingChange, "t.game_id", ("user_id",)),
    _Copied(Figures, "t.game_id", ("user_id",)),
)
_NO_CHECKSUM = {"checksum": "''"}
_ACTIONS = _Copied(Action, "t.game_id", its=_NO_CHECKSUM)
_LAST_ACTIONS = _Copied(Action, "t.game_id", its=_NO_CHECKSUM, source="last_actions")
_CHECKPOINTS = _Copied(Checkpoint, links={"action_id": Action})

_MEMBER = {"user_id": "{member}"}
_BELONGINGS = (
    _Copied(User, its={"id": "{member}", "name": "'Member ' || n.i", "email": "'member' || n.i || '@example.org'"}),
    _Copied(Destination, its={**_MEMBER, "id": "{member}"}),
    _Copied(Presence, its=_MEMBER),
    _Copied(Session, its={"session_key": "'session-' || n.i"}),
    _Copied(Rating, its={**_MEMBER, "points": "1000 + n.i * 7919 % 1009", "is_listed": "t.is_listed"}),
)
"""What every member has. A destination has the number of its user, so that alerts need not look for it."""

_RUNNING = {"asked_at", "ticks_from", "due_at", "warns_at", "may_plan_since", "moved_at"}
"""Moments of games that run: in a copy at most a day earlier, so that nobody's time is up; others are longer ago."""


class Site:
    """The site of :func:`tests.benchmarks.bare.site`, which can be filled more and more.

    Whatever a world was made of is not in a later one: it may have been played on meanwhile.
    """

    def __init__(self) -> None:
        self.copied = 0
        """The number of the last copy."""
        self.games = PATTERNS
        self.members = 0
        self.whole: list[int] = []
        self.chance = random.Random("many")
        self.patterns = _Patterns()

    def grow(self, games: int) -> World:
        """Add games until there are about so many, and name some that are spread over all of them."""
        copies = (games - self.games) // PATTERNS
        with _without_checks():
            self._add_members(max(1000, games // 5))
            self._copy(self.copied + GAP + 1, self.copied + GAP + copies)
            self._offer_seats()
            self._open_tables()
        self.copied += GAP + copies
        self.games += copies * PATTERNS
        _tidy_up()
        return self._world()

    def _add_members(self, count: int) -> None:
        for copied in _BELONGINGS:
            self.patterns.copy(copied, self.members + 1, count)
        self.members = self.patterns.members = count

    def _copy(self, first: int, last: int) -> None:
        """Copy all patterns so many times; of several copies that are made at once, the last is of whole games."""
        together = max(1, (last - first) * PATTERNS // WHOLE)
        for begin in range(first, last + 1, together):
            end = min(begin + together - 1, last)
            for copied in _COPIES:
                self.patterns.copy(copied, begin, end)
            self.patterns.copy(_LAST_ACTIONS, begin, end - 1)
            self.patterns.copy(_ACTIONS, end, end)
            self.patterns.copy(_CHECKPOINTS, end, end)
            self.whole.append(end)

    def _offer_seats(self) -> None:
        """Have bots stand in for somebody in a few games, where others can take over."""
        now = timezone.now()
        seats = Seat.objects.filter(game__finished_at=None, is_to_move=False, number=PLAYERS - 1, absent_since=None)
        new = seats.annotate(turn=models.F("game_id") % OFFERED_EVERY).filter(turn=0, game_id__gt=PATTERNS)
        absent = [
            Absence(seat_id=pk, user_id=user, reason=Absence.Reason.MISSED, sequence=1, began_at=now)
            for pk, user in new.values_list("pk", "user_id")
        ]
        Absence.objects.bulk_create(absent, batch_size=1000)
        Seat.objects.filter(absences__ended_at=None, absences__isnull=False).update(absent_since=now)
        Game.objects.filter(seats__absences__ended_at=None, seats__absences__isnull=False).update(absences=1)

    def _open_tables(self) -> None:
        """Have people wait at tables, if there are none yet."""
        if Table.objects.open().exists():
            return
        members = list(User.objects.filter(name__startswith="Member ")[:OPEN_TABLES])
        boards = [(edition, board) for edition in EDITIONS for board in rules.board_names(edition)]
        paces = [TIMES[preset] for preset in (Preset.QUICK, Preset.DAILY, Preset.RELAXED, Preset.NONE)]
        tables = Table.objects.bulk_create(
            Table(
                host=host,
                name=f"Table {number}",
                edition=boards[number % len(boards)][0],
                map=boards[number % len(boards)][1],
                players=number % 4 + 3,
                **paces[number // 7 % len(paces)],
            )
            for number, host in enumerate(members)
        )
        TableSeat.objects.bulk_create(
            TableSeat(table=table, number=seat, user=members[(number + 13 * seat) % len(members)])
            for number, table in enumerate(tables)
            for seat in range(number % 2 + 1)
        )

    def _world(self) -> World:
        """A new player with games all over the site, which until then were those of others."""
        number = MEMBERS - self.copied
        player = UserFactory.create(pk=number, name=f"Player of {self.games} games")
        Destination.objects.create(pk=number, user=player, channel=Channel.MAIL)
        running = {pk: numbers for pk, numbers in self.patterns.asked.items() if numbers}
        games = [(pk + number * PATTERNS, pk) for number in self.whole for pk in self.patterns.games]
        self.whole = []
        over = self._some([game for game, pk in games if pk not in running], FINISHED_OF_PLAYER)
        others = [(game, pk) for game, pk in games if pk in running and len(running[pk]) < PLAYERS]
        theirs = self._some(others, GAMES_OF_PLAYER)
        to_move = self._some(theirs, WAITING_FOR_PLAYER)
        for game, pk in theirs:
            number = next(seat for seat in range(PLAYERS) if (seat in running[pk]) is ((game, pk) in to_move))
            Seat.objects.filter(game=game, number=number).update(user=player, name=player.name)
        for game in over:
            Seat.objects.filter(game=game, number=0).update(user=player, name=player.name)
        asked = Seat.objects.filter(game__in=[game for game, _ in others], is_to_move=True).exclude(user=player)
        first = {seat.game_id: seat.user for seat in asked.exclude(game__seats__user=player).select_related("user")}
        return World(
            games=self.games,
            player=player,
            to_move=tuple(game for game, _ in to_move),
            waiting=tuple(game for game, pk in theirs if (game, pk) not in to_move),
            finished=tuple(over),
            asked=tuple(self._some([(game, user) for game, user in sorted(first.items()) if user], ASKED)),
        )

    def _some(self, those: Sequence[T], count: int) -> list[T]:
        """A few of them, in their order."""
        chosen = self.chance.sample(range(len(those)), min(count, len(those)))
        return [those[place] for place in sorted(chosen)]


class _Patterns:
    """The first games of a site, and copies of their rows."""

    def __init__(self) -> None:
        people = [person(number) for number in range(PLAYERS)]
        self.first_person = people[0].pk
        self.members = 0
        self.asked: dict[int, set[int]] = {}
        with Pool() as pool:
            courses = pool.map(_course, range(COURSES))
        for number, course in enumerate(courses):
            for part in (*MOMENTS, None):
                game = _running(course, part, number) if part else _over(course, number)
                self.asked[game.pk] = {seat.number for seat in game.seats.all() if seat.is_to_move}
        _rate()
        _surround(people)
        self.games = list(self.asked)
        if self.games != list(range(1, PATTERNS + 1)):
            raise RuntimeError("The site was not empty.")
        with connection.cursor() as cursor:
            last = "SELECT t.* FROM games_action t JOIN games_game g ON g.id = t.game_id"
            cursor.execute(f"CREATE TEMP TABLE last_actions AS {last} WHERE t.sequence > g.sequence - {TAIL}")
        copied = (*_COPIES, *_BELONGINGS, _ACTIONS, _CHECKPOINTS)
        self.ranges = {each.model: self._range(each.model) for each in copied if each.model is not Session}

    def copy(self, copied: _Copied, first: int, last: int) -> None:
        """Make the copies of these numbers, both included."""
        if last < first:
            return
        columns = self._columns(copied)
        numbers = f"WITH RECURSIVE n(i) AS (SELECT {first} UNION ALL SELECT i + 1 FROM n WHERE i < {last})"
        table, names = copied.model._meta.db_table, ", ".join(columns)
        rows = f"SELECT {', '.join(columns.values())} FROM n CROSS JOIN {copied.source or table} t"
        with connection.cursor() as cursor:
            cursor.execute(f"INSERT INTO {table} ({names}) {numbers} {rows} WHERE {self._where(copied)}")

    def _columns(self, copied: _Copied) -> dict[str, str]:
        """What each column of a copy holds, as SQL."""
        game = f"({copied.game} + n.i * {PATTERNS})"
        new = {"member": f"({MEMBERS} + n.i)"}
        for column in copied.model._meta.concrete_fields:
            new[column.attname] = self._new(copied, column, game)
        new |= {column: sql.format(**new) for column, sql in copied.its.items()}
        del new["member"]
        return new

    def _new(self, copied: _Copied, column: "models.Field[Any, Any]", game: str) -> str:
        name = column.attname
        if name in copied.people:
            place = f"({game} * 7919 + (t.{name} - {self.first_person}) * 10007) % {self.members}"
            return f"CASE WHEN t.{name} IS NOT NULL THEN {MEMBERS + 1} + {place} END"
        if name in copied.links:
            return f"t.{name} + n.i * {self._span(copied.links[name])}"
        if column.related_model is Game or (name == "subject_id" and copied.game):
            return f"t.{name} + n.i * {PATTERNS}"
        if column.primary_key:
            return f"t.{name} + n.i * {self._span(copied.model)}" if copied.model in self.ranges else f"t.{name}"
        if isinstance(column, models.DateTimeField) and copied.game and copied.model is not Action:
            return _earlier(f"t.{name}", f"{game} * 7919 % {86400 * (1 if name in _RUNNING else DAYS)}")
        return f"t.{name}"

    def _span(self, model: type[models.Model]) -> int:
        first, last = self.ranges[model]
        return last - first + 1

    def _where(self, copied: _Copied) -> str:
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


def _course(number: int) -> rules.Record:
    """A game between bots, each on another board."""
    edition = EDITIONS[number % len(EDITIONS)]
    boards = rules.board_names(edition)
    options = rules.Options(edition=edition, map=boards[number // len(EDITIONS) % len(boards)])
    return play_game(options, PLAYERS, f"many-{number}")[0]


def _running(course: rules.Record, part: float, number: int) -> Game:
    """A game in which the site itself has taken the last turn, and asks whoever is next."""
    moment = int(len(course.moves) * part)
    (turn, action), state = course.moves[moment], [*rules.positions(course.setup, course.moves[:moment])][-1]
    game = store(course.setup, course.moves[:moment], taken_back=(), name=f"Slow evening {number}")
    pace = TIMES[Preset.RELAXED if number % 2 else Preset.NONE]
    Game.objects.filter(pk=game.pk).update(news=moment, **pace)
    game.refresh_from_db()
    seats = {"is_to_move": True, "asked_at": game.created_at, "asked_sequence": moment}
    game.seats.filter(number=turn).update(question=question_of(state), **seats)
    return turns.play(game, game.seats.get(number=turn), action, expected=moment)


def _over(course: rules.Record, number: int) -> Game:
    game = store(course.setup, course.moves, taken_back=(), name=f"Long evening {number}")
    Game.objects.filter(pk=game.pk).update(news=game.sequence)
    return game


def _rate() -> None:
    """Rate the games that are over, and count what their people did in them."""
    rating.rate_finished(now=timezone.now() + timedelta(hours=1))
    while figures.gather():
        pass
    Rating.objects.update(is_listed=True)


def _surround(people: Sequence[User]) -> None:
    """What there is of a game besides its course: its table, talk, alerts, plans and notes."""
    now = timezone.now()
    for user in people:
        Destination.objects.get_or_create(user=user, channel=Channel.MAIL)
    Presence.objects.create(user=people[0], subject_id=0, seen_at=now)
    Session.objects.create(session_key="session", session_data="x" * 200, expire_date=now + timedelta(days=90))
    sent = {"state": State.SENT, "sent_at": now, "title": "Your turn", "sentence": "Choose a plant to auction."}
    Alert.objects.update(**sent)
    for number, game in enumerate(Game.objects.all()):
        _open_table(game, people)
        if number % 3 == 0:
            _talk(game, people)
        Alert.objects.bulk_create(
            Alert.by(destination, "your_turn", game.pk, sequence, now)
            for destination in Destination.objects.filter(user__in=people)
            for sequence in range(1, 4)
        )
        Note.objects.create(game=game, user=people[number % PLAYERS], text="Keep an eye on garbage.")
    Alert.objects.exclude(state=State.SENT).update(**sent)
    # A few wait until somebody's night is over.
    Alert.objects.filter(subject_id=1, sequence=1).update(state=State.NEW, due_at=now + timedelta(days=1))
    absent = Seat.objects.filter(game_id=2, number=1).get()
    Absence.objects.create(
        seat=absent, user=people[1], reason=Absence.Reason.LEFT, sequence=9, ended_at=now, ended_sequence=12
    )
    StandingPlan.objects.create(
        seat=absent, slot=Slot.PURCHASE, body="{}", round=1, given_sequence=1, asks='{"kind":"took_back"}'
    )


def _open_table(game: Game, people: Sequence[User]) -> None:
    table = Table.objects.create(
        host=people[0], name=game.name, edition=game.edition, map=game.map, players=PLAYERS, game=game
    )
    TableSeat.objects.bulk_create(
        TableSeat(table=table, number=number, user=user) for number, user in enumerate(people)
    )


def _talk(game: Game, people: Sequence[User]) -> None:
    conversation = Conversation.objects.create()
    Game.objects.filter(pk=game.pk).update(conversation=conversation)
    Message.objects.bulk_create(
        Message(conversation=conversation, author=people[number % PLAYERS], text="Good game so far.", place=number)
        for number in range(6)
    )


@contextmanager
def _without_checks() -> Iterator[None]:
    """Take rows as they come: all that they point to is there in the end, and nobody else is here."""
    with connection.cursor() as cursor:
        for statement in _FAST[connection.vendor]:
            cursor.execute(statement)
        try:
            yield
        finally:
            for statement in _AS_BEFORE[connection.vendor]:
                cursor.execute(statement)


_FAST = {
    "postgresql": ["SET session_replication_role = replica"],
    "sqlite": ["PRAGMA foreign_keys = off", "PRAGMA synchronous = off", "PRAGMA cache_size = -300000"],
}
_AS_BEFORE = {
    "postgresql": ["SET session_replication_role = origin"],
    "sqlite": ["PRAGMA foreign_keys = on", "PRAGMA synchronous = normal", "PRAGMA cache_size = 2000"],
}


def _tidy_up() -> None:
    """Have PostgreSQL go on counting behind the copies, and do what it does by itself in the long run."""
    if connection.vendor != "postgresql":
        return
    counted = [copied.model for copied in (*_COPIES, *_BELONGINGS, _ACTIONS) if copied.model is not Session]
    with connection.cursor() as cursor:
        for statement in connection.ops.sequence_reset_sql(no_style(), counted):
            cursor.execute(statement)
        cursor.execute("VACUUM ANALYZE")
