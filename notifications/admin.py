"""What is stuck in the outbox, for operators.

Staff play, too, and must not see which players a running game asks: so alerts that were delivered, dropped or wait on
purpose do not show, nor what the others say and where they lead.
"""

from datetime import timedelta

from django.contrib import admin
from django.db.models import Q, QuerySet
from django.http import HttpRequest
from django.utils import timezone

from accounts.admin import FoundByList, NothingAdded, NothingChanged, NothingDeleted
from notifications.models import Alert, State

LATE = timedelta(minutes=10)  # an alert that was due so long ago is worth a look
SHOWN = ("id", "kind", "recipient", "channel", "state", "attempts", "created_at", "due_at", "note")


@admin.register(Alert)
class AlertAdmin(NothingAdded, NothingChanged, NothingDeleted, FoundByList, admin.ModelAdmin[Alert]):
    list_display = SHOWN
    list_filter = ["state", "kind", "channel"]
    search_fields = ["recipient__name"]
    list_select_related = ["recipient"]
    ordering = ["-id"]
    date_hierarchy = "created_at"
    fields = SHOWN

    def get_queryset(self, request: HttpRequest) -> QuerySet[Alert]:
        is_late = Q(state__in=[State.NEW, State.CLAIMED], due_at__lte=timezone.now() - LATE)
        is_put_off = Q(state=State.NEW, attempts__gt=0)  # what its recipient wants to wait has never been tried
        return super().get_queryset(request).filter(Q(state=State.FAILED) | is_late | is_put_off)
