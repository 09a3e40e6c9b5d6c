"""What happens on that day, and what has to have come of it."""

import base64
import csv
import hashlib
import hmac
import re
import secrets
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable
from email.message import EmailMessage
from pathlib import Path

from tests.operations import commits
from tests.operations.browser import CONFIRM, Browser, names_lead_here
from tests.operations.machine import HOST, Machine, full
from tests.operations.page import commands
from tests.operations.people import EVENING, Notes, Player, Visitor, lost, sit_down_together

PEOPLE = ("Ana", "Bob", "Cid", "Dora")
LATER = (
    *("deploy/systemd/powergrid-thinker@.service", "deploy/systemd/powergrid-sender@.service"),
    "deploy/releases.py",
)
"""What the page of now uses, and an old release may not have."""

IN_ONE_FOLDER = """
git archive HEAD | tar --extract --directory /opt/powergrid
python3 -m venv /opt/powergrid/.venv
/opt/powergrid/.venv/bin/pip install --quiet --require-hashes --requirement /opt/powergrid/requirements/base.txt
install -m 600 deploy/powergrid.env.example /etc/powergrid.env
editor /etc/powergrid.env
install -m 644 deploy/systemd/* /etc/systemd/system/
sed 's/{$SITE_HOST:[^}]*}/games.example/' deploy/Caddyfile > /etc/caddy/Caddyfile
systemctl daemon-reload
for words in migrate createcachetable 'collectstatic --no-input' draw_boards; do
    systemd-run --quiet --wait --collect --pipe --uid=powergrid --property=EnvironmentFile=/etc/powergrid.env \\
        --setenv=VAR_DIR=/var/lib/powergrid --working-directory=/opt/powergrid \\
        /opt/powergrid/.venv/bin/python manage.py $words
done
systemctl enable --now powergrid-web powergrid-worker@1 powergrid-beat powergrid-backup.timer
systemctl restart caddy
"""
"""How a site was installed before releases had folders, as docs/operations.md said it in words then."""

BROKEN = {
    "does not start": ("powergrid/wsgi.py", "raise RuntimeError('broken')\n", "is not ready"),
    "replays differently": ("rules/__init__.py", "digest = lambda state: '0' * 64\n", "would no longer be as played"),
}
"""Releases that are no good: what is added to which of their files, and what the operator is told."""

BROKER_AWAY, DATABASE_AWAY, CALM, FULL = 60, 30, 15, 15
"""Seconds."""

DEADLINE = 120

UNHARMED = (
    "as usual",
    "redis away",
    "after redis",
    "worker killed",
    "web servers in turn",
    "upgrade",
    "broken",
    "back",
    "in again",
)
"""The beginnings of those phases in which visitors have to see every page that they ask for."""


