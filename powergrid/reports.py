"""Django's reports of errors, as they can be mailed or shown by whatever an operator adds to the logs.

They name the code and the place in it. Django would add what was sent, all settings and all that variables held.
"""

from types import TracebackType
from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.views import debug

from powergrid.logs import impersonal


class Reporter(debug.ExceptionReporter):
    """Tells nothing of people and of settings, but to whoever develops (``DEBUG``)."""

    def __init__(
        self,
        request: HttpRequest | None,
        exc_type: type[BaseException] | None,
        exc_value: BaseException | None,
        tb: TracebackType | None,
        is_email: bool = False,
    ) -> None:
        super().__init__(request if settings.DEBUG else None, exc_type, exc_value, tb, is_email)

    def get_traceback_data(self) -> dict[str, Any]:
        told = super().get_traceback_data()
        if settings.DEBUG:
            return told
        frames = [{**frame, "vars": []} for frame in told["frames"]]
        words = impersonal(told.get("exception_value", ""))
        return {**told, "settings": {}, "frames": frames, "exception_value": words, "exception_notes": ""}
