"""Ratings in templates, and what else is known of players.

``{% progress_of person %}`` and ``{% habits_of person %}`` are parts of the page of a player;
``{{ user|points:known }}`` is a rating among those of many.
"""

from collections.abc import Mapping
from typing import Any

from django import template

from accounts.models import User
from matchmaking.ratings.figures import Habits
from matchmaking.ratings.progress import Progress
from matchmaking.ratings.rating import FEWEST_GAMES

register = template.Library()


@register.inclusion_tag("matchmaking/_progress.html", takes_context=True)
def progress_of(context: Mapping[str, Any], person: User) -> dict[str, Any]:
    """The ratings of a player, as the viewer of the page may know them."""
    viewer = context["request"].user
    return {"progress": Progress.of(person, viewer), "is_own": person == viewer, "fewest": FEWEST_GAMES}


@register.inclusion_tag("matchmaking/_habits.html")
def habits_of(person: User) -> dict[str, Any]:
    """How a player plays, in figures that tell nothing of single games."""
    return {"habits": Habits.of(person)}


@register.filter
def points(user: User, known: Mapping[int, int]) -> int | None:
    """Somebody's points among those of many; None for whom no game has been rated."""
    return known.get(user.pk)
