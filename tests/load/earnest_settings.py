"""Settings of a site whose passwords cost what they cost in earnest; those that tests made are replaced at log-in."""

from powergrid.people_settings import PASSWORD_HASHERS as IN_EARNEST
from tests.services.worker_settings import *  # noqa: F403

PASSWORD_HASHERS = [*IN_EARNEST, "django.contrib.auth.hashers.MD5PasswordHasher"]
