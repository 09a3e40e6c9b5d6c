#!/usr/bin/python3
"""Make releases of the site on a machine with systemd, go to one, and go back: docs/operations.md says when and how.

Call it as root in a clone of the project, at the commit that you want to run. It needs nothing but Python and git.
Whatever fails stops it with a sentence. If that is one of the new programs, those of the release before run again.
"""

import argparse
import fcntl
import json
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

CLONE = Path(__file__).resolve().parents[1]

ONCE = (("migrate",), ("createcachetable",))
EACH_MACHINE = (("collectstatic", "--no-input"), ("draw_boards",))
"""What ``manage.py`` does for a release before its programs start: in the database, and in files that they read."""

LOOK_EVERY = 0.5
"""Seconds."""

MOST = 10
"""How many games a sentence names."""

COPY = "powergrid_copy"
"""A database in which the new code is tried."""

NAMED = re.compile(r"^Game (\d+)\b", re.MULTILINE)
"""How ``verify_games`` names a game."""

VERDICT = r"games, .* actions.*: (\d+ differ|all agree)\."
"""Its last line, once it has replayed all."""

KNOWN = "from rules import versions as v; print(v.VERSION, getattr(v, 'NEWEST', v.VERSION))"

AS_POSTGRES = ("runuser", "--user", "postgres", "--")


class Stopped(Exception):
    """Its words say what happened, how things stand now, and what to do next."""


FAILURES = (Stopped, OSError, KeyboardInterrupt)
"""What makes the old programs run again: also a full disk, and an operator who breaks off."""


@dataclass(frozen=True)
class Unit:
    """A program of the site, as systemd knew it at a moment."""

    name: str
    properties: Mapping[str, str]

    @classmethod
    def now(cls, name: str) -> "Unit":
        said = _output("systemctl", "show", "--property=Type,ActiveState,MainPID,Environment", name)
        return cls(name, dict(line.split("=", 1) for line in said.splitlines()))

    @property
    def is_web(self) -> bool:
        return self.name.startswith("powergrid-web")

    @property
    def file(self) -> str:
        """The file that says how it runs: powergrid-web@.service of powergrid-web@1.service."""
        return re.sub(r"@.*\.", "@.", self.name)

    @property
    def turn(self) -> tuple[int, str]:
        """Who hands out a new task comes after those that have to know it: the scheduler, then the web servers."""
        return 2 if self.is_web else 1 if self.name == "powergrid-beat.service" else 0, self.name


@dataclass(frozen=True)
class Site:
    """Where the site is on this machine.

    :param patience: seconds in which a web server has to be ready.
    :param steady: seconds for which any other program has to run to count as started.
    """

    root: Path = Path("/")
    clone: Path = CLONE
    patience: float = 60
    steady: float = 10

    @property
    def home(self) -> Path:
        return self.root / "opt/powergrid"

    def made(self) -> "list[Release]":
        """The releases that are here as a whole."""
        found = (Release(self, folder.name) for folder in sorted((self.home / "releases").glob("*")))
        return [release for release in found if release.is_whole]

    def linked(self, link: str) -> "Release | None":
        """The release that a link leads to: ``current`` or ``previous``."""
        place = self.home / link
        return Release(self, place.resolve().name) if place.is_symlink() and place.exists() else None

    def link(self, link: str, release: "Release | None") -> None:
        """Have a link lead to a release. There is no moment without it."""
        if release is None:
            (self.home / link).unlink(missing_ok=True)
            return
        draft = self.home / "next"
        draft.unlink(missing_ok=True)
        draft.symlink_to(f"releases/{release.name}")
        draft.replace(self.home / link)

    def settings(self) -> dict[str, str]:
        return _variables(self.root / "etc/powergrid.env")

    def of_proxy(self) -> dict[str, str]:
        """What Caddy is told; nothing if it runs elsewhere."""
        file = self.root / "etc/caddy/powergrid.env"
        return _variables(file) if file.exists() else {}

    def programs(self) -> list[Unit]:
        """Those that run here, or should, in the order in which a new release starts them.

        A back-up is none: it ends by itself.
        """
        said = _output("systemctl", "list-units", "--all", "--type=service", "--output=json", "powergrid-*")
        wanted = {"active", "activating", "reloading", "failed"}
        units = [Unit.now(known["unit"]) for known in json.loads(said) if known["active"] in wanted]
        return sorted((unit for unit in units if unit.properties["Type"] != "oneshot"), key=lambda unit: unit.turn)

    @contextmanager
    def alone(self) -> Iterator[None]:
        """Keep a second operator out."""
        if not self.home.is_dir():
            raise Stopped(f"There is no {self.home}. First install the site, as docs/operations.md says.")
        with (self.home / "lock").open("w") as lock:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                raise Stopped(
                    "Somebody else works on the releases of this machine. Wait until they are done."
                ) from None
            yield


