"""A small stand-in for systemd, for a machine or a container where it does not run.

It reads the unit files and does of them what decides whether a site works: which program runs as whom, where, with
which environment and files, what is done before it, how it is ended, and when it is started anew. What locks a
program in (``ProtectSystem`` and the like) it leaves out, and timers it only notes. ``systemctl`` and
``systemd-run`` on the path of the operator's shell are :func:`main`; the first asks the :class:`Manager` over a
socket.
"""

import json
import os
import pwd
import re
import shlex
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time
from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from fnmatch import fnmatch
from pathlib import Path

FOLDERS = (Path("/etc/systemd/system"), Path("/lib/systemd/system"))
SOCKET = "OPERATIONS_SYSTEMD"
"""The variable that says where the manager listens."""

PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin"
START_DEADLINE = 90
STOP_DEADLINE = 90.0

Options = dict[str, list[str]]


class Failed(Exception):
    """Says what systemd would have said."""


@dataclass
class Unit:
    """A unit as its file, and what is added to it, describe it."""

    name: str
    options: Options

    @property
    def instance(self) -> str:
        return self.name.partition("@")[2].rpartition(".")[0]

    def one(self, option: str, default: str = "") -> str:
        return self.options.get(option, [default])[-1]

    def commands(self, option: str) -> Iterator[tuple[bool, list[str]]]:
        """Programs with their arguments, and whether it matters if they fail."""
        for line in self.options.get(option, []):
            words = [word.replace("$$", "$") for word in shlex.split(self.filled_in(line))]
            yield not words[0].startswith("-"), [words[0].lstrip("-+!@"), *words[1:]]

    def filled_in(self, text: str) -> str:
        known = {"i": self.instance, "I": self.instance, "H": socket.gethostname(), "n": self.name, "%": "%"}
        return re.sub(r"%(.)", lambda match: known[match[1]], text)

    def seconds(self, option: str, default: float) -> float:
        text = self.one(option)
        if not text:
            return default
        number, unit = re.fullmatch(r"(\d+)(s|min|h|)", text).groups()  # type: ignore[union-attr]
        return float(number) * {"s": 1, "": 1, "min": 60, "h": 3600}[unit]


def read(name: str) -> Unit:
    """Read a unit with all that is added to it (``….d/*.conf``).

    :raises Failed: there is none of that name.
    """
    template = re.sub(r"@.+\.", "@.", name)
    files = [folder / known for folder in FOLDERS for known in dict.fromkeys([name, template])]
    found = next((file for file in files if file.exists()), None)
    if found is None:
        raise Failed(f"Unit {name} could not be found.")
    added = {file.name: file for folder in FOLDERS for file in folder.glob(f"{template}.d/*.conf")}
    options: Options = defaultdict(list)
    for file in [found, *(added[key] for key in sorted(added))]:
        for line in file.read_text().replace("\\\n", " ").splitlines():
            option, is_one, value = line.strip().partition("=")
            if not is_one or option.startswith(("#", ";")):
                continue
            if value:
                options[option].append(value)
            else:
                options.pop(option, None)
    return Unit(name, options)


def environment_of(unit: Unit) -> dict[str, str]:
    """What a program of a unit finds in its environment; what files say counts more than what the unit says.

    :raises Failed: a file is missing that has to be there.
    """
    account = pwd.getpwnam(unit.one("User", "root"))
    environment = {"PATH": PATH, "LANG": "C.UTF-8", "HOME": account.pw_dir, "USER": account.pw_name}
    for line in unit.options.get("Environment", []):
        environment.update(_pair(pair) for pair in shlex.split(unit.filled_in(line)))
    for name in unit.options.get("EnvironmentFile", []):
        file = Path(unit.filled_in(name).lstrip("-"))
        if file.exists():
            environment.update(variables(file.read_text()))
        elif not name.startswith("-"):
            raise Failed(f"{unit.name}: {file} is missing.")
    return environment


