"""``deploy/releases.py`` in a folder that stands for a machine, with programs that stand for systemd and all others.

``python -m tests.operations`` tries it with real ones.
"""

import fcntl
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import ClassVar

import pytest

from deploy import releases
from deploy.releases import Release, Site, Stopped, Wishes
from powergrid import processes
from tests.services.sites import ROOT

WORKER, POST, BEAT, WEB_1, WEB_2 = UNITS = [
    f"powergrid-{name}.service" for name in ("worker@1", "zpost@1", "beat", "web@1", "web@2")
]
"""In the order of an upgrade; one of them is of a kind that deploy/ does not know."""

STATES = {
    "powergrid-backup.service": "activating",
    "powergrid-failed@powergrid-backup.service": "failed",
    "powergrid-web@3.service": "inactive",
    **dict.fromkeys(UNITS, "active"),
    WORKER: "failed",
}

SYSTEMCTL = r"""#!/bin/sh
for name; do :; done
run=$M/opt/powergrid/releases/$(cat "$M/run/$name" 2>/dev/null)
case $1 in
list-units) cat "$M/units.json"; exit ;;
show)
    case $name in *backup*|*failed@*) echo Type=oneshot ;; *) echo Type=simple ;; esac
    if [ -e "$run/ends-$name" ]; then echo ActiveState=activating; else echo ActiveState=active; fi
    echo MainPID=7
    port=$(cat "$M/port-$name" 2>/dev/null)
    echo "Environment=VAR_DIR=/var/lib/powergrid GRANIAN_PORT=$port 'X=a b'"
    exit ;;
stop) shift; for each; do rm "$M/run/$each"; echo "stop $each" >> "$M/log"; done; exit ;;
restart) basename "$(readlink "$M/opt/powergrid/current")" > "$M/run/$name" ;;
reset-failed) exit ;;
esac
echo "$1 $name" >> "$M/log"
"""

CADDY = '#!/bin/sh\necho "caddy to $WEB" >> "$M/log"\n'

RUNUSER = r"""#!/bin/sh
case $* in
*data_directory*) echo "$M" ;;
*pg_database_size*) cat "$M/size" ;;
*) shift 3; echo "$1" >> "$M/log" ;;
esac
"""

MANAGE = r"""#!/bin/sh
release=$2
shift 2
copy=
if [ "$1" = --settings ]; then
    grep --quiet '^DATABASE_URL=postgres://.*powergrid_copy' "$2" && copy=' (copy)'
    shift 2
fi
echo "$release: $1$copy" >> "$M/log"
if [ -e "$M/says-$1" ]; then cat "$M/says-$1"; exit 1; fi
if [ "$1" = verify_games ]; then echo '2 games, 9 actions, 9 actions per second: all agree.'; fi
"""

PYTHON = r"""#!/bin/sh
mkdir -p "$3/bin"
echo '#!/bin/sh' > "$3/bin/python"
chmod +x "$3/bin/python"
"""
"""Makes an environment in which everything succeeds."""


class Web(BaseHTTPRequestHandler):
    """A web server of the release that was there when it was started; a file of that says how it fares."""

    machine: ClassVar["Machine"]

    def do_GET(self) -> None:
        name = next(name for name in (WEB_1, WEB_2) if self.machine.port(name) == self.connection.getsockname()[1])
        runs = self.machine.root / "run" / name
        fares = self.machine.home / "releases" / runs.read_text().strip() / f"answers-{name}"
        path, status, words = json.loads(fares.read_text()) if fares.exists() else ("", 200, "")
        self.send_response(status if path == self.path else 200)
        self.end_headers()
        self.wfile.write(words.encode())

    def log_message(self, *_: object) -> None:
        pass