@dataclass(frozen=True)
class Release:
    """A folder with the code and the packages of one commit. Once it is whole, nothing in it changes."""

    site: Site
    name: str

    @property
    def folder(self) -> Path:
        return self.site.home / "releases" / self.name

    @property
    def is_whole(self) -> bool:
        return (self.folder / "release.env").exists()

    def manage(self, *words: str, settings: Path | None = None) -> None:
        """Have its ``manage.py`` do something before any program is started anew.

        :param settings: a file of variables that count more than those of the site.
        """
        try:
            _run(*self._manage(words, settings))
        except Stopped as failure:
            raise Stopped(f"{failure} All programs run as before.") from failure

    def named(self, *words: str, settings: Path | None = None, end: str = "") -> frozenset[int]:
        """The games that a command of its ``manage.py`` finds fault with.

        :param end: a pattern of what it says at last; without that, it may not have reached all games.
        """
        done = _done(self._manage(words, settings), stdout=subprocess.PIPE)
        _say(done.stdout.rstrip())
        games = frozenset(map(int, NAMED.findall(done.stdout)))
        if (done.returncode and not games) or not re.search(rf"{end}\s*\Z", done.stdout):
            raise Stopped(f"manage.py {words[0]} did not come to its end. All programs run as before.")
        return games

    def _manage(self, words: Sequence[str], settings: Path | None) -> list[str]:
        more = ["--settings", str(settings)] if settings else []
        return ["sh", str(self.site.clone / "deploy/powergrid-manage"), "--release", self.name, *more, *words]

    def rules(self) -> tuple[int, int]:
        """The version of the rules by which its games begin, and the newest that it can play."""
        begun, known = _output(f"{self.folder}/.venv/bin/python", "-c", KNOWN, cwd=self.folder).split()
        return int(begun), int(known)


@dataclass(frozen=True)
class Wishes:
    """What the operator wants beyond the usual.

    :param despite: games that may come to harm.
    :param copy: the address of an empty database to try the new code in; empty for one that is made here.
    :param only_programs: another machine has done what is done once for a release.
    """

    despite: frozenset[int] = frozenset()
    copy: str = ""
    only_programs: bool = False


# What can be asked for ----------------------------------------------------------------------------------------------


def make(site: Site) -> Release:
    """Make a folder with the code of the clone's commit and its packages, unless there is one."""
    if not (site.clone / ".git").exists():
        raise Stopped(f"{site.clone} is no clone of the project. Call deploy/releases.py in one.")
    git = ("git", "-C", str(site.clone))
    release = Release(site, _output(*git, "rev-parse", "--short", "HEAD").strip())
    if _output(*git, "status", "--porcelain"):
        _say("What is not committed in the clone is not part of the release.")
    if release.is_whole:
        _say(f"Release {release.name} is made already.")
        return release
    folder, python = release.folder, release.folder / ".venv/bin/python"
    _say(f"Release {release.name} is made in {folder}.")
    if folder.exists():  # half of one
        shutil.rmtree(folder)
    folder.mkdir(parents=True)
    with tempfile.NamedTemporaryFile() as code:
        _run(*git, "archive", f"--output={code.name}", "--format=tar", "HEAD")
        _run("tar", "--extract", "--touch", f"--file={code.name}", f"--directory={folder}")
    _run("python3", "-m", "venv", f"{folder}/.venv")
    packages = ("--require-hashes", "--requirement", f"{folder}/requirements/base.txt")
    _run(str(python), "-m", "pip", "install", "--quiet", *packages)
    _run(str(python), "-m", "compileall", "-q", str(folder), "-x", r"\.venv")
    (folder / "release.env").write_text(f"RELEASE={release.name}\n")
    return release


