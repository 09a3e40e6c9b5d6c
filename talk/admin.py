"""Reports, for those who run the site. They read what was reported and what was said around it, and nothing else."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from django.contrib import admin
from django.contrib.admin.views.main import ChangeList
from django.db.models import QuerySet
from django.http import HttpRequest
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.http import urlencode
from django.utils.translation import gettext_lazy as _

from accounts.admin import NothingAdded, NothingDeleted
from accounts.models import User
from talk import conversations
from talk.models import Report

if TYPE_CHECKING:
    from django.contrib.admin.filters import _ListFilterChoices

_COLUMNS = ("reason", "remark", "reporter", "created_at", "in_context", "settled_at", "settled_by", "ban")


class Unsettled(admin.SimpleListFilter):
    title = _("settled")
    parameter_name = "settled"

    def lookups(self, request: HttpRequest, model_admin: admin.ModelAdmin[Report]) -> list[tuple[str, str]]:
        return [("yes", str(_("Settled"))), ("all", str(_("All")))]

    def choices(self, changelist: ChangeList) -> "Iterator[_ListFilterChoices]":
        unasked, *others = super().choices(changelist)
        yield {**unasked, "display": _("Not settled")}
        yield from others

    def queryset(self, request: HttpRequest, queryset: QuerySet[Report]) -> QuerySet[Report]:
        match self.value():
            case "all":
                return queryset
            case "yes":
                return queryset.exclude(settled_at=None)
        return queryset.filter(settled_at=None)


@admin.register(Report)
class ReportAdmin(NothingAdded, NothingDeleted, admin.ModelAdmin[Report]):
    """A report is settled, with or without its message being removed; it never changes otherwise."""

    list_display = ["id", "said", "author", "reason", "reporter", "created_at", "settled_at", "ban"]
    list_filter = [Unsettled, "reason"]
    list_select_related = ["message__author", "reporter"]
    ordering = ["-id"]
    fields = readonly_fields = _COLUMNS
    actions = ["settle", "remove_and_settle"]

    @admin.display(description=_("message"))
    def said(self, report: Report) -> str:
        return report.message.text

    @admin.display(description=_("author"))
    def author(self, report: Report) -> str:
        return str(report.message.author or "–")

    @admin.display(description=_("ban"))
    def ban(self, report: Report) -> str:
        author = report.message.author
        if author is None or author.left_at is not None:
            return "–"
        return render_to_string("admin/talk/ban.html", {"asked": urlencode({"name": author.name})})

    @admin.display(description=_("what was said"))
    def in_context(self, report: Report) -> str:
        context = {"messages": conversations.around(report.message), "reported": report.message}
        return render_to_string("admin/talk/said.html", context)

    @admin.action(permissions=["change"], description=_("Settle, and leave the message"))
    def settle(self, request: HttpRequest, queryset: QuerySet[Report]) -> None:
        self._settle(request, queryset, remove=False)

    @admin.action(permissions=["change"], description=_("Settle, and remove the message"))
    def remove_and_settle(self, request: HttpRequest, queryset: QuerySet[Report]) -> None:
        self._settle(request, queryset, remove=True)

    def _settle(self, request: HttpRequest, queryset: QuerySet[Report], *, remove: bool) -> None:
        assert isinstance(request.user, User)  # noqa: S101  (for the type checker: the admin asks to log in)
        now = timezone.now()
        for report in queryset:
            conversations.settle(report, request.user, remove=remove, now=now)
