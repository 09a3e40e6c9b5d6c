"""People in templates: ``{% person user %}`` is a name with its link, ``{% profile_of user %}`` where that leads.

``{{ user|percent_in_time:figures }}`` is their reliability among the figures of many; None for newcomers.
"""

from collections.abc import Mapping

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

from accounts.models import User
from games.people import profile_of
from games.reliability import Reliability

register = template.Library()
register.simple_tag(profile_of)


@register.simple_tag
def person(user: User) -> SafeString:
    """A registered player by a link, a guest by name."""
    address = profile_of(user)
    if not address:
        return format_html("<bdi>{}</bdi>", user.name)
    return format_html('<a class="person" href="{}"><bdi>{}</bdi></a>', address, user.name)


@register.filter
def percent_in_time(user: User, figures: Mapping[int, Reliability]) -> int | None:
    return figures[user.pk].percent
