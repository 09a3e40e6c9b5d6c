"""The digest of a story: one line for each subject, where there are too many sentences."""

from collections import defaultdict
from collections.abc import Iterable, Mapping

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

import rules
from games.story.names import Names, in_words
from games.story.sentences import came_along, sentence
from rules import events


class Digest:
    """Many events in one line for each subject, in order."""

    def __init__(self, names: Names) -> None:
        self.names = names
        self.topics: dict[str, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
        self.course: list[str] = []
        self.tokens: dict[int, rules.Fuel] = defaultdict(rules.Fuel)

    def add(self, happened: Iterable[rules.Event], asides: Mapping[int | None, str], names: Names) -> None:
        """Take in what one action brought about.

        :param asides: by seat, what is added to its items.
        :param names: those who had the seats at that time.
        """
        self.names = names
        for event in happened:
            match event:
                case events.TrustHousePlaced() if not came_along(event):
                    self._note(
                        _("Houses of the Trust placed by %(items)s."), event.seat, self.names.city(event.city), asides
                    )
                case events.StartCityMarked():
                    self._note(
                        _("Start cities marked by %(items)s."), event.seat, self.names.city(event.city), asides
                    )
                case events.PlantBought():
                    words = _("%(plant)s for %(price)d Elektro")
                    item = words % {"plant": self.names.plant(event.plant), "price": event.price}
                    self._note(_("Plants bought by %(items)s."), event.seat, item, asides)
                case events.TrustTookPlant():
                    item = _("%(plant)s for nothing") % {"plant": self.names.plant(event.plant)}
                    self._note_of_trust(_("Plants bought by %(items)s."), item)
                case events.ResourcesBought() if self.names.board.rules.fuel_sales.token_by_token:
                    self._add_tokens(event, asides)
                case events.ResourcesBought():
                    item = self.names.fuel(event.fuel) if event.fuel else _("nothing")
                    self._note(_("Fuel bought by %(items)s."), event.seat, item, asides)
                case events.TrustTookFuel():
                    self._note_of_trust(_("Fuel bought by %(items)s."), self.names.fuel(event.fuel))
                case events.CityBuilt():
                    self._note(_("Houses built by %(items)s."), event.seat, self.names.city(event.city), asides)
                case events.CitiesPowered():
                    item = ngettext("%(count)d city", "%(count)d cities", event.cities) % {"count": event.cities}
                    self._note(_("Powered by %(items)s."), event.seat, item, asides)
                case (
                    events.AreaChosen()
                    | events.RoundBegan()
                    | events.StepBegan()
                    | events.Step3CardDrawn()
                    | events.PileShuffled()
                    | events.AllForSale()
                    | events.SetAsideReturned()
                    | events.UraniumPhasedOut()
                    | events.GameEnded()
                ):
                    self.course.append(sentence(event, self.names))

    def lines(self) -> list[str]:
        told = [words % {"items": _by_name(items)} for words, items in self.topics.items()]
        return [*told, " ".join(self.course)] if self.course else told

    def _note(self, topic: str, seat: int, item: str, asides: Mapping[int | None, str]) -> None:
        words = asides.get(seat, "%(item)s") % {"item": item}
        self.topics[topic][self.names.player(seat)].append(words)

    def _add_tokens(self, event: events.ResourcesBought, asides: Mapping[int | None, str]) -> None:
        """Where turns go round, what a player buys is told as one purchase (MAP-IN-7), by how it ended."""
        self.tokens[event.seat] += event.fuel
        bought = self.names.fuel(self.tokens[event.seat]) or _("nothing")
        words = asides.get(event.seat, "%(item)s") % {"item": bought}
        self.topics[_("Fuel bought by %(items)s.")][self.names.player(event.seat)] = [words]

    def _note_of_trust(self, topic: str, item: str) -> None:
        self.topics[topic][_("the Trust")].append(item)


def _by_name(items: dict[str, list[str]]) -> str:
    """Items by seat, such as "Ana: 04 for 5 Elektro; Guest 7082: 13 for 15 Elektro"."""
    return "; ".join(f"{name}: {in_words(done)}" for name, done in items.items())