class Machine:
    def __init__(self, root: Path) -> None:
        self.root, self.home = root, root / "opt/powergrid"
        self.site = Site(root, root / "clone", patience=0.3, steady=0.05)
        for folder in ("bin", "run", "clone/deploy", "etc/systemd/system", "etc/caddy", "usr/local/bin"):
            (root / folder).mkdir(parents=True)
        for name, text in (("systemctl", SYSTEMCTL), ("caddy", CADDY), ("runuser", RUNUSER)):
            self.program(name, text)
        (root / "clone/deploy/powergrid-manage").write_text(MANAGE)
        (root / "size").write_text("1000")
        listed = [{"unit": name, "active": state} for name, state in sorted(STATES.items())]
        (root / "units.json").write_text(json.dumps(listed))
        self.old, self.new = self.release("old"), self.release("new")
        self.site.link("current", self.old)
        for name in UNITS:
            (root / "run" / name).write_text("old")
        (root / "etc/powergrid.env").write_text(
            "# comment\nDATABASE_URL=postgres://powergrid@/powergrid?host=/run/postgresql\nSITE_URL=https://games.example\n"
        )

    def program(self, name: str, text: str) -> None:
        (self.root / "bin" / name).write_text(text)
        (self.root / "bin" / name).chmod(0o755)

    def release(self, name: str, *, begins: int = 3, knows: int = 3) -> Release:
        release = Release(self.site, name)
        for folder in (".venv/bin", "rules", "deploy/systemd"):
            (release.folder / folder).mkdir(parents=True, exist_ok=True)
        (release.folder / ".venv/bin/python").unlink(missing_ok=True)
        (release.folder / ".venv/bin/python").symlink_to(sys.executable)
        (release.folder / "rules/__init__.py").touch()
        (release.folder / "rules/versions.py").write_text(f"VERSION = {begins}\nNEWEST = {knows}\n")
        for file in ("systemd/powergrid-web@.service", "powergrid-manage", "Caddyfile", "down.html"):
            (release.folder / "deploy" / file).write_text(f"of {name}")
        (release.folder / "release.env").write_text(f"RELEASE={name}\n")
        return release

    def port(self, name: str) -> int:
        return int((self.root / f"port-{name}").read_text())

    def runs(self) -> dict[str, str]:
        """Which release each program is of."""
        return {file.name: file.read_text().strip() for file in (self.root / "run").iterdir()}

    def log(self) -> list[str]:
        log = self.root / "log"
        return log.read_text().splitlines() if log.exists() else []

    def restarted(self) -> list[str]:
        return [line.removeprefix("restart ") for line in self.log() if line.startswith("restart ")]

    def links(self) -> tuple[str | None, str | None]:
        current, previous = self.site.linked("current"), self.site.linked("previous")
        return current.name if current else None, previous.name if previous else None


@pytest.fixture
def machine(tmp_path: Path, monkeypatch) -> Iterator[Machine]:
    monkeypatch.setenv("M", str(tmp_path))
    monkeypatch.setenv("PATH", f"{tmp_path}/bin", prepend=os.pathsep)
    monkeypatch.setattr(releases, "LOOK_EVERY", 0.05)
    machine = Machine(tmp_path)
    handler = type("Of", (Web,), {"machine": machine})
    servers = [ThreadingHTTPServer(("127.0.0.1", 0), handler) for _ in range(2)]
    for name, server in zip((WEB_1, WEB_2), servers, strict=True):
        (tmp_path / f"port-{name}").write_text(str(server.server_port))
        Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()
    places = " ".join(f"127.0.0.1:{server.server_port}" for server in servers)
    (tmp_path / "etc/caddy/powergrid.env").write_text(f'SITE_HOST="games.example"\nWEB="{places}"\n')
    yield machine
    for server in servers:
        server.shutdown()
        server.server_close()


def upgrade(machine: Machine, name: str = "new", **wishes) -> None:
    releases.upgrade(machine.site, name, Wishes(**wishes))


