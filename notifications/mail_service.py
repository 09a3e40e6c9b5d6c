"""The mail service to which mails go by HTTP: what it needs to know, and where it says what became of mails."""

import re
from typing import Any

from anymail import urls as hooks
from anymail.exceptions import AnymailConfigurationError, AnymailImproperlyInstalled
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.core.mail import get_connection


def check() -> None:
    """Stop the start where the service lacks what it needs for mails, or for telling what became of them."""
    try:
        get_connection()
        if settings.MAIL_SERVICE_SECRET:
            listener(settings.MAIL_SERVICE).view_class()
    except AnymailImproperlyInstalled as fault:
        raise ImproperlyConfigured(f"EMAIL_URL names a service that is not ready: {fault}") from fault
    except AnymailConfigurationError as fault:
        raise ImproperlyConfigured(f"EMAIL_URL lacks {_lacking(fault)}: {fault}") from fault


def listener(service: str) -> Any:
    """The view to which a service tells what became of mails; it comes out as a signal, for ``bounces``."""
    names = {f"{service}_tracking_webhook", f"{service}_webhook"}
    return next(route.callback for route in hooks.urlpatterns if route.name in names)


def _lacking(fault: AnymailConfigurationError) -> str:
    """What the address lacks, as far as the fault names a setting such as ``POSTMARK_SERVER_TOKEN``."""
    named = re.search(rf"{settings.MAIL_SERVICE.upper()}_([A-Z_]+)", str(fault))
    return f"?{named[1].lower()}=…" if named else "something"
