"""How programs start. One with settings it cannot use says so in one line, and ends."""

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
    """End with the code that says: do not restart this. The units in deploy/ go by it."""
    sys.stderr.write(f"{sentence}\n")
    sys.exit(os.EX_CONFIG)


def insist_on_database(**_: Any) -> None:
    """End if the database refuses us. If it does not answer, it may be back in a moment, and programs wait for it."""
    try:
        database.knock()
    except database.LoginRefused as refusal:
        give_up(f"The database refuses this program: {refusal}. Check DATABASE_URL.")
    except database.Away:
        return


def lines_of_web_server() -> logging.Formatter:
    """The form of granian's own lines. It asks for this once, before it starts its processes."""
    if multiprocessing.parent_process() is None:
        insist_on_database()
    return logs.lines(as_json=settings.LOG_FORMAT == "json")


try:
    _ = settings.INSTALLED_APPS  # reads the environment
except EnvError as error:
    give_up(str(error))
