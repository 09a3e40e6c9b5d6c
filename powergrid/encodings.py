"""What is sent in a way that Django or the database would break over, before anything of ours could answer."""

from collections.abc import Callable, Iterable
from typing import Any

from django.http import parse_cookie
from django.template.loader import render_to_string
from django.utils.http import parse_header_parameters

Environ = dict[str, Any]
Application = Callable[[Environ, Callable[..., Any]], Iterable[bytes]]
_NUL = "\0"
"""PostgreSQL cannot hold it in any text, and so looks up no secret or session by it. Fields of forms refuse it."""


def utf_8_alone(application: Application) -> Application:
    """Refuse what says that it is in another encoding than UTF-8, and addresses and cookies with NUL in them.

    Django would decode a form by whatever Python can decode by. But hex and rot13 are no text, and other encodings
    know no way to go on after a mistake.
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
