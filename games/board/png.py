"""Draws the map of a game as PNG, for where there is no page: in mails.

It is the picture of the page, made of the same SVG and the same style sheets. What is seldom new is kept: the bottom
of a map, each piece that lies on it, and the picture of each board that nobody has built on. Of one that is new only
those strips are painted and packed that look otherwise. Terrains take up to a second each, and are kept in files.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, replace
from functools import cache, lru_cache, partial
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from typing import Literal, Self

import PIL
import resvg_py
from PIL import Image, ImageColor

import rules
from games.board import flat, sprites
from games.board.geometry import Geometry, geometry
from games.board.kept_files import kept
from games.board.map import draw_terrain
from games.board.picture import House, MapPicture
from games.board.pieces import Look, Piece, fixtures, looks, pieces
from games.board.shapes import countries
from games.board.sprites import FONTS, RINGS, Sprite, look_alike, rendered, sprite, stacked
from games.board.strips import ROWS, Strip, cut, pack, strips_between, write_png

WIDTH, HEIGHT = 550, 550
"""How large it is shown at most, in pixels as style sheets have them: as much room as a mail has."""
SHARPNESS = 1.5
"""So many real ones are in one of these: enough for phones, too, which have three but show it at 360 at most."""

COLOURS = 64
"""Those that a map is made of, and what lies between them at edges."""

_OWN = sha256(b"".join(Path(name).read_bytes() for name in (__file__, sprites.__file__, *FONTS))).hexdigest()
"""Of what draws here and of the letters on maps: what others drew is drawn anew."""


@dataclass(frozen=True, slots=True)
class _Seen:
    """All of a picture that can be seen. Pictures of one moment, and of quite another game, can look the same."""

    map: str
    edition: str
    areas: tuple[str, ...]
    open_areas: tuple[str, ...]
    step: int
    seat: int | None
    houses: tuple[tuple[str, tuple[House, ...]], ...]
    marked: tuple[tuple[str, bool], ...]
    version: int

    @classmethod
    def of(cls, picture: MapPicture) -> Self:
        return cls(
            picture.map,
            picture.edition,
            tuple(sorted(picture.areas)),
            tuple(sorted(picture.open_areas)),
            picture.step,
            picture.seat,
            tuple(picture.houses.items()),
            tuple(picture.marked.items()),
            picture.version,
        )

    def picture(self) -> MapPicture:
        return MapPicture(
            map=self.map,
            edition=self.edition,
            areas=self.areas,
            open_areas=self.open_areas,
            step=self.step,
            names=(),
            houses=dict(self.houses),
            seat=self.seat,
            marked=dict(self.marked),
            version=self.version,
        )


def draw_still(picture: MapPicture) -> bytes:
    """The map as PNG, in light colours, with the houses that are new marked; what is offered or planned is left out.

    What was drawn lately is not drawn again. It is :func:`shown_size` times :data:`SHARPNESS` large.
    """
    return _drawn(_Seen.of(picture))


def draw_ahead(map: str, edition: str) -> None:
    """Have at hand what pictures of a map take longest for; in files, where they are for others, too."""
    _terrain(map, edition)
    _plots(map, edition)


def shown_size(map: str, edition: str) -> tuple[int, int]:
    """How wide and high a picture is to be shown where there is room for it."""
    drawn = geometry(map, edition)
    scale = _scale(drawn) / SHARPNESS
    return round(drawn.width * scale), round(drawn.height * scale)


def _scale(drawn: Geometry) -> float:
    """How many pixels there are for a unit of a drawing."""
    return min(WIDTH / drawn.width, HEIGHT / drawn.height) * SHARPNESS


@lru_cache(maxsize=128)
def _drawn(seen: _Seen) -> bytes:
    bottom = _bottom(seen.map, seen.edition, seen.areas, seen.open_areas, seen.version)
    board = _bare_board(seen.map, seen.edition, seen.areas, seen.open_areas, seen.step, seen.version)
    pile = _pile(seen.picture(), board.pile)
    runs = _runs(laid.strips for _look, laid in pile.items() ^ board.pile.items())
    colours = _colours(seen.map, seen.edition)
    new = pack(_in_colours_of(colours, _painted(bottom, pile.values(), run)) for run in runs)
    strips = list(board.strips)
    for run, strip in list(zip(runs, new, strict=True))[::-1]:
        strips[run.start : run.stop] = [strip]
    return write_png(bottom.size, bytes(colours.getpalette() or ()), strips)


@dataclass(frozen=True, slots=True, eq=False)
class _Laid:
    """A piece where it lies on a picture: its sprite, where that goes, and which strips of the picture it touches."""

    sprite: Sprite
    place: tuple[int, int]
    strips: range


_Pile = dict[Look, _Laid]
"""What lies on the bottom of a picture, from below to above."""


@dataclass(frozen=True, slots=True)
class _BareBoard:
    """What lies on the bottom of a board that nobody has built on, and all strips of its picture."""

    pile: _Pile
    strips: tuple[Strip, ...]


@lru_cache(maxsize=256)
def _bare_board(
    map: str, edition: str, areas: tuple[str, ...], open_areas: tuple[str, ...], step: int, version: int
) -> _BareBoard:
    """What pictures of a board have in common, for most of each is as it is here."""
    bottom = _bottom(map, edition, areas, open_areas, version)
    pile = _pile(
        MapPicture(map, edition, areas, step, names=(), houses={}, open_areas=open_areas, version=version), {}
    )
    every = strips_between(0, bottom.height)
    image = _in_colours_of(_colours(map, edition), _painted(bottom, pile.values(), every))
    return _BareBoard(pile, tuple(pack(cut(image, range(number, number + 1)) for number in every)))


def _pile(picture: MapPicture, known: _Pile) -> _Pile:
    """What lies on the bottom of a picture. Pieces that are ``known`` are taken as they are."""
    scale = _scale(geometry(picture.map, picture.edition))
    return {look: known.get(look) or _lay(make(), scale) for look, make in looks(picture)}


def _lay(piece: Piece, scale: float) -> _Laid:
    whole = stacked(piece.layers, piece.reach, scale)
    left, top = round(piece.at[0] * scale) + whole.right, round(piece.at[1] * scale) + whole.down
    return _Laid(whole, (left, top), strips_between(top, top + whole.mask.height))


def _painted(bottom: Image.Image, pile: Iterable[_Laid], run: range) -> Image.Image:
    """What of a picture goes into a run of strips."""
    image, top = cut(bottom, run).convert("RGB"), run.start * ROWS
    for laid in pile:
        if laid.strips.start < run.stop and laid.strips.stop > run.start:
            x, y = laid.place
            image.paste(laid.sprite.paint, (x, y - top), laid.sprite.mask)
    return image


def _runs(touched: Iterable[range]) -> list[range]:
    """The strips that are touched, from above to below, those that follow each other together."""
    numbers = set[int]().union(*touched)
    first = sorted(number for number in numbers if number - 1 not in numbers)
    beyond = sorted(number + 1 for number in numbers if number + 1 not in numbers)
    return [range(*ends) for ends in zip(first, beyond, strict=True)]


@lru_cache(maxsize=128)  # each takes half a megabyte
def _bottom(
    map: str, edition: str, areas: tuple[str, ...], open_areas: tuple[str, ...], version: int = rules.VERSION
) -> Image.Image:
    """What lies under the pieces that people place, in the colours of all pictures of the map."""
    terrain = _terrain(map, edition)
    bottom = terrain["out"].copy()
    bottom.paste(terrain["open"], mask=_mask(map, edition, open_areas))
    bottom.paste(terrain["in"], mask=_mask(map, edition, areas))
    bare = MapPicture(map, edition, areas, step=1, names=(), houses={}, open_areas=open_areas, version=version)
    image = _with_pieces(bottom, fixtures(bare), _scale(geometry(map, edition)))
    return _in_colours_of(_colours(map, edition), image)


def _colours(map: str, edition: str) -> Image.Image:
    """An image in the colours that all pictures of a map have.

    It is always the same one: Pillow keeps with it which of them is next to what, in as much room as the image takes.
    """
    return _terrain(map, edition)["out"]


Stage = Literal["in", "open", "out"]
"""Whether an area is in play, may still come into play, or is out of play."""


_STAGES: tuple[Stage, ...] = ("in", "open", "out")


@cache
def _terrain(map: str, edition: str) -> dict[Stage, Image.Image]:
    """A map all areas of which are at one stage: that of any choice of areas is put together from these."""
    shown = [(draw_terrain(stage), *fixtures(stage), *pieces(stage)) for stage in _everywhere(map, edition)]
    source = _source(geometry(map, edition), shown)
    sheet = _kept(f"{map}-{edition}-terrain", source, partial(_drawn_terrain, map, edition))
    height = sheet.height // len(_STAGES)
    boxes = ((0, top, sheet.width, top + height) for top in range(0, sheet.height, height))
    return {stage: sheet.crop(box) for stage, box in zip(_STAGES, boxes, strict=True)}


def _drawn_terrain(map: str, edition: str) -> Image.Image:
    """A map at all stages, one below the other."""
    size = geometry(map, edition)
    sea = f'<rect fill="{flat.colours()["--map-sea"]}" width="100%" height="100%"/>'
    drawn = [(shown, _whole(size, sea + draw_terrain(shown)).convert("RGB")) for shown in _everywhere(map, edition)]
    palette = _palette(
        _with_pieces(terrain, [*fixtures(shown), *pieces(shown)], _scale(size)) for shown, terrain in drawn
    )
    sheet = Image.new("RGB", (drawn[0][1].width, drawn[0][1].height * len(drawn)))
    for place, (_shown, terrain) in enumerate(drawn):
        sheet.paste(terrain, (0, place * terrain.height))
    return _in_colours_of(palette, sheet)


def _everywhere(map: str, edition: str) -> list[MapPicture]:
    """A map all areas of which are at one stage, for each of them."""
    areas = tuple(area.id for area in rules.board(map, edition).areas)
    bare = MapPicture(map, edition, (), step=1, names=(), houses={})
    return [replace(bare, areas=areas), replace(bare, open_areas=areas), bare]


def _source(drawn: Geometry, *parts: object) -> str:
    """All that something is drawn from: its size, parts of it, how they look, and what draws them."""
    return repr(
        (
            drawn.width,
            drawn.height,
            parts,
            flat.style(),
            RINGS,
            SHARPNESS,
            resvg_py.__version__,
            PIL.__version__,
            _OWN,
        )
    )


def _kept(name: str, source: str, draw: Callable[[], Image.Image]) -> Image.Image:
    """An image that takes long to draw: as it was drawn before from the same source."""
    image = Image.open(BytesIO(kept(name, source, lambda: _png(draw()))))
    image.load()
    return image


def _png(image: Image.Image) -> bytes:
    written = BytesIO()
    image.save(written, "PNG")
    return written.getvalue()


def _mask(map: str, edition: str, areas: Collection[str]) -> Image.Image:
    """What of a map these areas cover."""
    known = [area.id for area in rules.board(map, edition).areas]
    covered = [number for number, area in enumerate(known, 1) if area in areas]
    return _plots(map, edition).point([255 * (number in covered) for number in range(256)])


@cache
def _plots(map: str, edition: str) -> Image.Image:
    """Which area each place of a map belongs to: by numbers from 1 on, and 0 for none."""
    areas = rules.board(map, edition).areas
    numbers = range(1, len(areas) + 1)
    kinds = {area.id: f"plot-{number}" for number, area in zip(numbers, areas, strict=True)}
    fills = "".join(f".plot-{number}{{fill:rgb({number},{number},{number})}}" for number in numbers)
    look = f".area{{shape-rendering:crispEdges}}.border,.islands{{fill:none}}{fills}"
    drawn = geometry(map, edition)
    shapes = countries(drawn, "plots", kinds)
    return _kept(
        f"{map}-{edition}-plots",
        _source(drawn, shapes, look),
        lambda: _whole(drawn, shapes, look).getchannel("R"),
    )


def _palette(samples: Iterable[Image.Image]) -> Image.Image:
    """The colours of style sheets, which houses are to have as they are, and the most frequent ones of samples."""
    counted: Counter[tuple[int, ...]] = Counter()
    for sample in samples:
        found = sample.getcolors(sample.width * sample.height) or ()
        counted.update({colour: count for count, colour in found if isinstance(colour, tuple)})
    chosen: list[tuple[int, ...]] = [ImageColor.getrgb(value) for value in flat.colours().values()]
    for colour, _count in counted.most_common():
        if len(chosen) < COLOURS and not any(look_alike(colour, other) for other in chosen):
            chosen.append(colour)
    palette = Image.new("P", (1, 1))
    palette.putpalette([part for colour in chosen for part in colour])
    return palette


def _in_colours_of(other: Image.Image, image: Image.Image) -> Image.Image:
    return image.quantize(palette=other, dither=Image.Dither.NONE)


def _with_pieces(bottom: Image.Image, pieces: Iterable[Piece], scale: float) -> Image.Image:
    """A map with all that lies on it."""
    image = bottom.convert("RGB")
    for piece in pieces:
        x, y = round(piece.at[0] * scale), round(piece.at[1] * scale)
        for layer in piece.layers:
            part = sprite(layer, piece.reach, scale)
            image.paste(part.paint, (x + part.right, y + part.down), part.mask)
    return image


def _whole(drawn: Geometry, content: str, look: str | None = None) -> Image.Image:
    return rendered(content, (0, 0, drawn.width, drawn.height), _scale(drawn), look)
