"""Games that are over: ``python -m tests.services.stored GAMES COURSES SEED`` fills a site with them.

Bots play each course once, and it is stored as many times as it takes.
"""

import sys

import django

if __name__ == "__main__":
    django.setup()

import msgspec
from django.utils import timezone

import rules
from games.models import Action, Game, Origin, Seat
from games.replay import action_rows
from rules.selfplay import play_game
from tests.benchmarks import EDITIONS

PLAYERS = (2, 3, 4, 3)
"""How many play one course after the other."""


def store(games: int, courses: int, seed: str) -> None:
    boards = [rules.Options(edition=edition, map=map) for edition in EDITIONS for map in rules.board_names(edition)]
    for number in range(courses):
        players = PLAYERS[number // len(boards) % len(PLAYERS)]
        course, _end = play_game(boards[number % len(boards)], players, f"{seed}-{number}")
        copies = games // courses + (number < games % courses)
        _store(course, [f"Course {number}, {copy}" for copy in range(copies)])


def _store(course: rules.Record, names: list[str]) -> None:
    """Store the rows of a game that was played to its end, once by each name."""
    now, setup = timezone.now(), course.setup
    states = list(rules.positions(setup, course.moves))
    digests, end = [rules.digest(state) for state in states[1:]], states[-1]
    stored = Game.objects.bulk_create(
        Game(
            name=name,
            setup=msgspec.to_builtins(setup),
            seed_hash=rules.commitment(rules.secret_of(setup.seed)),
            edition=setup.options.edition,
            map=setup.options.map,
            sequence=len(course.moves),
            phase=end.phase,
            round=end.round,
            step=end.step,
            finished_at=now,
        )
        for name in names
    )
    ranks = {entry.seat: entry for entry in end.standing}
    for game in stored:
        Seat.objects.bulk_create(
            Seat(game=game, number=seat, name=f"Bot {seat}", is_bot=True, rank=entry.rank, powered=entry.powered)
            for seat, entry in ranks.items()
        )
        Action.objects.bulk_create(
            Action(
                game=game,
                sequence=sequence,
                seat=seat,
                body=action_rows.write(action),
                origin=Origin.BOT,
                digest=digest,
                created_at=now,
            ).seal()
            for sequence, ((seat, action), digest) in enumerate(zip(course.moves, digests, strict=True), 1)
        )


if __name__ == "__main__":
    store(int(sys.argv[1]), int(sys.argv[2]), sys.argv[3])
