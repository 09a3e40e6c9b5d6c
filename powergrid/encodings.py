"""Refuse what would break Django or the database before any view could answer."""

from collections.abc import Callable, Iterable
from typing import Any

from django.http import parse_cookie
from django.template.loader import render_to_string
from django.utils.http import parse_header_parameters

Environ = dict[str, Any]
Application = Callable[[Environ, Callable[..., Any]], Iterable[bytes]]
_NUL = "\0"  # PostgreSQL takes it in no text, so no secret or session can be looked up by it; forms refuse it


def utf_8_alone(application: Application) -> Application:
    """Refuse any encoding but UTF-8, and NUL in addresses and cookies.

    Django would decode a form with any codec of Python. But hex and rot13 give no text, and others fail on an error.
    """

    def respond(environ: Environ, start_response: Callable[..., Any]) -> Iterable[bytes]:
        if _is_in_utf_8(environ) and not _has_nul(environ):
            return application(environ, start_response)
        start_response("400 Bad Request", [("Content-Type", "text/html; charset=utf-8")])
        return [render_to_string("400.html").encode()]

    return respond


def _is_in_utf_8(environ: Environ) -> bool:
    _, parameters = parse_header_parameters(environ.get("CONTENT_TYPE", ""))
    return parameters.get("charset", "utf-8").lower() in {"utf-8", "utf8"}


def _has_nul(environ: Environ) -> bool:
    cookies = environ.get("HTTP_COOKIE", "")
    is_quoted = "\\" in cookies  # cookies can hold any character by its number, as in "\000"
    return _NUL in environ.get("PATH_INFO", "") or (
        is_quoted and any(_NUL in it for it in parse_cookie(cookies).values())
    )
