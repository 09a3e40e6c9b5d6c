"""Inviting people to a table: by name, or by a mail address, of which nobody learns here whether it has an account.

Every address that a host sends becomes one row. A sweep then tells players by their alerts, and others by one mail.
An invitation is there until its person joins, or the game begins, or the table closes.
"""

from collections.abc import Collection, Mapping
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.core.mail import EmailMultiAlternatives
from django.db import transaction
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts import addresses, bans, mails, names
from accounts.models import User
from games.models.terms import map_name
from matchmaking import tables
from matchmaking.models import Answer, Invitation, Table, TableRefused
from notifications import outbox

MOST_INVITED = 20
"""How many can be invited to one table; those who have sat down do not count, those who have declined do."""

MOST_BY_MAIL = 6  # how many of these by a mail address
BATCH = 50  # how many invitations one sweep tells of at most

LEASE = timedelta(seconds=2 * settings.CELERY_TASK_TIME_LIMIT)
"""For how long a worker has an invitation in hand. One that dies leaves it to a later sweep."""

MAIL = "matchmaking/email/invitation"


def invite(table: Table, host: User, people: Collection[User], email: str = "", *, now: datetime) -> list[str]:
    """Ask people to join a table, by their accounts and, if any, by an address in lower case.

    To ask a person twice is to ask once. A person who has muted the host is not told, nor is the host told of that.

    :return: the names of those who had been asked already.
    """
    asked_already = []
    with tables.changing(table, host) as table:
        if ban := bans.of(host, now):  # names of tables are words, too
            raise TableRefused(bans.in_words(ban))
        invited = {person.user_id: person for person in table.invitations.all() if person.user_id}
        # Locked, so that nobody is invited who deletes their account meanwhile, and always in the same order.
        locked = User.objects.select_for_update(no_key=True).order_by("pk")
        for person in locked.filter(pk__in=[each.pk for each in people]):
            _refuse_to_invite(table, person, now)
            if not _ask(table, host, now, invited.get(person.pk), user=person):
                asked_already.append(person.name)
        if email:
            if email == host.email:
                raise TableRefused(_("That is your own address. You sit here already."))
            before = table.invitations.filter(email=email).first()
            if not _ask(table, host, now, before, email=email):
                asked_already.append(addresses.shown(email))
        _refuse_too_many(table)
    return asked_already


def decline(table: Table, user: User, tokens: Collection[str]) -> bool:
    """Note that a person does not come, and say whether there was anything to answer.

    They answer what names them. To answer what names only their address shows that it is theirs: they do that where
    there is nothing else, and the page of the table says so.
    """
    with tables.changing(table) as table:
        unanswered = table.invitations.unanswered()
        return any(
            each.update(answer=Answer.DECLINED)
            for each in (unanswered.known_to_be_of(user, tokens), unanswered.to(user, tokens))
        )


def withdraw(table: Table, host: User, pk: int) -> None:
    """Take an invitation back.

    Its row stays: to invite them again sends no second mail, and does not ask people who have declined.
    """
    with tables.changing(table, host) as table:
        open_ones = table.invitations.exclude(answer=Answer.DECLINED)
        if not open_ones.filter(pk=pk).update(answer=Answer.WITHDRAWN):
            raise TableRefused(_("There is no such invitation, or it was declined."))


def sweep(*, now: datetime) -> None:
    """Tell all who do not know yet that they are invited, and forget invitations to tables that no longer wait."""
    Invitation.objects.exclude(table__game=None, table__closed_at=None).delete()
    for invitation in Invitation.objects.untold(now).select_related("table", "host", "user")[:BATCH]:
        # By columns of its own: what another table says is not read again after a wait for another worker.
        still_due = Invitation.objects.unanswered().filter(pk=invitation.pk, told_at=None, due_at=invitation.due_at)
        if still_due.update(due_at=now + LEASE):
            _tell(invitation, now=now)