class Day:
    """The machine, the clone on it, and the people.

    :param mails: what has arrived, which grows.
    """

    def __init__(self, machine: Machine, source: Path, mails: list[EmailMessage]) -> None:
        self.machine, self.source, self.mails = machine, source, mails
        self.notes = Notes()
        self.players: list[Player] = []
        self.visitor: Visitor | None = None
        self.operator = Operator(mails)
        self.newest = self._git("rev-parse", "origin/HEAD")
        """What the site is upgraded to; the project may get commits meanwhile."""

    def run(self, start: str) -> bool:
        """Let it happen, and say whether all is as it should be."""
        with names_lead_here():
            if not commits.has(start, "deploy/powergrid-manage"):
                return self._move(start)
            self._install(start)
            self._welcome()
            self._have_things_fail()
            self._upgrade(start)
            self._restore()
            assert self.visitor is not None
            self.visitor.stop()
        return self._tell()

    # Installing ------------------------------------------------------------------------------------------------

    def _check_out(self, commit: str) -> str:
        """Have the clone at a commit, with what the page of now uses in ``deploy/``."""
        self._git("checkout", "--quiet", "--force", commit)
        if missing := [file for file in LATER if not (self.source / file).exists()]:
            self._git("checkout", "--quiet", self.newest, "--", *missing)
            self._git("commit", "--quiet", "--message", f"{commit} with {', '.join(missing)}")
        return self._git("rev-parse", "--short", "HEAD")

    def _git(self, *words: str) -> str:
        command = ["git", "-C", str(self.source), "-c", "user.name=Olga", "-c", "user.email=olga@example.com", *words]
        return subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout.strip()

    def _do(self, block: str, **replies: str) -> str:
        return self.machine.do(block, self.source, {f"{key}:": value for key, value in replies.items()})

    def _install(self, commit: str) -> None:
        with self.notes.during("install"):
            release = self._check_out(commit)
            *steps, tried = commands("With systemd")
            for step in steps:
                self._do(step)
            operator = self.operator
            said = self.machine.do(
                tried,
                self.source,
                {
                    "Email": operator.email,
                    "ame:": operator.name,
                    "Password:": operator.password,
                    "Password (again):": operator.password,
                },
            )
            print(f"installed {release}: {_last_line_with(said, 'System check')}")
            self._wait_for("A page", lambda: self._shows("/"))
            print(f"the page of {release}: {self._title()}")

    def _welcome(self) -> None:
        """The first account of staff, then people, who sign up and play."""
        with self.notes.during("sign-up"):
            self.operator.move_in()
            print("staff: logged in with two steps, and /operation/ is open")
            self.players = [
                Player(self.notes, 11 + number, name, f"{name.lower()}@{HOST}", secrets.token_urlsafe(12))
                for number, name in enumerate(PEOPLE)
            ]
            for player in self.players:
                player.sign_up(lambda email: link_for(self.mails, email))
                player.begin()
            sit_down_together(*self.players[:2])
            self._wait_for("A mail of the game", lambda: any(EVENING in str(mail["Subject"]) for mail in self.mails))
            print(f"{len(PEOPLE)} people signed up and play; {len(self.mails)} mails so far")
            self.visitor = Visitor(self.notes, 10)
            for someone in [*self.players, self.visitor]:
                someone.start()
        with self.notes.during("as usual"):
            time.sleep(CALM)
            print(f"memory of the programs of the site: {self.machine.memory()} MB (PSS)")

    # From one folder -------------------------------------------------------------------------------------------

    def _move(self, start: str) -> bool:
        """Move a site of before releases had folders, back, and again: a guest finds their game each time."""
        put_aside, verify, put_back = commands("From one folder to releases")
        accounts, _settings, units, release, programs, _ = commands("With systemd")
        home = Path("/opt/powergrid")
        print(f"installing {start[:7]} in one folder", flush=True)
        self._do(accounts)
        home.joinpath("releases").rmdir()
        self._git("checkout", "--quiet", "--force", start)
        self._do(IN_ONE_FOLDER)
        guest = Browser(11)
        self._wait_for("A page", lambda: self._shows("/tables/"))
        game = guest.fill_in("/tables/", "/tables/practice/")
        guest.open(game)
        self._check_out(self.newest)
        for is_last in (False, True):
            self._do(put_aside)
            self._do(units)
            self._do(release)
            print(_last_line_with(self._do(verify), "agree"), flush=True)
            self._do(programs if is_last else put_back)
            self._wait_for("A page", lambda: self._shows("/tables/"))
            guest.open(game)
            print(f"at {'releases' if is_last else 'one folder, again'}: {game} is there", flush=True)
        self._is_running(self._git("rev-parse", "--short", "HEAD"))
        return True

    # What fails ------------------------------------------------------------------------------------------------

    def _have_things_fail(self) -> None:
        self._without("redis", "redis-server", BROKER_AWAY)
        self._without("postgresql", "postgresql", DATABASE_AWAY)
        for what, folder in (("the site's", "/var/lib/powergrid"), ("PostgreSQL's", "/var/lib/postgresql")):
            with self.notes.during(f"{what} disk full"), full(folder):
                time.sleep(FULL)
            self._recover(f"{what} disk")
        with self.notes.during("worker killed"):
            self.machine.systemctl("kill", "powergrid-worker@1")
            time.sleep(CALM)
            print(f"the worker was started anew {self.machine.restarts('powergrid-worker@1')} time(s) so far")
        with self.notes.during("web servers in turn"):
            self._do("deploy/releases.py restart")
            time.sleep(CALM)

    def _without(self, name: str, unit: str, seconds: float) -> None:
        with self.notes.during(f"{name} away"):
            self.machine.systemctl("stop", unit)
            time.sleep(seconds)
        with self.notes.during(f"{name} coming back"):
            self.machine.systemctl("start", unit)
            self._wait_for("A page", lambda: self._shows("/tables/"))
        self._recover(name)

    def _recover(self, name: str) -> None:
        """See that all goes on: a page, and a person's next action."""
        with self.notes.during(f"{name} just back"):
            self._wait_for("A page", lambda: self._shows("/tables/"))
        with self.notes.during(f"after {name}"):
            before = self.notes.taken.total()
            time.sleep(CALM)
            self._wait_for("An action", lambda: self.notes.taken.total() > before)

    # The next release ------------------------------------------------------------------------------------------

    def _upgrade(self, start: str) -> None:
        (upgrade,) = commands("With systemd: upgrade")
        release, before, commit = "", start, start
        for following in [*commits.stops(start), self.newest]:
            before, commit = commit, following
            has_to_stop = commits.rules_of(commit)[0] > commits.rules_of(before)[1]
            with self.notes.during(f"{'stopped for' if has_to_stop else 'upgrade to'} {commit[:7]}"):
                release = self._check_out(commit)
                print(_last_line_with(self._do(upgrade), "agree"))
                time.sleep(CALM)
                self._is_running(release)
        for how, (file, words, answer) in BROKEN.items():
            with self.notes.during(f"broken: {how}"):
                with (self.source / file).open("a") as code:
                    code.write(words)
                self._git("commit", "--quiet", "--all", "--message", f"A release that {how}")
                said = self.machine.do(upgrade, self.source, fails=True)
                assert answer in said, said
                print(said.strip().splitlines()[-1])
                time.sleep(CALM)
                self._is_running(release)
                self._git("reset", "--quiet", "--hard", "HEAD~1")
        with self.notes.during("back"):
            (back,) = commands("With systemd: go back")
            has_newer = self._has_running_games_beyond(commits.rules_of(before)[1])
            said = self.machine.do(back, self.source, fails=has_newer)
            assert ("too old to play" in said) == has_newer, said
            time.sleep(CALM)
        # As in the last upgrade above, even if there was no way back: the script cannot know that all is done.
        with self.notes.during("stopped to be in again" if has_to_stop else "in again"):
            self._do(f"deploy/releases.py upgrade {release}")
            time.sleep(CALM)
            self._is_running(release)
            (out,) = commands("With systemd: remove old releases")
            self._do(out)
            kept = sorted(folder.name for folder in Path("/opt/powergrid/releases").iterdir())
            print(f"releases kept: {', '.join(kept)}")
            assert len(kept) == 2
            self.operator.come_back()

    def _has_running_games_beyond(self, version: int) -> bool:
        running = "SELECT count(*) FROM games_game WHERE finished_at IS NULL"
        return self.machine.ask(f"{running} AND (setup ->> 'version')::int > {version}").strip() != "0"

    def _is_running(self, release: str) -> None:
        """Whether web servers say so, who know it from their environment."""
        ours = (
            *("powergrid-web@1", "powergrid-web@2", "powergrid-worker@1", "powergrid-sender@mail"),
            *("powergrid-sender@calls", "powergrid-thinker@1", "powergrid-beat"),
        )
        for unit in ours:
            process = self.machine.manager.services[f"{unit}.service"].process
            assert process is not None
            environment = Path(f"/proc/{process.pid}/environ").read_text().split("\0")
            assert f"RELEASE={release}" in environment, unit
            assert Path(f"/proc/{process.pid}/cwd").resolve().name == release, unit

    # The back-up -----------------------------------------------------------------------------------------------

    def _restore(self) -> None:
        for player in self.players:
            player.stop()
        self._wait_for("The last mail", lambda: self._count(f"{UNDER_WAY} AND due_at <= now()") == 0)
        with self.notes.during("back-up"):
            self.machine.systemctl("start", "powergrid-backup")
            newest = max(Path("/var/backups/powergrid").iterdir(), key=lambda file: file.stat().st_mtime)
            print(f"back-up: {newest.name}, {newest.stat().st_size:,} bytes, mode {newest.stat().st_mode & 0o777:o}")
        with self.notes.during("restore"):
            stop, empty, _of_sqlite, fill, go_on = commands("Back up and restore")
            self._do(stop)
            self._do(f"su postgres --command '{empty}'")
            said = self._do(fill.replace("FILE", str(newest)))
            print(_last_line_with(said, "agree"))
            self._do(go_on)
            self._wait_for("A page", lambda: self._shows("/tables/"))
        with self.notes.during("as usual, restored"):
            time.sleep(CALM)

    # What came of it -------------------------------------------------------------------------------------------

    def _tell(self) -> bool:
        notes = self.notes
        print(f"\n{'':<28}{'pages':<26}{'files':<18}{'forms':<26}{'slowest':>8}{'without a page':>16}")
        for phase in notes.phases:
            kinds = [_statuses(notes.answers[phase, kind]) for kind in ("page", "file", "form")]
            if any(kinds):
                times = f"{notes.slowest[phase]:6.1f} s{notes.longest_without[phase]:14.1f} s"
                print(f"{phase:<28}{kinds[0]:<26}{kinds[1]:<18}{kinds[2]:<26}{times}")
        rows = csv.reader(
            self.machine.ask("SELECT game_id, seat, body FROM games_action WHERE origin = 'player'").splitlines()
        )
        stored = Counter((int(game), int(seat), body) for game, seat, body in rows)
        words = set(self.machine.ask("SELECT text FROM talk_message").splitlines())
        print(
            f"\nactions answered with success {notes.taken.total()}, stored {stored.total()}; words {len(notes.said)}"
        )
        wrong = dict(lost(notes, stored, words))
        wrong["alerts unsent"] = [
            self._count(state) for state in (f"{UNDER_WAY} AND due_at <= now()", "state = 'failed'")
        ]
        wrong["alerts unsent"] = [count for count in wrong["alerts unsent"] if count]
        wrong["faults seen while nothing should show"] = self._seen_where_nothing_should_be()
        wrong["answered 500"] = [key for key, statuses in notes.answers.items() if statuses[500]]
        for name, found in wrong.items():
            print(f"{name}: {len(found)} {found[:5] or ''}")
        print(f"mails: {len(self.mails)} arrived, alerts sent by mail {self._count(SENT)}")
        return not any(wrong.values())

    def _seen_where_nothing_should_be(self) -> list[str]:
        return [
            f"{phase}, {kind}: {_statuses(statuses)}"
            for (phase, kind), statuses in self.notes.answers.items()
            if phase.startswith(UNHARMED)
            and any(status >= 500 or not status or (kind == "file" and status != 200) for status in statuses)
        ]

    def _count(self, condition: str) -> int:
        return int(self.machine.ask(f"SELECT count(*) FROM notifications_alert WHERE {condition}"))

    def _shows(self, path: str) -> bool:
        try:
            return Browser(9).get(path).status_code == 200
        except OSError:
            return False

    def _title(self) -> str:
        found = re.search(r"<title>\s*(.*?)\s*</title>", Browser(9).get("/").text, re.DOTALL)
        return found[1] if found else ""

    def _wait_for(self, what: str, happens: Callable[[], object]) -> None:
        deadline = time.monotonic() + DEADLINE
        while not happens():
            if time.monotonic() > deadline:
                sys.exit(f"{what} did not come.")
            time.sleep(0.5)


