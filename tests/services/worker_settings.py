"""Settings of a site whose workers are killed in tests: what they had in hand comes up again after seconds."""

from powergrid.settings import *  # noqa: F403
from powergrid.settings import INSTALLED_APPS

INSTALLED_APPS = [*INSTALLED_APPS, "tests.services"]
CELERY_TASK_TIME_LIMIT = 2
EMAIL_BACKEND = "tests.services.knocking.StallingBackend"
