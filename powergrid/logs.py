"""What the log has, and what it leaves out. docs/monitoring.md lists the fields.

All that is logged, by us or by libraries, becomes lines of one form. No line says who a person is, or lets its reader
act for a player.
"""

import logging
import re
from typing import Any

import msgspec
from structlog import contextvars, processors, stdlib
from structlog.typing import EventDict

FIELDS = ("method", "route", "status", "ms", "queries", "user", "task_name", "late", "reason")
"""What a call can log besides its sentence. What else libraries give there is left out."""

_RIGHTS = (
    "act|alerts/stop|alerts/never|feeds|players|tables/invite|accounts/confirm-email|accounts/password/reset/key"
)

SECRETS = re.compile(rf"^/({_RIGHTS})/[^/]+")
"""Paths that name a person, or that give a right to anybody who reads them."""

PERSONAL = re.compile(
    r"(?P<mail>[^\s<>\"'@:,;()\[\]{}=/]+@[\w.-]+\.\w+)"
    r"|(?P<login>(?<=://)[^\s/@]+@)"
    r"|(?P<address>\b(?:\d{1,3}\.){3}\d{1,3}\b|(?<![\w:])(?:[\da-fA-F]{0,4}:){3,7}[\da-fA-F]{0,4}(?![\w:]))"
    r"|(?P<cookie>\b(?:sessionid|csrftoken|csrfmiddlewaretoken)=)[^\s;&]+"
    rf"|(?P<path>(?<![\w.])/(?:{_RIGHTS})/)[^/\s]+"
    # What Django shows of a row is a name most often, and PostgreSQL tells what was in a row that it refuses.
    r"|(?P<row><\w+: )[^>\n]*(?=>)"
    r"|(?P<held>\b(?:Key \([^\n]*?\)=\(|Failing row contains \())[^\n]*"
)
"""What can stand in the words of an error: who a person is, where they are, what keeps them logged in."""


class WithoutSecrets(logging.Filter):
    """Leaves the secret parts of paths out of a record."""

    def filter(self, record: logging.LogRecord) -> bool:
        if isinstance(record.args, tuple):
            record.args = tuple(without_secrets(value) for value in record.args)
        return True


def without_secrets(value: object) -> object:
    return SECRETS.sub(r"/\1/…", value) if isinstance(value, str) else value


def impersonal(text: str) -> str:
    """A text without what would say who a person is.

    >>> impersonal("ana@example.com at 192.0.2.7 has <User: Ana>; no answer from amqp://power:grid@broker/")
    '… at … has <User: …>; no answer from amqp://…broker/'
    """
    return PERSONAL.sub(
        lambda found: f"{found['cookie'] or found['path'] or found['row'] or found['held'] or ''}…", text
    )


def lines(*, as_json: bool) -> logging.Formatter:
    """What makes a line of each record: an object of JSON for programs, or plain text for people."""
    return stdlib.ProcessorFormatter(
        foreign_pre_chain=[
            contextvars.merge_contextvars,
            stdlib.ExtraAdder(allow=FIELDS),
            _add_origin,
            processors.TimeStamper(fmt="iso", utc=True, key="time"),
            processors.format_exc_info,
            _leave_out_people,
        ],
        processors=[stdlib.ProcessorFormatter.remove_processors_meta, _as_json if as_json else _to_read],
    )


def _add_origin(logger: Any, level: str, event: EventDict) -> EventDict:
    event["level"], event["logger"] = level, event["_record"].name
    return event


def _leave_out_people(logger: Any, level: str, event: EventDict) -> EventDict:
    return {key: impersonal(value) if key in ("event", "exception") else value for key, value in event.items()}


def _as_json(logger: Any, level: str, event: EventDict) -> str:
    return msgspec.json.encode(event, enc_hook=str).decode()


def _to_read(logger: Any, level: str, event: EventDict) -> str:
    head = f"{event.pop('time')} {event.pop('level').upper()} {event.pop('logger')}: {event.pop('event')}"
    trace = event.pop("exception", None)
    line = " ".join([head, *(f"{key}={value}" for key, value in event.items())])
    return f"{line}\n{trace}" if trace else line
