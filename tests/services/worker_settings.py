"""Settings of a site whose workers are killed in tests."""

import os

from powergrid.settings import *  # noqa: F403
from powergrid.settings import EMAIL_TIMEOUT, INSTALLED_APPS, KEEPS_MAILS

EMAIL_TIMEOUT = int(os.environ.get("EMAIL_SECONDS", EMAIL_TIMEOUT))

INSTALLED_APPS = [*INSTALLED_APPS, "tests.services"]
if KEEPS_MAILS:
    EMAIL_BACKEND = "tests.services.knocking.StallingBackend"
# Tables come from the models alone, as in other tests: all migrations take three seconds more.
MIGRATION_MODULES = {name.rpartition(".")[2]: None for name in INSTALLED_APPS} | {"admin": None}
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