def upgrade(site: Site, name: str, wishes: Wishes) -> None:
    """Go to a release: try it on a copy of the database, prepare it, and start its programs one after another.

    :param name: of one that is made; empty for that of the clone.
    """
    current = site.linked("current")
    if current is None:
        raise Stopped("No release runs here yet. First install the site, as docs/operations.md says.")
    programs = site.programs()
    if not programs:
        raise Stopped("No program of the site runs here. Start them first, with systemctl start.")
    new = Release(site, name) if name else make(site)
    if new not in site.made():
        raise Stopped(f"There is no release {name}. {_all_made(site)}")
    old = site.linked("previous") if new == current else current
    if harmed := _beyond(new, current) - wishes.despite:
        raise Stopped(
            f"Release {new.name} is too old to play {_games(harmed)}. Nothing was changed. Upgrade to a newer one, or"
            f" leave these games broken until then: --despite {_listed(harmed | wishes.despite)}."
        )
    if not wishes.only_programs:
        _prepare_database(site, current, new, wishes)
    for words in EACH_MACHINE:
        new.manage(*words)
    _go_to(site, new, old, programs)


def back(site: Site, wishes: Wishes) -> None:
    """Go to the release before, whose programs work with the database as it is now."""
    current, previous = site.linked("current"), site.linked("previous")
    if current is None or previous is None or previous == current:
        raise Stopped(f"There is no release before this one to go back to. {_all_made(site)}")
    if harmed := _beyond(previous, current) - wishes.despite:
        raise Stopped(
            f"Release {previous.name} is too old to play {_games(harmed)}. Nothing was changed. Mend {current.name}"
            f" and upgrade, or leave these games broken until then: --despite {_listed(harmed | wishes.despite)}."
        )
    programs = site.programs()
    _switch(site, previous)
    try:
        _start(site, programs[::-1])
    except FAILURES as failure:
        raise Stopped(
            f"{_in_words(failure)} The programs after it still run {current.name}. Once the reason is gone,"
            f" deploy/releases.py restart has all of them run {previous.name}."
        ) from failure
    _say(f"Release {previous.name} runs again.")


def restart(site: Site) -> None:
    """Start all programs anew, one after another: they read /etc/powergrid.env only when they start."""
    _start(site, site.programs())
    _say("All programs were started anew.")


def remove(site: Site) -> None:
    """Remove all releases but the current one and the one before."""
    kept = [site.linked("current"), site.linked("previous")]
    for folder in sorted((site.home / "releases").iterdir()):
        if Release(site, folder.name) not in kept:
            shutil.rmtree(folder)
            _say(f"Release {folder.name} is removed.")


# Before anything changes --------------------------------------------------------------------------------------------


def _beyond(other: Release, current: Release) -> frozenset[int]:
    """The running games that another release could not play, because they began by rules that it does not know."""
    _, known = other.rules()
    if known >= current.rules()[1]:
        return frozenset()
    _say(f"Release {other.name} knows the rules up to version {known}, and {current.name} knows later ones.")
    return current.named("verify_games", "--known-to", str(known))


def _prepare_database(site: Site, current: Release, new: Release, wishes: Wishes) -> None:
    """Back the database up, try the new code on a copy of it, and add to it what the new code needs."""
    # Named as those of each night, which go after some time.
    file = site.root / "var/backups/powergrid" / f"{datetime.now(UTC):%Y-%m-%dT%H%M%SZ}"
    current.manage("back_up", str(file))
    with _copy(site, wishes.copy) as settings:
        _say(f"Release {new.name} replays every game, on a copy of the database.")
        for words in (("restore", str(file)), *ONCE):
            new.manage(*words, settings=settings)
        harmed = new.named("verify_games", settings=settings, end=VERDICT) - wishes.despite
    if harmed:
        raise Stopped(
            f"With release {new.name}, {_games(harmed)} would no longer be as played. Nothing was changed. If"
            f" powergrid-manage verify_games says the same of them now, they were damaged before: leave them out with"
            f" --despite {_listed(harmed | wishes.despite)}. If not, do not run this release."
        )
    for words in ONCE:
        new.manage(*words)


