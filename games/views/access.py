"""Who may see which game."""

from django.contrib.auth.models import AnonymousUser
from django.shortcuts import get_object_or_404

from accounts.models import User
from games.models import Game, Seat


def get_game_or_404(user: User | AnonymousUser, pk: int) -> tuple[Game, Seat | None]:
    """A game with its seats, and the seat that the user has in it, if any."""
    game = get_object_or_404(Game.objects.visible_to(user).prefetch_related("seats"), pk=pk)
    return game, game.seat_of(user)
