"""Games for people to play: ``python -m tests.soak.seating GAMES SEED`` begins them, short ones of every kind."""

import random
import sys

import django

if __name__ == "__main__":
    django.setup()

import rules
from games.turns import play
from tests.factories import person_called

PEOPLE = 40
MANNERS = ("plain", "plain", "plans", "absent", "paused", "undo")
"""How the people of a game behave; its name begins with it."""

SOON = 4
"""Seconds for a decision where somebody stays away, so that time runs out."""

SIZES = ((2, 1), (1, 2), (2, 2), (1, 3), (3, 1))
"""How many people and how many bots play; who stays away is never alone."""

BOTS = ("Watt", "Volt")


def seat(games: int, seed: str) -> None:
    chance = random.Random(seed)
    crowd = [person_called(f"Soaked {number}") for number in range(PEOPLE)]
    for number in range(games):
        manner = MANNERS[number % len(MANNERS)]
        people, bots = (2, 2) if manner == "absent" else SIZES[number // len(MANNERS) % len(SIZES)]
        seats = [play.NewSeat(person.name, person) for person in chance.sample(crowd, people)]
        seats += [play.NewSeat(name, None) for name in BOTS[:bots]]
        chance.shuffle(seats)
        play.start(
            rules.Options(map=chance.choice(("germany", "usa")), first_game=True),
            seats,
            name=f"{manner} {number}",
            is_public=number % 2 == 0,
            bot_level="easy",
            pace={"move_time": SOON if manner == "absent" else 3600, "plans_answer_at_once": manner == "plans"},
            seed=f"{seed} {number}",
        )


if __name__ == "__main__":
    seat(int(sys.argv[1]), sys.argv[2])
