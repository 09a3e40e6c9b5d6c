"""Maps as PNG."""

import re
from dataclasses import replace
from io import BytesIO
from math import ceil, dist

import pytest
from django.core.management import call_command
from msgspec import structs
from PIL import Image, ImageChops, ImageColor

import rules
from games.board import png, sprites, stylesheet
from games.board.geometry import CAPSULE_HEIGHT, CAPSULE_WIDTH, COST_RADIUS, geometry
from games.board.ground import draw_ground
from games.board.map import draw_map
from games.board.picture import House, Offer
from games.board.pieces import fixtures, pieces
from games.board.room import box_round
from games.board.shapes import link_shapes
from tests.boards import FIRST, SEEN
from tests.games.board.pictures import BOARDS, every_seen_board, houses, picture


def image(drawn):
    return Image.open(BytesIO(png.draw_png(drawn)))


def colours_round(drawn, city, reach=26):
    """The colours near the middle of a city, by how often they are there."""
    found = geometry(drawn.map, drawn.edition).cities[city].at
    shown = image(drawn).convert("RGB")
    scale = shown.width / geometry(drawn.map, drawn.edition).width
    x, y = (round(part * scale) for part in found)
    near = shown.crop((x - reach * 2, y - reach, x + reach * 2, y + reach))
    return {"#{:02x}{:02x}{:02x}".format(*colour): count for count, colour in near.getcolors(65536)}


@pytest.mark.parametrize("name", SEEN)
def test_picture_is_sharp_and_light(name):
    full = picture(map=name, areas=tuple(area.id for area in rules.board(name).areas))
    drawn, (width, height) = png.draw_png(full), png.shown_size(name, "classic")
    assert Image.open(BytesIO(drawn)).size == pytest.approx((1.5 * width, 1.5 * height), abs=1)
    assert max(width, height) == 550
    assert len(drawn) < (90_000 if name in FIRST else 110_000)


BUILT = houses(essen=[(0, 10), (1, 15), (None, 20)], duisburg=[(0, 10)], kiel=[(2, 10)])
PAID = {
    0: (frozenset(("essen", "duisburg")),),
    1: (frozenset(("essen", "dortmund")), frozenset(("essen", "munster"))),
}


@pytest.mark.parametrize(
    "seen",
    [
        picture(houses=BUILT, networks=PAID),
        picture(houses=BUILT, areas=("northwest", "west"), open_areas=("east",), seat=2, step=3),
        picture(map="central-europe", areas=("czechia", "austria"), seat=None, marked={"praha": True, "wien": False}),
    ],
    ids=["networks", "areas", "marks"],
)
def test_picture_laid_out_piece_by_piece_is_that_of_the_page_but_for_half_a_pixel(seen):
    apart = ImageChops.difference(drawn_as_a_whole(seen).reduce(8), image(seen).convert("RGB").reduce(8))
    assert max(most for _least, most in apart.getextrema()) < 40


def crowded(board, seat):
    """A board with houses of six companies and of the Trust, one of which has a network across it."""
    built = {
        city: tuple(
            House((place + number) % 6, slot, is_new=place % 3 == 0)
            for number, slot in enumerate(found.slots[: place % 4])
        )
        for place, (city, found) in enumerate(board.cities.items())
    }
    areas = tuple(area.id for area in board.areas)
    return picture(map=board.map, edition=board.edition, areas=areas, houses=built, seat=seat, step=3)


def test_what_was_drawn_before_does_not_matter():
    shown = [crowded(board, seat) for board in BOARDS[:2] for seat in (None, 0, 5)]
    first = [png.draw_png(picture) for picture in shown]
    png._drawn.cache_clear()
    sprites._put_together.cache_clear()
    assert [png.draw_png(picture) for picture in reversed(shown)] == first[::-1]


def forget():
    """Forget what this program has drawn, as another one would not know it."""
    for kept in (png._drawn, png._bottom, png._terrain, png._plots):
        kept.cache_clear()


def test_board_is_drawn_once_for_all_programs(settings, tmp_path, monkeypatch):
    settings.VAR_DIR = tmp_path
    shown = crowded(BOARDS[0], seat=2)
    before = png.draw_png(shown)
    forget()
    png.draw_ahead(shown.map, shown.edition)
    forget()
    monkeypatch.setattr(png, "_whole", None)
    assert png.draw_png(shown) == before


def test_board_that_looks_otherwise_is_drawn_anew(settings, tmp_path, monkeypatch):
    settings.VAR_DIR = tmp_path
    for look in ("", ".board .land { fill: #123456 }"):
        forget()
        for module in (png, sprites):
            monkeypatch.setattr(module, "RINGS", look)
        png.draw_ahead(BOARDS[0].map, BOARDS[0].edition)
    forget()
    assert len(list((tmp_path / "drawn").iterdir())) == 4


def test_board_of_another_size_is_drawn_anew(settings, tmp_path, monkeypatch):
    settings.VAR_DIR = tmp_path
    map, edition = BOARDS[0].map, BOARDS[0].edition
    drawn = geometry(map, edition)
    assert drawn.width < drawn.height  # so its scale does not depend on its width
    for narrower in (0, 1):
        forget()
        other = structs.replace(drawn, width=drawn.width - narrower)
        monkeypatch.setattr(png, "geometry", lambda *_, other=other: other)
        png.draw_ahead(map, edition)
    forget()
    assert len(list((tmp_path / "drawn").iterdir())) == 4


