"""The pages for those who run the site: who gets in, and how."""

from typing import Any

from allauth.account.decorators import secure_admin_login
from django.contrib import messages
from django.contrib.admin import sites
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.decorators import method_decorator
from django.utils.translation import gettext as _

from accounts import two_steps


class Site(sites.AdminSite):
    """Has no log-in of its own: that would ask for a password alone, of somebody who has asked for two steps."""

    def has_permission(self, request: HttpRequest) -> bool:
        return two_steps.may_run_the_site(request.user)

    @method_decorator(secure_admin_login)
    def login(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        """Where the admin sends whoever it does not open to; who is no staff has been refused already."""
        if self.has_permission(request):
            return redirect("admin:index")
        messages.warning(request, _("Who runs the site logs in with two steps. Choose yours, and its pages open."))
        return redirect("mfa_index")
