"""People who take turns: ``python -m tests.services.turning COUNT SEED`` plays so many turns in many games at once.

In each game the next turn is only taken once everybody was told who is to be told at present. So whatever is told is
still needed, and has to arrive. At last it prints whom each turn has asked, as it follows from the games alone, and
what became of all alerts.
"""

import random
import sys
import time
from collections.abc import Iterator

import django
import msgspec

if __name__ == "__main__":
    django.setup()


import rules
from games.models import Game, Seat
from games.replay import snapshots
from games.turns import play
from notifications.models import Alert, Reason, State
from rules import bots
from tests.factories import person_called
from tests.services.told import Asked, Outcome, Told

GAMES = 60
TURNS = 5
"""In how many games turns are taken at once, if there are at least so many for each."""

PLAYERS = 3


def take_turns(count: int, seed: str) -> list[Asked]:
    """Take turns as bots would, and answer whom each of them asked but who had just acted."""
    chance = random.Random(seed)
    games = [_begin(f"{seed} {number}") for number in range(min(GAMES, count // TURNS))]
    asked = [asking for game in games for asking in _asked(game, -1, "")]
    taken = 0
    while taken < count:
        game = chance.choice(games)
        if _is_to_be_told(game):
            time.sleep(0.01)
        elif game.is_over:
            games[games.index(game)] = _begin(f"{seed} {taken + GAMES}")
        else:
            asked.extend(_turn(game, chance))
            taken += 1
    while any(_is_to_be_told(game) for game in games):
        time.sleep(0.1)
    return asked


def _begin(name: str) -> Game:
    seats = [play.NewSeat(person.name, person) for person in (person_called(f"{name} {n}") for n in range(PLAYERS))]
    return play.start(rules.Options(), seats, name=f"Game {name}", is_public=True, bot_level="easy", seed=name)


def _turn(game: Game, chance: random.Random) -> Iterator[Asked]:
    seat = chance.choice(list(game.seats.filter(is_to_move=True).select_related("user")))
    before, action = game.sequence, bots.decide(snapshots.load(game), rules.Seat(seat.number))
    after = play.play(game, seat, action, expected=before)
    game.__dict__.update(after.__dict__)
    return _asked(game, before, person(seat))


def _asked(game: Game, before: int, actor: str) -> Iterator[Asked]:
    """Whom a game asks since it had so many actions, but for seats that go on by themselves and are told nothing."""
    asked = game.seats.filter(is_to_move=True, asked_sequence__gt=before, answers_at=None)
    for seat in asked.select_related("user"):
        if seat.asked_sequence is not None and person(seat) != actor:
            yield game.pk, seat.asked_sequence, person(seat)


def person(seat: Seat) -> str:
    """The address of who has a seat."""
    return (seat.user and seat.user.email) or ""


def _is_to_be_told(game: Game) -> bool:
    """Whether something is on its way to somebody; who has just acted sees it anyway, and is told later."""
    under_way = Alert.objects.filter(subject_id=game.pk, state__in=[State.NEW, State.CLAIMED, State.GATHERED])
    return any(not alert.held or alert.held[-1]["reason"] != Reason.JUST_ACTED for alert in under_way)


if __name__ == "__main__":
    asked = take_turns(int(sys.argv[1]), sys.argv[2])
    alerts = [
        Told(
            alert.key,
            alert.kind,
            alert.subject_id,
            alert.sequence,
            alert.recipient.email or "",
            alert.state,
            alert.attempts,
            alert.reason,
        )
        for alert in Alert.objects.select_related("recipient").order_by("pk")
    ]
    print(msgspec.json.encode(Outcome(asked, alerts)).decode())
