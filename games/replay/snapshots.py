"""The latest state of each game, kept so that a turn needs no replay. A cache: any row can be dropped at any time."""

import logging
from collections.abc import Collection, Iterable, Sequence

import msgspec
from django.db import connection
from django.db.models import F, QuerySet

import rules
from accounts.statements import written_once
from games.models import Game, Snapshot
from games.replay import history, position_index
from games.replay.action_rows import TakenBack
from games.replay.position_index import Mark

logger = logging.getLogger(__name__)

# Each turn asks for both. To put them together anew each time takes longer than all that the rules do.
_LOAD = """
SELECT snapshot.sequence, snapshot.state, action.digest
FROM games_snapshot AS snapshot
LEFT JOIN games_action AS action ON action.game_id = snapshot.game_id AND action.sequence = snapshot.sequence
WHERE snapshot.game_id = %s
"""
_GROW = """
UPDATE games_snapshot SET sequence = %s, state = %s, course = course || %s
WHERE game_id = %s AND sequence = %s AND course <> ''
"""


def load(game: Game) -> rules.State:
    """The present position of a game: its snapshot and the actions since, or all actions where that is of no use."""
    sequence, state = _kept(game)
    if state is None:
        return history.position(game, game.sequence).state
    for move in history.moves(game, after=sequence) if sequence < game.sequence else ():
        if isinstance(move.action, TakenBack):  # which may lead to before the snapshot
            return history.position(game, game.sequence).state
        state = history.after(game, state, move.seat, move.action)
    return state


def store(game: Game, state: rules.State, marks: Sequence[Mark] = ()) -> None:
    """Keep the present position of a game.

    :param marks: those of the actions since the position that was kept; without them its course is made anew later.
    """
    body = msgspec.json.encode(state).decode()
    if marks and _has_grown(game, body, marks):
        return
    snapshot = Snapshot(game=game, sequence=game.sequence, state=body, course=_first_course(game, marks))
    Snapshot.objects.bulk_create(
        [snapshot], update_conflicts=True, unique_fields=["game"], update_fields=["sequence", "state", "course"]
    )


def _has_grown(game: Game, body: str, marks: Sequence[Mark]) -> bool:
    """Put what is new behind the course that is kept, if it is that of the position before."""
    with connection.cursor() as cursor:
        before = game.sequence - len(marks)
        cursor.execute(_GROW, [game.sequence, body, position_index.written(marks), game.pk, before])
        return bool(cursor.rowcount)


def _first_course(game: Game, marks: Sequence[Mark]) -> str:
    """The course of a game that has just begun; empty for others, until it is needed."""
    if game.sequence != len(marks):
        return ""
    return position_index.written([Mark.of_start(rules.start(game.read_setup())), *marks])


class _Company(msgspec.Struct):
    cities: tuple[tuple[str, int], ...] = ()


class Glimpse(msgspec.Struct):
    """What small pictures are made of: much quicker to read than all of a state."""

    areas: tuple[str, ...]
    players: tuple[_Company, ...]

    def cities(self) -> list[list[str]]:
        """For each seat the cities in which it has a house."""
        return [[city for city, _price in company.cities] for company in self.players]


_glimpses = msgspec.json.Decoder(Glimpse)


def glimpses(games: Collection[int]) -> dict[int, Glimpse]:
    """A glimpse of the present positions of games by their numbers, as :func:`glance` has them."""
    known = {}
    for pk, state in _present_states(games):
        try:
            known[pk] = _glimpses.decode(state)
        except msgspec.DecodeError:
            logger.warning("snapshot of game %s cannot be read", pk)
    return known


@written_once
def _present_states(games: Collection[int]) -> QuerySet[Snapshot, tuple[int, str]]:
    return Snapshot.objects.filter(game__in=games, sequence=F("game__sequence")).values_list("game_id", "state")


def glance(games: Iterable[Game]) -> dict[int, rules.State]:
    """The present positions of many games by their number, in one query; without those that have no snapshot of it.

    They are not checked against their actions: to make small pictures of, and not to play on.
    """
    pks = [game.pk for game in games]
    states = {pk: _decoded(pk, state) for pk, state in (_present_states(pks) if pks else ())}
    return {pk: state for pk, state in states.items() if state is not None}


def _kept(game: Game) -> tuple[int, rules.State | None]:
    """What the snapshot of a game holds, and of which position; None where that is not what its action led to."""
    with connection.cursor() as cursor:
        cursor.execute(_LOAD, [game.pk])
        sequence, body, digest = cursor.fetchone() or (0, None, None)
    state = None if body is None else _decoded(game.pk, body)
    if state is not None and (sequence > game.sequence or rules.digest(state) != digest):
        logger.warning("snapshot of game %s is not its position %s; replaying", game.pk, sequence)
        return sequence, None
    return sequence, state


def _decoded(pk: int, body: str) -> rules.State | None:
    """None where it was stored by other rules, or is damaged."""
    try:
        return msgspec.json.decode(body, type=rules.State)
    except msgspec.DecodeError:
        logger.warning("snapshot of game %s cannot be read", pk)
        return None
