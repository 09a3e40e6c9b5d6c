"""Where people are told of: each registered player has a page of their own."""

from django.urls import reverse

from accounts.models import User


def profile_of(user: User | None) -> str:
    """The address of somebody's profile; empty for bots and guests, who have none."""
    return "" if user is None or user.is_guest else reverse("games:profile", args=[user.name])
