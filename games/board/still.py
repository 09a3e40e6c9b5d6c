"""Draws the map of a game as PNG, for where there is no page: in mails.

It is the picture of the page, made of the same SVG and the same style sheets. What is seldom new is kept: the bottom
of a map, each piece that lies on it, and the picture of each board that nobody has built on. Of one that is new only
those strips are painted and packed that look otherwise. Terrains take up to a second each, and are kept in files.
"""

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, replace
from functools import cache, lru_cache, partial
from hashlib import sha256
from io import BytesIO
from math import ceil
from pathlib import Path
from typing import Literal, Self

import PIL
import resvg_py
from PIL import Image, ImageColor

import rules
from games.board import flat
from games.board.geometry import Geometry, Point, geometry
from games.board.kept import kept
from games.board.map import Look, Piece, Window, draw_terrain, fixtures, looks, pieces
from games.board.picture import House, MapPicture
from games.board.stencils import countries
from games.board.strips import ROWS, Strip, cut, pack, strips_between, write_png

WIDTH, HEIGHT = 550, 550
"""How large it is shown at most, in pixels as style sheets have them: as much room as a mail has."""
SHARPNESS = 1.5
"""So many real ones are in one of these: enough for phones, too, which have three but show it at 360 at most."""

COLOURS = 64
"""Those that a map is made of, and what lies between them at edges."""

FAINT = 64
"""What has less alpha is an edge, whose colour is not certain."""

NEAR = 6
"""How far two of them are apart at least, in one of their parts, of 256 degrees each."""

_RINGS = ".board .halo { stroke-width: 3.6 }"
"""Rings round what is new that are found on a small picture, too."""

_CLASSES = re.compile(r'class="([^"]*)"')

_FONTS = [str(path) for path in sorted((Path(__file__).parent / "fonts").glob("*.ttf"))]


_OWN = sha256(b"".join(Path(name).read_bytes() for name in (__file__, *_FONTS))).hexdigest()
"""Of this module and of the letters on maps: what others drew is drawn anew."""


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


@dataclass(frozen=True, slots=True)
class _Sprite:
    """A layer of a piece, ready to be painted: in one colour, where it has no other, for that takes little room.

    It begins ``right`` of and ``down`` from the middle of the piece.
    """

    paint: Image.Image | tuple[int, ...]
    mask: Image.Image
    right: int
    down: int


@dataclass(frozen=True, slots=True, eq=False)
class _Laid:
    """A piece where it lies on a picture: its sprite, where that goes, and which strips of the picture it touches."""

    sprite: _Sprite
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
    sprite = _stacked(piece.layers, piece.reach, scale)
    left, top = round(piece.at[0] * scale) + sprite.right, round(piece.at[1] * scale) + sprite.down
    return _Laid(sprite, (left, top), strips_between(top, top + sprite.mask.height))


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
            _RINGS,
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
        if len(chosen) < COLOURS and not any(_look_alike(colour, other) for other in chosen):
            chosen.append(colour)
    palette = Image.new("P", (1, 1))
    palette.putpalette([part for colour in chosen for part in colour])
    return palette


def _look_alike(one: Iterable[int], other: Iterable[int]) -> bool:
    """Whether two colours are so near that one would be taken for the other, be it in the place of a house."""
    return all(abs(part - same) < NEAR for part, same in zip(one, other, strict=True))


def _in_colours_of(other: Image.Image, image: Image.Image) -> Image.Image:
    return image.quantize(palette=other, dither=Image.Dither.NONE)


def _with_pieces(bottom: Image.Image, pieces: Iterable[Piece], scale: float) -> Image.Image:
    """A map with all that lies on it."""
    image = bottom.convert("RGB")
    for piece in pieces:
        x, y = round(piece.at[0] * scale), round(piece.at[1] * scale)
        for layer in piece.layers:
            sprite = _sprite(layer, piece.reach, scale)
            image.paste(sprite.paint, (x + sprite.right, y + sprite.down), sprite.mask)
    return image


def _stacked(layers: tuple[str, ...], reach: Point, scale: float) -> _Sprite:
    return _sprite(layers[0], reach, scale) if len(layers) == 1 else _put_together(layers, reach, scale)


@lru_cache(maxsize=2048)
def _put_together(layers: tuple[str, ...], reach: Point, scale: float) -> _Sprite:
    """All layers of a piece in one, for each that is painted takes its time, however small it is."""
    right, down = (ceil(far * scale) for far in reach)
    image = Image.new("RGBA", (2 * right, 2 * down))
    for layer in layers:
        sprite = _sprite(layer, reach, scale)
        painted = Image.new("RGBA", sprite.mask.size)
        painted.paste(sprite.paint, (0, 0, *sprite.mask.size))
        painted.putalpha(sprite.mask)
        image.alpha_composite(painted, (right + sprite.right, down + sprite.down))
    return _cut_out(image, right, down)


@lru_cache(maxsize=8192)
def _sprite(content: str, reach: Point, scale: float) -> _Sprite:
    """A layer of pieces: there are few of them, of which many different pieces are made."""
    right, down = (ceil(far * scale) for far in reach)
    window = (-right / scale, -down / scale, 2 * right / scale, 2 * down / scale)
    return _cut_out(_rendered(content, window, scale), right, down)


def _cut_out(image: Image.Image, right: int, down: int) -> _Sprite:
    """What can be seen of an image, the middle of which lies right of and down from its corner."""
    box = image.getbbox() or (0, 0, 1, 1)
    image = image.crop(box)
    return _Sprite(_only_colour(image) or image.convert("RGB"), image.getchannel("A"), box[0] - right, box[1] - down)


def _only_colour(image: Image.Image) -> tuple[int, ...] | None:
    """The colour of all that can be seen of an image; None where there are several."""
    found = image.getcolors(image.width * image.height) or ()
    seen = {colour[:3]: colour[3] for _count, colour in found if isinstance(colour, tuple) and colour[3] >= FAINT}
    fullest = max(seen, key=lambda colour: seen[colour], default=())
    return fullest if fullest and all(_look_alike(colour, fullest) for colour in seen) else None


def _whole(drawn: Geometry, content: str, look: str | None = None) -> Image.Image:
    return _rendered(content, (0, 0, drawn.width, drawn.height), _scale(drawn), look)


def _rendered(content: str, window: Window, scale: float, look: str | None = None) -> Image.Image:
    """What can be seen of a drawing through a window.

    :param look: a style sheet; that of maps if none is given.
    """
    view_box = " ".join(f"{value:g}" for value in window)
    classes = frozenset(name for names in _CLASSES.findall(content) for name in names.split())
    rendered = resvg_py.svg_to_bytes(
        svg_string=f'<svg xmlns="http://www.w3.org/2000/svg" class="board" viewBox="{view_box}">{content}</svg>',
        width=round(window[2] * scale),
        style_sheet=flat.style(classes | {"board"}) + _RINGS if look is None else look,
        skip_system_fonts=True,
        font_files=_FONTS if "<text" in content else None,  # they take longer to read than the rest
    )
    return Image.open(BytesIO(rendered))
