"""What logs are not told."""

import logging
import re

SECRETS = re.compile(
    r"^/(act|alerts/stop|feeds|tables/invite|accounts/confirm-email|accounts/password/reset/key)/[^/]+"
)
"""Paths that are a right by themselves: whoever read one in a log could use it."""


class WithoutSecrets(logging.Filter):
    """Leaves out of the paths that a record names what makes them a right."""

    def filter(self, record: logging.LogRecord) -> bool:
        if isinstance(record.args, tuple):
            record.args = tuple(without_secrets(value) for value in record.args)
        return True


def without_secrets(value: object) -> object:
    return SECRETS.sub(r"/\1/…", value) if isinstance(value, str) else value