UNDER_WAY = "state IN ('new', 'claimed')"
SENT = "state = 'sent' AND channel = 'mail'"


class Operator:
    """Who runs the site, with an app that shows codes."""

    name = "Olga"
    email = f"olga@{HOST}"

    def __init__(self, mails: list[EmailMessage]) -> None:
        self.password = secrets.token_urlsafe(12)
        self.mails = mails
        self.secret = ""
        self.last_code = ""

    def move_in(self) -> None:
        """Log in for the first time, and set up the second step, as the page says."""
        browser = Browser(8)
        browser.fill_in("/accounts/login/", login=self.email, password=self.password)
        browser.confirm(link_for(self.mails, self.email))
        page = browser.open("/accounts/2fa/totp/activate/", self.password)
        self.secret = page.values["totp-secret"]
        form = page.form("/accounts/2fa/totp/activate/")
        answer = browser.post(form.action, {**form.fields, "code": self._code()})
        assert answer.status_code == 302, answer.text
        self.come_back()

    def come_back(self) -> None:
        """Log in with both steps, in another browser; the page for those who run the site is open."""
        browser = Browser(8)
        browser.fill_in("/accounts/login/", login=self.email, password=self.password)
        browser.fill_in("/accounts/2fa/authenticate/", code=self._code())
        browser.open("/operation/")
        browser.open("/admin/")

    def _code(self) -> str:
        """The next code of the app; each counts once."""
        while (code := _code_at(self.secret, int(time.time()) // 30)) == self.last_code:
            time.sleep(1)
        self.last_code = code
        return code


def _code_at(secret: str, step: int) -> str:
    """The code of an app (RFC 6238)."""
    digest = hmac.digest(base64.b32decode(secret), step.to_bytes(8, "big"), hashlib.sha1)
    at = digest[-1] & 15
    return f"{(int.from_bytes(digest[at : at + 4], 'big') & 0x7FFFFFFF) % 10**6:06}"


def link_for(mails: list[EmailMessage], email: str) -> str:
    """The path of the link in the mail that asks somebody whether an address is theirs."""
    deadline = time.monotonic() + DEADLINE
    while time.monotonic() < deadline:
        for mail in mails:
            text = mail.get_body(("plain",))
            found = text and re.search(rf"https://[^/\s]+({CONFIRM}\S+)", text.get_content())
            if found and email in str(mail["To"]):
                return str(found[1])
        time.sleep(0.2)
    sys.exit(f"No mail for {email} came.")


def _statuses(counted: Counter[int]) -> str:
    return ", ".join(f"{number} × {status or 'none'}" for status, number in sorted(counted.items()))


def _last_line_with(said: str, word: str) -> str:
    return next((line for line in reversed(said.splitlines()) if word in line), said[-200:])
