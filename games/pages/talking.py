"""Talking in a game: what is said there goes into its feed, beside what happens."""

from collections.abc import Mapping
from datetime import datetime

from django.db import transaction
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.requests import VisitorRequest
from games.models import Game
from talk import conversations
from talk.forms import SayForm
from talk.models import Conversation


def say(game: Game, author: User, text: str, *, now: datetime) -> None:
    """Say something in a game, whose open pages then have news.

    :param author: a player of the game.
    :raises MessageRefused: they have said a lot lately; nothing is stored.
    """
    with transaction.atomic():
        game = Game.objects.lock(game.pk)
        if game.conversation is None:
            game.conversation = Conversation.objects.create(started_at=now)
        conversations.say(game.conversation, author, text, place=game.sequence, now=now)
        game.news += 1
        game.save(update_fields=["conversation", "news"])


def say_form(game: Game, sent: Mapping[str, str] | None = None) -> SayForm:
    """The field for those who have a seat; it knows where they are alone."""
    is_alone = sum(not seat.is_bot for seat in game.seats.all()) == 1
    listeners = _("Only bots are here to read it.") if is_alone else ""
    return SayForm(sent, address=reverse("games:say", args=[game.pk]), listeners=listeners)


def way_to(request: VisitorRequest, conversation: int) -> str | None:
    """The page of the game with this conversation, for those who may see it."""
    game = Game.objects.visible_to(request.user).filter(conversation=conversation).first()
    return game.get_absolute_url() if game else None
