"""Users in the admin: names, addresses, rights. Passwords are set by their owners."""

from allauth.account.admin import EmailAddressAdmin
from allauth.account.models import EmailAddress
from allauth.mfa.admin import AuthenticatorAdmin
from allauth.mfa.models import Authenticator
from django.contrib import admin
from django.contrib.admin.models import LogEntry
from django.db.models import QuerySet
from django.forms import ModelForm
from django.http import HttpRequest

from accounts import belongings
from accounts.models import User


@admin.register(User)
class UserAdmin(admin.ModelAdmin[User]):
    list_display = ("name", "email", "is_guest", "is_staff", "is_active", "date_joined")
    list_filter = ("is_guest", "is_staff", "is_active", ("left_at", admin.EmptyFieldListFilter))
    search_fields = ("name", "email")
    ordering = ("-date_joined",)
    readonly_fields = ("date_joined", "last_login", "last_here", "left_at")
    fields = (
        "name", "email", "is_guest", "is_active", "is_staff", "is_superuser", "groups", "user_permissions",
        "is_guided", "date_joined", "last_login", "last_here", "left_at",
    )  # fmt: skip
    filter_horizontal = ("groups", "user_permissions")

    def has_delete_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        """Nobody is deleted here, where their games would not be left: see ``manage.py delete_account``."""
        return False

    def save_model(self, request: HttpRequest, obj: User, form: ModelForm[User], change: bool) -> None:
        if change and "name" in form.changed_data:
            belongings.rename(obj)  # first, as games are locked before people
        super().save_model(request, obj, form, change)


admin.site.unregister([EmailAddress, Authenticator])


@admin.register(EmailAddress)
class AddressAdmin(EmailAddressAdmin):  # type: ignore[misc]  # allauth has no types
    """Addresses, of which the log says whose they are: written there, they would stay when their people have left."""

    def log_addition(self, request: HttpRequest, obj: EmailAddress, message: object) -> LogEntry:
        return self._log(request, obj, "Added a mail address.")

    def log_change(self, request: HttpRequest, obj: EmailAddress, message: object) -> LogEntry:
        return self._log(request, obj, "Changed a mail address.")

    def log_deletions(self, request: HttpRequest, queryset: QuerySet[EmailAddress]) -> list[LogEntry]:
        return [self._log(request, address, "Deleted a mail address.") for address in queryset]

    def _log(self, request: HttpRequest, address: EmailAddress, message: str) -> LogEntry:
        entry: LogEntry = super().log_change(request, address.user, message)
        return entry


@admin.register(Authenticator)
class SecondStepAdmin(AuthenticatorAdmin):  # type: ignore[misc]
    """For who has lost all second steps: without these rows the password is enough. Secrets are not shown."""

    search_fields = ("user__name", "user__email")
    fields = readonly_fields = ("user", "type", "created_at", "last_used_at")

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False
