"""The tables of a person, for pages of other rooms."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Self

from accounts.requests import VisitorRequest
from matchmaking.access import opened_links
from matchmaking.invitations import asked_to
from matchmaking.lobby import load_seats, moment
from matchmaking.models import Table


@dataclass(frozen=True, slots=True)
class WaitingTables:
    """The tables at which a player waits, and those they are ``invited`` to, the newest first.

    ``asked`` are the numbers of tables to which they can say no, and whether at once. ``seen`` tells this moment from
    later ones.
    """

    own: list[Table]
    invited: list[Table]
    asked: Mapping[int, bool]
    seen: str

    @classmethod
    def of(cls, request: VisitorRequest, *, seen: str | None = None) -> Self | None:
        """Those of who asks; None where they are as they were ``seen``."""
        tokens = opened_links(request)
        tables = list(Table.objects.open().known_to(request.user, tokens).select_related("host").order_by("-pk"))
        if seen == moment(tables):
            return None
        load_seats(tables)
        invited = [table for table in tables if not table.seat_of(request.user)]
        own = [table for table in tables if table not in invited]
        return cls(own, invited, asked_to(invited, request.user, tokens), moment(tables))
