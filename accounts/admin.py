"""Users in the admin: names, addresses, rights. Passwords are set by their owners."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, ClassVar

from allauth.account.admin import EmailAddressAdmin
from allauth.account.models import EmailAddress
from allauth.mfa.admin import AuthenticatorAdmin
from allauth.mfa.models import Authenticator
from allauth.socialaccount.admin import SocialAccountAdmin
from allauth.socialaccount.models import SocialAccount, SocialApp, SocialToken
from django import forms
from django.contrib import admin, messages
from django.contrib.admin.models import LogEntry
from django.core.exceptions import ValidationError
from django.db.models import EmailField, F, Field, QuerySet
from django.forms import ModelForm
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts import bans, belongings, names
from accounts.forms import AddressField
from accounts.models import Ban, User
from announcements.admin import WIDE

ADDRESSES: Mapping[type[Field[Any, Any]], Mapping[str, Any]] = {EmailField: {"form_class": AddressField}}


class NothingAdded:
    def has_add_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False


class NothingChanged:
    def has_change_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False


class NothingDeleted:
    def has_delete_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False


class FoundByList:
    """Rows are found by what their list offers alone.

    Staff play, too, and could ask for secrets bit by bit, by addresses made by hand.
    """

    list_filter: ClassVar[Any]
    date_hierarchy: ClassVar[Any]

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest | None = None) -> bool:
        return lookup.split("__")[0] in {*self.list_filter, self.date_hierarchy}


class OnlyWritten:
    """Saves nothing but what was written: others may have changed the row since it was loaded."""

    def save_model(self, request: HttpRequest, obj: Any, form: Any, change: bool) -> None:
        obj.save(update_fields=form.changed_data)


class Unreached(admin.SimpleListFilter):
    title = _("mails")
    parameter_name = "mails"

    def lookups(self, request: HttpRequest, model_admin: admin.ModelAdmin[User]) -> list[tuple[str, str]]:
        return [("back", str(_("came back")))]

    def queryset(self, request: HttpRequest, queryset: QuerySet[User]) -> QuerySet[User]:
        return queryset.filter(unreached_address=F("email")) if self.value() == "back" else queryset


@admin.register(User)
class UserAdmin(NothingDeleted, admin.ModelAdmin[User]):
    """Nobody is deleted here, where their games would not be left: see ``manage.py delete_account``."""

    formfield_overrides = ADDRESSES

    list_display = ("name", "email", "is_guest", "is_staff", "is_active", "date_joined")
    list_filter = ("is_guest", "is_staff", "is_active", Unreached, ("left_at", admin.EmptyFieldListFilter))
    search_fields = ("name", "email")
    ordering = ("-date_joined",)
    readonly_fields = ("unreached_address", "date_joined", "last_login", "last_here", "left_at", "banned_until")
    fields = (
        "name", "email", "is_guest", "is_active", "is_staff", "is_superuser", "groups", "user_permissions",
        "is_guided", "unreached_address", "date_joined", "last_login", "last_here", "left_at", "banned_until",
    )  # fmt: skip
    filter_horizontal = ("groups", "user_permissions")
    actions = ("write_again",)

    @admin.action(permissions=["change"], description=_("Send mails again, though they came back"))
    def write_again(self, request: HttpRequest, queryset: QuerySet[User]) -> None:
        queryset.update(unreached_address="")

    def save_model(self, request: HttpRequest, obj: User, form: ModelForm[User], change: bool) -> None:
        if change and "name" in form.changed_data:
            belongings.rename(obj)  # first, as games are locked before people
        super().save_model(request, obj, form, change)


admin.site.unregister([EmailAddress, Authenticator, SocialAccount, SocialApp, SocialToken])


@admin.register(EmailAddress)
class AddressAdmin(EmailAddressAdmin):  # type: ignore[misc]  # allauth has no types
    """Addresses, of which the log says whose they are: written there, they would stay when their people have left."""

    formfield_overrides = ADDRESSES

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
class SecondStepAdmin(NothingAdded, AuthenticatorAdmin):  # type: ignore[misc]
    """For users who have lost all second steps: without these rows the password is enough. Secrets are not shown."""

    search_fields = ("user__name", "user__email")
    fields = readonly_fields = ("user", "type", "created_at", "last_used_at")


class Lasting(admin.SimpleListFilter):
    title = _("in force")
    parameter_name = "lasting"

    def lookups(self, request: HttpRequest, model_admin: admin.ModelAdmin[Ban]) -> list[tuple[str, str]]:
        return [("yes", str(_("Yes"))), ("no", str(_("No")))]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Ban]) -> QuerySet[Ban]:
        lasting = Ban.objects.in_force(timezone.now())
        match self.value():
            case "yes":
                return queryset.filter(pk__in=lasting)
            case "no":
                return queryset.exclude(pk__in=lasting)
        return queryset


_OF_BANS = ("user", "kind", "reason", "since", "until", "imposed_by", "lifted_at", "lifted_by")


class BanForm(forms.ModelForm[Ban]):
    """Names a person as all see them: moderators have no list of people and their addresses."""

    by: User

    name = forms.CharField(label=_("Name"), help_text=_("As games and messages show it."))

    def clean_name(self) -> str:
        name: str = self.cleaned_data["name"].strip()
        user = names.called(name).filter(left_at=None).first()
        if user is None:
            raise ValidationError(_("No player has this name."))
        if objection := bans.objection(user, by=self.by):
            raise ValidationError(objection)
        self.instance.user = user
        return name

    def clean_until(self) -> datetime | None:
        until: datetime | None = self.cleaned_data["until"]
        if until and until <= timezone.now():
            raise ValidationError(_("Choose a later time."))
        return until


@admin.register(Ban)
class BanAdmin(NothingDeleted, admin.ModelAdmin[Ban]):
    """Adding one bans a person at once. What it says never changes; an action of the list lifts it."""

    form = BanForm
    formfield_overrides = WIDE
    list_display = _OF_BANS
    list_filter = [Lasting, "kind"]
    list_select_related = ["user", "imposed_by", "lifted_by"]
    search_fields = ["user__name"]
    ordering = ["-since"]
    actions = ["lift"]

    def get_fields(self, request: HttpRequest, obj: Ban | None = None) -> Any:
        return ["name", "kind", "until", "reason", "note"] if obj is None else [*_OF_BANS, "note"]

    def get_form(self, request: HttpRequest, obj: Ban | None = None, change: bool = False, **kwargs: Any) -> Any:
        form = super().get_form(request, obj, change, **kwargs)
        form.by = request.user  # type: ignore[attr-defined]  # a class of its own for each request
        return form

    def save_model(self, request: HttpRequest, obj: Ban, form: ModelForm[Ban], change: bool) -> None:
        ban = bans.impose(
            obj.user,
            kind=Ban.Kind(obj.kind),
            reason=obj.reason,
            note=obj.note,
            until=obj.until,
            by=_operator(request),
            now=timezone.now(),
        )
        obj.pk = ban.pk

    @admin.action(permissions=["change"], description=_("Lift the ban"))
    def lift(self, request: HttpRequest, queryset: QuerySet[Ban]) -> None:
        for ban in queryset:
            try:
                bans.lift(ban, by=_operator(request), now=timezone.now())
            except bans.BanRefused as refusal:
                messages.error(request, str(refusal))

    def has_change_permission(self, request: HttpRequest, obj: Ban | None = None) -> bool:
        return super().has_change_permission(request, obj) and obj is None


def _operator(request: HttpRequest) -> User:
    assert isinstance(request.user, User)  # noqa: S101  (for the type checker: the admin asks to log in)
    return request.user


@admin.register(SocialAccount)
class OtherSiteAdmin(NothingAdded, SocialAccountAdmin):  # type: ignore[misc]
    """By which other sites people log in. Which sites these can be is for the settings to say."""

    search_fields = ("user__name", "user__email")
    fields = readonly_fields = ("user", "provider", "date_joined", "last_login")
    list_display = ("user", "provider")
