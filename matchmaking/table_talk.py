"""Talking at a table, until the talk goes on in its game."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from django.contrib.auth.models import AnonymousUser
from django.db import transaction
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.requests import VisitorRequest
from games.pages import talking as game_talk
from matchmaking.access import opened_links
from matchmaking.models import Table, TableRefused
from talk import conversations
from talk.conversations import Stretch
from talk.forms import SayForm
from talk.models import Conversation


@dataclass(frozen=True, slots=True)
class TableTalk:
    """What was said at a table. ``say`` is None for those who only listen, ``follow`` where to ask for more."""

    say: SayForm | None
    stretch: Stretch
    follow: str


def talk_at(table: Table, user: User | AnonymousUser, *, say: SayForm | None = None) -> TableTalk:
    """What was said at a table before its game; those who sit there can answer."""
    stretch = conversations.listen(None if table.game_id else table.conversation_id, user)
    may_speak = table.is_open and table.seat_of(user) is not None
    follow = f"{reverse('matchmaking:talk', args=[table.pk])}?seen={stretch.newest}{'&seat' if may_speak else ''}"
    return TableTalk(
        say=(say or say_form(table)) if may_speak else None, stretch=stretch, follow=follow if table.is_open else ""
    )


def say_form(table: Table, sent: Mapping[str, str] | None = None) -> SayForm:
    return SayForm(sent, address=reverse("matchmaking:say", args=[table.pk]))


def say(table: Table, user: User, text: str, *, now: datetime) -> Table:
    with transaction.atomic():
        table = Table.objects.lock(table.pk)
        if not table.seats.filter(user=user).exists():
            raise TableRefused(_("Only players with a seat here can say something."))
        if table.closed_at is not None:
            raise TableRefused(_("This table is closed. No game will start here."))
        if table.game is not None:
            game_talk.say(table.game, user, text, now=now)
            return table
        if table.conversation is None:
            table.conversation = Conversation.objects.create(started_at=now)
            table.save(update_fields=["conversation"])
        conversations.say(table.conversation, user, text, place=None, now=now)
    return table


def way_to(request: VisitorRequest, conversation: int) -> str | None:
    """The page of the table with this conversation, for those who may see it while there is no game."""
    tables = Table.objects.visible_to(request.user, opened_links(request)).filter(game=None)
    table = tables.filter(conversation=conversation).first()
    return table.get_absolute_url() if table else None
