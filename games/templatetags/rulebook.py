"""``{% rule "AUC-6" "AUC-8" %}``: the rules of docs/rules.md that the passage tells, for links to lead to."""

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

register = template.Library()


@register.simple_tag
def rule(*ids: str) -> SafeString:
    """The numbers of the rules that the passage around it tells, each an anchor."""
    marks = format_html_join(" ", '<span id="{0}">{0}</span>', ((number,) for number in ids))
    return format_html('<span class="rule">{}</span>', marks)
