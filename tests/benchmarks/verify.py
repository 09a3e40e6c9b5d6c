"""How fast stored games are replayed and compared, and that damage is found: ``python -m tests.benchmarks.verify``.

2,000 games, made of 120 that bots play, are checked by ``manage.py verify_games`` on as many processes as there are
cores. Then a byte of one row is changed, two rows of another game change places and a row of a third one is dropped.
The aim is a million actions in five minutes.
"""

import os
import re
import subprocess
import sys
import tempfile
from contextlib import closing
from pathlib import Path

from tests.benchmarks import asked_for, report
from tests.services import postgresql
from tests.services.sites import ROOT, Site


def main() -> None:
    wanted = asked_for(__doc__, games=(2000, 8), courses=(120, 2))
    with tempfile.TemporaryDirectory(prefix="powergrid-verify-") as folder, postgresql.server() as database:
        site = Site(Path(folder), pool="solo", database=database, broker="memory://")
        with closing(site):
            _measure(site, wanted.games, wanted.courses)


def _measure(site: Site, games: int, courses: int) -> None:
    site.make_tables()
    _fill(site, games, courses)
    told = site.call("django", "verify_games")
    print(told, end="")
    report("million_actions_verified", 1e6 / _number(r"([\d,]+) actions per second", told), "s", 300)
    report("faults_in_whole_games", 0 if "all agree" in told else 1, "games", 0)
    damaged = [line.split() for line in site.call("tests.services.damaged").splitlines()]
    told = _verify_damaged(site)
    print(told, end="")
    expected = [f"Game {game}, action {row}: " for game, row in damaged]
    found = sum(fault in told for fault in expected)
    report("faults_not_named", len(expected) - found, "of 3", 0)
    report("faults_made_up", told.count(", action ") - found, "faults", 0)


def _fill(site: Site, games: int, courses: int) -> None:
    """Store games by as many programs as there are cores."""
    programs = len(os.sched_getaffinity(0))
    words = [sys.executable, "-m", "tests.services.stored", str(games // programs), str(courses // programs)]
    running = [
        subprocess.Popen([*words, str(number)], cwd=ROOT, env=site.environment, stdout=site.log, stderr=site.log)
        for number in range(programs)
    ]
    assert [process.wait() for process in running] == [0] * programs, site.story()


def _verify_damaged(site: Site) -> str:
    command = [sys.executable, "-m", "django", "verify_games"]
    done = subprocess.run(command, cwd=ROOT, env=site.environment, stdout=subprocess.PIPE, stderr=site.log, text=True)
    assert done.returncode == 1, site.story()
    return done.stdout


def _number(pattern: str, told: str) -> int:
    found = re.search(pattern, told)
    assert found, told
    return int(found[1].replace(",", ""))


if __name__ == "__main__":
    main()