def _pair(text: str) -> tuple[str, str]:
    name, _, value = text.partition("=")
    return name, value


def variables(text: str) -> Iterator[tuple[str, str]]:
    """What a file of environment variables says; spaces within a value need no quotes."""
    for line in text.splitlines():
        name, is_one, value = line.strip().partition("=")
        if is_one and not name.startswith(("#", ";")):
            is_quoted = value[:1] in {"'", '"'} and value[:1] == value[-1:]
            yield name, value[1:-1] if is_quoted else value


def as_user(unit: Unit) -> list[str]:
    """What makes a program one of the user of a unit."""
    user = unit.one("User", "root")
    if user == "root":
        return []
    group = unit.one("Group") or str(pwd.getpwnam(user).pw_gid)
    raised = [name.removeprefix("CAP_").lower() for name in unit.one("AmbientCapabilities").split()]
    rights = (
        [f"--{kind}-caps={','.join(f'+{name}' for name in raised)}" for kind in ("inh", "ambient")] if raised else []
    )
    return ["setpriv", f"--reuid={user}", f"--regid={group}", "--init-groups", *rights, "--"]


@dataclass
class Service:
    """A unit that runs, or could."""

    unit: Unit
    log: Path
    process: subprocess.Popen[bytes] | None = None
    is_wanted: bool = False
    restarts: int = 0
    started: list[float] = field(default_factory=list)
    lock: threading.RLock = field(default_factory=threading.RLock)
    """Held by whoever starts or ends it."""

    def start(self) -> None:
        """Do what is to be done before it, start it, and wait until it says that it is ready, if it does that."""
        unit = self.unit
        self._make_folders()
        for matters, command in unit.commands("ExecStartPre"):
            if self._run(command) and matters:
                raise Failed(f"{unit.name}: {shlex.join(command)} failed.\n{self.end_of_log()}")
        match unit.one("Type", "simple"):
            case "oneshot" | "forking":
                for option in ("ExecStart", "ExecStartPost"):
                    for matters, command in unit.commands(option):
                        if self._run(command) and matters:
                            raise Failed(f"{unit.name}: {shlex.join(command)} failed.\n{self.end_of_log()}")
            case "notify":
                with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as ears:
                    place = self.log.with_suffix(".notify")
                    place.unlink(missing_ok=True)
                    ears.bind(str(place))
                    place.chmod(0o666)
                    ears.settimeout(START_DEADLINE)
                    self._launch({"NOTIFY_SOCKET": str(place)})
                    with suppress(TimeoutError):
                        while b"READY=1" not in ears.recv(4096):
                            pass
            case _:
                self._launch({})
        self.is_wanted = True

    def stop(self) -> None:
        """End it as its unit says, and whatever it has started."""
        self.is_wanted = False
        for _, command in self.unit.commands("ExecStop"):
            self._run(command)
        process, self.process = self.process, None
        if process is None:
            return
        with suppress(ProcessLookupError):
            if self.unit.one("KillMode") == "mixed":
                process.terminate()
            else:
                os.killpg(process.pid, signal.SIGTERM)
        with suppress(subprocess.TimeoutExpired):
            process.wait(self.unit.seconds("TimeoutStopSec", STOP_DEADLINE) or STOP_DEADLINE)
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()

    def kill(self) -> None:
        """End it and its children as the system does when memory runs out: at once."""
        assert self.process is not None
        os.killpg(self.process.pid, signal.SIGKILL)

    def reload(self) -> None:
        for _, command in self.unit.commands("ExecReload"):
            pid = str(self.process.pid) if self.process else ""
            if self._run([word.replace("$MAINPID", pid) for word in command]):
                raise Failed(f"{self.unit.name}: could not be reloaded.\n{self.end_of_log()}")

    def has_died(self) -> bool:
        """Whether it has ended without being told to; then nothing that it started may stay behind."""
        if not self.is_wanted or self.process is None or self.process.poll() is None:
            return False
        with suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        is_final = str(self.process.returncode) in self.unit.one("RestartPreventExitStatus").split()
        return self.unit.one("Restart", "no") in {"always", "on-failure"} and not is_final

    def end_of_log(self) -> str:
        return self.log.read_text()[-2000:] if self.log.exists() else ""

    @property
    def state(self) -> str:
        """In one word of systemd."""
        if self.process is None:
            return "inactive"
        if self.process.poll() is None:
            return "active"
        return "activating" if self.has_died() else "failed"

    def properties(self) -> dict[str, str]:
        unit = self.unit
        told = [unit.filled_in(line) for line in unit.options.get("Environment", [])]
        pid = self.process.pid if self.process and self.state == "active" else 0
        return {
            "Type": unit.one("Type", "simple"),
            "ActiveState": self.state,
            "MainPID": str(pid),
            "Environment": " ".join(told),
        }

    def _launch(self, more: dict[str, str]) -> None:
        ((_, command),) = self.unit.commands("ExecStart")
        self.process = self._begin(command, more)
        self.started.append(time.time())

    def _run(self, command: Sequence[str]) -> int:
        return self._begin(command, {}).wait()

    def _begin(self, command: Sequence[str], more: dict[str, str]) -> subprocess.Popen[bytes]:
        unit = self.unit
        with self.log.open("ab") as log:
            return subprocess.Popen(
                [*as_user(unit), *command],
                cwd=unit.one("WorkingDirectory", "/"),
                env={**environment_of(unit), **more},
                umask=int(unit.one("UMask", "0022"), 8),
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )

    def _make_folders(self) -> None:
        for option, parent in (("StateDirectory", "/var/lib"), ("RuntimeDirectory", "/run")):
            for name in self.unit.one(option).split():
                folder = Path(parent, name)
                folder.mkdir(parents=True, exist_ok=True)
                shutil.chown(
                    folder, self.unit.one("User", "root"), pwd.getpwnam(self.unit.one("User", "root")).pw_gid
                )


