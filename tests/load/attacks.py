"""How people fare at a site while somebody tries to stop it: ``python -m tests.load.attacks``.

The site is as ``deploy/`` has it: the proxy with its file, before two web servers of two processes with two threads
each, with limits, and with passwords that cost what they cost. Beside each attack p95 of the people may be three
times what it is without. Exit status 1 says that it is not so, or that the site answered them with a fault.
"""

import argparse
import random
import signal
import sys

import msgspec

from tests.load.hostile import WAYS
from tests.load.met import Attack
from tests.services import redis
from tests.services.proxies import proxied
from tests.services.stages import ServingPrograms, staged

GOAL = 3
"""How many times what it is without an attack p95 of others may be."""


def main() -> None:
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("Stopped."))  # or else servers would stay behind
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--people", type=int, choices=range(1, 101), metavar="PEOPLE", default=20, help="up to 100")
    parser.add_argument("--seconds", type=int, choices=range(2, 121), metavar="SECONDS", default=30, help="up to 120")
    parser.add_argument("--ways", nargs="+", choices=WAYS, default=[*WAYS], help=", ".join(WAYS))
    wanted = parser.parse_args()
    with staged(pool="prefork", workers=2) as stage:
        site, http, https = stage.site, redis.free_port(), redis.free_port()
        site.threads = 2
        site.environment |= {
            "DJANGO_SETTINGS_MODULE": "tests.load.earnest_settings",
            "RATE_LIMITS": "on",
            "PROXIES": "1",
        }
        first, second = site.port, redis.free_port()
        ServingPrograms(stage, random.Random())
        site.port = second
        site.start_web()
        site.call("tests.soak.seating", "60", "load")
        web, hosts = f"127.0.0.1:{first} 127.0.0.1:{second}", f"http://127.0.0.1:{http}, https://localhost:{https}"
        with proxied(site.folder, web, hosts):
            numbers = map(str, (http, https, wanted.people, wanted.seconds))
            said = site.call("tests.load.attacked", *numbers, *wanted.ways)
    attacks = msgspec.json.decode(said, type=list[Attack])
    print(f"{'':>28}{'requests':>10}{'p50 ms':>8}{'p95 ms':>8}{'p99 ms':>8}{'times':>7}{'goal':>6}")
    for attack in attacks:
        for name, kind in (("alone", attack.alone), (attack.way, attack.beside)):
            figures = f"{name:>28}{kind.requests:10}{kind.median:8.0f}{kind.p95:8.0f}{kind.p99:8.0f}"
            is_met = "ok" if attack.times <= GOAL and not attack.errors else "short"
            print(f"{figures}{attack.times:7.1f}{GOAL:6} {is_met}" if kind is attack.beside else figures)
        print(f"{'answered there':>28}  {attack.statuses}", *attack.errors, sep="\n  ")
    sys.exit(any(attack.times > GOAL or attack.errors for attack in attacks))


if __name__ == "__main__":
    main()
