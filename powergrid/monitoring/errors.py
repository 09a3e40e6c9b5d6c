"""Reports of errors to a service that understands Sentry's protocol, if the site has one.

They leave the site, so they say less than the log. Without a SENTRY_DSN the library is not loaded.
"""

from typing import Any

from structlog import contextvars

from powergrid.logs import impersonal

KEPT_OF_REQUEST = ("method",)
Event = dict[str, Any]


def check(dsn: str) -> None:
    """:raises ValueError: the address of the service cannot be understood."""
    from sentry_sdk.utils import Dsn

    Dsn(dsn)


def report_to(dsn: str, *, release: str, environment: str) -> None:
    import sentry_sdk
    from sentry_sdk.integrations.celery import CeleryIntegration
    from sentry_sdk.integrations.django import DjangoIntegration

    sentry_sdk.init(
        dsn=dsn,
        release=release,
        environment=environment,
        integrations=[DjangoIntegration(transaction_style="url"), CeleryIntegration()],
        auto_enabling_integrations=False,
        send_default_pii=False,
        include_local_variables=False,
        max_request_body_size="never",
        auto_session_tracking=False,
        before_send=scrubbed,  # type: ignore[arg-type]  # it asks for a TypedDict that it does not publish
        before_breadcrumb=lambda crumb, hint: scrubbed_crumb(crumb),
    )


def scrubbed(event: Event, hint: Event) -> Event:
    """An event without what could say who a person is, but with the numbers by which you find it in the log."""
    known = contextvars.get_contextvars()
    event["tags"] = {**(event.get("tags") or {}), **{key: str(value) for key, value in known.items()}}
    asked = event.pop("request", {})
    event["request"] = {key: asked[key] for key in KEPT_OF_REQUEST if key in asked}
    user = event.pop("user", {})
    if "id" in user:
        event["user"] = {"id": user["id"]}
    return {key: _scrub(value) for key, value in event.items()}


def scrubbed_crumb(crumb: Event) -> Event:
    """What happened before an error, in words alone: the data of queries and calls can hold anything."""
    return {key: _scrub(crumb[key]) for key in ("type", "category", "level", "timestamp", "message") if key in crumb}


def _scrub(value: Any) -> Any:
    match value:
        case str():
            return impersonal(value)
        case dict():
            return {key: _scrub(held) for key, held in value.items()}
        case list() | tuple():
            return [_scrub(held) for held in value]
    return value
