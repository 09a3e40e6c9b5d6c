"""Games to kill workers by: ``python -m tests.services.due_games 3`` makes three in which a plan is due, and three in
which time is up, on a site without tables.
"""

import sys
from datetime import timedelta

import django

if __name__ == "__main__":
    django.setup()

from django.core.management import call_command
from django.utils import timezone

from games.models import Game
from tests.services.dying import KINDS


def make_due(count: int) -> None:
    past = timezone.now() - timedelta(minutes=1)
    for kind in KINDS.values():
        for _number in range(count):
            game = kind.make()
            column = "answers_at" if game.seats.exclude(answers_at=None).exists() else "due_at"
            game.seats.filter(is_to_move=True).update(**{column: past})
            Game.objects.filter(pk=game.pk).update(due_at=past)


if __name__ == "__main__":
    call_command("migrate", run_syncdb=True, verbosity=0)
    make_due(int(sys.argv[1]))
