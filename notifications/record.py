"""The record of a player's alerts: what they were told, and what not, with the reasons."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Self

from django.utils.dateparse import parse_datetime

from accounts.models import User
from notifications import kinds, subjects, trials
from notifications.models import Alert, Channel, Reason, State
from notifications.subjects import Subject

PAGE = 60  # how many alerts one page has; what goes by several ways is that many alerts


@dataclass(frozen=True, slots=True)
class Wait:
    until: datetime
    reason: str


@dataclass(frozen=True, slots=True)
class Course:
    alert: Alert
    waits: Sequence[Wait]

    @classmethod
    def of(cls, alert: Alert) -> Self:
        waits = ((parse_datetime(held["until"]), str(Reason(held["reason"]).label)) for held in alert.held)
        return cls(alert, tuple(Wait(until, reason) for until, reason in waits if until is not None))

    @property
    def way(self) -> str:
        return self.alert.destination.name if self.alert.destination else self.alert.get_channel_display()

    @property
    def outcome(self) -> str:
        match self.alert.state:
            case State.NEW if self.waits:
                return "waits"
            case State.NEW | State.CLAIMED:
                return "under_way"
            case State.SENT if self.alert.channel == Channel.FEED:
                return "in_the_feed"
            case state:
                return State(state).value

    @property
    def reason(self) -> str:
        if self.outcome == "waits":
            return self.waits[-1].reason
        return str(Reason(self.alert.reason).label) if self.alert.reason else ""

    @property
    def past_waits(self) -> Sequence[Wait]:
        return self.waits[:-1] if self.outcome == "waits" else self.waits


@dataclass(frozen=True, slots=True)
class Entry:
    words: str  # what kind of news it was
    sentence: str  # what it said, once it was sent by any way
    subject: Subject | None
    created_at: datetime
    courses: Sequence[Course]


@dataclass(frozen=True, slots=True)
class Record:
    entries: Sequence[Entry]
    older_than: int | None  # where the next page begins; None where this is the last


def record(user: User, *, subject_id: int | None = None, before: int | None = None, size: int = PAGE) -> Record:
    """What a player was told, the last first: of one game or of everything, from before an alert on."""
    rows = Alert.objects.filter(recipient=user).select_related("destination").order_by("-pk")
    if subject_id is not None:
        rows = rows.filter(subject_id=subject_id)
    if before is not None:
        rows = rows.filter(pk__lt=before)
    groups = _by_moment(rows[: size + 1])
    has_more = sum(map(len, groups)) > size
    if has_more and len(groups) > 1:  # the last of them may go on on the next page: all of it is there, then
        del groups[-1]
    known = subjects.find(user, {group[0].subject_id for group in groups})
    entries = [_entry(group, known.get(group[0].subject_id)) for group in groups]
    return Record(entries, older_than=groups[-1][-1].pk if has_more else None)


def told_of(user: User) -> list[Subject]:
    pks = set(Alert.objects.filter(recipient=user).values_list("subject_id", flat=True).distinct())
    return sorted(subjects.find(user, pks).values(), key=lambda subject: subject.name.casefold())


def _by_moment(alerts: Iterable[Alert]) -> list[list[Alert]]:
    """Alerts that tell the same by several ways, together; each way is tried for itself."""
    groups: dict[tuple[str, int, int, int | None], list[Alert]] = {}
    for alert in alerts:
        tried = alert.destination_id if alert.kind == trials.KIND else None
        groups.setdefault((alert.kind, alert.subject_id, alert.sequence, tried), []).append(alert)
    return list(groups.values())


def _entry(alerts: Sequence[Alert], subject: Subject | None) -> Entry:
    told = next((alert for alert in alerts if alert.sentence), alerts[0])
    return Entry(
        words=kinds.words_for(told),
        sentence=told.sentence,
        subject=subject,
        created_at=min(alert.created_at for alert in alerts),
        courses=[Course.of(alert) for alert in reversed(alerts)],
    )
