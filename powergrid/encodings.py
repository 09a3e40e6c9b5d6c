"""Requests in other encodings than UTF-8, which the site does not read."""

from collections.abc import Callable, Iterable
from typing import Any

from django.template.loader import render_to_string
from django.utils.http import parse_header_parameters

Application = Callable[[dict[str, Any], Callable[..., Any]], Iterable[bytes]]


def utf_8_alone(application: Application) -> Application:
    """Refuse what says that it is in another encoding.

    Django would take it at its word, whatever Python can decode, and break while it makes the request, where nothing
    of ours could answer yet: hex and rot13 are no text, and others know no way to go on after a mistake.
    """

    def respond(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        _, parameters = parse_header_parameters(environ.get("CONTENT_TYPE", ""))
        if parameters.get("charset", "utf-8").lower() in {"utf-8", "utf8"}:
            return application(environ, start_response)
        start_response("400 Bad Request", [("Content-Type", "text/html; charset=utf-8")])
        return [render_to_string("400.html").encode()]

    return respond
