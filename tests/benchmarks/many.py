"""A site with many games, filled within minutes: ``with site(): many = Site(); world = many.grow(100_000)``.

It can be imported only within :func:`tests.benchmarks.bare.site`.

Bots play a few courses. Each is stored by the site's own functions at several moments, with actions, states, alerts,
talk, table and ratings. These patterns are then copied within the database, by a statement for each kind of row, to
other people and other times: so the rows of somebody's games lie as scattered as on a site that has grown.

Of most games only the last actions are there, as nobody looks at the others: a hundred thousand whole games would
take an hour. The games that a :class:`World` names have all of them.
"""

import random
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta
from multiprocessing import Pool
from typing import TypeVar

from django.contrib.sessions.models import Session
from django.core.management.color import no_style
from django.db import connection, models
from django.utils import timezone

import rules
from accounts.models import User
from games.models import Absence, Game, Note, Seat, StandingPlan
from games.models.kinds import Slot
from games.models.pace import TIMES, Preset
from games.story.questions import question_of
from games.turns import play
from matchmaking.models import Table, TableSeat
from matchmaking.ratings import figures, rating
from matchmaking.ratings.models import Rating
from notifications.models import Alert, Channel, Destination, Presence, State
from rules.selfplay import play_game
from talk.models import Conversation, Message
from tests.benchmarks import EDITIONS
from tests.benchmarks.copying import ACTIONS, BELONGINGS, CHECKPOINTS, COPIES, LAST_ACTIONS, MEMBERS, Copier
from tests.benchmarks.stored import person, store
from tests.factories import UserFactory

PLAYERS = 4
COURSES = 8
MOMENTS = (0.4, 0.75)
"""How far the games that run have come, as parts of a course; each course is also stored to its end."""

PATTERNS = COURSES * (1 + len(MOMENTS))
"""How many games are copied."""

WHOLE = 2000
"""About how many games have all their actions, of those that are added at once."""

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


class Site:
    """The site of :func:`tests.benchmarks.bare.site`, which can be filled more and more.

    Whatever a world was made of is not in a later one: it may have been played on meanwhile.
    """

    def __init__(self) -> None:
        self.copied = 0
        """The number of the last copy."""
        self.games = PATTERNS
        self.whole: list[int] = []
        self.chance = random.Random("many")
        people = [person(number) for number in range(PLAYERS)]
        self.asked = _patterns(people)
        """Of each game that is copied the seats that are asked."""
        self.copier = Copier(people[0].pk)

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
        for copied in BELONGINGS:
            self.copier.copy(copied, self.copier.members + 1, count)
        self.copier.members = count

    def _copy(self, first: int, last: int) -> None:
        """Copy all patterns so many times; of several copies that are made at once, the last is of whole games."""
        together = max(1, (last - first) * PATTERNS // WHOLE)
        for begin in range(first, last + 1, together):
            end = min(begin + together - 1, last)
            for copied in COPIES:
                self.copier.copy(copied, begin, end)
            self.copier.copy(LAST_ACTIONS, begin, end - 1)
            self.copier.copy(ACTIONS, end, end)
            self.copier.copy(CHECKPOINTS, end, end)
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
        running = {pk: numbers for pk, numbers in self.asked.items() if numbers}
        games = [(pk + number * PATTERNS, pk) for number in self.whole for pk in self.asked]
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


def _patterns(people: Sequence[User]) -> dict[int, set[int]]:
    """Fill an empty site with the games that are copied, and return for each the seats that are asked."""
    asked = {}
    with Pool() as pool:
        courses = pool.map(_course, range(COURSES))
    for number, course in enumerate(courses):
        for part in (*MOMENTS, None):
            game = _running(course, part, number) if part else _over(course, number)
            asked[game.pk] = {seat.number for seat in game.seats.all() if seat.is_to_move}
    _rate()
    _surround(people)
    if list(asked) != list(range(1, PATTERNS + 1)):
        raise RuntimeError("The site was not empty.")
    return asked


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
    return play.play(game, game.seats.get(number=turn), action, expected=moment)


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
    counted = [copied.model for copied in (*COPIES, *BELONGINGS, ACTIONS) if copied.model is not Session]
    with connection.cursor() as cursor:
        for statement in connection.ops.sequence_reset_sql(no_style(), counted):
            cursor.execute(statement)
        cursor.execute("VACUUM ANALYZE")
