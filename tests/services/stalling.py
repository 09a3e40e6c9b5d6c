"""Stalls what is done at a moment that the file ``stall`` names, for as long as it does, to be killed there."""

import os
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db.backends.base.base import BaseDatabaseWrapper


def stall(moment: str, name: str) -> None:
    """Wait while told to, and leave a mark with this name."""
    order: Path = settings.VAR_DIR / "stall"
    while order.exists() and order.read_text() == moment:
        (settings.VAR_DIR / "stalled" / name).touch()
        time.sleep(0.02)


def watch(sender: object, connection: BaseDatabaseWrapper, **options: object) -> None:
    """Have a connection stall while it stores an action."""
    if _store not in connection.execute_wrappers:
        # At the bottom: who puts something around the queries of a request takes the uppermost off again.
        connection.execute_wrappers.insert(0, _store)


def _store(execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:
    result = execute(sql, params, many, context)
    if sql.startswith('INSERT INTO "games_action"'):
        stall("storing", f"{os.getpid()}-{threading.get_ident()}")
    return result
