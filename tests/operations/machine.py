"""A machine for a day: folders, network and processes of its own, of which nothing is left behind.

What is written to the folders of the system goes to a layer on top of them, which only this process and its children
see.
"""

import json
import os
import pty
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from tests.operations.units import PATH, SOCKET, Manager, install
from tests.services.sites import ROOT

LAYERED = ("/etc", "/opt", "/usr/local", "/var")
"""Where the commands of the page write to."""

HOST = "games.localhost"
"""In the place of games.example. For this one, Caddy makes a certificate by itself."""

STATE_MB = 800
"""Room for ``/var/lib/powergrid``, and as much for PostgreSQL: so little that it can be filled."""


class Machine:
    """The operator's shell, and what answers for systemd in it."""

    def __init__(self, folder: Path, answers: Mapping[str, str], wheels: Path) -> None:
        self.folder = folder
        self.programs = folder / "bin"
        self.programs.mkdir()
        install(self.programs)
        editor = self.programs / "editor"
        editor.write_text(f'#!/bin/sh\nPYTHONPATH={ROOT} exec {sys.executable} -P -m tests.operations.editor "$1"\n')
        editor.chmod(0o755)
        settings = folder / "apt.conf"
        settings.write_text('APT::Get::Upgrade "false"; APT::Get::Download "false";\n')
        self.manager = Manager(folder)
        self.manager.start()
        self.environment = {
            "PATH": f"{self.programs}:{PATH}:/sbin:/bin",
            "HOME": "/root",
            "LANG": "C.UTF-8",
            "OPERATIONS_ANSWERS": json.dumps(answers),
            SOCKET: str(self.manager.place),
            # Its network leads nowhere: what pip would fetch lies here, and what apt-get would is installed already.
            "PIP_NO_INDEX": "1",
            "PIP_FIND_LINKS": str(wheels),
            "APT_CONFIG": str(settings),
        }
        self.log = folder / "shell.log"

    def do(
        self, commands: str, source: Path, replies: Mapping[str, str] | None = None, *, fails: bool = False
    ) -> str:
        """Have a shell do commands of the page, to the first that fails, with replies to what they ask.

        :param source: the clone of the project in which they are done.
        :param fails: whether one has to fail.
        :raises SystemExit: one failed, or none did where one has to.
        """
        commands = commands.replace("games.example", HOST)
        with self.log.open("a") as log:
            log.write(f"{commands}\n")
        said, status = self._in_a_terminal(["bash", "-euc", commands], source, dict(replies or {}))
        with self.log.open("a") as log:
            log.write(f"{said}\n")
        if bool(status) != fails:
            sys.exit(f"{commands}\n{said}\nThis ended with status {status}.")
        return said

    def _in_a_terminal(self, command: list[str], source: Path, replies: dict[str, str]) -> tuple[str, int]:
        pid, terminal = pty.fork()
        if pid == 0:
            os.chdir(source)
            os.execvpe(command[0], command, self.environment)
        said = pending = ""
        while True:
            try:
                part = os.read(terminal, 4096).decode(errors="replace")
            except OSError:  # all who could write to it have ended
                break
            said, pending = said + part, pending + part
            for question in [known for known in replies if known in pending]:
                pending = ""
                os.write(terminal, f"{replies.pop(question)}\n".encode())
        os.close(terminal)
        return said.replace("\r\n", "\n"), os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])

    def ask(self, question: str) -> str:
        """Ask the database of the site, as its user."""
        command = [
            "runuser",
            "-u",
            "powergrid",
            "--",
            "psql",
            "--no-psqlrc",
            "--csv",
            "--tuples-only",
            "-c",
            question,
        ]
        return subprocess.run(command, cwd="/", stdout=subprocess.PIPE, text=True, check=True).stdout

    def systemctl(self, *words: str) -> None:
        self.manager.do(words)

    def restarts(self, unit: str) -> int:
        return self.manager.services[f"{unit}.service"].restarts

    def memory(self) -> int:
        """What the programs of the site hold together, in MB: what they share counts once."""
        total = 0
        for name, service in self.manager.services.items():
            if name.startswith("powergrid-") and service.process and service.process.poll() is None:
                for pid in _with_children(service.process.pid):
                    rollup = Path(f"/proc/{pid}/smaps_rollup").read_text()
                    total += next(int(line.split()[1]) for line in rollup.splitlines() if line.startswith("Pss:"))
        return total >> 10


def _with_children(pid: int) -> Iterator[int]:
    yield pid
    for task in Path(f"/proc/{pid}/task").iterdir():
        for child in (task / "children").read_text().split():
            yield from _with_children(int(child))


@contextmanager
def full(folder: str) -> Iterator[None]:
    """Leave no room where a folder is."""
    filler = Path(folder) / "filler"
    with filler.open("wb") as file:
        try:
            while True:
                os.write(file.fileno(), bytes(1 << 16))
        except OSError:
            pass
    try:
        yield
    finally:
        filler.unlink()


def set_apart(folder: Path) -> None:
    """Give this process the folders of a machine that has PostgreSQL, Redis and Caddy, and nothing running yet."""
    for layered in LAYERED:
        upper, work = folder / "layers" / layered[1:] / "upper", folder / "layers" / layered[1:] / "work"
        upper.mkdir(parents=True)
        work.mkdir()
        _mount("overlay", layered, f"lowerdir={layered},upperdir={upper},workdir={work}")
    _mount("tmpfs", "/run", "mode=755")
    for name in ("lock", "postgresql"):
        Path("/run", name).mkdir()
    shutil.chown("/run/postgresql", "postgres", "postgres")
    data = Path("/var/lib/postgresql")
    kept = folder / "postgresql"
    subprocess.run(["cp", "--archive", str(data), str(kept)], check=True)
    _mount("tmpfs", str(data), f"size={STATE_MB}m,mode=755")
    subprocess.run(["cp", "--archive", f"{kept}/.", str(data)], check=True)
    state = Path("/var/lib/powergrid")
    state.mkdir()
    _mount("tmpfs", str(state), f"size={STATE_MB}m,mode=755")
    subprocess.run(["ip", "link", "set", "lo", "up"], check=True)


def _mount(kind: str, place: str, options: str) -> None:
    subprocess.run(["mount", "-t", kind, "-o", options, kind, place], check=True)
