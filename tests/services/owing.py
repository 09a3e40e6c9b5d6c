"""Alerts to send: ``python -m tests.services.owing COUNT SEED`` fills a site with games at moments all over their
course, in each of which the last turn has just asked somebody, until so many people are to be told.
"""

import random
import sys

import django

if __name__ == "__main__":
    django.setup()

import rules
from games.models import Action, Game, Seat
from games.replay import action_rows, checkpoints, snapshots
from games.story.questions import question_of
from games.turns import play
from notifications.models import Alert
from rules.selfplay import play_game
from tests.benchmarks import EDITIONS
from tests.factories import person_called

MOMENTS = 25
"""How many moments of each course become a game."""

PEOPLE = 200


def owe(count: int, seed: str) -> None:
    chance = random.Random(seed)
    people = [person_called(f"Player {seed} {number}") for number in range(PEOPLE)]
    boards = [rules.Options(edition=edition, map=map) for edition in EDITIONS for map in rules.board_names(edition)]
    owed = 0
    for number in range(count):
        options = boards[number % len(boards)]
        players = chance.choice((3, 4, 5))
        course, _end = play_game(options, players, f"owing-{seed}-{number}")
        seats = [play.NewSeat(person.name, person) for person in chance.sample(people, players)]
        first = play.start(
            options, seats, name=f"Slow evening {number}", is_public=True, bot_level="easy", seed=course.setup.seed
        )
        for moment in sorted(chance.sample(range(1, len(course.moves) - 1), MOMENTS)):
            game = _at(first, course, moment)
            owed += Alert.objects.filter(subject_id=game.pk, kind="your_turn").count()
            if owed >= count:
                return


def _at(first: Game, course: rules.Record, moment: int) -> Game:
    """A game like the first one of a course, in which the turn of this number was the last one."""
    state, states, rows = rules.start(course.setup), [], []
    for sequence, (seat, action) in enumerate(course.moves[:moment], 1):
        state = rules.apply(state, seat, action)
        row = Action(sequence=sequence, seat=seat, body=action_rows.write(action), digest=rules.digest(state))
        rows.append(row)
        states.append(state)
    game = _copy(first, state, moment)
    for row in rows:
        row.game = game
    checkpoints.keep(zip(Action.objects.bulk_create(rows), states, strict=True))
    turn, action = course.moves[moment]
    asked = {
        "is_to_move": True,
        "asked_at": game.created_at,
        "asked_sequence": moment,
        "question": question_of(state),
    }
    Seat.objects.filter(game=game, number=turn).update(**asked)
    snapshots.store(game, state)
    return play.play(game, game.seats.get(number=turn), action, expected=moment)


def _copy(first: Game, state: rules.State, sequence: int) -> Game:
    """The row of a game once more, at another position, with seats of the same people of which none is asked."""
    game = Game.objects.get(pk=first.pk)
    game.pk, game.conversation = None, None
    game.sequence, game.phase, game.round, game.step = sequence, state.phase, state.round, state.step
    game.save()
    Seat.objects.bulk_create(
        Seat(game=game, number=seat.number, name=seat.name, user_id=seat.user_id) for seat in first.seats.all()
    )
    return game


if __name__ == "__main__":
    owe(int(sys.argv[1]), sys.argv[2])