def test_command_draws_every_board(monkeypatch):
    drawn = []
    monkeypatch.setattr(png, "draw_ahead", lambda *board: drawn.append(board))
    call_command("draw_boards")
    assert sorted(drawn) == sorted((board.map, board.edition) for board in BOARDS)


@every_seen_board
def test_every_connection_that_is_paid_for_is_in_the_colour_of_its_company(board):
    links = link_shapes(board.map, board.edition)
    shown = picture(
        map=board.map,
        edition=board.edition,
        areas=tuple(area.id for area in board.areas),
        networks={2: tuple(link.pair for link in links)},
    )
    drawn, colour = image(shown).convert("RGB"), ImageColor.getrgb(stylesheet.colours()["--seat-2"])
    scale = drawn.width / geometry(board.map, board.edition).width
    for link in links:
        seen = [drawn.getpixel((int(x * scale), int(y * scale))) for x, y in between_pieces(link)]
        assert colour in seen or len(seen) <= 4, link.pair


def between_pieces(link):
    """Places along a connection which no city and no cost covers: few, where they are near each other."""
    (x0, y0), (x1, y1) = link.ends
    places = [(x0 + (x1 - x0) * part / 80, y0 + (y1 - y0) * part / 80) for part in range(81)]
    boxes = [box_round(end, CAPSULE_WIDTH, CAPSULE_HEIGHT) for end in link.ends]
    return [
        (x, y)
        for x, y in places
        if dist((x, y), link.at) > COST_RADIUS + 2
        and not any(left <= x <= right and top <= y <= bottom + 2 for left, top, right, bottom in boxes)
    ]


def drawn_as_a_whole(seen):
    """What the page shows, but its relief, as an image of the whole map."""
    size = geometry(seen.map, seen.edition)
    ground = draw_ground(seen.map, seen.edition, seen.areas, seen.open_areas)
    pieces = re.sub("<image [^>]*>", "", draw_map(seen).removesuffix("</svg>").partition(">")[2])
    return png._whole(size, ground + pieces).convert("RGB")


def test_house_has_the_colour_of_its_seat_and_one_that_is_new_a_ring():
    built = picture(houses={"kiel": (House(1, 10),)})
    colours = stylesheet.colours()
    assert colours_round(built, "kiel")[colours["--seat-1"]] > 50
    assert colours["--map-new"] not in colours_round(built, "kiel")
    new = replace(built, houses={"kiel": (House(1, 10, is_new=True),)})
    assert colours_round(new, "kiel")[colours["--map-new"]] > 40


def test_every_company_and_the_trust_can_be_told_apart():
    places = ("kiel", "hamburg", "essen", "koln", "berlin", "torgelow", "trier")
    built = {city: (House(seat, 10),) for city, seat in zip(places, (*range(6), None), strict=True)}
    shown = picture(houses=built, seat=None, names=tuple("ABCDEF"))
    kinds = [f"--seat-{kind}" for kind in (*range(6), "trust")]
    assert all(
        colours_round(shown, city)[stylesheet.colours()[kind]] > 30 for city, kind in zip(places, kinds, strict=True)
    )


@every_seen_board
def test_areas_and_houses_keep_their_colours_among_the_few_of_a_picture(board):
    drawn = image(crowded(board, seat=None)).convert("RGB")
    shown = {colour for _count, colour in drawn.getcolors(65536)}
    tints = dict(re.findall(r"[.]area[.]of-(\w+){fill:(#\w+)}", stylesheet.style()))
    assert {ImageColor.getrgb(tints[area.colour]) for area in board.areas} <= shown
    assert all(any(sprites.look_alike(lit(seat), colour) for colour in shown) for seat in range(6))


def lit(seat):
    """The colour of the roof of a house: its own, with a third of white."""
    walls = ImageColor.getrgb(stylesheet.colours()[f"--seat-{seat}"])
    return [part + 0.34 * (255 - part) for part in walls]


def test_what_is_offered_is_not_shown():
    offer = Offer("essen", 10, 12, "Essen", href="?add=essen")
    assert png.draw_png(picture(offers={"essen": offer}, planned={"essen": offer})) == png.draw_png(picture())


def test_what_looks_the_same_is_drawn_once():
    built = houses(essen=[(0, 10)])
    first = png.draw_png(picture(houses=built, names=("Ana", "Bob", "Cid")))
    assert png.draw_png(picture(houses=built, names=("Eve", "Fay", "<b>"))) is first
    assert png.draw_png(picture(houses=built, networks=PAID)) != first


def test_names_of_cities_are_written():
    """Without the typeface they would be missing, whatever the system has."""
    ink = stylesheet.colours()["--map-ink"]
    assert colours_round(picture(), "munchen", reach=50).get(ink, 0) > 100


@pytest.mark.parametrize("name", rules.board_names("classic"))
def test_pieces_are_drawn_to_their_edges(name):
    """What is cut would end right at the edge of the room that it was given."""
    full = picture(map=name, areas=tuple(area.id for area in rules.board(name).areas))
    scale = png._scale(geometry(name, "classic"))
    for piece in [*fixtures(full), *fixtures(replace(full, areas=())), *pieces(full)]:
        right, down = (ceil(far * scale) for far in piece.reach)
        for layer in piece.layers:
            sprite = sprites.sprite(layer, piece.reach, scale)
            assert -right < sprite.right < sprite.right + sprite.mask.width < right, piece
            assert -down < sprite.down < sprite.down + sprite.mask.height < down, piece
