"""Changes to a table: it is opened, people and bots come and go, and with the last seat the game starts.

Each is one transaction: it locks the table first, then reads. If a lock ever fails, the unique keys of the seats
refuse a second person on the same seat, and a second seat to the same person. What cannot be done raises
:class:`TableRefused` with a sentence for the person who asked; nothing is stored then.
"""

from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

import rules
from accounts.models import User
from games.story import reliability
from games.turns import play
from matchmaking import practice
from matchmaking.models import NotTheHost, Table, TableQuerySet, TableRefused, TableSeat
from matchmaking.ratings.models import Range

MOST_TABLES = 10  # at how many waiting tables one person may sit


def create(table: Table, *, bots: int, now: datetime, share: str = "") -> Table:
    """Store a new table, with its host and bots on the first seats. What was sent twice has one token: it is one."""
    host = table.host
    with transaction.atomic():
        practice.lock_person(host)
        stored = Table.objects.filter(token=table.token).first()
        if stored and stored.host_id == host.pk:
            return stored
        if stored:
            raise TableRefused(_("This form was already used. Open a new one from the list of tables."))
        seats = {0: host, **dict.fromkeys(range(1, bots + 1))}
        return open_for(table, seats=seats, kept={}, now=now, share=share)


def open_for(
    table: Table, *, seats: Mapping[int, User | None], kept: Mapping[int, User], now: datetime, share: str = ""
) -> Table:
    """Store a new table at which people, and bots (None), sit already, and places are kept. Its host is locked."""
    check_terms(table)
    _refuse_person(table.host)
    table.created_at = now
    table.save(force_insert=True)
    for number, user in seats.items():
        table.seats.create(number=number, user=user, share=share if user == table.host else "")
    for number, user in kept.items():
        table.kept.create(number=number, user=user)
    return _settle(table)


def check_terms(table: Table) -> None:
    """Check that a game can be played on these terms; if not, a :class:`rules.RuleError` says why."""
    rules.new_setup(table.options, players=table.players, seed="trial", areas=tuple(table.chosen_areas))


@contextmanager
def changing(table: Table, host: User | None = None) -> Iterator[Table]:
    """The row of an open table, hosted by ``host`` if given, locked.

    Its change is stored at the end, and may start it.
    """
    with transaction.atomic():
        table = Table.objects.lock(table.pk)
        _refuse_unless_open(table)
        if host:
            refuse_unless_host(table, host)
        yield table
        _settle(table)


def join(table: Table, user: User, *, share: str = "", tokens: Collection[str] = ()) -> Table:
    """Give a person the place that is kept for them, or the first free one; links they opened may invite them."""
    with transaction.atomic():
        table = Table.objects.lock(table.pk)
        practice.lock_person(user)
        if table.seats.filter(user=user).exists():
            raise TableRefused(_("You already have a seat at this table."))
        _refuse_unless_open(table)
        _refuse_person(user)
        kept = table.kept.filter(user=user).first()
        if kept is None and not table.invitations.to(user, tokens).standing().exists():
            _refuse_unless_wanted(table, user)
        number = _first_free(table) if kept is None else kept.number
        if kept is not None:
            kept.delete()
        table.invitations.known_to_be_of(user, tokens).standing().delete()
        table.seats.create(number=number, user=user, share=share)
        return _settle(table)


def add_share(table: Table, user: User, share: str) -> Table:
    """Let a player at a table add to the seed of its game, change what they have added, or take it back."""
    if table.seats.filter(user=user, share=share).exists():
        return Table.objects.get(pk=table.pk)
    with changing(table) as table:
        if not table.seats.filter(user=user).exists():
            raise TableRefused(_("You have no seat at this table."))
        table.seats.filter(user=user).update(share=share)
    return table


def release(table: Table, user: User, *, number: int) -> Table:
    with changing(table) as table:
        kept = table.kept.filter(number=number).first()
        if kept is None:
            raise TableRefused(_("Seat %(number)d is kept for nobody.") % {"number": number + 1})
        if kept.user_id != user.pk:
            refuse_unless_host(table, user)
        kept.delete()
    return table


