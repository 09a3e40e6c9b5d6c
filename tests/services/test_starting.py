"""What a program says that cannot start: one line, once, and with a code by which nobody starts it anew."""

import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

from powergrid import processes
from tests.services import postgresql, redis
from tests.services.sites import ROOT

ALL = [processes.WEB, processes.WORKER, processes.SCHEDULER, ("django", "migrate", "--skip-checks")]


def said_by_each(folder: Path, **changes: str) -> list[tuple[int, list[str]]]:
    """Start all programs of a site in earnest at once; return how each ended, and what it said."""
    environment = {
        "PATH": os.environ["PATH"],
        "DJANGO_SETTINGS_MODULE": "powergrid.settings",
        "GRANIAN_PORT": str(redis.free_port()),
        "VAR_DIR": str(folder),
        "SECRET_KEY": "forty different characters and some more: 0123456789",
        "ALLOWED_HOSTS": "games.example",
        "DATABASE_URL": "postgres://powergrid@/powergrid?host=/nowhere",
        "BROKER_URL": f"redis://127.0.0.1:{redis.free_port()}/0",
        "EMAIL_URL": "smtp://mail.example",
        "PYTHONWARNINGS": "ignore:::celery.platforms",  # Celery does not like to be run as root
        **changes,
    }
    commands = [
        [sys.executable, "manage.py", *words] if program == "django" else [sys.executable, "-m", program, *words]
        for program, *words in ALL
    ]
    pipes: dict[str, Any] = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT, "start_new_session": True}
    started = [subprocess.Popen(each, cwd=ROOT, env=environment, text=True, **pipes) for each in commands]
    try:
        said = [process.communicate(timeout=60)[0].splitlines() for process in started]
    finally:
        for process in started:
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)
    return [(process.returncode, lines) for process, lines in zip(started, said, strict=True)]


def test_a_variable_that_is_missing_is_said_in_one_line(tmp_path: Path):
    for code, lines in said_by_each(tmp_path, SECRET_KEY=""):
        assert (code, lines) == (os.EX_CONFIG, ['Environment variable "SECRET_KEY" not set'])


def test_a_wrong_password_is_said_in_one_line(tmp_path: Path):
    with postgresql.database() as database:
        database.stop()
        (database.folder / "data" / "pg_hba.conf").write_text("local all all scram-sha-256\n")
        database.start()
        address = f"postgres://powergrid:wrong@/postgres?host={database.folder}"
        ended = said_by_each(tmp_path, DATABASE_URL=address)
    for code, lines in ended:
        assert (code, len(lines)) == (os.EX_CONFIG, 1), lines
        assert "The database refuses this program: password authentication failed for user" in lines[0]
        assert "Check DATABASE_URL" in lines[0]
        assert "wrong" not in lines[0]
