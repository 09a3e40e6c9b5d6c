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


MANY_TO_MANY = ("groups", "user_permissions")  # the fields of forms of the admin that name any number of rows


class Site(sites.AdminSite):
    """Has no log-in of its own: that would ask for a password alone, of somebody who has asked for two steps."""

    site_header = site_title = "Power Grid"

    def has_permission(self, request: HttpRequest) -> bool:
        return two_steps.may_run_the_site(request)

    def admin_view(self, view: View, cacheable: bool = False) -> View:
        """Look no row up by a column without a name, or by what is no number of a row: Django breaks over both."""

        @wraps(view)
        def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
            if "" in {request.GET.get(TO_FIELD_VAR), request.POST.get(TO_FIELD_VAR)}:
                raise BadRequest("This does not say by which column a row is to be looked up.")
            if any(number_in(row) is None for row in _rows_named_in(request)):
                raise BadRequest("This names a row by what is no number.")
            return view(request, *args, **kwargs)

        return super().admin_view(cast(View, guarded), cacheable)

    def index(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> TemplateResponse:
        open_reports = Report.objects.open().count()
        return super().index(request, {**(extra_context or {}), "open_reports": open_reports})

    @method_decorator(secure_admin_login)
    def login(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        """Where the admin sends whoever it does not open to; who is no staff has been refused already."""
        if self.has_permission(request):
            return redirect("admin:index")
        user = cast(User, request.user)
        if two_steps.are_on(user):
            back = {REDIRECT_FIELD_NAME: request.GET.get(REDIRECT_FIELD_NAME) or reverse("admin:index")}
            messages.warning(request, _("These pages open once you have shown your second step in this browser."))
            return redirect(f"{two_steps.address_to_show_it(user)}?{urlencode(back)}")
        messages.warning(request, _("Who runs the site logs in with two steps. Choose yours, and its pages open."))
        return redirect("mfa_index")


def _rows_named_in(request: HttpRequest) -> list[str]:
    chosen = [row for name in MANY_TO_MANY for row in request.POST.getlist(name) if row]
    return request.POST.getlist(ACTION_CHECKBOX_NAME) + chosen
