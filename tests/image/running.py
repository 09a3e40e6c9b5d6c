"""The programs of the image, each in a container as ``deploy/compose.yaml`` describes it, and what they have to do.

``python -m tests.image.running TAG`` runs in a network of its own, where every port is free and nobody else listens.
"""

import re
import secrets
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import psycopg
import requests
import yaml

from tests.image.engine import LIMITS, podman
from tests.services import postgresql, redis
from tests.services.sites import ROOT
from tests.services.visitors import Visitor

DEPLOY = ROOT / "deploy"
PORT = 8000
DATABASE_PORT = 5432
COPY = "powergrid_copy"
DEADLINE = 120
DONE_HERE = {
    "command",
    "environment",
    "env_file",
    "volumes",
    "tmpfs",
    "cap_drop",
    "security_opt",
    "read_only",
    "healthcheck",
    "init",
    "cpu_shares",
}
"""What is read of a service."""

LEFT_OUT = {"image", "build", "depends_on", "restart", "profiles", "logging", "stop_grace_period"}
"""What says when and where it runs, and not how."""

AS_PROXY = {"Host": "games.example", "X-Forwarded-Proto": "https", "X-Forwarded-For": "192.0.2.1"}


@dataclass(frozen=True)
class Service:
    """One of compose.yaml, as a container of this name."""

    name: str
    described: dict[str, Any]
    tag: str
    env_file: Path
    places: dict[str, str]
    """Where database and broker are here."""

    @property
    def options(self) -> list[str]:
        """What podman is told of it, but for the command."""
        text = self.described
        environment = {**text.get("environment", {}), **self.places}
        return [
            # A name of its own, as a container of Docker has: by it workers tell each other apart.
            *("--network=host", f"--hostname={self.name}", f"--env-file={self.env_file}", *LIMITS),
            *(f"--env={name}={value}" for name, value in environment.items()),
            *(f"--volume={volume}" for volume in text.get("volumes", [])),
            *(f"--tmpfs={folder}" for folder in text.get("tmpfs", [])),
            *(f"--cap-drop={capability}" for capability in text.get("cap_drop", [])),
            *(f"--security-opt={option.removesuffix(':true')}" for option in text.get("security_opt", [])),
            *(["--read-only", "--read-only-tmpfs=false"] if text.get("read_only") else []),
            *(["--init"] if text.get("init") else []),
            *([f"--cpu-shares={text['cpu_shares']}"] if "cpu_shares" in text else []),
            *(["--no-healthcheck"] if text.get("healthcheck") == {"disable": True} else []),
        ]

    @property
    def command(self) -> list[str]:
        return [word.replace("$$", "$") for word in self.described.get("command", [])]

    def __str__(self) -> str:
        return self.name.removeprefix("powergrid-")

    def start(self) -> None:
        podman("run", "--detach", f"--name={self.name}", *self.options, self.tag, *self.command)

    def run(self, *command: str) -> str:
        """Have another command done in its place, to the end."""
        return podman("run", "--rm", *self.options, self.tag, *command)

    def call(self, *command: str) -> str:
        """Have something done in it while it runs."""
        return podman("exec", self.name, *command)

    def stop(self) -> int:
        """Ask it to end, and return with what status it did."""
        podman("stop", "--time=90", self.name)
        return self.status()

    def status(self) -> int:
        return int(podman("inspect", "--format={{.State.ExitCode}}", self.name))

    def is_running(self) -> bool:
        return podman("inspect", "--format={{.State.Running}}", self.name) == "true"


