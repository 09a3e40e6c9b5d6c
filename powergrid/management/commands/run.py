"""``make run``: the whole site on one machine."""

import errno
import socket
import sys
from typing import Any

from django.conf import settings
from django.core.management import BaseCommand, CommandError, call_command
from django.db import connections

from powergrid.processes import SCHEDULER, SENDER, THINKER, WEB, WORKER, Program, run

HOST = "127.0.0.1"


class Command(BaseCommand):
    help = "Prepare the database, then run web, workers and scheduler together until Ctrl-C."

    def handle(self, *args: Any, **options: Any) -> None:
        insist_on_free_port(settings.PORT)
        call_command("migrate", verbosity=0)
        call_command("createcachetable", verbosity=0)
        call_command("demo")
        connections.close_all()
        self.stdout.write(f"Power Grid is at {settings.SITE_URL} (Ctrl-C stops it)")
        self.stdout.flush()  # into a file or a pipe, it would be written when the site stops
        obituary = run(programs(settings.PORT))
        if obituary is not None:
            raise CommandError(obituary)
        self.stdout.write("Stopped.")


def insist_on_free_port(port: int) -> None:
    """Say why the web server could not start, before anything else is done."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((HOST, port))
        except OSError as error:
            reason = "is in use" if error.errno == errno.EADDRINUSE else "cannot be used"
            raise CommandError(f"Port {port} {reason}. Choose another: make run PORT={port + 1}") from error


def programs(port: int) -> list[Program]:
    """The programs of a public site, each with as little as one machine needs."""
    python = sys.executable
    *granian, application = WEB
    few = ["--host", HOST, "--port", str(port), "--workers", "1", "--log-level", "warning"]
    # Celery warns at length about running as root. In a container that is meant.
    celery = [python, "-W", "ignore:::celery.platforms", "-m"]
    return [
        Program("web server", [python, "-m", *granian, *few, application]),
        Program("worker", [*celery, *WORKER, "--pool", "threads", "--concurrency", "2"]),
        Program("sender", [*celery, *SENDER, "mail,calls", "--hostname", "sender@%h"]),
        Program("thinker", [*celery, *THINKER, "--pool", "threads", "--hostname", "thinker@%h"]),
        Program("scheduler", [*celery, *SCHEDULER]),
    ]
