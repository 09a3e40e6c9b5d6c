"""Whole sites, with their workers, schedulers, databases and brokers."""

import os
import signal
import socket
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import psycopg

from powergrid.processes import SENDER, THINKER
from tests.services import postgresql, redis

ROOT = Path(__file__).parents[2]
DEADLINE = 180
"""Seconds until something that should happen has not."""


def share_maps(folder: Path) -> None:
    """Have a site find the maps that tests have drawn for mails, instead of drawing them for ten seconds each.

    The name of such a file is a digest of all that it is drawn from.
    """
    drawn = ROOT / "var" / "tests" / "drawn"
    drawn.mkdir(parents=True, exist_ok=True)
    (folder / "drawn").symlink_to(drawn)


class Site:
    """A site of its own in a folder, with a web server, a worker, a sender and a scheduler that can be killed.

    Without a mail service it keeps its mails in the folder.
    """

    def __init__(
        self,
        folder: Path,
        *,
        pool: str,
        database: str,
        broker: str,
        mail: str = "",
        workers: int = 2,
        settings: str = "tests.services.worker_settings",
    ) -> None:
        self.folder = folder
        self.pool = pool
        self.workers = workers
        self.threads = 4
        self.port = redis.free_port()
        self.environment = {
            **os.environ,
            "DJANGO_SETTINGS_MODULE": settings,
            "DEVELOPMENT": "true",
            "VAR_DIR": str(folder),
            "DATABASE_URL": database,
            "BROKER_URL": broker,
            "EMAIL_URL": mail,
            "SWEEP_SECONDS": "1",
            "RATE_LIMITS": "off",  # programs are faster than people
            "CELERY_SKIP_CHECKS": "1",  # they load all pages of the site, at every start
            "SITE_URL": self.address,
        }
        self.log = (folder / "log").open("w+")
        self.running: list[subprocess.Popen[Any]] = []
        (folder / "stalled").mkdir()
        share_maps(folder)

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def prepare(self) -> None:
        """Make its tables."""
        self.make_tables()
        self.call("django", "createcachetable")

    def make_tables(self) -> None:
        """Make those for rows, without the one for limits, which web servers need."""
        self.call("django", "migrate", "--run-syncdb", "--skip-checks", "--verbosity", "0")

    def start_web(self) -> subprocess.Popen[Any]:
        """Start a web server with two processes, and wait until it listens."""
        where = ("--interface", "wsgi", "--host", "127.0.0.1", "--port", str(self.port), "--log-level", "warning")
        many = ("--workers", "2", "--blocking-threads", str(self.threads))
        process = self._start("granian", *where, *many, "powergrid.wsgi:application")
        self.wait_for("a web server", self._listens)
        return process

    def _listens(self) -> bool:
        with socket.socket() as probe:
            return probe.connect_ex(("127.0.0.1", self.port)) == 0

    def start_worker(self) -> subprocess.Popen[Any]:
        pool = ("--pool", self.pool, "--concurrency", str(self.workers))
        return self._celery("worker", *pool, "--loglevel", "WARNING")

    def start_sender(self, queues: str = "mail,calls", *, threads: int = 8) -> subprocess.Popen[Any]:
        how = ("--concurrency", str(threads), "--hostname", "sender@%h", "--loglevel", "WARNING")
        return self._start(*SENDER, queues, *how)

    def start_thinker(self, name: str = "thinker") -> subprocess.Popen[Any]:
        return self._start(*THINKER, "--pool", self.pool, "--hostname", f"{name}@%h", "--loglevel", "WARNING")

    def start_scheduler(self) -> subprocess.Popen[Any]:
        return self._celery("beat", "--schedule", str(self.folder / "schedule"), "--loglevel", "WARNING")

    def kill(self, process: subprocess.Popen[Any]) -> None:
        """End a program and its children as the system does when memory runs out: at once."""
        with suppress(ProcessLookupError):  # it has ended by itself, and its children with it
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        self.running.remove(process)

    def close(self) -> None:
        for process in list(self.running):
            self.kill(process)
        self.log.close()

    def call(self, *words: str, **environment: str) -> str:
        """Run a module of Python on the site."""
        command = [sys.executable, "-m", *words]
        done = subprocess.run(
            command, cwd=ROOT, env={**self.environment, **environment}, stdout=subprocess.PIPE, stderr=self.log
        )
        assert done.returncode == 0, self.story()
        return done.stdout.decode()

    def ask(self, query: str) -> list[tuple[Any, ...]]:
        """Ask its database. A program of the site would take a second to answer."""
        address = self.environment["DATABASE_URL"]
        is_file = address.startswith("sqlite:///")
        database: Any = sqlite3.connect(address.removeprefix("sqlite:///")) if is_file else psycopg.connect(address)
        with closing(database):
            return list(database.execute(query))

    def stall(self, moment: str | None) -> None:
        """Have senders stall ``before`` or ``after`` each mail, or workers while ``storing`` an action; or nobody."""
        for mark in self.stalled():
            mark.unlink()
        order = self.folder / "stall"
        if moment:
            order.write_text(moment)
        else:
            order.unlink()

    def stalled(self) -> list[Path]:
        """One mark for each mail or worker that is stalling."""
        return list((self.folder / "stalled").iterdir())

    def mails(self) -> list[EmailMessage]:
        kept = sorted((self.folder / "mails").glob("*.eml"))
        return [message_from_bytes(file.read_bytes(), policy=policy.default) for file in kept]

    def wait_for(self, what: str, happens: Callable[[], object]) -> None:
        deadline = time.monotonic() + DEADLINE
        while not happens():
            assert time.monotonic() < deadline, f"{what} did not happen.\n{self.story()}"
            time.sleep(0.05)

    def story(self) -> str:
        self.log.seek(0)
        return self.log.read()

    def _celery(self, *words: str) -> subprocess.Popen[Any]:
        return self._start("celery", "--quiet", "--app", "powergrid", *words)

    def _start(self, module: str, *words: str) -> subprocess.Popen[Any]:
        command = [sys.executable, "-m", module, *words]
        process = subprocess.Popen(
            command, cwd=ROOT, env=self.environment, stdout=self.log, stderr=self.log, start_new_session=True
        )
        self.running.append(process)
        return process


@contextmanager
def small_site(folder: Path) -> Iterator[Site]:
    """What ``make run`` starts: SQLite, the file system as broker, a worker with threads."""
    site = Site(folder, pool="threads", database=f"sqlite:///{folder}/site.sqlite3", broker="filesystem://")
    with closing(site):
        yield site


@contextmanager
def large_site(folder: Path) -> Iterator[Site]:
    """What serves many: PostgreSQL, Redis, a worker with processes."""
    with (
        postgresql.server() as database,
        redis.server() as broker,
        closing(Site(folder, pool="prefork", database=database, broker=broker)) as site,
    ):
        yield site
