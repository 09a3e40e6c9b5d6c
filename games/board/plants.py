"""Plant cards, as they lie in the market and as they lie on the mats of players. Looks come from ``pieces.css``."""

from collections.abc import Iterator
from functools import cache

from django.utils.safestring import SafeString, mark_safe

import rules
from games.board.symbols import use

_CARD_HOUSE = '<path class="ink" d="M101 121L117 134H113V153H89V134H85z"/>'
_STRIP_HOUSE = '<path class="ink" d="M101 5L114 16H111V30H91V16H88z"/>'
_CARD_COIN = '<circle class="ink" cx="101" cy="143" r="15"/>'
_STRIP_COIN = '<circle class="ink" cx="101" cy="21" r="11.5"/>'
"""What a mine has instead of a house: it powers no city, but is paid for so many."""


@cache
def draw_plant(plant: rules.Plant) -> SafeString:
    """A card: its number, a scene of the plant, what it burns, and how many cities it powers. For the eye only."""
    return _svg(
        f"plant-face of-{plant.kind}",
        "0 0 120 160",
        use(_scene(plant), 'width="120" height="116"'),
        '<path class="paper" d="M0 114H120V160H0z"/><path class="band" d="M0 113h120v4H0z"/>',
        '<path class="ink" d="M0 0H49V26A9 9 0 0 1 40 35H0z"/>',
        f'<text class="number" x="24.5" y="28">{plant.number:02}</text>',
        *_needs(plant),
        f'<path class="arrow" d="M78 133l6 5-6 5z"/>{_CARD_COIN if plant.is_mine else _CARD_HOUSE}',
        f'<text class="powers" x="101" y="149">{plant.cities}</text>',
    )


def _needs(plant: rules.Plant) -> Iterator[str]:
    """What a run takes, left on the lower edge of a card."""
    if plant.kind == "hybrid":
        yield from _either(plant.need)
    elif not plant.need:
        yield use(plant.kind, 'x="12" y="125" width="26" height="26"')
    else:
        size, step = {1: (24, 25), 2: (24, 25), 3: (22, 21)}.get(plant.need, (17, 16))
        for place in range(plant.need):
            yield use(plant.kind, f'x="{8 + place * step}" y="{138 - size // 2}" width="{size}" height="{size}"')


def _either(need: int) -> Iterator[str]:
    """Coal or oil: one of both, and how many of it where that is more than one."""
    many = need > 1
    if many:
        yield f'<text class="times" x="8" y="146">{need}×</text>'
    coal, oil = (25, 53) if many else (9, 42)
    yield use("coal", f'x="{coal}" y="126" width="24" height="24"')
    yield f'<path class="stroke" d="{"M48.5 150L54 126" if many else "M34 150L42 126"}"/>'
    yield use("oil", f'x="{oil}" y="126" width="24" height="24"')


@cache
def draw_plant_strip(plant: rules.Plant, tokens: tuple[str, ...]) -> SafeString:
    """A card on a mat: its number, a piece of its scene, the fuel on it and room for more, what it powers.

    For the eye only.
    """
    return _svg(
        f"plant-face of-{plant.kind}",
        "0 0 116 34",
        '<svg width="38" height="34" viewBox="24 30 78 70" preserveAspectRatio="xMidYMid slice">',
        use(_scene(plant), 'width="120" height="116"'),
        '</svg><path class="paper" d="M38 0H116V34H38z"/><path class="ink" d="M0 0H25V13A5 5 0 0 1 20 18H0z"/>',
        f'<text class="number" x="12.5" y="14.5">{plant.number:02}</text>',
        *_stored(plant, tokens),
        f'{_STRIP_COIN if plant.is_mine else _STRIP_HOUSE}<text class="powers" x="101" y="26">{plant.cities}</text>',
    )


def _stored(plant: rules.Plant, tokens: tuple[str, ...]) -> Iterator[str]:
    """The tokens on a plant, and hollows for those that it has room for: in two rows, or side by side for two."""
    if not plant.need:
        yield use(plant.kind, 'x="42" y="8" width="18" height="18"')
    is_one_row = plant.storage == 2
    size, step = (18, 17) if is_one_row else (15, 15)
    for place in range(plant.storage):
        row, column = (0, place) if is_one_row else divmod(place, plant.storage // 2)
        x, y = 47 + column * step, 17 if is_one_row else 10 + row * 14.5
        if place < len(tokens):
            yield use(tokens[place], f'x="{x - size / 2:g}" y="{y - size / 2:g}" width="{size}" height="{size}"')
        else:
            yield f'<circle class="hollow" cx="{x}" cy="{y:g}" r="{size * 0.36:.1f}"/>'


def _scene(plant: rules.Plant) -> str:
    """The scene of a plant by its kind and how many cities it powers: 1 or 2, 3 or 4, 5 to 7. One is of all mines."""
    if plant.is_mine:
        return "scene-mine"
    return f"scene-{plant.kind}-{min((plant.cities + 1) // 2, 3)}"


def _svg(classes: str, box: str, *content: str) -> SafeString:
    return mark_safe(  # noqa: S308  All of it is ours.
        f'<svg class="{classes}" viewBox="{box}" aria-hidden="true">{"".join(content)}</svg>'
    )
