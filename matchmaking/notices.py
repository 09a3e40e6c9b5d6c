"""What alerts about tables say."""

from django.conf import settings
from django.utils.text import Truncator
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from matchmaking import rematches
from matchmaking.models import Table
from notifications.kinds import Notice, register
from notifications.models import Alert

NAME = 60
"""How much of the name of a table a title has."""


def register_all() -> None:
    """Make the kinds of alerts that tables send known."""
    register("rematch", rematch, gettext_lazy("Somebody wants to play again"))


def rematch(alert: Alert) -> Notice | None:
    """Tells that a place at a table is kept for somebody; no longer needed once they have taken or lost it.

    Its number is that of the table; its subject is the game that is played again.
    """
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