def test_upgrade_tries_the_new_code_on_a_copy_and_then_starts_one_program_after_another(machine: Machine, capsys):
    one, other = (f"127.0.0.1:{machine.port(name)}" for name in (WEB_1, WEB_2))
    for name in ("zpost", "other"):
        (machine.new.folder / f"deploy/systemd/powergrid-{name}@.service").touch()
    upgrade(machine)
    assert machine.log() == [
        "old: back_up",
        *("dropdb", "createdb"),
        *("new: restore (copy)", "new: migrate (copy)", "new: createcachetable (copy)", "new: verify_games (copy)"),
        "dropdb",
        *("new: migrate", "new: createcachetable", "new: collectstatic", "new: draw_boards"),
        "daemon-reload daemon-reload",
        *(f"restart {name}" for name in (WORKER, POST, BEAT)),
        *(f"caddy to {other}", f"restart {WEB_1}", f"caddy to {one}", f"restart {WEB_2}", "reload caddy"),
    ]
    assert machine.runs() == dict.fromkeys(UNITS, "new")
    assert machine.links() == ("new", "old")
    assert (machine.root / "etc/systemd/system/powergrid-web@.service").read_text() == "of new"
    assert (machine.root / "usr/local/bin/powergrid-manage").stat().st_mode & 0o777 == 0o755
    said = capsys.readouterr().out
    assert "powergrid-other@.service is new, and nothing runs by it yet" in said
    assert "powergrid-zpost@.service is new" not in said
    assert "deploy/Caddyfile is not that of old" in said


BROKEN = {
    "a worker ends": (WORKER, None, "does not run"),
    "the scheduler ends": (BEAT, None, "does not run"),
    "a web server ends": (WEB_1, None, "not ready"),
    "it lacks files": (
        WEB_1,
        ["/readyz", 503, '{"missing": ["The static files are not collected."]}'],
        "not collected",
    ),
    "its pages break": (WEB_2, ["/", 500, ""], "it answers 500"),
    "it is another program": (WEB_2, ["/readyz", 404, "<p>"], "it answers 404"),
}


@pytest.mark.parametrize("name", BROKEN)
def test_release_that_is_broken_is_left_at_its_first_program_and_the_old_one_runs_again(machine: Machine, name: str):
    unit, answer, words = BROKEN[name]
    broken = machine.new.folder / (f"answers-{unit}" if answer else f"ends-{unit}")
    broken.write_text(json.dumps(answer))
    if unit == WEB_1 and not answer:
        (machine.new.folder / f"answers-{unit}").write_text(json.dumps(["/readyz", 502, ""]))
    with pytest.raises(Stopped, match=words) as stopped:
        upgrade(machine)
    assert "Release old runs again" in str(stopped.value)
    begun = UNITS[: UNITS.index(unit) + 1]
    assert machine.restarted() == [*begun, *begun[::-1]]
    assert machine.runs() == dict.fromkeys(UNITS, "old")
    assert machine.links() == ("old", None)
    assert (machine.root / "etc/systemd/system/powergrid-web@.service").read_text() == "of old"
    assert "caddy" not in "".join(machine.log()) or machine.log()[-1] == "reload caddy" or unit in (WORKER, BEAT)

    broken.unlink()
    (machine.new.folder / f"answers-{unit}").unlink(missing_ok=True)
    upgrade(machine)
    assert machine.runs() == dict.fromkeys(UNITS, "new")


@pytest.mark.parametrize("failure", [KeyboardInterrupt(), OSError(28, "No space left on device")])
def test_old_release_runs_again_if_the_operator_breaks_off_or_the_disk_is_full(
    machine: Machine, monkeypatch, failure
):
    started = releases._start_web

    def fail(site: Site, unit: releases.Unit) -> None:
        started(site, unit)
        if machine.links()[0] == "new":
            raise failure

    monkeypatch.setattr(releases, "_start_web", fail)
    with pytest.raises(Stopped, match=r"You broke it off|No space left on device"):
        upgrade(machine)
    assert machine.runs() == dict.fromkeys(UNITS, "old")
    assert machine.links() == ("old", None)


