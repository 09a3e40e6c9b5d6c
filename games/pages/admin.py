"""Games for staff. Staff play, too: what the game keeps secret shows here only once it is over."""

from typing import TypeVar

from django.contrib import admin
from django.db.models import Model, QuerySet
from django.http import HttpRequest

from accounts.admin import FoundByList, NothingAdded, NothingChanged, NothingDeleted, OnlyWritten
from games.models import Action, Game, Origin, Seat, Snapshot
from games.story.story import Reader

_COLUMNS = (
    "seed_hash", "edition", "map", "sequence", "phase", "round", "step", "created_at", "moved_at", "finished_at",
)  # fmt: skip


_Row = TypeVar("_Row", bound=Model)


class _Discreet(NothingAdded, FoundByList, admin.ModelAdmin[_Row]):
    """Studies are their owners' alone, and so are all rows of them; ``studied_by`` is the way from a row to that."""

    studied_by = "game__studied_by"

    def get_queryset(self, request: HttpRequest) -> QuerySet[_Row]:
        return super().get_queryset(request).filter(**{self.studied_by: None})


class _ToRead(NothingChanged, NothingDeleted, _Discreet[_Row]):
    """Rows that nobody changes."""


@admin.register(Game)
class GameAdmin(OnlyWritten, NothingDeleted, _Discreet[Game]):
    """A game is made and moved on by the site alone; its name and who may watch can be put right."""

    studied_by = "studied_by"
    list_display = ["id", "name", "map", "phase", "round", "sequence", "is_public", "moved_at", "finished_at"]
    list_filter = ["phase", "map", "edition", "is_public"]
    search_fields = ["=id", "name", "seats__name"]
    ordering = ["-id"]
    date_hierarchy = "created_at"
    readonly_fields = [*_COLUMNS, "setup"]

    def get_fields(self, request: HttpRequest, obj: Game | None = None) -> tuple[str, ...]:
        shown = ("name", "is_public", *_COLUMNS)
        return (*shown, "setup") if obj and obj.is_over else shown


@admin.register(Seat)
class SeatAdmin(_ToRead[Seat]):
    list_display = ["game", "number", "name", "user", "is_bot", "bot_level", "question", "asked_at", "rank"]
    list_filter = ["is_to_move", "is_bot", "question"]
    list_select_related = ["game", "user"]
    search_fields = ["=game__id", "name"]
    ordering = ["-game", "number"]
    # What players have planned, and how they want to be asked or stood in for, is their own business.
    exclude = ["answers_at", "may_plan_since", "powering", "powers_itself", "is_cautious"]


@admin.register(Action)
class ActionAdmin(_ToRead[Action]):
    list_display = ["game", "sequence", "seat", "body", "whence", "created_at"]
    list_select_related = ["game"]
    search_fields = ["=game__id"]
    ordering = ["-id"]

    def get_fields(self, request: HttpRequest, obj: Action | None = None) -> tuple[str, ...]:
        shown = ("game", "sequence", "seat", "body", "whence", "created_at")
        return (*shown, "digest") if obj and obj.game.is_over else shown

    @admin.display(description="origin")
    def whence(self, action: Action) -> str:
        """Where it came from, as everybody may know."""
        return str(Reader.of(action.game, None).sees(Origin(action.origin), is_own=False).label)


@admin.register(Snapshot)
class SnapshotAdmin(NothingChanged, _Discreet[Snapshot]):
    """A cache: rows can be dropped, and the next turn writes them anew."""

    list_display = ["game", "sequence"]
    list_select_related = ["game"]
    search_fields = ["=game__id"]
    ordering = ["-game"]

    def get_fields(self, request: HttpRequest, obj: Snapshot | None = None) -> tuple[str, ...]:
        return ("game", "sequence", "state") if obj and obj.game.is_over else ("game", "sequence")