def leave(table: Table, user: User, *, now: datetime) -> Table:
    """Free this person's seat. The next host is the person who has sat here longest; without people it closes."""
    with changing(table) as table:
        if not table.seats.filter(user=user).delete()[0]:
            raise TableRefused(_("You have no seat at this table."))
        if table.host_id == user.pk:
            _pass_on(table, now)
    return table


def add_bot(table: Table, host: User, *, number: int) -> Table:
    """Put a bot on a free seat. The number of the seat keeps a button pressed twice from adding two."""
    with changing(table, host) as table:
        if number >= table.players:
            raise TableRefused(_("This table has no such seat."))
        if table.seats.filter(number=number).exists():
            raise TableRefused(_("Seat %(number)d is taken already.") % {"number": number + 1})
        if kept := table.kept.filter(number=number).select_related("user").first():
            words = {"number": number + 1, "name": kept.user.name}
            raise TableRefused(_("Seat %(number)d is kept for %(name)s.") % words)
        table.seats.create(number=number)
    return table


def remove_bot(table: Table, host: User, *, number: int) -> Table:
    with changing(table, host) as table:
        if not table.seats.filter(number=number, user=None).delete()[0]:
            raise TableRefused(_("There is no bot on seat %(number)d.") % {"number": number + 1})
    return table


def close(table: Table, host: User, *, now: datetime) -> Table:
    with changing(table, host) as table:
        table.closed_at = now
    return table


def give_up(table: Table, *, now: datetime, among: TableQuerySet) -> None:
    """Close a table at which nobody waits; nothing where it is no longer among these."""
    with transaction.atomic():
        locked = among.select_for_update().filter(pk=table.pk).first()
        if locked is not None:
            locked.closed_at = now
            _settle(locked)


def _refuse_unless_open(table: Table) -> None:
    if table.game_id is not None:
        raise TableRefused(_("The last seat is taken and the game has begun."))
    if table.closed_at is not None:
        raise TableRefused(_("This table is closed. No game will start here."))


def refuse_unless_host(table: Table, user: User) -> None:
    if table.host_id != user.pk:
        raise NotTheHost(_("Only the host, %(host)s, can do that.") % {"host": table.host.name})


def _refuse_person(user: User) -> None:
    if user.is_guest:
        raise TableRefused(_("To play with others, sign up first. Your practice games stay yours."))
    if Table.objects.open().seating(user).count() >= MOST_TABLES:
        words = _("You sit at %(count)d tables that wait for players. Leave one of them first, then join another.")
        raise TableRefused(words % {"count": MOST_TABLES})


def _refuse_unless_wanted(table: Table, user: User) -> None:
    if table.invited_only:
        words = _("Only invited players can join. Ask %(host)s to invite you.")
        raise TableRefused(words % {"host": table.host.name})
    objection = reliability.objection(user, table.least_reliability) or Range(table.ratings).objection(user)
    if objection:
        raise TableRefused(objection)


def _first_free(table: Table) -> int:
    number = next((place.number for place in table.places() if place.is_free), None)
    if number is None:
        words = _("The free seats are kept for people who played together before. The host can free one.")
        raise TableRefused(words)
    return number


def _pass_on(table: Table, now: datetime) -> None:
    heir = table.seats.exclude(user=None).select_related("user").order_by("pk").first()
    if heir is None or heir.user is None:
        table.closed_at = now
    else:
        table.host = heir.user


def _settle(table: Table) -> Table:
    seats = list(table.seats.select_related("user"))
    if table.closed_at is None and len(seats) == table.players:
        _start(table, seats)
    table.version += 1
    table.save(update_fields=["host", "version", "closed_at", "game"])
    return table


def _start(table: Table, seats: list[TableSeat]) -> None:
    people = [seat.user for seat in seats if seat.user]
    if len(people) == 1:
        practice.refuse_one_too_many(people[0])
    table.game = play.start(
        table.options,
        [play.NewSeat(seat.name, seat.user, seat.share) for seat in seats],
        name=table.name,
        is_public=table.is_public,
        undo_by_consent=table.undo_by_consent or len(people) == 1,  # bots agree to everything
        bot_level=table.level,
        pace=table.pace,
        areas=tuple(table.chosen_areas),
        conversation=table.conversation,
        seed=table.secret,
    )
