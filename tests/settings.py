"""Settings of the test run: the development site, with tasks done at once, and what it keeps in a folder for once."""

import os
import tempfile

# Goes away with the process, also where a test run is interrupted.
_var_dir = tempfile.TemporaryDirectory(prefix="powergrid-tests-")
os.environ |= {"DEVELOPMENT": "true", "BROKER_URL": "memory://", "VAR_DIR": _var_dir.name}

from powergrid.settings import *  # noqa: E402, F403
from powergrid.settings import DATABASES  # noqa: E402

if DATABASES["default"]["ENGINE"].endswith("sqlite3"):
    # A file as in earnest: in memory, threads would share one connection, and never meet at a lock.
    DATABASES["default"]["TEST"] = {"NAME": f"{_var_dir.name}/tests.sqlite3"}

PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
CELERY_TASK_ALWAYS_EAGER = True
CELERY_TASK_EAGER_PROPAGATES = True
ACCOUNT_RATE_LIMITS = False  # type: ignore[assignment]  # as allauth has it: none at all
