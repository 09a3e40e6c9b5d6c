"""Django's reports of errors, for anything an operator adds to the log that mails or shows them.

They have the trace of the code. Django would add what was sent, all settings and the values of variables.
"""

from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.views import debug

from powergrid.logs import impersonal


class Reporter(debug.ExceptionReporter):
    """Says nothing about people and settings, unless you are developing (``DEBUG``)."""

    def __init__(self, request: HttpRequest | None, *error: Any, **options: Any) -> None:
        super().__init__(request if settings.DEBUG else None, *error, **options)

    def get_traceback_data(self) -> dict[str, Any]:
        told = super().get_traceback_data()
        if settings.DEBUG:
            return told
        frames = [{**frame, "vars": []} for frame in told["frames"]]
        words = impersonal(told.get("exception_value", ""))
        return {**told, "settings": {}, "frames": frames, "exception_value": words, "exception_notes": ""}
