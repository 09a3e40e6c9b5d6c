"""Tables for the people who run the site: to look at, to rename and to close."""

from typing import ClassVar

from django.contrib import admin
from django.http import HttpRequest

import rules
from accounts.admin import FoundByList, NothingAdded, NothingChanged, OnlyWritten
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
class TableAdmin(NothingAdded, FoundByList, OnlyWritten, admin.ModelAdmin[Table]):
    """What the players agreed on stays as it is: a game may have begun on these terms."""

    list_display = ["name", "host", "edition", "map", "players", "is_public", "created_at", "closed_at", "game"]
    list_filter = ["edition", "map", "players", "is_public", "created_at"]
    list_select_related = ["host", "game"]
    search_fields = ["name", "host__name"]
    date_hierarchy = "created_at"
    fields = ["name", "host", *TERMS, "bot_level", "is_public", "invited_only", "closed_at", *KEPT]
    readonly_fields: ClassVar[list[str]] = ["host", *TERMS, "bot_level", *KEPT]
    inlines = [SeatInline]

    def get_readonly_fields(self, request: HttpRequest, obj: Table | None = None) -> list[str]:
        return [*self.readonly_fields, "closed_at"] if obj and obj.game_id else self.readonly_fields


@admin.register(TableSeat)
class TableSeatAdmin(NothingAdded, NothingChanged, FoundByList, admin.ModelAdmin[TableSeat]):
    """Seats change at the table alone, where the last one starts the game."""

    list_display = ["table", "number", "user"]
    exclude = ["share"]  # nobody's business before the game begins
    list_select_related = ["table", "user"]
    search_fields = ["table__name", "user__name"]
