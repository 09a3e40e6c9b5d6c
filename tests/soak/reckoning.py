"""Holds what is stored against what people were answered: ``python -m tests.soak.reckoning NOTES ARRIVED``."""

import sys
import time
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from datetime import timedelta
from pathlib import Path

import django
import msgspec

if __name__ == "__main__":
    django.setup()

from django.db.models import Q
from django.utils import timezone

from games.clock import due
from games.models import Action, Game, Origin, Seat
from notifications.models import Alert, Channel, State
from tests.soak.notes import TAKEN, Reckoning, Sent, read

PATIENCE = 180
"""Seconds for workers to send what is due, once people play no longer."""

SLACK = timedelta(seconds=20)
"""By how much something that is due may be late on a machine that has other things to do."""


def wait_for_the_post() -> None:
    """Wait until everything that is due was sent and rung, if it ever is."""
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        now = timezone.now()
        under_way = Alert.objects.filter(Q(state=State.CLAIMED) | Q(state=State.NEW, due_at__lte=now))
        if not under_way.exists() and not due.games(now).exists():
            return
        time.sleep(0.5)


def reckon(notes: Sequence[Sent], arrived: Sequence[str]) -> Reckoning:
    """:param arrived: the id of each mail that arrived, once for each time."""
    lost, doubled = _held_against_rows(notes)
    mails = Counter(arrived)
    alerts = {alert.key: alert for alert in Alert.objects.filter(channel=Channel.MAIL)}
    late = timezone.now() - SLACK
    overdue = Alert.objects.filter(state__in=[State.NEW, State.CLAIMED], due_at__lte=late)
    again = {key for key, times in mails.items() if times > 1}
    games = Game.objects.all()
    return Reckoning(
        games=games.count(),
        finished=games.exclude(finished_at=None).count(),
        actions=Action.objects.count(),
        by_people=Action.objects.filter(origin=Origin.PLAYER).count(),
        alerts=Alert.objects.count(),
        mails=mails.total(),
        repeated=mails.total() - len(mails),
        lost=lost,
        doubled=doubled,
        standing=[*_standing()],
        unsent=[*map(str, overdue), *map(str, Alert.objects.filter(state=State.FAILED))],
        untold=sorted(key for key, alert in alerts.items() if alert.state == State.SENT and key not in mails),
        # Told again is who had a worker die between sending and noting it: then another has taken the alert up.
        repeated_otherwise=sorted(
            key for key in mails if key not in alerts or (key in again and alerts[key].attempts < 2)
        ),
    )


def _held_against_rows(notes: Sequence[Sent]) -> tuple[list[str], list[str]]:
    """What was answered with success and is not there, and what is there more often than it was sent."""
    sent: dict[tuple[int, int, str], list[Sent]] = defaultdict(list)
    for note in notes:
        sent[note.game, note.seat, note.body].append(note)
    doubled = []
    rows = Action.objects.filter(origin=Origin.PLAYER).order_by("game", "sequence")
    for row in rows.values_list("game", "sequence", "seat", "body"):
        game, sequence, seat, body = row
        if '"kind":"undo"' in body:
            continue
        # The latest that was sent before it; one with success where there are several, as an answer can get lost.
        before = [note for note in sent[game, seat, body] if note.expected < sequence]
        if before:
            sent[game, seat, body].remove(max(before, key=lambda note: (note.expected, note.status == TAKEN)))
        else:
            doubled.append(f"Game {game}, action {sequence}")
    left = [note for sending in sent.values() for note in sending if note.status == TAKEN]
    return [f"Game {note.game} at {note.expected}, seat {note.seat}: {note.body}" for note in left], doubled


def _standing() -> Iterator[str]:
    """Games that wait for nobody who knows of it, and for no moment to come."""
    now = timezone.now()
    for game in Game.objects.filter(finished_at=None).prefetch_related("seats"):
        if game.due_at is not None and game.due_at < now - SLACK:
            yield f"Game {game.pk} was due at {game.due_at}"
        asked = [seat for seat in game.seats.all() if seat.is_to_move]
        # Who plays against bots alone is told of nothing: nobody waits for them.
        is_alone = sum(not seat.is_bot for seat in game.seats.all()) == 1
        for seat in asked:
            if game.due_at is None and not is_alone and not _was_told(game, seat):
                yield f"Game {game.pk} waits for seat {seat.number}"
        if not asked:
            yield f"Game {game.pk} waits for nobody"


def _was_told(game: Game, seat: Seat) -> bool:
    about = Alert.objects.filter(subject_id=game.pk, recipient=seat.user_id, sequence=seat.asked_sequence or 0)
    return about.exclude(state=State.FAILED).exists()


if __name__ == "__main__":
    noted, arrived = (Path(path) for path in sys.argv[1:])
    wait_for_the_post()
    ids = [line.split()[0].strip("<>").rpartition("@")[0] for line in arrived.read_text().splitlines()]
    print(msgspec.json.encode(reckon(read(noted), ids)).decode())
