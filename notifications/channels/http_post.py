"""What the channels have in common that post to a web server which their owner named."""

import json
from collections.abc import Collection, Mapping
from datetime import datetime
from typing import Any

from notifications import outbound
from notifications.channels.faults import Passing, ServerTrouble, Unreachable, asked_pause
from notifications.kinds import Notice

JSON = {"Content-Type": "application/json", "User-Agent": "powergrid"}


def encoded(message: Mapping[str, Any]) -> bytes:
    return json.dumps(message, ensure_ascii=False, separators=(",", ":")).encode()


def call(
    url: str, body: bytes, *, now: datetime, gone: Collection[int], headers: Mapping[str, str] | None = None
) -> None:
    """Post something, and raise what the answer means unless it was taken.

    What else is refused may be mended by the owner: after a day without success the site gives the way up. An error
    says nothing of the server: anybody can name a path that fails.

    :param gone: the status codes that say that nobody will ever listen there again.
    """
    try:
        answer = outbound.post(url, body, JSON | dict(headers or {}))
    except outbound.Forbidden as fault:  # by what the name leads to now
        raise Passing("leads inside", was_asked=False) from fault
    except outbound.NoAnswer as fault:
        raise ServerTrouble(str(fault)) from fault
    if answer.status_code in gone:
        raise Unreachable(f"status {answer.status_code}")
    if not 200 <= answer.status_code < 300:
        pause = asked_pause(answer.headers.get("Retry-After"), now)
        raise Passing(f"status {answer.status_code}", pause)


def news(notice: Notice) -> list[Notice]:
    """What a notice tells, one by one, where it is several in one."""
    return list(notice.context.get("notices", [notice]))