class Trial:
    """Database and broker as compose.yaml has them, and the services of the site."""

    def __init__(self, tag: str, stack: ExitStack) -> None:
        self.stack = stack
        podman("volume", "prune", "--force")  # a trial that was broken off may have left some
        stack.callback(podman, "volume", "prune", "--force")
        listening = f" -c listen_addresses=127.0.0.1 -c port={DATABASE_PORT}"
        stack.enter_context(postgresql.database(postgresql.OPTIONS + listening))
        broker = stack.enter_context(redis.broker())
        self.database = f"postgres://powergrid@127.0.0.1:{DATABASE_PORT}/postgres"
        env_file = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="powergrid-image-"))) / "powergrid.env"
        env_file.write_text(_filled_in((DEPLOY / "powergrid.env.example").read_text()))
        places = {"DATABASE_URL": self.database, "BROKER_URL": broker.address}
        beside = {**places, "DATABASE_URL": f"{self.database.rpartition('/')[0]}/{COPY}"}
        composed = yaml.safe_load((DEPLOY / "compose.yaml").read_text())
        for volume in composed["volumes"]:
            podman("volume", "create", volume)
        self.services = {
            name: Service(
                f"powergrid-{name}",
                text,
                tag,
                env_file,
                beside if text["environment"]["DATABASE_URL"].endswith(f"/{COPY}") else places,
            )
            for name, text in composed["services"].items()
            if text["image"].startswith("powergrid:")
        }
        for name, service in self.services.items():
            if unknown := set(service.described) - DONE_HERE - LEFT_OUT:
                sys.exit(f"What {name} says about {', '.join(sorted(unknown))} would not be tried.")

    def start(self, name: str) -> Service:
        service = self.services[name]
        self.stack.callback(podman, "rm", "--force", "--volumes", service.name)
        service.start()
        return service

    def ask(self, question: str) -> Any:
        with psycopg.connect(self.database) as connection:
            row = connection.execute(question).fetchone()
        return row and row[0]


def _filled_in(example: str) -> str:
    """The example of the environment as somebody fills it in who has no mail service yet."""
    text = re.sub(r"^SECRET_KEY=$", f"SECRET_KEY={secrets.token_urlsafe(50)}", example, flags=re.M)
    return re.sub(r"^EMAIL_URL=.*$", "EMAIL_URL=smtp://127.0.0.1:25", text, flags=re.M)


def _wait_for(what: str, happens: Callable[[], object], service: Service) -> float:
    began = time.monotonic()
    while not happens():
        if not service.is_running() or time.monotonic() > began + DEADLINE:
            sys.exit(f"{podman('logs', service.name, checked=False)}\n{what} did not happen.")
        time.sleep(0.5)
    return time.monotonic() - began


def _get(path: str) -> requests.Response:
    return requests.get(f"http://127.0.0.1:{PORT}{path}", headers=AS_PROXY, allow_redirects=False, timeout=30)


def _answers(path: str) -> bool:
    try:
        return _get(path).status_code == 200
    except requests.RequestException:
        return False


def release(trial: Trial) -> None:
    service = trial.start("release")
    podman("wait", service.name)
    if service.status():
        sys.exit(podman("logs", service.name, checked=False))
    print(f"release: {trial.ask('SELECT count(*) FROM django_migrations')} migrations applied")


def web(trial: Trial) -> Service:
    service = trial.start("web")
    seconds = _wait_for("An answer of /healthz", lambda: _answers("/healthz"), service)
    print(
        f"web: /healthz {_get('/healthz').text.strip()} after {seconds:.0f} s, /readyz {_get('/readyz').text.strip()}"
    )
    page = _get("/")
    title = re.search(r"<title>\s*(.*?)\s*</title>", page.text, re.S)
    style = re.search(r'href="(/static/[^"]+\.css)"', page.text)
    assert page.status_code == 200, page.text
    assert title is not None
    assert style is not None
    assert _get(style[1]).status_code == 200, style[1]
    print(f"web: / {page.status_code} “{title[1]}”, {style[1]} 200")
    podman("healthcheck", "run", service.name)
    print("web: its health check holds")
    return service


def programs_without_pages(trial: Trial) -> list[Service]:
    """What hands out tasks and does them. The senders have nothing to send, and so give no sign of life here."""
    worker, beat, *senders = (trial.start(name) for name in ("worker", "beat", "mailer", "caller"))
    for service, program in ((beat, "scheduler"), (worker, "worker")):
        _wait_for_a_sign_of_life(trial, service, program)
    inspected = worker.call("celery", "--quiet", "--app", "powergrid", "inspect", "stats", "--json")
    stats = yaml.safe_load(inspected)
    done = sum(sum(answer["total"].values()) for answer in stats.values())
    assert done > 0, inspected
    print(f"worker: tasks done {done}; {len(stats)} programs do tasks")
    assert len(stats) == 1 + len(senders), inspected
    return [worker, beat, *senders]