def asked_to(rows: Collection[Table], user: User | AnonymousUser, tokens: Collection[str]) -> dict[int, bool]:
    """The ids of tables to which a person is invited and can decline, with whether they can do so at once.

    Where only their address is named, the page of the table first says what an answer shows.
    """
    if not rows or not user.is_authenticated:
        return {}
    at_once: dict[int, bool] = {}
    for invitation in Invitation.objects.filter(table__in=rows).heard_by(user, tokens):
        is_known = invitation.user_id == user.pk or invitation.token in tokens
        at_once[invitation.table_id] = is_known or at_once.get(invitation.table_id, False)
    return at_once


def label(invitation: Invitation, reader: User) -> str:
    """The name by which the host sees an invited person; only the host who typed an address sees it."""
    if invitation.user is not None:
        return invitation.user.name
    return addresses.shown(invitation.email) if invitation.host_id == reader.pk else _("a person invited by mail")


def _refuse_to_invite(table: Table, person: User, now: datetime) -> None:
    words = {"name": person.name}
    if person.left_at is not None or not person.is_active or person.is_banned(now):
        raise TableRefused(_("%(name)s no longer plays here.") % words)
    if person.is_guest:
        raise TableRefused(_("%(name)s is a guest and has to sign up before playing with others.") % words)
    if not person.takes_invitations:
        raise TableRefused(_("%(name)s does not want to be invited. Send them the link instead.") % words)
    if table.seats.filter(user=person).exists() or table.kept.filter(user=person).exists():
        raise TableRefused(_("%(name)s already has a seat at this table.") % words)


def _ask(
    table: Table, host: User, now: datetime, before: Invitation | None, *, user: User | None = None, email: str = ""
) -> bool:
    """Invite a person, and say whether they were not invited yet.

    :param before: the invitation to the same person, if there has been one.
    """
    if before is None:
        table.invitations.create(host=host, user=user, email=email, invited_at=now, due_at=now)
    elif before.answer == Answer.DECLINED:
        name = label(before, host)
        raise TableRefused(_("%(name)s has declined, but can still join.") % {"name": name})
    elif before.answer == Answer.WITHDRAWN:
        Invitation.objects.filter(pk=before.pk).update(answer=Answer.NONE, host=host, invited_at=now)
    else:
        return False
    return True


def _refuse_too_many(table: Table) -> None:
    # With those that were withdrawn, which may have been told.
    if table.invitations.count() > MOST_INVITED:
        words = _("You can invite at most %(most)d people to a table. Send the link to others.")
        raise TableRefused(words % {"most": MOST_INVITED})
    if table.invitations.exclude(email="").count() > MOST_BY_MAIL:
        words = _("You can invite at most %(most)d people to a table by mail. Send the link to others.")
        raise TableRefused(words % {"most": MOST_BY_MAIL})


def _tell(invitation: Invitation, *, now: datetime) -> None:
    confirmed = {"emailaddress__email": invitation.email, "emailaddress__verified": True}
    person = invitation.user or User.objects.filter(email=invitation.email, is_active=True, **confirmed).first()
    told = Invitation.objects.filter(pk=invitation.pk)
    if invitation.host.is_banned(now):  # since they invited
        told.update(told_at=now)
        return
    if person is not None:
        with transaction.atomic():
            if told.heard_by(person).exists():
                outbox.tell([person], "invited", 0, invitation.pk, now=now)
            told.update(told_at=now)
        return
    with transaction.atomic():
        outbox.post(MAIL, invitation.email, {"invitation": invitation.pk})
        told.update(told_at=now)


def write(kind: str, address: str, facts: Mapping[str, Any], stop_url: str) -> EmailMultiAlternatives | None:
    """A mail to a person who may never have heard of this site: nothing in it was written by others but a name."""
    waiting = Invitation.objects.unanswered().filter(pk=facts["invitation"], table__game=None, table__closed_at=None)
    invitation = waiting.select_related("table", "host").first()
    if invitation is None or invitation.host.is_banned(timezone.now()):  # since they invited
        return None
    table = invitation.table
    host = names.without_links(invitation.host.name)
    subject = _("{host} invites you to a game of Power Grid").format(host=host)
    context = {
        "host": host,
        "map": map_name(table.board),
        "players": table.players,
        "link": settings.SITE_URL + reverse("matchmaking:invite", args=[invitation.token]),
        "stop_url": stop_url,
    }
    return mails.compose(kind, address, subject, context)
