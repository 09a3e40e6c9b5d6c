"""What is composed for all auctions of a round: plants from the market, and up to how much each is worth."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.pages.composing.asked import Panel


@dataclass(frozen=True, slots=True)
class Rival:
    """Another player who may still bid in this round. ``money`` is None where it is hidden."""

    seat: int
    name: str
    money: int | None


@dataclass(frozen=True, slots=True)
class WishesPanel(Panel):
    """Plants to put up and to bid for. ``choices`` is where in the market each is wished for, or no longer.

    ``chosen`` are those that are, each up to its limit. ``rivals`` may still bid. ``money`` is what the player has.
    ``declines``: the player is asked what to put up, and with this plan declines at once. ``fields`` have all that is
    filled in, ``unreadable`` what is wrong with it.
    """

    answer: ClassVar = "wishes"
    is_recalculated: ClassVar[bool] = True
    shown_in: ClassVar[tuple[str, ...]] = ("plant-market",)
    choices: Mapping[int, str]
    chosen: tuple[int, ...]
    rivals: tuple[Rival, ...]
    money: int
    declines: bool
    clear: str
    fields: tuple[tuple[str, object], ...]
    unreadable: str

    @property
    def shows_money(self) -> bool:
        """Whether players see what others have."""
        return any(rival.money is not None for rival in self.rivals)

    def richer(self, limit: int) -> str:
        """Who of the rivals can pay more than a limit, in words; empty where that is not known."""
        known = [rival for rival in self.rivals if rival.money is not None]
        if not known:
            return ""
        above = [rival.name for rival in known if (rival.money or 0) > limit]
        if not above:
            return _("nobody can go higher")
        return _("{names} can go higher").format(names=", ".join(above))

    @property
    def confirm(self) -> str:
        if not self.chosen or self.unreadable:
            return ""
        count = len(self.chosen)
        return ngettext("Plan: bid for {count} plant", "Plan: bid for {count} plants", count).format(count=count)

    @property
    def summary(self) -> str:
        return self.confirm