def test_upgrade_that_was_killed_can_be_done_again_and_gone_back_from(machine: Machine):
    machine.site.link("previous", machine.old)
    machine.site.link("current", machine.new)
    (machine.root / "run" / WORKER).write_text("new")
    upgrade(machine)
    assert machine.runs() == dict.fromkeys(UNITS, "new")
    assert machine.links() == ("new", "old")


def test_release_that_replays_a_game_differently_is_refused_unless_the_operator_names_the_game(machine: Machine):
    (machine.root / "says-verify_games").write_text(
        "Game 17, action 3: it leads to another position than before: the digest differs.\n"
        "Game 4: its setup cannot be read.\n2 games, 9 actions, 9 actions per second: 2 differ.\n"
    )
    for despite, named in ((frozenset(), r"2 games \(4 17\)"), (frozenset({17}), "game 4")):
        with pytest.raises(Stopped, match=rf"new, {named} would .* Nothing was changed.* --despite 4 17\."):
            upgrade(machine, despite=despite)
    assert machine.restarted() == []
    assert machine.log()[-1] == "dropdb"
    assert not [line for line in machine.log() if line == "new: migrate"]
    assert machine.links() == ("old", None)
    upgrade(machine, despite=frozenset({4, 17}))
    assert machine.links() == ("new", "old")


def test_replay_that_ends_before_it_has_reached_every_game_is_no_proof_of_the_others(machine: Machine):
    (machine.root / "says-verify_games").write_text("Game 17: its setup cannot be read.\nKilled\n")
    with pytest.raises(Stopped, match=r"verify_games did not come to its end\. All programs run as before"):
        upgrade(machine, despite=frozenset({17}))
    assert machine.links() == ("old", None)


@pytest.mark.parametrize("command", ["back_up", "restore", "migrate", "collectstatic", "verify_games"])
def test_command_that_fails_before_any_program_was_started_anew_ends_it_there(machine: Machine, command: str):
    (machine.root / f"says-{command}").write_text("Something went wrong.\n")
    with pytest.raises(Stopped, match="All programs run as before"):
        upgrade(machine)
    assert machine.restarted() == []
    assert machine.log().count("dropdb") in (0, 2)
    assert machine.links() == ("old", None)


def test_way_back_has_the_opposite_order_and_changes_no_database(machine: Machine):
    upgrade(machine)
    (machine.root / "log").unlink()
    releases.back(machine.site, Wishes())
    assert machine.restarted() == UNITS[::-1]
    assert not [line for line in machine.log() if ":" in line and "caddy" not in line]
    assert machine.links() == ("old", "old")
    with pytest.raises(Stopped, match=r"no release before .* Made here: new, old\."):
        releases.back(machine.site, Wishes())
    upgrade(machine)
    assert machine.links() == ("new", "old")


def test_way_back_that_fails_can_be_gone_on_with(machine: Machine):
    upgrade(machine)
    broken = machine.old.folder / f"ends-{BEAT}"
    broken.touch()
    with pytest.raises(Stopped, match=r"powergrid-beat.service does not run.* restart has all of them run old"):
        releases.back(machine.site, Wishes())
    broken.unlink()
    releases.restart(machine.site)
    assert machine.runs() == dict.fromkeys(UNITS, "old")


def test_way_back_across_a_version_of_the_rules_is_refused_while_games_run_by_it(machine: Machine, capsys):
    machine.release("new", begins=3, knows=4)
    upgrade(machine)
    (machine.root / "says-verify_games").write_text("Game 5 began by version 4 of the rules.\n")
    (machine.root / "log").unlink()
    for go in (lambda: releases.back(machine.site, Wishes()), lambda: upgrade(machine, "old")):
        with pytest.raises(Stopped, match=r"old is too old to play game 5\. Nothing was changed"):
            go()
    assert machine.log() == ["new: verify_games", "new: verify_games"]
    assert "old knows the rules up to version 3" in capsys.readouterr().out
    releases.back(machine.site, Wishes(frozenset({5})))
    assert machine.runs() == dict.fromkeys(UNITS, "old")


