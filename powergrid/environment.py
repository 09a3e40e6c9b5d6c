"""How the settings read the environment, and what the two longest variables, DATABASE_URL and EMAIL_URL, can say."""

from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from pkgutil import iter_modules
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from anymail import backends, webhooks
from django.core.exceptions import ValidationError as DjangoValidationError
from environs import Env, EnvError, ValidationError, validate

REQUIRED: Any = ...  # in place of a default value: stops the start where the variable is not set


class Environment(Env):
    """Treats an empty variable as unset: many tools pass on what they were not given as an empty string."""

    def __init__(self) -> None:
        super().__init__()
        self.read: set[str] = set()

    def _get_value(self, env_key: str, default: Any) -> Any:
        self.read.add(env_key)
        return super()._get_value(env_key, default) or default

    def number(self, name: str, default: int, least: int, most: int) -> int:
        return self.int(name, default, validate=validate.Range(least, most))

    def days(self, name: str, default: int, *, least: int = 1, most: int = 3650) -> timedelta:
        return timedelta(days=self.number(name, default, least, most))

    def matching(self, name: str, default: str, pattern: str, error: str) -> str:
        return self.str(name, default, validate=validate.Regexp(rf"(?:{pattern})\Z", error=error))


def allowed_by(check: Callable[[str], object], error: str) -> Callable[[str], None]:
    """A validator that accepts an empty value, and any value for which ``check`` raises nothing."""

    def validated(value: str) -> None:
        try:
            if value:
                check(value)
        except (ValueError, DjangoValidationError):  # their own words may repeat a secret
            raise ValidationError(error) from None

    return validated


def folder(name: str, path: Path) -> Path:
    """Make the folder that a variable names."""
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise EnvError(f"{name} leads to {path}, which cannot be made: {error.strerror}.") from error
    return path


# DATABASE_URL -------------------------------------------------------------------------------------------------------

SQLITE_OPTIONS = {
    # Lock for writing at once: a read that later writes would fail instead of waiting (SQLite has no row locks).
    "transaction_mode": "IMMEDIATE",
    "timeout": 20,
    "init_command": (
        "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA mmap_size=134217728;"
        " PRAGMA journal_size_limit=27103364; PRAGMA cache_size=2000"
    ),
}

POOL_OPTIONS = {
    "min_size": 0,  # opened when needed and closed when idle: the scheduler has none
    "timeout": 5,  # seconds to wait for a connection, such as during a restart of the database; then the page says so
    # It tries ever more seldom, and would come back minutes after the database. Having given up, it tries when asked.
    "reconnect_timeout": 2,
}


def connected(database: dict[str, Any], *, pool: int) -> dict[str, Any]:
    """The setting for a database. ``pool``: connections to PostgreSQL for each process; 0: one for each thread."""
    # No other engine has been tried, and each process would get a database in memory of its own.
    match database["ENGINE"].rpartition(".")[2], database["NAME"]:
        case "sqlite3", str(path) if path not in {"", ":memory:"}:
            folder("DATABASE_URL or VAR_DIR", Path(path).parent)
            return {**database, "OPTIONS": SQLITE_OPTIONS}
        case "postgresql", str(name) if name and pool:
            # A connection goes back after each request or task, and the pool hands out none that is broken.
            options = {**database.get("OPTIONS", {}), "pool": {**POOL_OPTIONS, "max_size": pool}}
            return {**database, "CONN_MAX_AGE": 0, "OPTIONS": options}
        case "postgresql", str(name) if name:
            return database
    raise EnvError("DATABASE_URL must look like sqlite:////path/to/file or postgres://user:password@host:5432/name.")


# EMAIL_URL: a mail service that speaks SMTP, or HTTP if django-anymail knows it -------------------------------------

SMTP_PORTS = {"smtp": 25, "smtp+tls": 587, "smtp+ssl": 465}
_HTTP = "anymail+"
_NO_SERVICES = {"base", "base_requests", "console", "sendinblue", "test"}
"""Modules that stand among those of the services."""


def check_email_url(address: str) -> None:
    """Refuse an address that cannot be understood, without repeating its password."""
    if not address.startswith(_HTTP):
        _check_smtp(address)
    elif mail_service(address) not in (known := _services(backends.__path__)):
        names = ", ".join(sorted(name.replace("_", "-") for name in known))
        raise ValidationError(f"Use one of these after {_HTTP}: {names}.")


def mail_service(address: str) -> str:
    """The name that django-anymail has for a service, which addresses write with hyphens; none for SMTP."""
    scheme = urlsplit(address).scheme
    return scheme.removeprefix(_HTTP).replace("-", "_") if scheme.startswith(_HTTP) else ""


def tells_of_mails(service: str) -> bool:
    return service in _services(webhooks.__path__)


def anymail_settings(address: str) -> dict[str, str]:
    """Settings by the names of django-anymail: for Mailgun, ``?api_key=…`` becomes ``MAILGUN_API_KEY``."""
    given = parse_qsl(urlsplit(address).query)
    return {f"{mail_service(address)}_{name}".upper(): value for name, value in given}


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
        raise ValidationError("The port must be a number from 0 to 65535.") from None
