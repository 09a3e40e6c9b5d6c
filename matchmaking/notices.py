"""What alerts about tables say."""

from typing import Any

from django.conf import settings
from django.utils.text import Truncator
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import User
from matchmaking import table_terms
from matchmaking.models import Invitation, Table
from notifications.kinds import Notice, register
from notifications.models import Alert

NAME = 60  # how much of the name of a table a title has


def register_all() -> None:
    register("rematch", rematch, gettext_lazy("A player wants to play again"))
    register("invited", invited, gettext_lazy("You are invited to a table"))


def rematch(alert: Alert) -> Notice | None:
    """A place at a table is kept for a player, until they have taken or lost it. Its number is that of the table."""
    table = Table.objects.select_related("host").filter(pk=alert.sequence).first()
    if table is None or not table.is_open or not table.kept.filter(user=alert.recipient).exists():
        return None
    words = _("A seat is kept for you at the table of {host}. Join, or decline so that another player can.")
    title = _("{host} wants to play again: {table}")
    sentence = words.format(host=table.host.name)
    thread = f"game.{alert.subject_id}"
    return _notice(table, table.host, title, sentence, kind="rematch", subject_id=alert.subject_id, thread=thread)


def invited(alert: Alert) -> Notice | None:
    """A person is asked to join, until they have answered. Its number is that of the invitation."""
    heard = Invitation.objects.heard_by(alert.recipient).select_related("table", "host")
    invitation = heard.filter(pk=alert.sequence, table__game=None, table__closed_at=None).first()
    if invitation is None:
        return None
    words = _("{host} wants to play with you: {terms}. Join, or decline.")
    sentence = words.format(host=invitation.host.name, terms=table_terms.in_brief(invitation.table))
    return _notice(invitation.table, invitation.host, _("{host} invites you: {table}"), sentence, kind="invited")


def _notice(table: Table, host: User, title: str, sentence: str, **more: Any) -> Notice:
    return Notice(
        template="notice",
        title=title.format(host=host.name, table=Truncator(table.name).chars(NAME)),
        sentence=sentence,
        url=settings.SITE_URL + table.get_absolute_url(),
        button=_("See the table"),
        **more,
    )