def test_way_back_across_a_version_of_the_rules_is_free_while_no_game_runs_by_it(machine: Machine):
    machine.release("new", begins=3, knows=4)
    upgrade(machine)
    releases.back(machine.site, Wishes())
    assert machine.runs() == dict.fromkeys(UNITS, "old")


def test_broken_release_stays_if_a_game_has_begun_that_the_old_one_cannot_play(machine: Machine):
    machine.release("new", begins=4, knows=4)
    (machine.new.folder / f"answers-{WEB_2}").write_text(json.dumps(["/", 500, ""]))
    (machine.root / "says-verify_games").write_text("Game 5, action 2: …\n1 games, 2 actions: 1 differ.\n")
    with pytest.raises(Stopped, match=r"answers 500.*Going back to old failed: old is too old to play game 5"):
        upgrade(machine, despite=frozenset({5}))
    assert machine.runs() == dict.fromkeys(UNITS, "new")


def test_programs_stop_for_a_release_that_begins_games_which_the_old_one_cannot_play(machine: Machine, capsys):
    machine.release("new", begins=4, knows=4)
    upgrade(machine)
    stopped = [f"stop {name}" for name in UNITS]
    at = machine.log().index(stopped[0])
    assert machine.log()[at : at + len(UNITS)] == stopped
    assert machine.log().index(f"restart {WORKER}") > at
    assert machine.runs() == dict.fromkeys(UNITS, "new")
    assert "so all programs stop for a moment" in capsys.readouterr().out


def test_machine_beside_the_first_leaves_the_database_alone(machine: Machine):
    upgrade(machine, only_programs=True)
    assert [line for line in machine.log() if ":" in line and "caddy" not in line] == [
        "new: collectstatic",
        "new: draw_boards",
    ]
    assert machine.runs() == dict.fromkeys(UNITS, "new")


def test_database_of_another_machine_is_copied_to_where_the_operator_says(machine: Machine):
    (machine.root / "etc/powergrid.env").write_text("DATABASE_URL=postgres://me:secret@10.0.0.5/powergrid\n")
    with pytest.raises(Stopped, match=r"--copy postgres://.*Nothing was changed") as stopped:
        upgrade(machine)
    assert "secret" not in str(stopped.value)
    assert machine.restarted() == []
    upgrade(machine, copy="postgres://me:secret@10.0.0.6/powergrid_copy")
    assert "new: verify_games (copy)" in machine.log()
    assert "createdb" not in machine.log()


def test_copy_that_could_fill_the_disk_is_not_made(machine: Machine):
    (machine.root / "size").write_text(str(shutil.disk_usage(machine.root).free))
    with pytest.raises(Stopped, match="could fill the disk"):
        upgrade(machine)
    assert "createdb" not in machine.log()


def test_web_server_is_asked_where_it_listens_and_without_caddy_nobody_is_told(machine: Machine):
    (machine.root / "etc/caddy/powergrid.env").unlink()
    with (machine.root / "etc/powergrid.env").open("a") as file:
        file.write("GRANIAN_HOST='0.0.0.0'\n")
    releases.restart(machine.site)
    assert machine.restarted() == UNITS
    assert "caddy" not in "".join(machine.log())
    with (machine.root / "etc/powergrid.env").open("a") as file:
        file.write("GRANIAN_HOST=127.0.0.77\n")  # where nobody listens
    with pytest.raises(Stopped, match="does not answer"):
        releases.restart(machine.site)


def test_old_releases_are_removed_and_those_of_both_links_stay(machine: Machine):
    upgrade(machine)
    machine.release("older")
    (machine.home / "releases/half").mkdir()
    releases.remove(machine.site)
    assert sorted(folder.name for folder in (machine.home / "releases").iterdir()) == ["new", "old"]