@contextmanager
def _copy(site: Site, given: str) -> Iterator[Path]:
    """An empty database for a while, as a file of settings that lead to it."""
    with ExitStack() as stack:
        address = given or stack.enter_context(_made_beside(site.settings().get("DATABASE_URL", "")))
        file = stack.enter_context(tempfile.NamedTemporaryFile("w", prefix="powergrid-copy-"))
        file.write(f"DATABASE_URL={address}\n")
        file.flush()
        yield Path(file.name)


@contextmanager
def _made_beside(database: str) -> Iterator[str]:
    """The address of an empty database, which is made on the server of this machine and dropped at the end."""
    url = urlsplit(database)
    host = parse_qs(url.query).get("host", [url.hostname or ""])[-1]
    if not (url.scheme.startswith("postgres") and (host in {"", "localhost", "127.0.0.1", "::1"} or host[0] == "/")):
        raise Stopped(
            "The database is not in PostgreSQL on this machine, so no copy of it can be made here. Make an empty one"
            " and say where it is: --copy postgres://…. Nothing was changed."
        )
    server = [f"--port={url.port or 5432}"]
    ask = (
        *AS_POSTGRES,
        "psql",
        *server,
        "--no-psqlrc",
        "--tuples-only",
        "--no-align",
        "--dbname=postgres",
        "--command",
    )
    folder = _output(*ask, "SELECT current_setting('data_directory')").strip()
    size = int(_output(*ask, f"SELECT pg_database_size('{url.path[1:]}')"))
    if (free := shutil.disk_usage(folder).free) < 2 * size:
        raise Stopped(
            f"A copy of the database could fill the disk: it takes {size >> 20:,} MB, and {free >> 20:,} MB are free"
            f" in {folder}. Make room, or say where an empty database is: --copy postgres://…. Nothing was changed."
        )
    drop = (*AS_POSTGRES, "dropdb", *server, "--if-exists", "--force", COPY)
    _run(*drop)  # somebody may have broken off
    _run(*AS_POSTGRES, "createdb", *server, f"--owner={url.username or 'powergrid'}", COPY)
    try:
        yield url._replace(path=f"/{COPY}").geturl()
    finally:
        _run(*drop)


# Programs -----------------------------------------------------------------------------------------------------------


def _go_to(site: Site, new: Release, old: Release | None, programs: Sequence[Unit]) -> None:
    """Have a release take the place of another, or else the programs of that one run again.

    :param old: None if there is no other.
    """
    begun: list[Unit] = []
    try:
        _switch(site, new)
        if old and new.rules()[0] > old.rules()[1]:
            _say(f"{new.name} begins games that {old.name} cannot play: so all programs stop for a moment.")
            begun.extend(programs)
            _run("systemctl", "stop", *(unit.name for unit in programs))
        _start(site, programs, begun)
    except FAILURES as failure:
        why = _in_words(failure)
        _say(why)
        if old is None:
            raise Stopped(f"{why} There is no other release to go back to.") from failure
        _go_back(site, new, old, begun, why)
        raise Stopped(
            f"{why} Release {old.name} runs again, with the database as it is now. Upgrade again once {new.name} is"
            f" mended."
        ) from failure
    if old:
        site.link("previous", old)
        for name in sorted(_units(new) - _units(old) - {unit.file for unit in programs}):
            _say(f"{name} is new, and nothing runs by it yet: CHANGELOG.md says how to start it.")
        for name in _changed_for_proxy(old, new):
            _say(f"deploy/{name} is not that of {old.name}: compare it with yours, then systemctl reload caddy.")
    _say(f"Release {new.name} runs.")


def _go_back(site: Site, new: Release, old: Release, begun: Sequence[Unit], why: str) -> None:
    """Have old programs run again where new ones were started."""
    try:
        if harmed := _beyond(old, new):
            raise Stopped(f"{old.name} is too old to play {_games(harmed)}.")
        _say(f"Going back to {old.name}.")
        _switch(site, old)
        _start(site, begun[::-1])
    except FAILURES as failure:
        raise Stopped(
            f"{why} Going back to {old.name} failed: {_in_words(failure)} systemctl list-units 'powergrid-*' says"
            f" which programs run. Once the reason is gone, upgrade to {old.name} or to {new.name}."
        ) from failure


