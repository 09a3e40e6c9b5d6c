"""What an alert says: each kind of alert has a builder, registered by the app that knows its content."""

import logging
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import Enum, auto
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.utils.functional import Promise

from notifications.models import Alert

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture that goes with a notice. ``draw`` answers it as PNG, when a channel wants to show it."""

    draw: Callable[[], bytes]
    text: str  # what it shows, for those who do not see it
    width: int = 550  # how wide it is to be shown where there is room, in pixels as style sheets have them
    caption: str = ""  # what it takes to read it, for those who see it


@dataclass(frozen=True, slots=True)
class Link:
    words: str
    url: str


@dataclass(frozen=True, slots=True)
class Notice:
    """What an alert says, before a channel gives it a form.

    ``title`` and ``sentence`` stand alone where there is no room for more, and others may read them: they hold
    nothing that is only for the recipient. ``context`` is for the mails that ``templates/notifications/<template>/``
    makes of it.
    """

    template: str
    title: str  # one line that names the game, and tells kinds apart: the subject of mails
    sentence: str  # what is asked, or what happened, in a line
    url: str  # where to go, with the name of the site
    button: str  # what one does there
    context: Mapping[str, Any] = field(default_factory=dict)
    kind: str = ""  # what programs know it by, where that is not the name of the template
    subject_id: int | None = None  # the id of the game that it is about; None where it is about several, or none
    thread: str = ""  # what keeps together what is told of one game, such as game.12
    due_at: datetime | None = None  # when the time of the recipient is up; None where no clock runs
    actions: tuple[Link, ...] = ()  # what can be done without logging in
    picture: Picture | None = None
    is_trial: bool = False  # whether it is to find out if something arrives, even where nothing did of late


Builder = Callable[[Alert], Notice | None]  # writes what an alert says, or answers None where it is no longer needed
LookUp = Callable[[Sequence[Alert]], None]
"""Finds what it takes to write alerts, for all of them at once, and leaves it with each as its ``matter``."""


class Urgency(Enum):
    PLAIN = auto()  # everything: it can go along with others
    LAST_CALL = auto()  # quiet hours, and as long as the person is there; digests come too late for it
    NOW = auto()  # nothing: the person is waiting for it


@dataclass(frozen=True, slots=True)
class Kind:
    build: Builder
    words: str | Promise  # what the record of alerts calls it
    urgency: Urgency = Urgency.PLAIN
    look_up: LookUp | None = None


known: dict[str, Kind] = {}
AT_ONCE = 100  # for how many alerts something is looked up together at most: SQLite takes only so long a question


def register(
    name: str,
    build: Builder,
    words: str | Promise,
    *,
    urgency: Urgency = Urgency.PLAIN,
    look_up: LookUp | None = None,
) -> None:
    """Make a kind of alert known; called once per kind, when its app is ready."""
    if name in known:
        raise ValueError(f"The kind {name!r} already has a builder.")
    known[name] = Kind(build, words, urgency, look_up)


def words_for(alert: Alert) -> str:
    """What kind of news an alert was; of a kind that a former release knew, its name."""
    kind = known.get(alert.kind)
    return str(kind.words) if kind else alert.kind


def look_up(alerts: Iterable[Alert]) -> None:
    """Have what alerts are about looked up together, which takes a fraction of the time to send each."""
    together: dict[LookUp, list[Alert]] = defaultdict(list)
    for alert in alerts:
        kind = known.get(alert.kind)
        if kind and kind.look_up:
            together[kind.look_up].append(alert)
    for find, found in together.items():
        for start in range(0, len(found), AT_ONCE):
            _try(find, found[start : start + AT_ONCE])


def _try(find: LookUp, alerts: Sequence[Alert]) -> None:
    try:
        find(alerts)
    except Exception:  # whatever it is comes up again, and is raised, where one of them is written
        logger.exception("%s alerts are looked up one by one.", len(alerts))
        for alert in alerts:
            alert.__dict__.pop("matter", None)


def message_id(name: str) -> str:
    """An id for mail headers such as ``References``, from a name that is unique on this site."""
    return f"<{name}@{urlsplit(settings.SITE_URL).hostname}>"
