"""The outbox, to look at."""

from django.contrib import admin
from django.http import HttpRequest

from notifications.models import Alert


@admin.register(Alert)
class AlertAdmin(admin.ModelAdmin[Alert]):
    """Alerts are made and settled by the site alone."""

    list_display = ["id", "kind", "subject_id", "sequence", "recipient", "channel", "state", "attempts", "due_at"]
    list_filter = ["state", "kind", "channel"]
    search_fields = ["=subject_id", "recipient__name"]
    list_select_related = ["recipient"]
    ordering = ["-id"]
    date_hierarchy = "created_at"

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Alert | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Alert | None = None) -> bool:
        return False
