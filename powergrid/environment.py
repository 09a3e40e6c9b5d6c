"""Reading environment variables. One that cannot be understood stops the start with a sentence that names it.

An empty variable counts as one that is not set.
"""

import os
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import SplitResult, parse_qsl, unquote, urlsplit

from django.core.exceptions import ImproperlyConfigured

BROKERS = ("filesystem", "memory", "redis", "rediss", "amqp", "amqps")
MAIL_PORTS = {"smtp": 25, "smtp+tls": 587, "smtp+ssl": 465}


class MailService(NamedTuple):
    host: str
    port: int
    user: str
    password: str
    uses_tls: bool
    uses_ssl: bool


def text(name: str, *, default: str | None = None) -> str:
    """Read any text; without a default the variable must be there."""
    value = os.environ.get(name, "").strip() or default
    if value is None:
        raise ImproperlyConfigured(f"{name} is not set. Outside development (DEVELOPMENT=true) the site needs it.")
    return value


def words(name: str, *, default: str | None = None) -> list[str]:
    """Read words with commas between them."""
    return [word.strip() for word in text(name, default=default).split(",") if word.strip()]


def flag(name: str, *, default: bool) -> bool:
    word = text(name, default=str(default)).lower()
    if word in {"1", "true", "yes", "on"}:
        return True
    if word in {"0", "false", "no", "off"}:
        return False
    raise ImproperlyConfigured(f"{name} is {word!r}; it can be true or false.")


def number(name: str, *, default: int, least: int, most: int) -> int:
    digits = text(name, default=str(default))
    if digits.isdecimal() and least <= int(digits) <= most:
        return int(digits)
    raise ImproperlyConfigured(f"{name} is {digits!r}; it can be a whole number from {least} to {most}.")


def site(name: str, *, default: str) -> str:
    """Read where the site is, such as ``https://games.example``."""
    address = text(name, default=default).rstrip("/")
    url = _split(address)
    if (
        url is None
        or url.scheme not in {"http", "https"}
        or not url.hostname
        or url.path
        or url.query
        or url.fragment
    ):
        raise ImproperlyConfigured(f"{name} is {address!r}; it must look like https://games.example.")
    return address


def database(name: str, *, default: str) -> dict[str, Any]:
    """Read which database to use, in the words of Django's DATABASES."""
    url = _split(text(name, default=default))
    place = unquote(url.path[1:]) if url else ""
    if url and place and url.scheme == "sqlite" and not url.netloc:
        return {"ENGINE": "django.db.backends.sqlite3", "NAME": place}
    if url and place and url.scheme in {"postgres", "postgresql"}:
        return {
            "ENGINE": "django.db.backends.postgresql",
            "NAME": place,
            "HOST": url.hostname or "",
            "PORT": str(url.port or ""),
            "USER": unquote(url.username or ""),
            "PASSWORD": unquote(url.password or ""),
            "OPTIONS": dict(parse_qsl(url.query)),
        }
    # Without the value, which may hold a password.
    raise ImproperlyConfigured(
        f"{name} must look like sqlite:////path/to/file or postgres://user:password@host:5432/name."
    )


def broker(name: str, *, default: str) -> str:
    """Read where tasks are handed to the workers."""
    address = text(name, default=default)
    url = _split(address)
    if url is None or url.scheme not in BROKERS or "://" not in address:
        raise ImproperlyConfigured(
            f"{name} must begin with one of {', '.join(f'{scheme}://' for scheme in BROKERS)}."
        )
    return address


def mail_service(name: str, *, needed: bool) -> MailService | None:
    """Read which mail service to use; none only where none is needed."""
    address = text(name, default=None if needed else "")
    if not address:
        return None
    url = _split(address)
    if url is None or url.scheme not in MAIL_PORTS or not url.hostname or url.path.strip("/"):
        schemes = " or ".join(f"{scheme}://" for scheme in MAIL_PORTS)
        raise ImproperlyConfigured(f"{name} must look like smtp://user:password@host:port, beginning with {schemes}.")
    return MailService(
        host=url.hostname,
        port=url.port or MAIL_PORTS[url.scheme],
        user=unquote(url.username or ""),
        password=unquote(url.password or ""),
        uses_tls=url.scheme == "smtp+tls",
        uses_ssl=url.scheme == "smtp+ssl",
    )


def folder(name: str, path: Path) -> Path:
    """Make a folder to which the variable leads."""
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise ImproperlyConfigured(f"{name} leads to {path}, which cannot be made: {error.strerror}.") from error
    return path


def _split(address: str) -> SplitResult | None:
    """Take an address apart; None where it is none."""
    try:
        url = urlsplit(address)
        _ = url.port  # is read only now, and may be no number
    except ValueError:
        return None
    return url
