"""How the settings read the environment."""

from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

from django.core.exceptions import ValidationError as DjangoValidationError
from environs import Env, EnvError, ValidationError, validate

REQUIRED: Any = ...  # in place of a default value: stops the start where the variable is not set


class Environment(Env):
    """Takes a variable that is empty for one that is not set: many a tool passes on so what it was not given."""

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
    """A validator that lets through whatever is empty, and what some check raises nothing about."""

    def validated(value: str) -> None:
        try:
            if value:
                check(value)
        except (ValueError, DjangoValidationError):  # neither is said: they may repeat a secret
            raise ValidationError(error) from None

    return validated


def folder(name: str, path: Path) -> Path:
    """Make a folder to which the variable leads."""
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise EnvError(f"{name} leads to {path}, which cannot be made: {error.strerror}.") from error
    return path
