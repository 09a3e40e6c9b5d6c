"""Why a plan asks, in whole sentences: what its owner is told, and what they can do."""

from collections.abc import Iterable, Iterator
from typing import Any, assert_never

from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from msgspec.structs import asdict

import rules
from games.plans import reasons
from games.story.names import Names, in_words


def told(reason: reasons.Reason, names: Names) -> str:
    """Why a plan asks, and what its owner can do."""
    match reason:
        case reasons.AnswerRefused():
            return _refused(reason, names)
        case reasons.NothingToOpen():
            return _nothing_to_open(reason, names)
        case reasons.AboveLimit():
            words = _(
                "The next bid for plant %(plant)s is %(least)d Elektro, and your limit is %(limit)d."
                " Raise it, or decide yourself."
            )
        case reasons.BelowFloor(floor=0):
            words = _("This costs %(price)d Elektro, and you have %(money)d. Change your plan, or decide yourself.")
        case reasons.BelowFloor():
            words = _(
                "This costs %(price)d Elektro. You have %(money)d, and want to keep %(floor)d."
                " Change your plan, or decide yourself."
            )
        case reasons.Unwished():
            words = _("Plant %(plant)s is up for auction, and your plan does not say what to do: bid, or pass.")
        case reasons.Available(plants=plants):
            words = ngettext(
                "You can have plant %(plants)s now, and wanted to be asked about it: decide yourself.",
                "You can have plants %(plants)s now, and wanted to be asked about them: decide yourself.",
                len(plants),
            )
        case reasons.ScrapUnsaid():
            words = _("Plant %(plant)s is yours, and your plan does not say what to scrap for it: choose a plant.")
        case reasons.FuelTooDear():
            words = _(
                "The most expensive token that you want, %(token)s, costs %(price)d Elektro. Your plan allows"
                " %(most)d. Change it, or decide yourself."
            )
        case reasons.CityTooDear():
            words = _(
                "%(city)s costs %(cost)d Elektro, connections included. Your plan allows %(most)d."
                " Change it, or decide yourself."
            )
        case reasons.TookBack():
            words = _("You wanted to decide this yourself, so this plan waits until you save it again.")
        case reasons.NoneLeft():
            words = _("You can no longer have any of the areas that you want: choose another one.")
        case _:
            assert_never(reason)
    return words % _values(reason, names)


def _values(reason: reasons.Reason, names: Names) -> dict[str, Any]:
    values = asdict(reason)
    match reason:
        case reasons.AboveLimit(plant=plant) | reasons.Unwished(plant=plant) | reasons.ScrapUnsaid(plant=plant):
            values["plant"] = names.plant(plant)
        case reasons.Available(plants=plants):
            values["plants"] = _all(plants, names)
        case reasons.FuelTooDear(kind=kind):
            values["token"] = names.fuel(rules.Fuel(**{kind: 1}))
        case reasons.CityTooDear(city=city):
            values["city"] = names.city(city)
    return values


def _refused(reason: reasons.AnswerRefused, names: Names) -> str:
    """The sentence of the rules, with fuel in words instead of its short form."""
    values = {
        name: (names.fuel(value) or _("nothing")) if isinstance(value, rules.Fuel) else value
        for name, value in reason.values.items()
    }
    refusal = _(reason.sentence).format(**values)
    return _("%(refusal)s Change your plan, or decide yourself.") % {"refusal": refusal}


def _nothing_to_open(reason: reasons.NothingToOpen, names: Names) -> str:
    """Why each of the plants cannot be put up, then what to do."""
    told = [words % {"plants": _all(plants, names)} for plants, words in _why_not_open(reason) if plants]
    if not told:
        told.append(_("Your plan has no plant to put up now."))
    return " ".join((*told, _("Put up another one, or decline.")))


def _why_not_open(reason: reasons.NothingToOpen) -> Iterator[tuple[tuple[int, ...], str]]:
    yield (
        reason.missing,
        ngettext("Plant %(plants)s is not on offer.", "Plants %(plants)s are not on offer.", len(reason.missing)),
    )
    yield (
        reason.barred,
        ngettext(
            "For plant %(plants)s you first need a city in the right area.",
            "For plants %(plants)s you first need a city in the right area.",
            len(reason.barred),
        ),
    )
    yield (
        reason.dear,
        ngettext(
            "Plant %(plants)s costs more than your plan allows.",
            "Plants %(plants)s cost more than your plan allows.",
            len(reason.dear),
        ),
    )


def _all(plants: Iterable[int], names: Names) -> str:
    return in_words(names.plant(plant) for plant in plants)
