"""Playing again, in templates: ``{% rematch game %}`` offers it, ``{{ table|kept_for:user }}`` is a place kept."""

from collections.abc import Mapping
from typing import Any

from django import template
from django.contrib.auth.models import AnonymousUser

from accounts.models import User
from games.models import Game
from matchmaking.models import KeptPlace, Table
from matchmaking.rematches import offer

register = template.Library()


@register.inclusion_tag("matchmaking/_rematch.html", takes_context=True)
def rematch(context: Mapping[str, Any], game: Game) -> dict[str, Any]:
    """What whoever looks at a game that is over can press to play it again; nothing for most."""
    return {"offer": offer(game, context["request"].user)}


@register.filter
def kept_for(table: Table, user: User | AnonymousUser) -> KeptPlace | None:
    """The place of an open table that is kept for somebody."""
    return table.kept_for(user) if table.is_open else None
