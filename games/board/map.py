"""Draws the map of a game as SVG.

Plain functions that put strings together: with template loops the same picture takes nearly a hundred times as long.
Everything that is not a number of ours goes through :func:`escape`. Looks come from ``static/css/board.css``.
"""

from html import escape

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from games.board.cities import draw_cities
from games.board.geometry import geometry
from games.board.glyphs import seat_class
from games.board.links import draw_links
from games.board.picture import MapPicture
from games.board.shapes import badge, city_shapes, edges, ground, place
from games.models.terms import area_name

Window = tuple[float, float, float, float]
"""What of a map is to be seen: from which x and y on, how wide and how high."""


def draw_map(picture: MapPicture) -> SafeString:
    """The map as one SVG element, to look at."""
    drawn = geometry(picture.map, picture.edition)
    content = f"{_ground(picture, 'outline')}{_pieces(picture, is_live=False)}"
    return _svg((0, 0, drawn.width, drawn.height), f"board {_look(picture)}", _label(picture), content)


def draw_detail(picture: MapPicture, window: Window) -> SafeString:
    """A part of a map, for the eye only. The page may have the whole map as well."""
    content = f"{_ground(picture, 'detail')}{_pieces(picture, is_live=False)}"
    return _svg(window, f"board {_look(picture)}", 'aria-hidden="true"', content)


def draw_ground(picture: MapPicture) -> SafeString:
    """What of a map stays as it is while a game goes on, once its areas are settled: to lie under the pieces."""
    drawn = geometry(picture.map, picture.edition)
    size = f'width="{drawn.width}" height="{drawn.height}" aria-hidden="true"'
    content = _ground(picture, "outline") + edges(drawn)
    return _svg((0, 0, drawn.width, drawn.height), "board ground", size, content)


def draw_pieces(picture: MapPicture) -> SafeString:
    """What of a map changes: to lie above the ground, for people to act on."""
    drawn = geometry(picture.map, picture.edition)
    window = (0, 0, drawn.width, drawn.height)
    return _svg(window, f"board pieces {_look(picture)}", _label(picture), _pieces(picture, is_live=True))


def draw_terrain(picture: MapPicture) -> str:
    """The land with its areas, which lies under all pieces, to go into an SVG."""
    return _ground(picture, "terrain")


def _svg(window: Window, classes: str, attributes: str, content: str) -> SafeString:
    view_box = " ".join(f"{value:g}" for value in window)
    return mark_safe(  # noqa: S308  Everything that is no number or path of ours is escaped.
        f'<svg class="{classes}" {attributes} viewBox="{view_box}">{content}</svg>'
    )


def _look(picture: MapPicture) -> str:
    seat = "" if picture.seat is None else f" {seat_class(picture.seat)}"
    return f"{picture.shape} calm-{picture.calm_corner}{seat}"


def _label(picture: MapPicture) -> str:
    label = _("Map of {country}").format(country=picture.map_name)
    return f'role="group" aria-label="{escape(label)}"'


def _ground(picture: MapPicture, prefix: str) -> str:
    return ground(picture.map, picture.edition, picture.areas, picture.open_areas, prefix)


def _pieces(picture: MapPicture, *, is_live: bool) -> str:
    """What changes. Where it ``is_live``, cities have names for scripts, and those to choose are links."""
    return f"{_homes(picture)}{draw_links(picture)}{_badges(picture)}{draw_cities(picture, is_live=is_live)}"


def _homes(picture: MapPicture) -> str:
    """Where cities really lie that are drawn aside for want of room."""
    cities = city_shapes(picture.map, picture.edition)
    return "".join(city.home for city in cities if city.area in picture.areas)


def _badges(picture: MapPicture) -> str:
    """Which areas permit nuclear plants."""
    drawn = geometry(picture.map, picture.edition)
    sentence = _("{area}: with a city here you may acquire nuclear plants.")
    return "".join(
        f'<g class="badge permit" role="img" {place(drawn.badges[area.id])}>'
        f"<title>{escape(sentence.format(area=area_name(area)))}</title>{badge('uranium')}</g>"
        for area in picture.permitting
    )
