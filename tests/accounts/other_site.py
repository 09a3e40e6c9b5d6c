"""Another site by which people log in: it answers as one of OpenID Connect does, and knows one person."""

import json
from typing import Any
from urllib.parse import urlsplit

import pytest
import requests
from environs import Env
from requests import PreparedRequest, Response
from requests.adapters import BaseAdapter

from powergrid import social_login

SERVER = "https://id.example"


class OtherSite(BaseAdapter):
    """Answers what our site asks of it, and knows one person."""

    def __init__(self, server: str) -> None:
        super().__init__()
        self.server = server
        self.person: dict[str, Any] = {
            "sub": "4711",
            "name": "Dora Day",
            "email": "Dora@Example.org",
            "email_verified": True,
        }
        self.timeouts: list[object] = []
        self.is_away = False

    def send(self, request: PreparedRequest, *args: Any, timeout: Any = None, **kwargs: Any) -> Response:
        self.timeouts.append(timeout)
        if self.is_away:
            raise requests.ConnectionError
        answer = Response()
        answer.status_code, answer.request, answer.url = 200, request, str(request.url)
        answer.headers["Content-Type"] = "application/json"
        answer._content = json.dumps(self.answers[urlsplit(answer.url).path]).encode()
        return answer

    @property
    def answers(self) -> dict[str, Any]:
        return {
            "/.well-known/openid-configuration": {
                "authorization_endpoint": f"{self.server}/authorize",
                "token_endpoint": f"{self.server}/token",
                "userinfo_endpoint": f"{self.server}/person",
                "token_endpoint_auth_methods_supported": ["client_secret_post"],
            },
            "/token": {"access_token": "token", "token_type": "Bearer"},
            "/person": self.person,
        }

    def close(self) -> None:
        pass


def set_up(settings: Any, monkeypatch: pytest.MonkeyPatch, server: str = SERVER) -> OtherSite:
    """Have our site let people log in by it, and all that our site asks of others be asked of it.

    :param server: where it asks people, which is for the test to do.
    """
    for name, value in {
        "SOCIAL_LOGIN": "openid",
        "OPENID_CLIENT_ID": "powergrid",
        "OPENID_CLIENT_SECRET": "secret",
        "OPENID_SERVER": server,
        "OPENID_NAME": "The Club",
    }.items():
        monkeypatch.setenv(name, value)
    named = social_login.read(Env())
    settings.SOCIALACCOUNT_PROVIDERS = named.providers
    policy = settings.CONTENT_SECURITY_POLICY["DIRECTIVES"]
    directives = {**policy, "form-action": [*policy["form-action"], *named.origins]}
    settings.CONTENT_SECURITY_POLICY = {"DIRECTIVES": directives}
    site = OtherSite(server)
    monkeypatch.setattr(requests.Session, "get_adapter", lambda session, url: site)
    return site
