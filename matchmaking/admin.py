"""Tables for the people who run the site: to look at, to rename and to close."""

from typing import ClassVar

from django.contrib import admin
from django.forms import ModelForm
from django.http import HttpRequest

import rules
from accounts.admin import NothingAdded
from matchmaking.models import Table, TableSeat

TERMS = ["players", *rules.Options.__struct_fields__, "chosen_areas"]
KEPT = ["token", "version", "created_at", "game"]


class SeatInline(NothingAdded, admin.TabularInline[TableSeat, Table]):
    model = TableSeat
    fields = ["number", "user"]
    readonly_fields = ["number", "user"]
    extra = 0
    can_delete = False


@admin.register(Table)
class TableAdmin(NothingAdded, admin.ModelAdmin[Table]):
    """What the players agreed on stays as it is: a game may have begun on these terms."""

    list_display = ["name", "host", "edition", "map", "players", "is_public", "created_at", "closed_at", "game"]
    list_filter = ["edition", "map", "players", "is_public", "created_at"]
    list_select_related = ["host", "game"]
    search_fields = ["name", "host__name"]
    date_hierarchy = "created_at"
    fields = ["name", "host", *TERMS, "is_public", "invited_only", "closed_at", *KEPT]
    readonly_fields: ClassVar[list[str]] = ["host", *TERMS, *KEPT]
    inlines = [SeatInline]

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest | None = None) -> bool:
        # By addresses made by hand, the secret could be asked for bit by bit, and staff play, too.
        return lookup.split("__")[0] in {*self.list_filter, self.date_hierarchy}

    def get_readonly_fields(self, request: HttpRequest, obj: Table | None = None) -> list[str]:
        return [*self.readonly_fields, "closed_at"] if obj and obj.game_id else self.readonly_fields

    def save_model(self, request: HttpRequest, obj: Table, form: ModelForm[Table], change: bool) -> None:
        # Nothing but what was written: the last seat may have been taken since the row was loaded.
        obj.save(update_fields=form.changed_data)


@admin.register(TableSeat)
class TableSeatAdmin(NothingAdded, admin.ModelAdmin[TableSeat]):
    """Seats change at the table alone, where the last one starts the game."""

    list_display = ["table", "number", "user"]
    exclude = ["share"]  # nobody's business before the game begins
    list_select_related = ["table", "user"]
    search_fields = ["table__name", "user__name"]

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest | None = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: TableSeat | None = None) -> bool:
        return False
