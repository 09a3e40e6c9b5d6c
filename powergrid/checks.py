"""Our part of ``manage.py check --deploy``: settings with which a site starts, but which then hurt it."""

import os
from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from email.utils import parseaddr
from typing import Any
from urllib.parse import urlsplit

from django.apps import AppConfig
from django.conf import settings
from django.core import checks
from django.core.checks import CheckMessage
from django.http.request import validate_host

ALIKE = 0.66  # how alike two names have to be for a misspelling: PROXY and PROXIES are, HTTP_PROXY is not
LONG_ENOUGH = 32  # characters of a token that nobody guesses


def register_all() -> None:
    for check in (host, proxies, variables, sender, metrics_token):
        checks.register(checks.Tags.security, deploy=True)(check)


def host(app_configs: Sequence[AppConfig] | None, **_: Any) -> Iterable[CheckMessage]:
    name = urlsplit(settings.SITE_URL).hostname or ""
    if not validate_host(f"[{name}]" if ":" in name else name, settings.ALLOWED_HOSTS):
        yield checks.Error(
            f"SITE_URL leads to {name}, which is not in ALLOWED_HOSTS: links in mails would be refused (400).",
            hint=f"Set SITE_URL to the address of the site, or add {name} to ALLOWED_HOSTS.",
            id="powergrid.E001",
        )


def proxies(app_configs: Sequence[AppConfig] | None, **_: Any) -> Iterable[CheckMessage]:
    if settings.SITE_URL.startswith("https://") and not settings.ALLAUTH_TRUSTED_PROXY_COUNT:
        yield checks.Warning(
            "SITE_URL begins with https, so there is a proxy, but PROXIES is 0: all visitors count as one,"
            " and the wrong passwords of one lock out everybody.",
            hint="Set PROXIES to the number of proxies that a request passes: 1 with deploy/Caddyfile.",
            id="powergrid.W001",
        )


def variables(app_configs: Sequence[AppConfig] | None, **_: Any) -> Iterable[CheckMessage]:
    known = settings.VARIABLES - {"PORT"}  # too many names look like it
    for name in sorted(os.environ.keys() - settings.VARIABLES):
        if meant := get_close_matches(name.upper(), known, n=1, cutoff=ALIKE):
            yield checks.Warning(
                f"The variable {name} is not used. It looks like {meant[0]}.",
                hint=f"Rename it to {meant[0]}, or remove it.",
                id="powergrid.W002",
            )


def sender(app_configs: Sequence[AppConfig] | None, **_: Any) -> Iterable[CheckMessage]:
    domain = parseaddr(settings.DEFAULT_FROM_EMAIL)[1].partition("@")[2]
    if domain in ("", "localhost"):
        yield checks.Warning(
            "DEFAULT_FROM_EMAIL has no address of your own: most services refuse such mails or mark them as spam.",
            hint="Set DEFAULT_FROM_EMAIL to an address of your domain, such as Power Grid <games@games.example>.",
            id="powergrid.W003",
        )


def metrics_token(app_configs: Sequence[AppConfig] | None, **_: Any) -> Iterable[CheckMessage]:
    if 0 < len(settings.METRICS_TOKEN) < LONG_ENOUGH:
        yield checks.Warning(
            f"METRICS_TOKEN has fewer than {LONG_ENOUGH} characters, and could be guessed.",
            hint='Make one with python3 -c "import secrets; print(secrets.token_urlsafe(32))".',
            id="powergrid.W004",
        )
