"""What EMAIL_URL can say: a mail service that is spoken to by SMTP, or by HTTP if django-anymail knows it."""

from pkgutil import iter_modules
from urllib.parse import parse_qsl, urlsplit

from anymail import backends, webhooks
from environs import ValidationError, validate

SMTP_PORTS = {"smtp": 25, "smtp+tls": 587, "smtp+ssl": 465}
_HTTP = "anymail+"
_NO_SERVICES = {"base", "base_requests", "console", "sendinblue", "test"}
"""Modules that stand among those of the services."""


def check(address: str) -> None:
    """Whether an address can be understood; what is raised repeats no password."""
    if not address.startswith(_HTTP):
        _check_smtp(address)
    elif http_service(address) not in (known := _services(backends.__path__)):
        names = ", ".join(sorted(name.replace("_", "-") for name in known))
        raise ValidationError(f"After {_HTTP} comes one of {names}.")


def http_service(address: str) -> str:
    """The name that django-anymail has for a service, which addresses write with hyphens; none for SMTP."""
    scheme = urlsplit(address).scheme
    return scheme.removeprefix(_HTTP).replace("-", "_") if scheme.startswith(_HTTP) else ""


def tells_of_mails(service: str) -> bool:
    return service in _services(webhooks.__path__)


def anymail_settings(address: str) -> dict[str, str]:
    """What a service is told, by the names of django-anymail: ``?api_key=…`` is ``MAILGUN_API_KEY``, for example."""
    given = parse_qsl(urlsplit(address).query)
    return {f"{http_service(address)}_{name}".upper(): value for name, value in given}


def _services(path: list[str]) -> set[str]:
    return {module.name for module in iter_modules(path)} - _NO_SERVICES


def _check_smtp(address: str) -> None:
    looks_right = validate.URL(
        schemes=SMTP_PORTS.keys(),
        require_tld=False,
        error="It must look like smtp://user:password@host:port or anymail+postmark://?server_token=…, and begin with"
        f" one of {', '.join(SMTP_PORTS)}, {_HTTP}….",
    )
    looks_right(address)
    try:
        _ = urlsplit(address).port
    except ValueError:
        raise ValidationError("Its port is no number from 0 to 65535.") from None
