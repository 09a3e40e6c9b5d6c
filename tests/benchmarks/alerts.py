"""Whether alerts arrive, once, and how fast: ``python -m tests.benchmarks.alerts --turns 2000 --alerts 10000``.

First people take 2,000 turns while sender, worker, scheduler and broker are killed and started again at random. Then
one sender on one core sends 10,000 alerts that wait, each with a picture, to a mail server on this machine. Both with
PostgreSQL and Redis.
"""

import os
import random
import signal
import subprocess
import sys
import threading
import time
from collections import Counter
from pathlib import Path

import msgspec

from tests.benchmarks import asked_for, report
from tests.services.sites import ROOT, Site
from tests.services.stages import Programs, Stage, staged
from tests.services.told import Outcome

MAILS = (1, 50)
"""How many mails arrive before something is killed again."""

LOOK_EVERY = 0.05


# Nothing lost, nothing twice ----------------------------------------------------------------------------------------


class Killer(threading.Thread):
    """Kills whatever sends alerts, at random, and starts it again, until it is told to stop."""

    def __init__(self, stage: Stage, seed: str) -> None:
        super().__init__()
        self.stage = stage
        self.chance = random.Random(seed)
        self.programs = Programs(stage, self.chance)
        self.is_over = threading.Event()

    def run(self) -> None:
        while self._have_been_sent(self.chance.randint(*MAILS)):
            self.programs.kill(self.chance.choices(("sender", "worker", "scheduler", "broker"), (6, 2, 2, 2))[0])

    def _have_been_sent(self, mails: int) -> bool:
        """Wait for so many mails, at a moment of which something is killed at work; not once all is over."""
        enough = self.stage.count() + mails
        while self.stage.count() < enough:
            if self.is_over.wait(LOOK_EVERY):
                return False
            self.programs.look_after_workers()
        return not self.is_over.wait(self.chance.uniform(0, LOOK_EVERY))


def measure_faults(turns: int) -> None:
    """Take turns while everything is killed, and compare what arrived with what had to."""
    with staged(pool="prefork", workers=2) as stage:
        killer = Killer(stage, "alerts")
        killer.start()
        try:
            told = msgspec.json.decode(stage.site.call("tests.services.turning", str(turns), "alerts"), type=Outcome)
        finally:
            killer.is_over.set()
            killer.join()
        arrived = Counter(stage.ids())
    _print_faults(turns, told, arrived, killer.programs.killed)


def _print_faults(turns: int, told: Outcome, arrived: Counter[str], killed: Counter[str]) -> None:
    alerts = {alert.key: alert for alert in told.alerts}
    keys = {
        (alert.game, alert.sequence, alert.email): alert.key for alert in told.alerts if alert.kind == "your_turn"
    }
    due = {keys.get(asked, f"no alert for {asked}") for asked in told.asked}
    due |= {alert.key for alert in told.alerts if alert.state == "sent"}
    again = {key: times - 1 for key, times in arrived.items() if times > 1}
    # Somebody is told again where a worker died between acceptance and note: then another has taken the alert up.
    unexplained = [key for key in again if alerts[key].attempts < 2]
    print(f"turns {turns}, people asked {len(told.asked)}, alerts {len(alerts)}, mails {arrived.total()}")
    print("killed " + ", ".join(f"{what} {count}" for what, count in sorted(killed.items())))
    for key in sorted(due - set(arrived)):
        print(f"lost: {alerts.get(key, key)}")
    print(f"repeated with the same id {sum(again.values())}")
    report("alerts_lost", len(due - set(arrived)), "alerts", 0)
    report("alerts_repeated_otherwise", len(unexplained) + len(set(arrived) - set(alerts)), "mails", 0)


# How fast -----------------------------------------------------------------------------------------------------------


def measure_speed(count: int) -> None:
    """Let one sender on one core send alerts that wait: while threads wait for others, one has the core."""
    with staged(pool="prefork", workers=1) as stage:
        _owe(stage.site, count)
        cores = sorted(os.sched_getaffinity(0))
        sender = stage.site.start_sender("mail")
        os.sched_setaffinity(sender.pid, cores[:1])
        stage.site.start_worker()
        stage.site.start_scheduler()
        began, ended = _time_of_mails(stage, count)
        worked = _worked(sender.pid)
    print(f"alerts {count}, sent in {ended - began:.1f} s: {count / (ended - began):.0f} per second")
    print(f"the sender was at work for {worked:.1f} s, its start included: {1000 * worked / count:.1f} ms per alert")
    report("alert_sent_by_one_core", 1000 * (ended - began) / count, "ms", 10)


def _worked(process: int) -> float:
    """For how many seconds a process and its children had a core: less than has passed, where others want it, too."""
    user, system = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[11:13]
    children = Path(f"/proc/{process}/task/{process}/children").read_text().split()
    return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK") + sum(_worked(int(child)) for child in children)


def _owe(site: Site, count: int) -> None:
    """Fill a site with alerts, by as many programs as there are cores."""
    programs = len(os.sched_getaffinity(0))
    words = [sys.executable, "-m", "tests.services.owing", str(-(-count // programs))]
    environment = {**site.environment, "BROKER_URL": "memory://"}  # nobody hears of them yet
    running = [
        subprocess.Popen([*words, str(number)], cwd=ROOT, env=environment, stdout=site.log, stderr=site.log)
        for number in range(programs)
    ]
    assert [process.wait() for process in running] == [0] * programs, site.story()


def _time_of_mails(stage: Stage, count: int) -> tuple[float, float]:
    """When the first of so many mails arrived, and when the last one did."""
    began = 0.0
    while True:
        arrived = stage.count()
        if arrived and not began:
            began = time.monotonic()
        if arrived >= count:
            return began, time.monotonic()
        time.sleep(LOOK_EVERY)


def main() -> None:
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("Stopped."))  # or else servers would stay behind
    wanted = asked_for(__doc__, turns=(2000, 10), alerts=(10_000, 20))
    if wanted.turns:
        measure_faults(wanted.turns)
    if wanted.alerts:
        measure_speed(wanted.alerts)


if __name__ == "__main__":
    main()
