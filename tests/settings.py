"""Settings of the test run: the development site, with tasks done at once and mails kept in memory."""

import os

os.environ.setdefault("DEVELOPMENT", "true")
os.environ.setdefault("BROKER_URL", "memory://")

from powergrid.settings import *  # noqa: E402, F403

PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
CELERY_TASK_ALWAYS_EAGER = True
CELERY_TASK_EAGER_PROPAGATES = True