def _switch(site: Site, release: Release) -> None:
    """Make a release the one that programs start from, with its units."""
    site.link("current", release)
    for unit in sorted((release.folder / "deploy/systemd").iterdir()):
        _install(unit, site.root / "etc/systemd/system", 0o644)
    _install(release.folder / "deploy/powergrid-manage", site.root / "usr/local/bin", 0o755)
    _run("systemctl", "daemon-reload")


def _install(file: Path, folder: Path, mode: int) -> None:
    shutil.copyfile(file, folder / file.name)
    (folder / file.name).chmod(mode)


def _start(site: Site, programs: Sequence[Unit], begun: list[Unit] | None = None) -> None:
    """Start programs anew, one after another, and stop at the first that does not run.

    :param begun: takes each program when its turn comes.
    """
    try:
        for unit in programs:
            if begun is not None and unit not in begun:
                begun.append(unit)
            _say(f"{unit.name} is started anew.")
            # One that has just failed several times could not start. Of one that has not, systemd may know nothing.
            _done(["systemctl", "reset-failed", unit.name], stderr=subprocess.DEVNULL)
            (_start_web if unit.is_web else _start_steadily)(site, unit)
    finally:
        if site.of_proxy() and any(unit.is_web for unit in programs):
            _run("systemctl", "reload", "caddy")  # which then knows all web servers again


def _start_steadily(site: Site, unit: Unit) -> None:
    """Start a program and see that it goes on: one that cannot ends at once, again and again."""
    _run("systemctl", "restart", unit.name)
    process = Unit.now(unit.name).properties["MainPID"]
    end = time.monotonic() + site.steady
    while time.monotonic() < end:
        now = Unit.now(unit.name).properties
        if (now["ActiveState"], now["MainPID"]) != ("active", process):
            raise Stopped(f"{unit.name} does not run: journalctl --unit {unit.name} says why.")
        time.sleep(LOOK_EVERY)


def _start_web(site: Site, unit: Unit) -> None:
    """Start a web server while visitors are at the others, and wait until it can serve them."""
    host, port = _place(site, Unit.now(unit.name))
    told = site.of_proxy()
    if others := [place for place in told.get("WEB", "").split() if place != f"{host}:{port}"]:
        config = str(site.root / "etc/caddy/Caddyfile")
        _run("caddy", "reload", "--config", config, env={**os.environ, **told, "WEB": " ".join(others)})
    _run("systemctl", "restart", unit.name)
    end = time.monotonic() + site.patience
    while lack := _lack(site, host, port):
        if time.monotonic() > end or Unit.now(unit.name).properties["ActiveState"] == "failed":
            raise Stopped(f"{unit.name} is not ready: {lack} journalctl --unit {unit.name} says more.")
        time.sleep(LOOK_EVERY)


def _place(site: Site, unit: Unit) -> tuple[str, int]:
    """Where a web server listens."""
    told = dict(pair.split("=", 1) for pair in shlex.split(unit.properties["Environment"])) | site.settings()
    host = told.get("GRANIAN_HOST", "")
    return "127.0.0.1" if host in {"", "0.0.0.0"} else host, int(told["GRANIAN_PORT"])  # noqa: S104 (it is compared)


def _lack(site: Site, host: str, port: int) -> str:
    """What keeps a web server from serving people, in a sentence; empty if nothing does."""
    name = urlsplit(site.settings().get("SITE_URL", "")).netloc
    visitor = {"Host": name, "X-Forwarded-Proto": "https", "X-Forwarded-For": "127.0.0.1"}
    try:
        status, told = _ask(host, port, "/readyz")
        if status != 200:
            return " ".join(json.loads(told)["missing"])
        status, _ = _ask(host, port, "/", visitor)
    except (OSError, HTTPException):
        return "it does not answer."
    except (ValueError, KeyError):
        pass  # it says in words of its own that it is not ready
    else:
        if status < 500:
            return ""
    return f"it answers {status}."


def _ask(host: str, port: int, path: str, headers: Mapping[str, str] | None = None) -> tuple[int, bytes]:
    connection = HTTPConnection(host, port, timeout=10)
    try:
        connection.request("GET", path, headers=dict(headers or {}))
        answer = connection.getresponse()
        return answer.status, answer.read()
    finally:
        connection.close()


