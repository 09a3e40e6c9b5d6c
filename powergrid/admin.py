"""The pages for those who run the site: who gets in, and how."""

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar, cast
from urllib.parse import urlencode

from allauth.account.decorators import secure_admin_login
from django.contrib import messages
from django.contrib.admin import sites
from django.contrib.admin.helpers import ACTION_CHECKBOX_NAME
from django.contrib.admin.options import TO_FIELD_VAR
from django.contrib.auth import REDIRECT_FIELD_NAME
from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.decorators import method_decorator
from django.utils.translation import gettext as _

from accounts import two_steps
from accounts.models import User
from accounts.requests import number_in
from talk.models import Report

View = TypeVar("View", bound=Callable[..., HttpResponseBase])


MANY_TO_MANY = ("groups", "user_permissions")  # fields of the admin's forms that name several rows


class Site(sites.AdminSite):
    """Has no log-in of its own: that would ask for a password alone, even of a person with two steps.

    It has no page for a new password either. The page of the site ends other sessions, and sends a mail about it.
    """

    site_header = site_title = "Power Grid"

    def has_permission(self, request: HttpRequest) -> bool:
        return two_steps.may_run_the_site(request)

    def admin_view(self, view: View, cacheable: bool = False) -> View:
        """Refuse a column without a name, or an id that is no number: Django fails on both."""

        @wraps(view)
        def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
            if "" in {request.GET.get(TO_FIELD_VAR), request.POST.get(TO_FIELD_VAR)}:
                raise BadRequest("This names no column to look a row up by.")
            if any(number_in(row) is None for row in _rows_named_in(request)):
                raise BadRequest("This names a row by an id that is not a number.")
            return view(request, *args, **kwargs)

        return super().admin_view(cast(View, guarded), cacheable)

    def index(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> TemplateResponse:
        open_reports = Report.objects.open().count()
        return super().index(request, {**(extra_context or {}), "open_reports": open_reports})

    @method_decorator(secure_admin_login)
    def login(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        """Where the admin sends staff who have not shown two steps yet. Others have been refused before."""
        if self.has_permission(request):
            return redirect("admin:index")
        user = cast(User, request.user)
        if two_steps.are_on(user):
            back = {REDIRECT_FIELD_NAME: request.GET.get(REDIRECT_FIELD_NAME) or reverse("admin:index")}
            messages.warning(request, _("Show your second step in this browser to open these pages."))
            return redirect(f"{two_steps.address_to_show_it(user)}?{urlencode(back)}")
        messages.warning(
            request, _("These pages need a log-in with two steps. Set up your second step to open them.")
        )
        return redirect("mfa_index")

    def password_change(  # type: ignore[override]  # Django takes any response, its stubs want a page
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        return redirect("account_change_password")


def _rows_named_in(request: HttpRequest) -> list[str]:
    chosen = [row for name in MANY_TO_MANY for row in request.POST.getlist(name) if row]
    return request.POST.getlist(ACTION_CHECKBOX_NAME) + chosen
