"""The resource market and the cards of the plant market as HTML, put together in Python as in :mod:`.drawing`."""

from collections.abc import Iterable, Iterator
from html import escape
from typing import Literal

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from games.board.glyphs import icon
from games.panels.drawing import draw_plant_card, draw_spaces, signed
from games.panels.fuel_market import FuelTrack, Storage
from games.panels.pieces import PlantCard
from games.panels.plant_market import MarketPlant


def draw_tracks(tracks: Iterable[FuelTrack], *, is_over: bool) -> SafeString:
    """The tracks of the resource market. After the end nothing is refilled."""
    drawn = "".join(_track(track, is_over=is_over) for track in tracks)
    return mark_safe(drawn)  # noqa: S308  Everything that is no number or word of ours is escaped.


def _track(track: FuelTrack, *, is_over: bool) -> str:
    change = f' <small class="change">{signed(track.change)}</small>' if track.change else ""
    supply = "" if is_over else f'<p class="supply" aria-hidden="true">{track.supply}</p>'
    notes = "".join(f'<p class="track-note">{escape(note)}</p>' for note in track.notes)
    return (
        f'<div class="track {track.kind}"><h3>{icon(track.kind)}{escape(track.name)}{change}</h3>'
        f"{draw_spaces(track)}{_refills(track, is_over=is_over)}{supply}"
        f'<p class="visually-hidden">{escape(" ".join(_in_words(track)))}</p>'
        f"{_storage(track.storage) if track.storage else ''}{notes}</div>\n"
    )


def _refills(track: FuelTrack, *, is_over: bool) -> str:
    if track.refills:
        due = f' class="is-next{" is-short" if track.is_short else ""}"'
        steps = (f"<span{due if refill.is_next else ''}>+{refill.tokens}</span>" for refill in track.refills)
        return f'<p class="refill-steps" aria-hidden="true">{"".join(steps)}</p>'
    return "" if is_over else f'<p class="refill-steps is-none" aria-hidden="true">{escape(_("no refill"))}</p>'


def _in_words(track: FuelTrack) -> Iterator[str]:
    """The track for those who cannot see it, as sentences."""
    if track.cheapest is None:
        yield _("Sold out.")
    else:
        sentence = _("{tokens} on sale, the next for {price} Elektro.")
        yield sentence.format(tokens=track.on_sale, price=track.cheapest)
    if not track.storage:
        yield _("{supply} in the supply.").format(supply=track.supply)
    if track.due is not None:
        sentence = _("The next refill brings {due}; if it came now, {refill}.")
        yield sentence.format(due=track.due, refill=track.refill)
        sentence = _("In Step {step}: {tokens}.")
        yield from (sentence.format(step=at.step, tokens=at.tokens) for at in track.refills if not at.is_next)


def _storage(storage: Storage) -> str:
    words = _("Coal storage: {tokens}").format(tokens=storage.tokens)
    price = _("for {price} Elektro each once the market is empty").format(price=storage.price)
    return (
        f'<p class="storage">{escape(words)} <span aria-hidden="true">{icon("coal") * storage.tokens}</span>'
        f" <small>{escape(price)}</small></p>"
    )


def draw_market_plants(plants: Iterable[MarketPlant], in_auction: PlantCard | Literal[""] = "") -> SafeString:
    """The plants of a row of the market, as items of a list. What templates do not find is an empty text."""
    new = escape(_("+ new"))
    drawn = "".join(_market_plant(plant, new, is_in_auction=plant.card == in_auction) for plant in plants)
    return mark_safe(drawn)  # noqa: S308  Everything that is no number or word of ours is escaped.


def _market_plant(plant: MarketPlant, new: str, *, is_in_auction: bool) -> str:
    state = ' class="in-auction"' if is_in_auction else ' class="came"' if plant.is_new else ""
    came = f' <small class="plant-sign change">{new}</small>' if plant.is_new else ""
    signs = "".join(
        f' <small class="plant-sign is-{sign.icon}">{icon(sign.icon)}{escape(sign.words)}</small>'
        for sign in plant.signs
    )
    return f"<li{state}>{draw_plant_card(plant.card)}{came}{signs}</li>\n"
