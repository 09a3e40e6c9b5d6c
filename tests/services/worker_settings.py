"""Settings of a site whose workers are killed in tests."""

from powergrid.settings import *  # noqa: F403
from powergrid.settings import INSTALLED_APPS, KEEPS_MAILS

INSTALLED_APPS = [*INSTALLED_APPS, "tests.services"]
if KEEPS_MAILS:
    EMAIL_BACKEND = "tests.services.knocking.StallingBackend"
# Tables come from the models alone, as in other tests: all migrations take three seconds more.
MIGRATION_MODULES = {name.rpartition(".")[2]: None for name in INSTALLED_APPS} | {"admin": None}
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
