"""Who is guided through their first round: everybody, until they have seen a whole one, or do without it."""

from accounts.models import User


def begin(user: User) -> None:
    User.objects.filter(pk=user.pk).update(is_guided=True)


def end(user: User) -> None:
    User.objects.filter(pk=user.pk).update(is_guided=False)
