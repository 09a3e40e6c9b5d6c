"""Settings of the test run: the development site, with tasks done at once, and a folder of its own.

Where there is a broker, tasks go through it (:mod:`tests.services.round_trips`).
"""

import os
from pathlib import Path

_var_dir = Path(__file__).parents[1] / "var" / "tests"
os.environ |= {"DEVELOPMENT": "true", "VAR_DIR": str(_var_dir)}
os.environ.setdefault("BROKER_URL", "memory://")
os.environ["DATABASE_POOL"] = "20"  # some tests meet at a lock with more threads than a process would have

from powergrid.settings import *  # noqa: E402, F403
from powergrid.settings import CELERY_BROKER_URL, DATABASES, INSTALLED_APPS, TEMPLATES  # noqa: E402

# Which other sites people can log in by is for tests to say; the addresses for that are there from the start.
INSTALLED_APPS = [*INSTALLED_APPS, "allauth.socialaccount.providers.openid_connect"]

TEMPLATES[0]["OPTIONS"]["environment"] = "tests.uncalled.environment"

if DATABASES["default"]["ENGINE"].endswith("sqlite3"):
    # A file as in earnest: in memory, threads would share one connection, and never meet at a lock.
    # It goes away with the run; its number keeps runs apart that go on at the same time.
    DATABASES["default"]["TEST"] = {"NAME": f"{_var_dir}/{os.getpid()}.sqlite3"}

PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
CELERY_TASK_ALWAYS_EAGER = CELERY_BROKER_URL == "memory://"
CELERY_TASK_EAGER_PROPAGATES = True
CELERY_TASK_DEFAULT_QUEUE = f"tests-{os.getpid()}"  # several processes share the broker of a run
CELERY_TASK_ROUTES = {}  # all tasks in this one
THINKING_SECONDS = 0
RATE_LIMITS = ACCOUNT_RATE_LIMITS = MFA_RATE_LIMITS = False
