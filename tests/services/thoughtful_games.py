"""Games for thinkers: ``python -m tests.services.thoughtful_games 3`` begins three that Hard bots play alone, and ``…
audit`` names what is wrong with them.
"""

import sys

import django

if __name__ == "__main__":
    django.setup()

from django.core.management import call_command

import rules
from games.models import Game
from games.replay import verify
from games.turns import play
from tests.factories import person_called


def begin(count: int) -> None:
    """Ana's seat goes to a bot before she is asked anything."""
    call_command("migrate", run_syncdb=True, verbosity=0)
    seats = [play.NewSeat("Ana", person_called("Ana")), play.NewSeat("Bot 1", None), play.NewSeat("Bot 2", None)]
    for number in range(count):
        game = play.start(rules.Options(), seats, name="Bots", is_public=True, bot_level="hard", seed=str(number))
        game.seats.filter(is_bot=False).update(user=None, is_bot=True, bot_level="hard")
        game.refresh_from_db()
        play.go_on(game, play.seats_of(game), game.moved_at)


if __name__ == "__main__":
    if sys.argv[1] == "audit":
        print("\n".join(map(str, verify.audit(list(Game.objects.values_list("pk", flat=True))).faults)))
    else:
        begin(int(sys.argv[1]))
