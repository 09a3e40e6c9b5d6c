"""A whole site of PostgreSQL, Redis and a mail server, of which everything can be killed and started again."""

import random
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.services import postgresql, redis
from tests.services.postgresql import Database
from tests.services.redis import Broker
from tests.services.sites import ROOT, Site

GONE = (0.0, 2.0)
"""For how many seconds the broker or the database may be gone."""


@dataclass(frozen=True, slots=True)
class Stage:
    """A site with its broker and database, and the file in which its mail server notes what it has taken."""

    site: Site
    broker: Broker
    database: Database
    arrived: Path

    def count(self) -> int:
        """How many mails have arrived."""
        return self.arrived.read_bytes().count(b"\n")

    def ids(self) -> list[str]:
        """The ids of the mails that arrived, without what the site puts around them."""
        return [line.split()[0].strip("<>").rpartition("@")[0] for line in self.arrived.read_text().splitlines()]


@contextmanager
def staged(*, pool: str, workers: int) -> Iterator[Stage]:
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="powergrid-stage-")))
        database = stack.enter_context(postgresql.database())
        broker = stack.enter_context(redis.broker())
        mail = _mail_server(folder / "arrived", stack)
        site = Site(folder, pool=pool, database=database.address, broker=broker.address, mail=mail, workers=workers)
        stack.callback(site.close)
        site.prepare()
        site.call("django", "draw_boards", "--skip-checks")
        yield Stage(site, broker, database, folder / "arrived")


def _mail_server(arrived: Path, stack: ExitStack) -> str:
    arrived.touch()
    command = [sys.executable, "-m", "tests.services.smtp", str(arrived)]
    process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)
    stack.callback(process.wait)
    stack.callback(process.kill)
    assert process.stdout is not None
    return f"smtp://127.0.0.1:{int(process.stdout.readline())}"


class Programs:
    """The programs of a stage, each of which can be killed and is then started again. ``killed`` counts by kind."""

    def __init__(self, stage: Stage, chance: random.Random) -> None:
        self.stage = stage
        self.chance = chance
        self.killed: Counter[str] = Counter()
        self.worker = stage.site.start_worker()
        self.sender = stage.site.start_sender()
        self.scheduler = stage.site.start_scheduler()

    def kill(self, what: str) -> None:
        """Kill a program by its name, and start it again."""
        getattr(self, f"_kill_{what}")()
        self.killed[what] += 1

    def look_after_workers(self) -> None:
        """Start the worker and the sender again if they have ended by themselves, as a service would be."""
        for name, process in (("worker", self.worker), ("sender", self.sender)):
            if process.poll() is not None:
                self.kill(name)
                self.killed[name] -= 1
                self.killed[f"{name} by itself"] += 1

    def _kill_worker(self) -> None:
        self.stage.site.kill(self.worker)
        self.worker = self.stage.site.start_worker()

    def _kill_sender(self) -> None:
        self.stage.site.kill(self.sender)
        self.sender = self.stage.site.start_sender()

    def _kill_scheduler(self) -> None:
        self.stage.site.kill(self.scheduler)
        self.scheduler = self.stage.site.start_scheduler()

    def _kill_broker(self) -> None:
        self.stage.broker.kill()
        time.sleep(self.chance.uniform(*GONE))
        self.stage.broker.start()

    def _kill_database(self) -> None:
        self.stage.database.kill()
        time.sleep(self.chance.uniform(*GONE))
        self.stage.database.start()


class ServingPrograms(Programs):
    """The same with a web server."""

    def __init__(self, stage: Stage, chance: random.Random) -> None:
        super().__init__(stage, chance)
        self.web = stage.site.start_web()

    def _kill_web(self) -> None:
        self.stage.site.kill(self.web)
        self.web = self.stage.site.start_web()
