"""What every page needs to know."""

from typing import Any

from django.conf import settings
from django.http import HttpRequest


def site(request: HttpRequest) -> dict[str, Any]:
    return {"keeps_mails": settings.KEEPS_MAILS}
