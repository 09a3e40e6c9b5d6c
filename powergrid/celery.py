"""The Celery application. Tasks live in the module ``tasks`` of each app, those of games in ``games.turns.tasks``."""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "powergrid.settings")

app = Celery("powergrid")
app.config_from_object("powergrid.starting:settings", namespace="CELERY")
app.autodiscover_tasks()
app.autodiscover_tasks(["games.turns"])
