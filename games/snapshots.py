"""The latest state of each game, kept so that a turn needs no replay. A cache: any row can be dropped at any time."""

import logging
from collections.abc import Iterable, Sequence

import msgspec
from django.db.models import F, Value
from django.db.models.functions import Concat

import rules
from games import courses, history
from games.courses import Mark
from games.deeds import TakenBack
from games.models import Action, Game, Snapshot

logger = logging.getLogger(__name__)


def load(game: Game) -> rules.State:
    """The present position of a game: its snapshot and the actions since, or all actions where that is of no use."""
    snapshot = Snapshot.objects.filter(game=game).first()
    state = _read(game, snapshot) if snapshot else None
    if snapshot is None or state is None:
        return history.position(game, game.sequence).state
    for move in history.moves(game, after=snapshot.sequence):
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
    before = Snapshot.objects.filter(game=game, sequence=game.sequence - len(marks)).exclude(course="")
    course = Concat("course", Value(courses.written(marks)))
    return before.update(sequence=game.sequence, state=body, course=course) > 0


def _first_course(game: Game, marks: Sequence[Mark]) -> str:
    """The course of a game that has just begun; empty for others, until somebody asks for it."""
    if game.sequence != len(marks):
        return ""
    return courses.written([Mark.of_start(rules.start(game.read_setup())), *marks])


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


def glimpses(games: Iterable[int]) -> dict[int, Glimpse]:
    """A glimpse of the present positions of games by their numbers, as :func:`glance` has them."""
    present = Snapshot.objects.filter(game__in=games, sequence=F("game__sequence"))
    known = {}
    for pk, state in present.values_list("game_id", "state"):
        try:
            known[pk] = _glimpses.decode(state)
        except msgspec.DecodeError:
            logger.warning("snapshot of game %s cannot be read", pk)
    return known


def glance(games: Iterable[Game]) -> dict[int, rules.State]:
    """The present positions of many games by their number, in one query; without those that have no snapshot of it.

    They are not checked against their actions: to make small pictures of, and not to play on.
    """
    present = Snapshot.objects.filter(game__in=[game.pk for game in games], sequence=F("game__sequence"))
    states = {snapshot.game_id: _decoded(snapshot) for snapshot in present}
    return {pk: state for pk, state in states.items() if state is not None}


def _read(game: Game, snapshot: Snapshot) -> rules.State | None:
    """What a snapshot holds, or None where it is not the state that the action of its sequence led to."""
    state = _decoded(snapshot)
    if state is None:
        return None
    row = Action.objects.filter(game=game, sequence=snapshot.sequence, digest=rules.digest(state))
    if snapshot.sequence > game.sequence or not row.exists():
        logger.warning("snapshot of game %s is not its position %s; replaying", game.pk, snapshot.sequence)
        return None
    return state


def _decoded(snapshot: Snapshot) -> rules.State | None:
    """None where it was stored by other rules, or is damaged."""
    try:
        return msgspec.json.decode(snapshot.state, type=rules.State)
    except msgspec.DecodeError:
        logger.warning("snapshot of game %s cannot be read", snapshot.game_id)
        return None
