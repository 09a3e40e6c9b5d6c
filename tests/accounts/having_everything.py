"""Somebody who has something wherever the site keeps anything of people, and somebody else beside them."""

from collections.abc import Iterator
from datetime import date, time, timedelta

from allauth.mfa.models import Authenticator
from allauth.socialaccount.models import SocialAccount
from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db.models import ForeignObjectRel
from django.utils import timezone

from accounts.models import Ban, User
from games.models import Game, Note, PositionNote, WhatIf
from games.pages import talking
from games.turns import absence
from matchmaking import invitations
from matchmaking.models import KeptPlace
from matchmaking.ratings.models import Figures, Rating, RatingChange
from notifications import feeds, outbox
from notifications.models import AlertTimes, Channel, Destination, GameWish, Presence
from talk import conversations
from talk.models import Message
from tests.factories import GameFactory, TableFactory

SECRET = "hush-hush"
"""In whatever nobody may take along."""

OF_OTHERS = "not-yours"
"""In whatever others have written."""


def relations() -> Iterator[tuple[str, ForeignObjectRel]]:
    """Every column of any table that points to users, as ``"games.Seat.user"``, but for groups and rights."""
    for relation in User._meta.get_fields(include_hidden=True):
        if isinstance(relation, ForeignObjectRel) and not relation.related_model._meta.auto_created:
            model = relation.related_model
            yield f"{model._meta.app_label}.{model.__name__}.{relation.field.name}", relation


def rows_of(user: User) -> dict[str, int]:
    """How many rows point to a user, by the column."""
    return {
        label: relation.related_model._base_manager.filter(**{relation.field.name: user}).count()
        for label, relation in relations()
    }


def give_everything(user: User, other: User) -> Game:
    """Give one person something of each kind, with games and words of the other around it. Returns a running game."""
    now = timezone.now()
    user.vacations.create(first_day=date(2030, 1, 1), last_day=date(2030, 1, 5))
    Authenticator.objects.create(user=user, type=Authenticator.Type.TOTP, data={"secret": SECRET})
    SocialAccount.objects.create(user=user, provider="openid", uid="4711", extra_data={"name": "my own name there"})
    LogEntry.objects.create(
        user=user,
        content_type=ContentType.objects.get_for_model(User),
        object_id=str(user.pk),
        object_repr=user.name,
        action_flag=CHANGE,
        change_message="[]",
    )
    user.bans.create(kind=Ban.Kind.TALK, reason="my own ban", imposed_by=other, lifted_by=other, lifted_at=now)
    other.bans.create(kind=Ban.Kind.TALK, reason=OF_OTHERS, imposed_by=user, lifted_by=user, lifted_at=now)
    game = GameFactory.create(players=3, name="Running round", after=["open 4 4", "pass", "pass"])
    game.seats.get(user=user).plans.create(slot="purchase", body='{"kind": "buy"}', given_sequence=1)
    _play_for_each_other(user, other)
    _write(user, other, game)
    _say(user, other, game)
    _be_told(user, other, game)
    TableFactory.create(host=user, people=[other], name="Open table")
    KeptPlace.objects.create(table=TableFactory.create(host=other, name="Table like before"), number=1, user=user)
    invitations.invite(
        TableFactory.create(host=user, name="For the invited"), user, [], "friend@example.org", now=now
    )
    invitations.invite(TableFactory.create(host=other, name="Come along"), other, [user], now=now)
    table = TableFactory.create(host=user, people=[other], name="Started table", players=3)
    table.secret = SECRET
    table.token = f"{SECRET}-token"
    table.game = game
    table.save()
    scope = {"edition": "classic", "map": "germany"}
    Figures.objects.create(game=game, user=user, by_hand=3, planned=1, waits=[3] + [0] * 19, plants=[4])
    Rating.objects.create(user=user, mu=25, sigma=8, points=1000, is_listed=True, rated_at=now, **scope)
    RatingChange.objects.create(
        user=user, game=game, rank=1, people=2, before=0, after=1000, mu=25, sigma=8, at=now, **scope
    )
    Presence.objects.create(user=user, subject_id=game.pk, seen_at=now)
    return game


def _play_for_each_other(user: User, other: User) -> None:
    """One game in which each has taken over from the other, which is over since."""
    game, now = GameFactory.create(players=3, name="Relay"), timezone.now()
    substitute = User.objects.get(name="Cid")
    game.seats.filter(user=substitute).update(user=None, is_bot=True)
    seat = game.seats.get(user=other)
    gone = seat.absences.create(user=other, reason="left", sequence=0, began_at=now)
    gone.ended_at, gone.ended_sequence, gone.substitute = now, 0, user
    gone.save()
    absence.leave(game, user, now=now)


def _write(user: User, other: User, game: Game) -> None:
    for person, words in ((user, "my own"), (other, OF_OTHERS)):
        Note.objects.create(game=game, user=person, text=f"{words} note")
        PositionNote.objects.create(game=game, user=person, sequence=1, text=f"{words} remark")
        WhatIf.objects.create(game=game, user=person, sequence=1, seed=SECRET)
        study = GameFactory.create(players=2, name=f"{words} study")
        study.seats.update(user=None, is_bot=True)
        Game.objects.filter(pk=study.pk).update(studied_by=person, finished_at=timezone.now(), is_public=False)


def _say(user: User, other: User, game: Game) -> None:
    now = timezone.now()
    talking.say(game, user, "my own words", now=now)
    talking.say(game, other, f"{OF_OTHERS} words", now=now)
    conversations.mute(user, other)
    conversations.mute(other, user)
    theirs = Message.objects.get(author=other)
    conversations.report(theirs, user, reason="spam", remark="my own remark")
    conversations.settle(theirs.reports.get(), user, remove=False, now=now)


def _be_told(user: User, other: User, game: Game) -> None:
    now = timezone.now()
    for person in (user, other):
        feeds.make(person, now=now)
        Destination.objects.create(
            user=person,
            channel=Channel.WEBHOOK,
            address=f"https://hooks.example/{SECRET}/{person.pk}",
            secret=SECRET,
            keys={"auth": SECRET},
            label="my own hook" if person == user else OF_OTHERS,
        )
        GameWish.objects.create(user=person, subject_id=game.pk, channel=Channel.MAIL)
        AlertTimes.objects.create(user=person, digest_at=time(9))
    outbox.tell([user, other], "game_over", game.pk, 1, now=now + timedelta(days=1))
