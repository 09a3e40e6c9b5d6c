"""How people are reached follows them: from a guest to the account they log in to."""

from accounts.models import User
from notifications.models import Alert, Destination, GameWish


def rename(user: User) -> None:
    """Nothing to do: ways carry no name."""


def pass_on(giver: User, receiver: User) -> None:
    """Give somebody's ways, and what they want to hear of single games, to somebody else.

    What the other one has already stays as it is. Alerts go with the way by which they are sent.
    """
    have = set(receiver.destinations.values_list("channel", "address"))
    given = [way.pk for way in giver.destinations.all() if (way.channel, way.address) not in have]
    Destination.objects.filter(pk__in=given).update(user=receiver)
    Alert.objects.filter(destination__in=given).update(recipient=receiver)

    have_said = set(receiver.game_wishes.values_list("subject_id", "channel"))
    said = [wish.pk for wish in giver.game_wishes.all() if (wish.subject_id, wish.channel) not in have_said]
    GameWish.objects.filter(pk__in=said).update(user=receiver)
