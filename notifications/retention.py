"""Old alerts go: the record that people see reaches back as far as anybody asks about it."""

from datetime import datetime, timedelta

from notifications.models import Alert, State

KEPT = timedelta(days=60)  # how long it can be seen what became of an alert
WAITING = (State.NEW, State.CLAIMED, State.GATHERED)
BATCH = 1000  # how many are deleted by one statement, so that nobody waits for a lock for long


def forget(*, now: datetime) -> int:
    """Delete alerts of which it has been known for long what became of them, and say how many."""
    # Not by what is settled, or SQLite would look for the oldest among all of these.
    old = Alert.objects.exclude(state__in=WAITING).filter(created_at__lt=now - KEPT).order_by("created_at")
    forgotten = 0
    while pks := list(old.values_list("pk", flat=True)[:BATCH]):
        deleted, _by_model = Alert.objects.filter(pk__in=pks).delete()
        forgotten += deleted
    return forgotten
