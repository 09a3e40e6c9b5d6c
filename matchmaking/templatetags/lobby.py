"""Tables of the lobby in templates: ``{% table_rows lobby.own %}``."""

from collections.abc import Iterable, Mapping
from typing import Any

from django import template
from django.utils.safestring import SafeString, mark_safe

from matchmaking.drawing import draw_table_row
from matchmaking.lobby import Row

register = template.Library()


@register.simple_tag(takes_context=True)
def table_rows(context: Mapping[str, Any], rows: Iterable[Row]) -> SafeString:
    """Tables of the lobby, for whoever looks at the page."""
    viewer, points, form_token = context["request"].user, context["lobby"].points, context["csrf_token"]
    may_join = viewer.is_authenticated and not viewer.is_guest
    drawn = "".join([draw_table_row(row, points, form_token, may_join=may_join) for row in rows])
    return mark_safe(drawn)  # noqa: S308  Everything that is no number or word of ours is escaped.
