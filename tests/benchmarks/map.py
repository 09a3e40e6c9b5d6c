"""How long it takes to draw the map of a late game of six players. Run it with ``python -m tests.benchmarks.map``."""

import os
from statistics import median
from time import perf_counter

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
django.setup()

import rules  # noqa: E402
from games.board.map import draw_map  # noqa: E402
from games.board.picture import MapPicture, map_picture  # noqa: E402
from rules.selfplay import play_game  # noqa: E402
from tests.benchmarks import asked_for, report  # noqa: E402


def main() -> None:
    repeats: int = asked_for(__doc__, repeats=(200, 1)).repeats
    for board in rules.board_names():
        record, _ = play_game(rules.Options(map=board), 6, "benchmark")
        *_, state = rules.positions(record.setup, record.moves)
        picture = map_picture(rules.view(state, rules.Seat(0)), ("Ana", "Bob", "Cid", "Dora", "Eva", "Fay"))
        report(f"draw_map_{board}", median(_time(picture) for _ in range(repeats)) * 1e3, "ms", 2)


def _time(picture: MapPicture) -> float:
    started = perf_counter()
    draw_map(picture)
    return perf_counter() - started


if __name__ == "__main__":
    main()
