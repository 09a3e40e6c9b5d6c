"""What is more or less than before, in templates: ``{{ change|signed }}``."""

from django import template

register = template.Library()


@register.filter
def signed(number: int) -> str:
    """A number with its sign, such as +5 or −3."""
    return f"{number:+}".replace("-", "−")