class Manager(threading.Thread):
    """Starts, ends and watches over services, as it is asked to over a socket."""

    def __init__(self, folder: Path) -> None:
        super().__init__(daemon=True)
        self.folder = folder
        self.place = folder / "systemd"
        self.services: dict[str, Service] = {}
        self.lock = threading.RLock()
        self.is_over = threading.Event()
        self.ears = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.ears.bind(str(self.place))
        self.ears.listen()
        self.watch = threading.Thread(target=self._look_after, daemon=True)

    def run(self) -> None:
        self.watch.start()
        while not self.is_over.is_set():
            line, _ = self.ears.accept()
            threading.Thread(target=self._answer, args=(line,), daemon=True).start()

    def _answer(self, line: socket.socket) -> None:
        with line, line.makefile("rw") as words:
            try:
                said, status = self.do(json.loads(words.readline())), 0
            except Failed as failure:
                said, status = str(failure), 1
            words.write(json.dumps([said, status]))

    def do(self, words: Sequence[str]) -> str:
        """What ``systemctl`` was asked."""
        verb, names = words[0], [word for word in words[1:] if not word.startswith("-")]
        if verb in {"daemon-reload", "reset-failed"} or (verb in {"enable", "disable"} and "--now" not in words):
            return ""
        if verb == "list-units":
            known = {name: service for name, service in self.services.items() if fnmatch(name, names[0])}
            return json.dumps([{"unit": name, "active": service.state} for name, service in known.items()])
        if verb == "show":
            (asked,) = [word.removeprefix("--property=") for word in words if word.startswith("--property=")]
            told = self._service(names[0]).properties()
            return "\n".join(f"{name}={told[name]}" for name in asked.split(","))
        for name in [known for given in names for known in _names(given)]:
            if name.endswith(".timer"):
                read(name)
                continue
            service = self._service(name)
            with service.lock:
                self._do(verb, service)
        return ""

    def _do(self, verb: str, service: Service) -> None:
        match verb:
            case "start" | "enable":
                if not service.is_wanted or service.unit.one("Type") == "oneshot":
                    service.start()
            case "stop" | "disable":
                service.stop()
            case "restart":
                service.stop()
                service.start()
            case "reload":
                service.reload()
            case "kill":
                service.kill()
            case "is-active":
                if service.process is None or service.process.poll() is not None:
                    raise Failed("inactive")
            case _:
                raise Failed(f"{verb} is more than this stand-in knows.")

    def close(self) -> None:
        self.is_over.set()
        for service in reversed(list(self.services.values())):
            service.stop()

    def _service(self, name: str) -> Service:
        """A service by its files as they are now; what runs goes on as it was started."""
        with self.lock:
            unit = read(name)
            service = self.services.setdefault(name, Service(unit, self.folder / f"{name}.log"))
            service.unit = unit
            return service

    def _look_after(self) -> None:
        while not self.is_over.wait(0.2):
            for service in list(self.services.values()):
                if service.has_died():
                    time.sleep(service.unit.seconds("RestartSec", 0.1))
                    with service.lock, suppress(Failed):  # then it is tried again
                        if service.has_died():  # or else somebody has ended it or started it anew meanwhile
                            service.restarts += 1
                            service.start()


