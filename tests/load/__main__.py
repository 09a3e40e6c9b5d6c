"""How soon a site answers many people, and whether it breaks: ``python -m tests.load --people 40 --minutes 1``.

They log in, look at their games, follow them, compose and take turns, talk and look back, over HTTP. Without an
address it starts a site of its own, with PostgreSQL, Redis and all programs. A site that runs already has to be on
this machine, and this program in the same environment as it is: it seats people there, so name none that matters.

With ``--hasty`` a visitor without an account also asks for the dearest page that anybody may see, over and over, as
fast as the limits allow. By turns they are away and there, for a minute each, and it is a fault where p95 of the
others is three times as long beside them.

Exit status 1 says that the site has answered something with a fault, 2 that it was not asked for anything.
"""

import argparse
import os
import random
import signal
import subprocess
import sys
from collections.abc import Callable
from ipaddress import ip_address
from urllib.parse import urlsplit

import msgspec

from tests.load.met import Beside, Crowd
from tests.services.contended import Outcome
from tests.services.sites import ROOT
from tests.services.stages import ServingPrograms, staged

Call = Callable[..., str]

MOST_PEOPLE = 200
MOST_MINUTES = 60
MOST_GAMES = 1000
MOST_POSITIONS = 1000
MOST_TURNS = 20

TURN = 60
"""Seconds for which a hasty visitor is away, and then is there."""

TOO_LONG = 3
"""How many times what it is without them p95 of the others may not be."""


def main() -> None:
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("Stopped."))  # or else servers would stay behind
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("address", nargs="?", type=_on_this_machine, help="such as http://127.0.0.1:8000")
    parser.add_argument("--people", type=_up_to(MOST_PEOPLE), default=40, help=f"up to {MOST_PEOPLE}")
    parser.add_argument("--minutes", type=_up_to(MOST_MINUTES), default=1, help=f"up to {MOST_MINUTES}")
    parser.add_argument("--games", type=_up_to(MOST_GAMES), default=60, help=f"begun for them, up to {MOST_GAMES}")
    conflicts = f"64 browsers answer the same question instead, in so many positions, up to {MOST_POSITIONS}"
    parser.add_argument("--conflicts", type=_up_to(MOST_POSITIONS), help=conflicts)
    hasty = f"have a visitor there who takes all that limits allow, and away, so many times, up to {MOST_TURNS}"
    parser.add_argument("--hasty", type=_up_to(MOST_TURNS), metavar="TURNS", help=hasty)
    parser.add_argument("--page", default="", help="what that visitor asks for, instead of the dearest page")
    wanted = parser.parse_args()
    if wanted.address:
        sys.exit(not _load(_call_here, wanted.address, wanted))
    with staged(pool="prefork", workers=2) as stage:
        if wanted.hasty:
            stage.site.environment["RATE_LIMITS"] = "on"
            stage.site.threads = 2  # as in earnest
        ServingPrograms(stage, random.Random())
        sys.exit(not _load(stage.site.call, stage.site.address, wanted))


def _on_this_machine(address: str) -> str:
    """An address, if it is one of this machine.

    :raises argparse.ArgumentTypeError: it is not.
    """
    site = urlsplit(address)
    try:
        is_here = site.hostname == "localhost" or ip_address(site.hostname or "").is_loopback
    except ValueError:
        is_here = False
    if site.scheme != "http" or not is_here:
        raise argparse.ArgumentTypeError(f"{address} is no site on this machine: only http://127.0.0.1:… is loaded.")
    return f"http://{site.netloc}"


def _up_to(most: int) -> Callable[[str], int]:
    def read(text: str) -> int:
        if not (text.isdigit() and 1 <= int(text) <= most):
            raise argparse.ArgumentTypeError(f"{text} is no number from 1 to {most}.")
        return int(text)

    return read


def _call_here(*words: str) -> str:
    """Run a module of Python in the environment of this program."""
    environment = {"DJANGO_SETTINGS_MODULE": "powergrid.settings", **os.environ}
    command = [sys.executable, "-m", *words]
    return subprocess.run(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, check=True).stdout.decode()


def _load(call: Call, address: str, wanted: argparse.Namespace) -> bool:
    """Have a site asked for what is wanted, and print how it fared; whether it did without a fault."""
    if wanted.conflicts:
        said = call("tests.services.conflicts", address, "64", str(wanted.conflicts))
        print(said.strip())
        wrong = msgspec.json.decode(said, type=Outcome, strict=False).wrong()
        print("\n".join(wrong))
        return not wrong
    if wanted.hasty:
        call("django", "demo")  # an empty site gets public games that have come far
    call("tests.soak.seating", str(wanted.games), "load")
    if wanted.hasty:
        return _load_beside(call, address, wanted)
    said = call("tests.load.people", address, str(wanted.people), str(60 * wanted.minutes))
    crowd = msgspec.json.decode(said, type=Crowd)
    print(f"{'':>24}{'requests':>10}{'failed':>8}{'per s':>8}{'p50 ms':>8}{'p95 ms':>8}{'p99 ms':>8}")
    for kind in crowd.kinds:
        times = f"{kind.median:8.0f}{kind.p95:8.0f}{kind.p99:8.0f}"
        print(f"{kind.name:>24}{kind.requests:10}{kind.failures:8}{kind.per_second:8.1f}{times}")
    print("\n".join([f"kinds of errors {len(crowd.errors)}", *crowd.errors]))
    return not crowd.errors


def _load_beside(call: Call, address: str, wanted: argparse.Namespace) -> bool:
    """Have people fare beside a hasty visitor, and print how they did; whether it was well enough."""
    said = call("tests.load.beside", address, str(wanted.people), str(TURN), str(wanted.hasty), wanted.page)
    beside = msgspec.json.decode(said, type=Beside)
    print(f"asked for is {beside.path}, at {beside.takes:.0f} ms")
    print(f"{'':>12}{'requests':>10}{'p50 ms':>8}{'p95 ms':>8}{'p99 ms':>8}{'answered':>10}{'refused':>10}")
    for turn in beside.turns:
        for name, kind in (("alone", turn.alone), ("beside them", turn.beside)):
            figures = f"{kind.requests:10}{kind.median:8.0f}{kind.p95:8.0f}{kind.p99:8.0f}"
            haste = f"{turn.haste.answered:10}{turn.haste.refused:10}" if kind is turn.beside else ""
            print(f"{name:>12}{figures}{haste}")
        print(f"{'p95 times':>12}{turn.times:26.1f}")
    print("\n".join([f"kinds of errors {len(beside.errors)}", *beside.errors]))
    return not beside.errors and max(turn.times for turn in beside.turns) < TOO_LONG


if __name__ == "__main__":
    main()
