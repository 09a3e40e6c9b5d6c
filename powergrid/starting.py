"""How programs start: one that could do nothing with what it was told says so in one line, and ends."""

import logging
import multiprocessing
import os
import sys
from typing import Any, NoReturn

from django.conf import settings
from environs import EnvError

from powergrid import database, logs

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "powergrid.settings")


def give_up(sentence: str) -> NoReturn:
    """End with the code that says: to start this anew would not help. The units in deploy/ go by it."""
    sys.stderr.write(f"{sentence}\n")
    sys.exit(os.EX_CONFIG)


def insist_on_database(**_: Any) -> None:
    """End where the database will not have us. One that is away may be back in a moment, and programs wait for it."""
    try:
        database.knock()
    except database.LoginRefused as refusal:
        give_up(f"The database refuses this program: {refusal}. See DATABASE_URL.")
    except database.Away:
        return


def lines_of_web_server() -> logging.Formatter:
    """Of what granian's own lines are made; it asks once, before it starts its processes."""
    if multiprocessing.parent_process() is None:
        insist_on_database()
    return logs.lines(as_json=settings.LOG_FORMAT == "json")


try:
    _ = settings.INSTALLED_APPS  # reads the environment
except EnvError as error:
    give_up(str(error))
