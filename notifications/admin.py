"""What is stuck in the outbox, for operators.

Staff play, too: whom a running game has told that they are asked, and whom it has not as a plan answers for them, is
no business of theirs. So alerts that were delivered or dropped do not show, nor what the others are about.
"""

from datetime import timedelta

from django.contrib import admin
from django.db.models import Q, QuerySet
from django.http import HttpRequest
from django.utils import timezone

from notifications.models import Alert, State

LATE = timedelta(minutes=10)
"""An alert that has not been sent for so long is worth a look."""


@admin.register(Alert)
class AlertAdmin(admin.ModelAdmin[Alert]):
    """Alerts are made and settled by the site alone."""

    list_display = ["id", "kind", "recipient", "channel", "state", "attempts", "created_at", "due_at", "note"]
    list_filter = ["state", "kind", "channel"]
    search_fields = ["recipient__name"]
    list_select_related = ["recipient"]
    ordering = ["-id"]
    date_hierarchy = "created_at"
    exclude = ["subject_id", "sequence"]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Alert]:
        is_waiting = Q(state__in=[State.NEW, State.CLAIMED], created_at__lte=timezone.now() - LATE)
        return super().get_queryset(request).filter(Q(state=State.FAILED) | is_waiting)

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest | None = None) -> bool:
        return lookup.split("__")[0] in {*self.list_filter, self.date_hierarchy}

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Alert | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Alert | None = None) -> bool:
        return False
