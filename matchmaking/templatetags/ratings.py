"""Ratings in templates: ``{% progress_of person %}`` for a player, ``{{ user|points:known }}`` in lists."""

from collections.abc import Mapping
from typing import Any

from django import template

from accounts.models import User
from matchmaking.ratings.progress import Progress
from matchmaking.ratings.rating import FEWEST_GAMES

register = template.Library()


@register.inclusion_tag("matchmaking/_progress.html", takes_context=True)
def progress_of(context: Mapping[str, Any], person: User) -> dict[str, Any]:
    """The ratings of a player, as the viewer of the page may know them."""
    viewer = context["request"].user
    return {"progress": Progress.of(person, viewer), "is_own": person == viewer, "fewest": FEWEST_GAMES}


@register.filter
def points(user: User, known: Mapping[int, int]) -> int | None:
    """Somebody's points among those of many; None for whom no game has been rated."""
    return known.get(user.pk)
