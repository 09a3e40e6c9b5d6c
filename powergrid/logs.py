"""What the log has, and what it leaves out. docs/monitoring.md lists the fields.

All that is logged, by us or by libraries, becomes lines of one form. No line says who a person is, or lets its reader
act for a player.
"""

import logging
import re
from typing import Any

import msgspec
from django.http import HttpRequest
from structlog import contextvars, processors, stdlib
from structlog.typing import EventDict

FIELDS = ("method", "route", "status", "ms", "queries", "user", "task_name", "late", "reason")
"""What a call can log besides its sentence. What else libraries give there is left out."""

_RIGHTS = (
    "act|alerts/stop|alerts/never|feeds|players|tables/invite|accounts/confirm-email|accounts/password/reset/key"
)

LONGEST = 10_000
"""How many characters of a text are searched and logged; of a longer one, its beginning and its end."""

_OF_NAMES = r"[^\s<>\"'@:,;()\[\]{}=/]"

ADDRESS = re.compile(r"\b(?:\d{1,3}\.){3}\d{1,3}\b|(?<![\w:])(?:[\da-fA-F]{0,4}:){3,7}[\da-fA-F]{0,4}(?![\w:])")

# Each branch begins at few places, or reads few characters before it gives up: or else somebody who has a long text
# logged would keep a process busy for seconds.
PERSONAL = re.compile(
    rf"(?P<mail>(?<!{_OF_NAMES}){_OF_NAMES}+@[\w-]{{1,63}}(?:\.[\w-]{{1,63}}){{1,10}})"
    # Beyond the host, an address can say anything, and a misspelt one can hold a right all the same.
    r"|(?<=://)(?P<login>[^\s/@]{1,300}@)?(?P<host>[\w.:\[\]-]{1,255})(?P<beyond>[/?#][^\s\"'<>]+)?"
    r"|(?P<url>\bwith url: )\S+"
    rf"|(?P<address>{ADDRESS.pattern})"
    r"|(?P<cookie>\b(?:sessionid|csrftoken|csrfmiddlewaretoken)=)[^\s;&]+"
    rf"|(?P<path>(?<![\w.])/(?:{_RIGHTS})/)[^/\s]+"
    # What Django shows of a row is a name most often, and PostgreSQL tells what was in a row that it refuses.
    r"|(?P<row><\w{1,60}: )[^>\n]*"
    r"|(?P<held>\b(?:Failing row contains \(|Key \((?:[^\n]{0,300}?\)=\()?))[^\n]*"
)
"""What can stand in the words of an error: who a person is, where they are, what keeps them logged in."""


class WithRoutes(logging.Filter):
    """Names the route where Django would name the path, which can hold a name or a right, however it is misspelt."""

    def filter(self, record: logging.LogRecord) -> bool:
        request = getattr(record, "request", None)
        if isinstance(request, HttpRequest) and isinstance(record.args, tuple):
            match = request.resolver_match
            route = match.view_name if match else "an address that leads nowhere"
            record.args = tuple(route if value == request.path else value for value in record.args)
        return True


def impersonal(text: str) -> str:
    """A text without what would say who a person is.

    >>> impersonal("ana@example.com at 192.0.2.7 has <User: Ana>; no answer from amqp://power:grid@broker/")
    '… at … has <User: …>; no answer from amqp://…broker/'
    """
    return PERSONAL.sub(_impersonal, shortened(text))


def _impersonal(found: re.Match[str]) -> str:
    if host := found["host"]:
        beyond = f"{found['beyond'][0]}…" if found["beyond"] else ""
        return f"{'…' if found['login'] else ''}{ADDRESS.sub('…', host)}{beyond}"
    return f"{found['url'] or found['cookie'] or found['path'] or found['row'] or found['held'] or ''}…"


def shortened(text: str) -> str:
    """The beginning of a text that is too long, up to a word, and its end, from a line on.

    Half a secret would not be found, nor a row without the words before it. What has no such place is left out.
    """
    if len(text) <= LONGEST:
        return text
    half = LONGEST // 2
    beginning = "".join(text[:half].rsplit(maxsplit=1)[:-1])
    end = text[-half:].partition("\n")[2]
    return f"{beginning} … {end}"


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
