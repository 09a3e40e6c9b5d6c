"""Studies: games that were played elsewhere, brought as records for one person to look through.

A study is a game that is over and private. Bots have its seats, under the names of its players. Lists, counts and
alerts go by the seats of people, so they pass studies by.
"""

from collections.abc import Iterator
from datetime import datetime

import msgspec
from django.db import transaction
from django.utils.text import Truncator, get_text_list
from django.utils.translation import gettext as _

import rules
from accounts.belongings import Row, Sheet
from accounts.models import User
from games.models import Action, Game, GameQuerySet, Seat
from games.records.reading import Played
from games.replay import action_rows, checkpoints, snapshots

MOST = 50
"""How many studies one person may have."""
MOST_OF_A_GUEST = 5

LONGEST_NAME = 80

FORGOTTEN = ("games.Game.studied_by",)
KEPT = ()
"""Studies go with their owner."""


class TooMany(Exception):
    """A person has as many studies as they may have; the sentence says so."""


def most(user: User) -> int:
    return MOST_OF_A_GUEST if user.is_guest else MOST


def of(user: User) -> GameQuerySet:
    """The studies of a person, the latest first."""
    return Game.objects.filter(studied_by=user).order_by("-pk")


def bring(user: User, played: Played, *, name: str = "", now: datetime) -> Game:
    """Keep a game that was played elsewhere, for one person to study.

    :param name: what they call it; by default it is named after its players.
    :raises TooMany: they have as many as they may have; nothing is stored.
    """
    record, last = played.record, played.states[-1]
    with transaction.atomic():
        User.objects.select_for_update(no_key=True).get(pk=user.pk)  # two at once could make one too many
        if of(user).count() >= most(user):
            sentence = _("You have {count} studies, and can keep no more. Delete one first.")
            raise TooMany(sentence.format(count=most(user)))
        game = Game.objects.create(
            name=_name(name, record),
            studied_by=user,
            is_public=False,
            setup=msgspec.to_builtins(record.setup),
            seed_hash=rules.commitment(rules.secret_of(record.setup.seed)) if record.setup.seed else "",
            shares=[],
            edition=record.setup.options.edition,
            map=record.setup.options.map,
            sequence=len(record.moves),
            phase=last.phase,
            round=last.round,
            step=last.step,
            created_at=now,
            moved_at=now,
            finished_at=now,
            ended_early=not last.is_over,
        )
        Seat.objects.bulk_create(_seats(game, record, last))
        rows = Action.objects.bulk_create(_actions(game, played, now))
        checkpoints.keep(zip(rows, played.states[1:], strict=True))
        snapshots.store(game, last)
    return game


def _name(wanted: str, record: rules.Record) -> str:
    name = wanted.strip() or get_text_list(list(record.players), _("and"))
    return str(Truncator(name).chars(LONGEST_NAME))


def _seats(game: Game, record: rules.Record, last: rules.State) -> Iterator[Seat]:
    ranked = {entry.seat: (entry.rank, entry.powered) for entry in last.standing}
    for number, name in enumerate(record.players):
        rank, powered = ranked.get(rules.Seat(number), (None, None))
        yield Seat(game=game, number=number, name=name, is_bot=True, rank=rank, powered=powered)


def _actions(game: Game, played: Played, now: datetime) -> Iterator[Action]:
    """The rows. They pass for decisions of people, as nobody knows."""
    moves = zip(played.record.moves, played.states[1:], strict=True)
    for sequence, ((seat, action), state) in enumerate(moves, start=1):
        yield Action(
            game=game,
            sequence=sequence,
            seat=seat,
            body=action_rows.write(action),
            digest=rules.digest(state),
            created_at=now,
        ).seal()


def rename(user: User) -> None:
    """Nothing to do: a study carries the names of its record."""


def pass_on(giver: User, receiver: User) -> None:
    Game.objects.filter(studied_by=giver).update(studied_by=receiver)


def export(user: User) -> Iterator[Sheet]:
    yield Sheet("studies", _("The records of games that you brought to study."), FORGOTTEN, _studies(user))


def erase(user: User, *, now: datetime) -> None:
    """Studies are deleted: nobody else ever saw them."""
    Game.objects.filter(studied_by=user).delete()


def _studies(user: User) -> Iterator[Row]:
    for study in Game.objects.filter(studied_by=user).defer("setup").prefetch_related("seats").order_by("pk"):
        yield {
            "name": study.name,
            "map": study.map,
            "edition": study.edition,
            "brought_along_at": study.created_at,
            "players": [seat.name for seat in study.seats.all()],
            "actions": study.sequence,
        }
