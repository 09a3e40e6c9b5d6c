"""Games to kill workers by: ``python -m tests.services.due_games 3`` makes three in which a plan is due, and three in
which time is up, on a site without tables. With ``3 0.5`` they come due one after the other, half a second apart.

It prints when each is due, as JSON: by the id of the game, in seconds of the clock.
"""

import json
import sys
from datetime import timedelta

import django

if __name__ == "__main__":
    django.setup()

from django.core.management import call_command
from django.utils import timezone

from games.models import Game
from tests.services.dying import KINDS

SOON = timedelta(seconds=3)


def make_due(count: int, *, apart: float | None) -> dict[int, float]:
    """Make so many of each kind, and answer when each is due."""
    games = [kind.make() for kind in KINDS.values() for _number in range(count)]
    now = timezone.now()
    due = {}
    for number, game in enumerate(games):
        moment = now - timedelta(minutes=1) if apart is None else now + SOON + number * timedelta(seconds=apart)
        column = "answers_at" if game.seats.exclude(answers_at=None).exists() else "due_at"
        game.seats.filter(is_to_move=True).update(**{column: moment, "warns_at": None})
        Game.objects.filter(pk=game.pk).update(due_at=moment)
        due[game.pk] = moment.timestamp()
    return due


if __name__ == "__main__":
    call_command("migrate", run_syncdb=True, verbosity=0)
    count, *apart = sys.argv[1:]
    print(json.dumps(make_due(int(count), apart=float(apart[0]) if apart else None)))
