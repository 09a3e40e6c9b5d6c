"""Games as the subjects of alerts: how they are called, and where one says how much one wants to hear of them."""

from collections.abc import Collection

from django.urls import reverse

from accounts.models import User
from games.models import Game
from notifications.subjects import Subject


def find(user: User, pks: Collection[int]) -> dict[int, Subject]:
    """The games with these ids that a user may see."""
    found = Game.objects.visible_to(user).filter(pk__in=pks).values_list("pk", "name")
    return {
        pk: Subject(pk, name, reverse("games:detail", args=[pk]), reverse("games:alerts", args=[pk]))
        for pk, name in found
    }
