"""Views of django-allauth about other sites, for a site that has guests, and where others can be out of reach."""

from functools import wraps

from allauth.socialaccount import views
from allauth.socialaccount.adapter import get_adapter
from allauth.socialaccount.helpers import render_authentication_error
from allauth.socialaccount.providers.openid_connect import views as openid_connect
from django.http import HttpRequest, HttpResponse
from requests import RequestException

from accounts.two_step_views import View, for_accounts, for_guests_who_log_in

connections = for_accounts(views.connections)
sign_up = for_guests_who_log_in(views.signup)


def _where_it_answers(view: View) -> View:
    """Say so where the other site does not answer: before anything else, it is asked where it asks people."""

    @wraps(view)
    def respond(request: HttpRequest, provider_id: str) -> HttpResponse:
        try:
            return view(request, provider_id)
        except RequestException as fault:
            provider = get_adapter().get_provider(request, provider_id)
            failed: HttpResponse = render_authentication_error(request, provider, exception=fault)
            return failed

    return respond


log_in_by_openid = _where_it_answers(openid_connect.login)
come_back_from_openid = _where_it_answers(openid_connect.callback)
