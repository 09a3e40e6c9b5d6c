"""Practice: games of one person against bots, open to guests."""

from django.db import transaction
from django.db.models import Count, Exists, OuterRef
from django.utils import timezone
from django.utils.translation import gettext as _

import rules
from accounts import bans
from accounts.models import User
from games.models import Game, GameQuerySet, Origin, Seat, levels
from games.models.terms import TERMS, map_name
from games.turns import play
from matchmaking.models import BOT_NAMES, TableRefused
from rules.bots import Level

MOST_GAMES = 5  # how many unfinished games against bots alone one person may have


def running(user: User) -> GameQuerySet:
    others = Seat.objects.filter(game=OuterRef("pk"), is_bot=False).exclude(user=user)
    mine = Seat.objects.filter(game=OuterRef("pk"), user=user)
    return Game.objects.filter(Exists(mine), ~Exists(others), finished_at=None)


def start(user: User, options: rules.Options, *, bots: int, bot_level: Level, thinks_for: str = "") -> Game:
    """Start a game against bots at once, which nobody else can watch.

    One in which the person has not done anything yet is taken up instead, so that a button pressed twice starts one
    game.

    :param thinks_for: with whom a guest shares the time for which Hard bots think: anybody can be many guests.
    """
    with transaction.atomic():
        lock_person(user)
        sized = running(user).annotate(size=Count("seats")).filter(size=bots + 1, is_public=False)
        like_them = Seat.objects.filter(game=OuterRef("pk"), is_bot=True, bot_level=bot_level)
        for untouched in sized.filter(Exists(like_them)).exclude(actions__origin=Origin.PLAYER):
            if untouched.read_setup().options == options:
                return untouched
        refuse_one_too_many(user)
        if user.is_guest and bot_level == levels.THINKING:
            _refuse_second_that_thinks(user)
        seats = [play.NewSeat(user.name, user)]
        seats += [play.NewSeat(BOT_NAMES[number], None) for number in range(1, bots + 1)]
        kind = TERMS["first_game"][True] if options.first_game else TERMS["edition"][options.edition]
        words = {"map": map_name(rules.board(options.map, options.edition)), "kind": kind}
        name = _("Practice: %(map)s, %(kind)s") % words
        return play.start(
            options,
            seats,
            name=name,
            is_public=False,
            undo_by_consent=True,
            bot_level=bot_level,
            thinks_for=thinks_for,
        )


def refuse_one_too_many(user: User) -> None:
    if running(user).count() >= MOST_GAMES:
        words = _("You have %(count)d games against bots running. Finish one of them first, then start another.")
        raise TableRefused(words % {"count": MOST_GAMES})


def _refuse_second_that_thinks(guest: User) -> None:
    thoughtful = Seat.objects.filter(game=OuterRef("pk"), is_bot=True, bot_level=levels.THINKING)
    if running(guest).filter(Exists(thoughtful)).exists():
        words = _(
            "As a guest you can play one game against Hard bots at a time. Finish or leave the one you have, choose"
            " another level, or sign up."
        )
        raise TableRefused(words)


def lock_person(user: User) -> None:
    """Keep this person's other requests from counting games and tables; refuse people who left or are banned."""
    if reason := bans.lock_or_reason(user, timezone.now()):
        raise TableRefused(reason)