def _names(name: str) -> list[str]:
    """The units that are meant; of PostgreSQL one for each cluster, as Debian's generator makes them."""
    full = name if re.search(r"\.(service|timer)\Z", name) else f"{name}.service"
    if full != "postgresql.service":
        return [full]
    return [
        f"postgresql@{file.parent.parent.name}-{file.parent.name}.service"
        for file in Path("/etc/postgresql").glob("*/*/postgresql.conf")
    ]


def systemctl(words: Sequence[str]) -> int:
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as line:
        line.connect(os.environ[SOCKET])
        with line.makefile("rw") as stream:
            stream.write(json.dumps(words) + "\n")
            stream.flush()
            said, status = json.loads(stream.readline())
    if said:
        print(said, file=sys.stderr if status else sys.stdout)
    return int(status)


def systemd_run(words: Sequence[str]) -> int:
    """Run a command as a unit of its own would be, and wait for it; refuse what is not understood."""
    options: Options = defaultdict(list)
    words = list(words)
    while words and words[0].startswith("--"):
        name, _, value = words.pop(0).removeprefix("--").partition("=")
        match name:
            case "quiet" | "wait" | "collect" | "pty" | "pipe":
                pass
            case "uid":
                options["User"].append(value)
            case "working-directory":
                options["WorkingDirectory"].append(value)
            case "setenv":
                options["Environment"].append(shlex.quote(value))
            case "property":
                option, _, said = value.partition("=")
                options[option].append(said)
            case _:
                sys.exit(f"systemd-run: --{name} is more than this stand-in knows.")
    unit = Unit("run.service", options)
    environment = environment_of(unit)
    os.chdir(unit.one("WorkingDirectory", "/"))
    os.umask(int(unit.one("UMask", "0022"), 8))
    command = [*as_user(unit), *words]
    os.execvpe(command[0], command, environment)


def install(folder: Path) -> None:
    """Put both programs into a folder."""
    for name in ("systemctl", "systemd-run"):
        program = folder / name
        root = Path(__file__).parents[2]
        program.write_text(
            f'#!/bin/sh\nPYTHONPATH={root} exec {sys.executable} -P -m tests.operations.units {name} "$@"\n'
        )
        program.chmod(0o755)


def main() -> None:
    name, *words = sys.argv[1:]
    sys.exit({"systemctl": systemctl, "systemd-run": systemd_run}[name](words))


if __name__ == "__main__":
    main()
