"""What elements of mails look like."""

from django import template
from django.utils.safestring import SafeString, mark_safe

from notifications import looks

register = template.Library()


@register.simple_tag
def look(name: str) -> SafeString:
    """The class of an element, and its style in the light: ``class="button" style="…"``."""
    return mark_safe(f'class="{name}" style="{looks.style(name)}"')  # noqa: S308  # all of it is our own


@register.simple_tag
def look_sheet() -> SafeString:
    """What stands in the head of a mail."""
    return mark_safe(looks.sheet())  # noqa: S308  # all of it is our own
