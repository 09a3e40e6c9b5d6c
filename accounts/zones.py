"""The time zones that people can choose from, by continent."""

from functools import cache
from zoneinfo import available_timezones

from django.utils.translation import gettext_lazy as _

UTC = "UTC"

CONTINENTS = {
    "Africa": _("Africa"),
    "America": _("America"),
    "Antarctica": _("Antarctica"),
    "Asia": _("Asia"),
    "Atlantic": _("Atlantic"),
    "Australia": _("Australia"),
    "Europe": _("Europe"),
    "Indian": _("Indian Ocean"),
    "Pacific": _("Pacific"),
}


@cache
def names() -> frozenset[str]:
    """The names of all places; those of countries, and others that are kept for old machines, are left out."""
    places = (name for name in available_timezones() if name.partition("/")[0] in CONTINENTS)
    return frozenset({UTC, *places})


def choices() -> list[tuple[object, object]]:
    grouped: dict[str, list[tuple[str, str]]] = {continent: [] for continent in CONTINENTS}
    for name in sorted(names() - {UTC}):
        continent, _slash, place = name.partition("/")
        grouped[continent].append((name, place_in_words(place)))
    return [(UTC, UTC), *((CONTINENTS[continent], places) for continent, places in grouped.items())]


def place_in_words(place: str) -> str:
    """A place as people write it: "Argentina/Buenos_Aires" is Buenos Aires (Argentina)."""
    region, _slash, city = place.replace("_", " ").rpartition("/")
    return f"{city} ({region})" if region else city
