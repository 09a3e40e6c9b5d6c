"""Forms of the admin for what is said to everybody."""

from typing import Any

from django import forms
from django.conf import settings
from django.contrib import admin, messages
from django.contrib.admin.widgets import AdminTextInputWidget
from django.core.exceptions import ValidationError
from django.db.models import CharField, QuerySet
from django.http import HttpRequest
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from announcements import maintenance, said
from announcements.models import Maintenance, Notice, Page

WIDE: Any = {CharField: {"widget": AdminTextInputWidget(attrs={"class": "vLargeTextField"})}}  # whole sentences


class SaidAdmin(admin.ModelAdmin[Any]):
    """Has this process show changes at once. Others follow within seconds."""

    def save_model(self, request: HttpRequest, obj: Any, form: forms.ModelForm[Any], change: bool) -> None:
        super().save_model(request, obj, form, change)
        said.forget()

    def delete_model(self, request: HttpRequest, obj: Any) -> None:
        super().delete_model(request, obj)
        said.forget()

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> None:
        super().delete_queryset(request, queryset)
        said.forget()


@admin.register(Page)
class PageAdmin(SaidAdmin):
    """One page for each subject. The form for the one on privacy begins with a draft."""

    list_display = ["subject", "changed_at"]
    fields = ["subject", "text"]

    def get_changeform_initial_data(self, request: HttpRequest) -> dict[str, Any]:
        missing = [subject for subject in Page.Subject if subject not in _written()]
        subject = request.GET.get("subject") or next(iter(missing), "")
        return {"subject": subject, "text": privacy_draft() if subject == Page.Subject.PRIVACY else ""}

    def has_add_permission(self, request: HttpRequest) -> bool:
        return super().has_add_permission(request) and len(_written()) < len(Page.Subject)


def _written() -> set[str]:
    return set(Page.objects.values_list("subject", flat=True))


@admin.register(Notice)
class NoticeAdmin(SaidAdmin):
    formfield_overrides = WIDE
    list_display = ["text", "level", "starts_at", "ends_at"]
    ordering = ["-starts_at"]
    fields = ["text", "level", "starts_at", "ends_at"]


class MaintenanceForm(forms.ModelForm[Maintenance]):
    def clean_expected_until(self) -> Any:
        moment = self.cleaned_data["expected_until"]
        if moment and moment <= timezone.now():
            raise ValidationError(_("Choose a later time."))
        return moment


@admin.register(Maintenance)
class MaintenanceAdmin(admin.ModelAdmin[Maintenance]):
    """Adding one turns it on, an action of the list turns it off. What is over stays in the list."""

    form = MaintenanceForm
    formfield_overrides = WIDE
    list_display = ["sentence", "began_at", "expected_until", "ended_at"]
    ordering = ["-began_at"]
    fields = ["sentence", "expected_until"]
    actions = ["end"]

    def save_model(
        self, request: HttpRequest, obj: Maintenance, form: forms.ModelForm[Maintenance], change: bool
    ) -> None:
        begun = maintenance.begin(obj.sentence, expected_until=obj.expected_until, now=timezone.now())
        obj.pk, obj.began_at = begun.pk, begun.began_at

    @admin.action(permissions=["change"], description=_("End maintenance: everything can be changed again"))
    def end(self, request: HttpRequest, queryset: QuerySet[Maintenance]) -> None:
        if maintenance.end(now=timezone.now()):
            messages.success(request, _("Maintenance is over. All clocks go on where they stood."))
        else:
            messages.info(request, _("Maintenance was over already."))

    def has_change_permission(self, request: HttpRequest, obj: Maintenance | None = None) -> bool:
        return super().has_change_permission(request, obj) and (obj is None or obj.ended_at is None)

    def has_delete_permission(self, request: HttpRequest, obj: Maintenance | None = None) -> bool:
        return False


def privacy_draft() -> str:
    """A text to begin with. It says what the program does, with gaps for what only the operator knows."""
    context = {
        "site": settings.SITE_URL,
        "contact": settings.CONTACT_ADDRESS,
        "session_days": settings.SESSION_COOKIE_AGE // (24 * 60 * 60),
        "guest_days": settings.KEEP_GUESTS.days,
        "unconfirmed_days": settings.KEEP_UNCONFIRMED.days,
        "table_days": settings.KEEP_TABLES.days,
    }
    return render_to_string("announcements/privacy.txt", context).strip() + "\n"