def test_second_operator_is_kept_out(machine: Machine):
    with (machine.home / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        with pytest.raises(Stopped, match="Somebody else"), machine.site.alone():
            pass
    with machine.site.alone():
        pass


@pytest.mark.parametrize("name", ["nothing", "../releases/new", "..", "half"])
def test_release_that_is_not_there_is_refused_with_those_that_are(machine: Machine, name: str):
    (machine.home / "releases/half").mkdir()
    with pytest.raises(Stopped, match=r"There is no release .*Made here: new, old\."):
        upgrade(machine, name)
    assert machine.log() == []


def test_site_that_does_not_run_is_not_upgraded(machine: Machine):
    (machine.root / "units.json").write_text("[]")
    with pytest.raises(Stopped, match="systemctl start"):
        upgrade(machine)
    (machine.home / "current").unlink()
    with pytest.raises(Stopped, match="First install the site"):
        upgrade(machine)


@pytest.fixture
def clone(machine: Machine) -> Path:
    """A clone with one commit, and a Python that makes environments in which everything succeeds."""
    clone = machine.root / "clone"
    (clone / "requirements").mkdir()
    (clone / "requirements/base.txt").touch()
    git = ["git", "-C", str(clone), "-c", "user.name=Olga", "-c", "user.email=olga@example.com"]
    for words in (["init", "--quiet"], ["add", "--all"], ["commit", "--quiet", "--message", "Begin"]):
        subprocess.run([*git, *words], check=True)
    machine.program("python3", PYTHON)
    return clone


def test_release_is_what_is_committed_and_whole_once_all_is_there(machine: Machine, clone: Path, capsys):
    (clone / "not committed").touch()
    machine.program("python3", "#!/bin/sh\nexit 3\n")
    with pytest.raises(Stopped, match=r"python3 -m venv .* failed with status 3"):
        releases.make(machine.site)
    assert len(machine.site.made()) == 2
    (half,) = {folder.name for folder in (machine.home / "releases").iterdir()} - {"old", "new"}
    (machine.home / "releases" / half / "leftover").touch()

    machine.program("python3", PYTHON)
    release = releases.make(machine.site)
    assert release.name == half
    assert (release.folder / "release.env").read_text() == f"RELEASE={half}\n"
    assert {"deploy", "requirements", ".venv", "release.env"} == {path.name for path in release.folder.iterdir()}
    assert "not committed" in capsys.readouterr().out
    assert releases.make(machine.site) == release
    assert "is made already" in capsys.readouterr().out


def test_folder_that_is_no_clone_makes_no_release(machine: Machine):
    with pytest.raises(Stopped, match="is no clone of the project"):
        releases.make(machine.site)


@pytest.mark.parametrize(
    ("words", "answer"),
    [
        ([], "the following arguments are required"),
        (["sideways"], "invalid choice: 'sideways'"),
        (["upgrade", "--despite", "all"], "invalid int value: 'all'"),
        (["upgrade", "one", "two"], "unrecognized arguments: two"),
        (["back", "--copy", "x"], "unrecognized arguments: --copy x"),
    ],
)
def test_arguments_that_make_no_sense_get_an_answer(monkeypatch, capsys, words: list[str], answer: str):
    monkeypatch.setattr(sys, "argv", ["releases.py", *words])
    with pytest.raises(SystemExit) as ended:
        releases.main()
    assert ended.value.code == 2
    assert answer in capsys.readouterr().err


def test_nobody_but_root_changes_releases(monkeypatch):
    monkeypatch.setattr(sys, "argv", ["releases.py", "back"])
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    with pytest.raises(SystemExit, match="as root"):
        releases.main()


def test_script_does_for_a_release_what_the_site_says_it_needs():
    assert releases.ONCE == processes.RELEASE
    assert releases.EACH_MACHINE == processes.EACH_MACHINE


def test_script_needs_nothing_but_python():
    done = subprocess.run(
        ["/usr/bin/python3", "-I", ROOT / "deploy/releases.py", "--help"], capture_output=True, text=True, check=True
    )
    assert "upgrade" in done.stdout
