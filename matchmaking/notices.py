"""What alerts about tables say."""

from django.conf import settings
from django.utils.text import Truncator
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from matchmaking import rematches, table_terms
from matchmaking.models import Invitation, Table
from notifications.kinds import Notice, register
from notifications.models import Alert

NAME = 60  # how much of the name of a table a title has


def register_all() -> None:
    register("rematch", rematch, gettext_lazy("Somebody wants to play again"))
    register("invited", invited, gettext_lazy("You are invited to a table"))


def rematch(alert: Alert) -> Notice | None:
    """A place at a table is kept for somebody, until they have taken or lost it. Its number is that of the table."""
    table = Table.objects.select_related("host").filter(pk=alert.sequence).first()
    if table is None or not rematches.waits_for(table, alert.recipient):
        return None
    name = Truncator(table.name).chars(NAME)
    return Notice(
        template="notice",
        title=_("{host} wants to play again: {table}").format(host=table.host.name, table=name),
        sentence=_(
            "A seat is kept for you at the table of {host}. Take it, or decline so that somebody else can."
        ).format(host=table.host.name),
        url=f"{settings.SITE_URL}{table.get_absolute_url()}",
        button=_("Look at the table"),
        kind="rematch",
        subject_id=alert.subject_id,
        thread=f"game.{alert.subject_id}",
    )


def invited(alert: Alert) -> Notice | None:
    """Somebody is asked to sit down, until they have answered.

    Its number is that of the invitation; there is no game.
    """
    heard = Invitation.objects.heard_by(alert.recipient).select_related("table", "host")
    invitation = heard.filter(pk=alert.sequence, table__game=None, table__closed_at=None).first()
    if invitation is None:
        return None
    table, host = invitation.table, invitation.host.name
    return Notice(
        template="notice",
        title=_("{host} invites you: {table}").format(host=host, table=Truncator(table.name).chars(NAME)),
        sentence=_("{host} wants to play with you: {terms}. Sit down, or decline.").format(
            host=host, terms=table_terms.in_brief(table)
        ),
        url=f"{settings.SITE_URL}{table.get_absolute_url()}",
        button=_("Look at the table"),
        kind="invited",
    )
