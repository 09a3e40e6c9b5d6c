"""Times in few letters: ``{{ moment|span }}`` is how long ago it was, such as "21 s" or "3 h"."""

from datetime import datetime

from django import template
from django.utils import timezone

register = template.Library()

UNITS = (("d", 86400), ("h", 3600), ("min", 60), ("s", 1))
"""The same as in static/js/times.js, which keeps pages up to date."""


@register.filter
def span(moment: datetime) -> str:
    """The time since a moment in whole units of the largest that fits."""
    seconds = max(0, int((timezone.now() - moment).total_seconds()))
    unit, size = next(((unit, size) for unit, size in UNITS if seconds >= size), UNITS[-1])
    return f"{seconds // size} {unit}"
