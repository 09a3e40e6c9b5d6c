"""Games of a site that is measured: stored as if they had been played, without asking or telling anybody."""

from collections.abc import Collection, Sequence

import msgspec
from django.utils import timezone
from msgspec.structs import replace

import rules
from accounts.models import User
from games.models import Action, Checkpoint, Game, Origin, Seat, Snapshot
from games.replay import action_rows, checkpoints, snapshots
from games.replay.action_rows import StoredAction, TakenBack
from games.replay.position_index import Mark
from tests.factories import person_called


def person(place: int) -> User:
    """Who has the seat of this number in all games."""
    return person_called(f"Player {place}")


def stranger() -> User:
    return person_called("Stranger")


def store(
    setup: rules.Setup, moves: Sequence[tuple[rules.Seat, rules.Action]], *, taken_back: Collection[int], name: str
) -> Game:
    """A public game that went like this.

    :param taken_back: the numbers of moves that somebody took back, to make them once more.
    """
    done = [*_done(setup, moves, taken_back)]
    state = done[-1][2]
    game = _game(setup, state, len(done), name)
    rows = Action.objects.bulk_create(
        Action(
            game=game,
            sequence=sequence,
            seat=seat,
            body=action_rows.write(action),
            origin=_origin(sequence),
            digest=rules.digest(state),
        ).seal()
        for sequence, (seat, action, state) in enumerate(done, 1)
    )
    checkpoints.keep(zip(rows, (state for _, _, state in done), strict=True))
    marks = [
        Mark.of(led_to, seat, _origin(row.sequence), row.created_at, action)
        for row, (seat, action, led_to) in zip(rows, done, strict=True)
    ]
    snapshots.store(game, state, marks)
    return game


def _origin(sequence: int) -> Origin:
    return Origin.FORCED if sequence % 7 == 0 else Origin.PLAYER


def forget() -> None:
    """Drop whatever could be made anew, so that the first who look back have to wait for it."""
    Checkpoint.objects.all().delete()
    Snapshot.objects.update(course="")


def _done(
    setup: rules.Setup, moves: Sequence[tuple[rules.Seat, rules.Action]], taken_back: Collection[int]
) -> list[tuple[rules.Seat, StoredAction, rules.State]]:
    """What was done, and the states it led to."""
    known, states = [rules.start(setup)], [0]
    done: list[tuple[rules.Seat, StoredAction, rules.State]] = []
    for number, (seat, action) in enumerate(moves, 1):
        before = states[-1]
        known.append(rules.apply(known[-1], seat, action))
        done.append((seat, action, known[-1]))
        states.append(len(known) - 1)
        if number in taken_back:
            known.append(replace(known[before], happened=()))
            done.append((seat, TakenBack(before), known[-1]))
            known.append(rules.apply(known[-1], seat, action))
            done.append((seat, action, known[-1]))
            states[-1] = len(known) - 1
    return done


def _game(setup: rules.Setup, state: rules.State, sequence: int, name: str) -> Game:
    game = Game.objects.create(
        name=name,
        setup=msgspec.to_builtins(setup),
        seed_hash="",
        edition=setup.options.edition,
        map=setup.options.map,
        sequence=sequence,
        phase=state.phase,
        round=state.round,
        step=state.step,
        finished_at=timezone.now() if state.is_over else None,
    )
    Seat.objects.bulk_create(
        Seat(game=game, number=number, name=f"Player {number}", user=person(number), **_result(state, number))
        for number in range(setup.players)
    )
    return game


def _result(state: rules.State, seat: int) -> dict[str, int]:
    """What a seat keeps of the end of its game, if it is over."""
    entries = [entry for entry in state.standing if entry.seat == seat]
    return {"rank": entries[0].rank, "powered": entries[0].powered} if entries else {}
