"""Settings of a site whose workers are killed in tests."""

from powergrid.settings import *  # noqa: F403
from powergrid.settings import INSTALLED_APPS

INSTALLED_APPS = [*INSTALLED_APPS, "tests.services"]
EMAIL_BACKEND = "tests.services.knocking.StallingBackend"