def _units(release: Release) -> set[str]:
    return {file.name for file in (release.folder / "deploy/systemd").iterdir()}


def _changed_for_proxy(old: Release, new: Release) -> list[str]:
    """The files that operators install themselves, because they change them."""
    files = [*(new.folder / "deploy").glob("Caddyfile*"), new.folder / "deploy/down.html"]
    before = old.folder / "deploy"
    return [
        it.name
        for it in files
        if not (before / it.name).exists() or (before / it.name).read_bytes() != it.read_bytes()
    ]


# Words and commands -------------------------------------------------------------------------------------------------


def _in_words(failure: BaseException) -> str:
    return "You broke it off." if isinstance(failure, KeyboardInterrupt) else str(failure)


def _games(numbers: frozenset[int]) -> str:
    if len(numbers) == 1:
        return f"game {_listed(numbers)}"
    return f"{len(numbers)} games ({_listed(numbers)})" if len(numbers) <= MOST else f"{len(numbers)} games"


def _listed(numbers: frozenset[int]) -> str:
    return " ".join(map(str, sorted(numbers)))


def _all_made(site: Site) -> str:
    return f"Made here: {', '.join(release.name for release in site.made()) or 'none'}."


def _variables(file: Path) -> dict[str, str]:
    """What a file of environment variables says to systemd."""
    lines = [line.strip() for line in file.read_text().splitlines()]
    pairs = [line.split("=", 1) for line in lines if "=" in line and line[0] not in "#;"]
    return {
        name: value[1:-1] if value[:1] in {"'", '"'} and value[:1] == value[-1:] else value for name, value in pairs
    }


def _run(*command: str, **options: Any) -> None:
    if (status := _done(command, **options).returncode) != 0:
        raise Stopped(f"{_short(command)} failed with status {status}.")


def _output(*command: str, **options: Any) -> str:
    done = _done(command, stdout=subprocess.PIPE, **options)
    if done.returncode:
        raise Stopped(f"{_short(command)} failed with status {done.returncode}.")
    return done.stdout


def _done(command: Sequence[str], **options: Any) -> "subprocess.CompletedProcess[str]":
    try:
        return subprocess.run(command, text=True, check=False, **options)  # noqa: S603 (all ours)
    except FileNotFoundError as error:
        raise Stopped(f"There is no {command[0]} on this machine.") from error


def _short(command: Sequence[str]) -> str:
    return shlex.join(command if len(command) < 9 else [*command[:8], "…"])


def _say(words: str) -> None:
    with suppress(OSError):  # the terminal may be gone, and what was begun goes on
        print(words, flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    doing = parser.add_subparsers(dest="doing", required=True)
    for what in (make, upgrade, back, restart, remove):
        doing.add_parser(what.__name__, help=str(what.__doc__).partition("\n")[0], description=what.__doc__)
    for name in ("upgrade", "back"):
        told = "games that may come to harm"
        doing.choices[name].add_argument("--despite", type=int, nargs="+", default=[], metavar="GAME", help=told)
    options = doing.choices["upgrade"]
    options.add_argument("name", nargs="?", default="", help="a release that is made; by default that of the clone")
    options.add_argument("--copy", default="", metavar="URL", help="an empty database to try the new code in")
    options.add_argument("--only-programs", action="store_true", help="another machine has prepared the database")
    wanted = parser.parse_args()
    if os.geteuid() != 0:
        sys.exit("Only root can change releases. Call deploy/releases.py as root.")
    os.umask(0o022)  # the user of the site reads what is made here
    os.chdir("/")  # where every user may be
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.default_int_handler)
    site = Site()
    try:
        with site.alone():
            _do(site, wanted)
    except (*FAILURES, subprocess.SubprocessError) as failure:
        sys.exit(_in_words(failure))


def _do(site: Site, wanted: argparse.Namespace) -> None:
    match wanted.doing:
        case "make":
            make(site)
        case "upgrade":
            upgrade(site, wanted.name, Wishes(frozenset(wanted.despite), wanted.copy, wanted.only_programs))
        case "back":
            back(site, Wishes(frozenset(wanted.despite)))
        case "restart":
            restart(site)
        case "remove":
            remove(site)


if __name__ == "__main__":
    main()
