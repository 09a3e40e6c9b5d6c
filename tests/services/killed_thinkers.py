"""Thinkers that are killed while they think: ``python -m tests.services.killed_thinkers 50`` kills so many."""

import random
import sys
import tempfile
import time
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from tests.services.sites import Site, large_site

THINKS = "SELECT COUNT(*) FROM games_game WHERE thinks_at > CURRENT_TIMESTAMP"
ACTIONS = "SELECT COUNT(*) FROM games_action"
STANDS = "SELECT id, sequence FROM games_game WHERE thinks_at IS NOT NULL"  # the others are over
NAMES = ("one", "two")


@dataclass(frozen=True, slots=True)
class Toll:
    """What came of it. ``longest``: for how many seconds any game stood still after a thinker was killed."""

    killed: int
    actions: int
    longest: float
    faults: str


def kill(site: Site, count: int, *, games: int, seed: str = "thinkers") -> Toll:
    """Kill thinkers while games go on that bots play alone, and wait for each game to go on after each."""
    chance = random.Random(seed)
    site.environment |= {"THINKING_SECONDS": "1"}
    begin = partial(site.call, "tests.services.thoughtful_games", str(games))
    begin()
    site.start_worker()
    site.start_scheduler()
    thinkers = {name: site.start_thinker(name) for name in NAMES}
    longest = 0.0
    for _ in range(count):
        if len(site.ask(STANDS)) < games:
            begin()
        site.wait_for("thoughts of all", lambda: site.ask(THINKS)[0][0] >= len(NAMES))
        time.sleep(chance.uniform(0, 1))
        name = chance.choice(NAMES)
        site.kill(thinkers[name])
        began, before = time.monotonic(), dict(site.ask(STANDS))
        thinkers[name] = site.start_thinker(name)
        site.wait_for("all to go on", partial(_have_gone_on, site, before))
        longest = max(longest, time.monotonic() - began)
    for thinker in thinkers.values():
        site.kill(thinker)
    faults = site.call("tests.services.thoughtful_games", "audit").strip()
    return Toll(count, site.ask(ACTIONS)[0][0], longest, faults)


def _have_gone_on(site: Site, before: dict[int, int]) -> bool:
    now = dict(site.ask(STANDS))
    return all(game not in now or now[game] > sequence for game, sequence in before.items())


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder, large_site(Path(folder)) as site:
        print(kill(site, int(sys.argv[1]), games=3))
