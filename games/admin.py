"""Games for staff. Staff play, too: what the game keeps secret shows here only once it is over."""

from django.contrib import admin
from django.forms import ModelForm
from django.http import HttpRequest

from games.models import Action, Game, Seat, Snapshot

_COLUMNS = (
    "seed_hash", "edition", "map", "sequence", "phase", "round", "step", "created_at", "moved_at", "finished_at",
)  # fmt: skip


@admin.register(Game)
class GameAdmin(admin.ModelAdmin[Game]):
    """A game is made and moved on by the site alone; its name and who may watch can be put right."""

    list_display = ["id", "name", "map", "phase", "round", "sequence", "is_public", "moved_at", "finished_at"]
    list_filter = ["phase", "map", "edition", "is_public"]
    search_fields = ["=id", "name", "seats__name"]
    ordering = ["-id"]
    date_hierarchy = "created_at"
    readonly_fields = [*_COLUMNS, "setup"]

    def get_fields(self, request: HttpRequest, obj: Game | None = None) -> tuple[str, ...]:
        shown = ("name", "is_public", *_COLUMNS)
        return (*shown, "setup") if obj and obj.is_over else shown

    def save_model(self, request: HttpRequest, obj: Game, form: ModelForm[Game], change: bool) -> None:
        # Nothing but what was written: a turn may have been taken since the row was loaded.
        obj.save(update_fields=form.changed_data)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Game | None = None) -> bool:
        return False


@admin.register(Seat)
class SeatAdmin(admin.ModelAdmin[Seat]):
    list_display = ["game", "number", "name", "user", "is_bot", "question", "asked_at", "rank"]
    list_filter = ["is_to_move", "is_bot", "question"]
    list_select_related = ["game", "user"]
    search_fields = ["=game__id", "name"]
    ordering = ["-game", "number"]

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Seat | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Seat | None = None) -> bool:
        return False


@admin.register(Action)
class ActionAdmin(admin.ModelAdmin[Action]):
    """What was done was done: rows to read."""

    list_display = ["game", "sequence", "seat", "body", "origin", "created_at"]
    list_filter = ["origin"]
    list_select_related = ["game"]
    search_fields = ["=game__id"]
    ordering = ["-id"]

    def get_fields(self, request: HttpRequest, obj: Action | None = None) -> tuple[str, ...]:
        shown = ("game", "sequence", "seat", "body", "origin", "created_at")
        return (*shown, "digest") if obj and obj.game.is_over else shown

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Action | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Action | None = None) -> bool:
        return False


@admin.register(Snapshot)
class SnapshotAdmin(admin.ModelAdmin[Snapshot]):
    """A cache: rows can be dropped, and the next turn writes them anew."""

    list_display = ["game", "sequence"]
    list_select_related = ["game"]
    search_fields = ["=game__id"]
    ordering = ["-game"]

    def get_fields(self, request: HttpRequest, obj: Snapshot | None = None) -> tuple[str, ...]:
        return ("game", "sequence", "state") if obj and obj.game.is_over else ("game", "sequence")

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Snapshot | None = None) -> bool:
        return False
