"""Whether anything gets lost, doubled or stuck: ``python -m tests.soak --games 300 --kills 40``.

People play so many games over HTTP with PostgreSQL and Redis, while web server, worker, scheduler, broker and
database are killed at random and started again. Then everything has to be as the people were told, or the exit status
is 1.
"""

import argparse
import signal
import sys

from tests.soak.run import MOST_GAMES, MOST_MINUTES, soak


def main() -> None:
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("Stopped."))  # or else servers would stay behind
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=300, choices=range(1, MOST_GAMES + 1), metavar="GAMES")
    parser.add_argument("--kills", type=int, default=40, help="at least so many, if people play for that long")
    parser.add_argument(
        "--minutes", type=float, default=30, help=f"how long people play at most, up to {MOST_MINUTES}"
    )
    parser.add_argument("--seed", default="soak")
    wanted = parser.parse_args()
    minutes = min(wanted.minutes, MOST_MINUTES)
    if min(wanted.games, wanted.kills) < 1:
        parser.error("It takes a game and a kill at least.")
    sys.exit(not soak(games=wanted.games, kills=wanted.kills, seconds=60 * minutes, seed=wanted.seed))


if __name__ == "__main__":
    main()
