"""The programs of a site, as README.md and ``deploy/`` start them, and ``manage.py run`` with less."""

WEB = (
    *("granian", "--interface", "wsgi", "--workers", "2", "--blocking-threads", "2", "--respawn-failed-workers"),
    *("--log-config", "powergrid/granian.json", "powergrid.wsgi:application"),
)
WORKER = ("celery", "--quiet", "--app", "powergrid", "worker")
SCHEDULER = ("celery", "--quiet", "--app", "powergrid", "beat")

RELEASE = (("migrate",), ("createcachetable",))
"""What ``manage.py`` does once for a new release, before its programs start."""

EACH_MACHINE = (("collectstatic", "--no-input"), ("draw_boards",))
"""What it does on each machine: the files it makes are read by the programs there."""
