"""How fast any position of a game of about 400 actions is shown: ``python -m tests.benchmarks.history``.

Bots play games; some things are taken back, and half of the games go on. Positions are drawn at random from all of
them and asked for by turns with the bare page, by strangers and by players: so what a process keeps for itself helps
as little as on a site with many readers. The goal is at most 8 queries, and six times what the bare page takes, at
p95. With ``--cold`` nothing is stored but actions, as after caches were dropped; ``--profile`` says where time goes.

First answers are compressed, as browsers ask for them, then plain. Times of the processor alone are told as well, as
others may be at work on the machine.
"""

import cProfile
import pstats
import random
from collections.abc import Iterator, Sequence
from multiprocessing import Pool

import rules
from rules.selfplay import play_game
from tests.benchmarks import EDITIONS, asked_for, report
from tests.benchmarks.bare import FIRST, Spent, Visitor, figures, machine, site

PLAYERS = 6
TAKEN_BACK = 6
"""How often something is taken back in every other course."""

LEFT = 5
"""How many actions before its end every other game stands."""

MOST_QUERIES = 8
TIMES_THE_BARE_PAGE = 6
MOST_MILLISECONDS = 100


def course(number: int, longest_of: int) -> rules.Record:
    """The longest of so many games between bots, as people take more actions; on two boards in both editions."""
    options = rules.Options(edition=EDITIONS[number % 2], map=rules.MAPS[number // 2 % 2])
    games = (play_game(options, PLAYERS, f"history-{number}-{attempt}")[0] for attempt in range(longest_of))
    return max(games, key=lambda record: len(record.moves))


def fill(courses: list[rules.Record], copies: int) -> list[int]:
    """Store each of the courses several times, and return the numbers of the games."""
    from tests.benchmarks.stored import store

    chance = random.Random("history")
    pks = []
    for number, record in enumerate(courses * copies):
        is_over = number % 2 == 0
        moves = record.moves if is_over else record.moves[:-LEFT]
        back = {*chance.sample(range(20, len(moves) - 20), TAKEN_BACK)} if number // 2 % 2 else set()
        pks.append(store(record.setup, moves, taken_back=back, name=f"Slow evening {number}").pk)
    return pks


def sample(pks: Sequence[int], count: int) -> Iterator[tuple[int, int, int]]:
    """Games, a position of each, and the place of a player of theirs."""
    from games.models import Game

    chance = random.Random("positions")
    lengths = dict(Game.objects.filter(pk__in=pks).values_list("pk", "sequence"))
    for _ in range(count):
        pk = chance.choice(pks)
        yield pk, chance.randint(0, lengths[pk]), chance.randrange(PLAYERS)


def measure(pks: Sequence[int], count: int, uncounted: int, *, compressed: bool) -> None:
    """Ask for positions and for bare pages by turns, and print what that took."""
    from django.urls import reverse

    from tests.benchmarks.stored import person, stranger

    visitors = [Visitor(person(place), compressed=compressed) for place in range(PLAYERS)]
    passing_by = Visitor(stranger(), compressed=compressed)
    pages: dict[str, list[Spent]] = {"bare": [], "stranger": [], "player": []}
    queries, sizes = [], []
    for number, (pk, sequence, place) in enumerate(sample(pks, uncounted + count)):
        path = reverse("games:history", args=[pk, sequence])
        visitor = (passing_by, visitors[place])[number % 2]
        if number < uncounted:
            visitor.get(path)
            visitor.get(reverse("bare", args=[pk]))
            continue
        pages["bare"].append(visitor.get(reverse("bare", args=[pk])))
        pages[("stranger", "player")[number % 2]].append(visitor.get(path))
        sizes.append(visitor.size)
        if number % 10 < 2:
            queries.append(visitor.queries(path))
    _print(pages, queries, sizes, "gzip" if compressed else "plain")


def _print(pages: dict[str, list[Spent]], queries: list[int], sizes: list[int], kind: str) -> None:
    passed = {name: figures([spent.passed for spent in times]) for name, times in pages.items()}
    worked = {name: figures([spent.worked for spent in times]) for name, times in pages.items()}
    for name in pages:
        print(
            f"{kind} {name}: p50 {passed[name].p50:.2f} ms, p95 {passed[name].p95:.2f} ms;"
            f" of the processor p50 {worked[name].p50:.2f} ms, p95 {worked[name].p95:.2f} ms"
        )
    print(f"{kind} size of a position: {sum(sizes) / len(sizes) / 1000:.0f} kB")
    bare, bare_worked = passed.pop("bare"), worked.pop("bare")
    slowest, slowest_worked = max(f.p95 for f in passed.values()), max(f.p95 for f in worked.values())
    report(f"history_queries_{kind}", max(queries), "queries", MOST_QUERIES)
    report(f"history_p50_{kind}", max(f.p50 for f in passed.values()) / bare.p50, "x", TIMES_THE_BARE_PAGE)
    report(f"history_p95_{kind}", slowest / bare.p95, "x", TIMES_THE_BARE_PAGE)
    report(f"history_p95_of_processor_{kind}", slowest_worked / bare_worked.p95, "x", TIMES_THE_BARE_PAGE)
    report(
        f"history_slowest_{kind}",
        max(spent.passed for times in pages.values() for spent in times),
        "ms",
        MOST_MILLISECONDS,
    )


def profile(pks: Sequence[int], uncounted: int) -> None:
    from django.urls import reverse

    from tests.benchmarks.stored import person

    visitor = Visitor(person(0))
    paths = [reverse("games:history", args=[pk, sequence]) for pk, sequence, _place in sample(pks, uncounted + 200)]
    for path in paths[:uncounted]:
        visitor.get(path)
    profiler = cProfile.Profile()
    profiler.enable()
    for path in paths[uncounted:]:
        visitor.get(path)
    profiler.disable()
    pstats.Stats(profiler).sort_stats("cumulative").print_stats(90)


def main() -> None:
    wanted = asked_for(
        __doc__,
        "cold",
        "profile",
        courses=(16, 2),
        longest_of=(8, 1),
        copies=(5, 1),
        positions=(600, 12),
        uncounted=FIRST,
    )
    with Pool() as pool:
        courses = pool.starmap(course, ((number, wanted.longest_of) for number in range(wanted.courses)))
    with site():
        from tests.benchmarks.stored import forget

        pks = fill(courses, wanted.copies)
        if wanted.cold:
            forget()
        if wanted.profile:
            profile(pks, wanted.uncounted)
            return
        print(f"{len(pks)} games of {min(len(each.moves) for each in courses)} actions and more; {machine()}")
        for compressed in (True, False):
            measure(pks, wanted.positions, wanted.uncounted, compressed=compressed)


if __name__ == "__main__":
    main()