def thinker(trial: Trial) -> Service:
    """Have it decide for a Hard bot in a game that a guest begins."""
    service = trial.start("thinker")
    while not trial.ask("SELECT count(*) FROM games_game WHERE thinks_at IS NOT NULL"):
        _begin_against_hard_bots()  # in which the guest may be the first to move
    by_bots = "SELECT count(*) FROM games_action WHERE origin = 'bot'"
    seconds = _wait_for("A decision of a Hard bot", partial(trial.ask, by_bots), service)
    print(f"{service}: a Hard bot has decided after {seconds:.0f} s")
    _wait_for_a_sign_of_life(trial, service, "thinker")
    return service


def _begin_against_hard_bots() -> None:
    guest = Visitor(f"http://127.0.0.1:{PORT}")
    guest.session.headers.update(AS_PROXY)
    guest.get("/tables/").raise_for_status()
    # The proxy speaks https for it, so that it may have them.
    guest.session.headers["Cookie"] = "; ".join(f"{cookie.name}={cookie.value}" for cookie in guest.session.cookies)
    choices = [("game", "classic"), ("bots", "5"), ("bot_level", "hard")]
    answer = guest.post("/tables/practice/", choices, headers={"Referer": f"https://{AS_PROXY['Host']}/tables/"})
    assert answer.headers.get("Location", "").startswith("/games/"), answer.text


def _wait_for_a_sign_of_life(trial: Trial, service: Service, program: str) -> None:
    sign = f"SELECT name FROM powergrid_heartbeat WHERE program = '{program}'"
    seconds = _wait_for(f"A sign of life of the {program}", partial(trial.ask, sign), service)
    print(f"{service}: {trial.ask(sign)} is at work after {seconds:.0f} s")


def back_up(trial: Trial, name: str) -> None:
    """Have a service write one file more into its volume, and read it by the programs of the image."""
    service = trial.services[name]
    (volume,) = [text for text in service.described["volumes"] if text.endswith(":/var/backups/powergrid")]
    folder = Path(podman("volume", "inspect", "--format={{.Mountpoint}}", volume.partition(":")[0]))
    before = set(folder.iterdir())
    trial.start(name)

    def written() -> list[Path]:
        return [path for path in set(folder.iterdir()) - before if path.suffix != ".part"]

    while not written():
        if not service.is_running() and not written():
            sys.exit(podman("logs", service.name, checked=False))
        time.sleep(0.5)
    (file,) = written()
    listed = service.run("pg_restore", "--list", f"/var/backups/powergrid/{file.name}")
    tables = len(re.findall(r" TABLE DATA ", listed))
    assert tables > 30, listed
    size, mode = file.stat().st_size, file.stat().st_mode & 0o777
    print(f"{service}: {file.name}, {size:,} bytes, mode {mode:o}, {tables} tables")


def verify(trial: Trial) -> None:
    """Have every game of the back-up replayed in a database of its own."""
    with psycopg.connect(trial.database, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {COPY}")
    service = trial.start("verify")
    podman("wait", service.name)
    said = podman("logs", service.name, checked=False)
    if service.status() or "all agree" not in said:
        sys.exit(said)
    print(f"{service}: {said.splitlines()[-1]}")


def is_nobody_special(service: Service) -> None:
    """It is what compose.yaml makes of it: without rights, and with nothing that it could change of itself."""
    who = service.call("id", "-u")
    can_write = service.call("sh", "-c", "touch /app/manage.py 2>/dev/null && echo yes || echo no")
    rights = service.call("sh", "-c", "grep CapBnd /proc/1/status").split()[1]
    assert (who != "0", can_write, int(rights, 16)) == (True, "no", 0)
    print(f"{service}: user {who}, no capabilities, files for reading only")


def main(tag: str) -> None:
    subprocess.run(["ip", "link", "set", "lo", "up"], check=True)
    with ExitStack() as stack:
        trial = Trial(tag, stack)
        release(trial)
        running = [web(trial), *programs_without_pages(trial), thinker(trial)]
        for service in running:
            is_nobody_special(service)
        for name in ("backup", "nightly"):
            back_up(trial, name)
        verify(trial)
        for service in running:
            began = time.monotonic()
            status = service.stop()
            assert status == 0, podman("logs", service.name)
            print(f"{service}: asked to end, gone after {time.monotonic() - began:.0f} s")


if __name__ == "__main__":
    main(sys.argv[1])
