"""Draws the map of a game as SVG.

Plain functions that put strings together: with template loops the same picture takes nearly a hundred times as long.
Everything that is not a number of ours goes through :func:`escape`. Looks come from ``static/css``.
"""

from html import escape
from zlib import crc32

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from games.board.cities import draw_cities
from games.board.geometry import geometry
from games.board.glyphs import definitions, seat_class
from games.board.ground import draw_ground_images
from games.board.links import draw_links
from games.board.picture import MapPicture
from games.board.room import Window
from games.board.shapes import badge, city_shapes, place
from games.board.titles import surroundings, titles
from games.models.terms import area_name


def draw_map(picture: MapPicture) -> SafeString:
    """The map as one SVG element, to look at."""
    content = f"{draw_ground_images(picture)}{_pieces(picture, is_live=False)}"
    return _svg(picture.frame, f"board {_look(picture)}", _label(picture), _by_itself(content))


def draw_detail(picture: MapPicture, window: Window) -> SafeString:
    """A part of a map, for the eye only. The page may have the whole map as well."""
    content = f"{draw_ground_images(picture)}{_pieces(picture, is_live=False)}"
    return _svg(window, f"board {_look(picture)}", 'aria-hidden="true"', _by_itself(content))


def draw_ground(picture: MapPicture) -> SafeString:
    """What of a map stays as it is while a game goes on, once its areas are settled: to lie under the pieces."""
    content = f"{draw_ground_images(picture)}{surroundings(picture)}"
    return _svg(picture.frame, "board ground", 'aria-hidden="true"', content)


def draw_pieces(picture: MapPicture) -> SafeString:
    """What of a map changes: to lie above the ground, for people to act on."""
    content = _pieces(picture, is_live=True)
    return _svg(picture.frame, f"board pieces {_look(picture)}", _label(picture), definitions(content) + content)


def _svg(window: Window, classes: str, attributes: str, content: str) -> SafeString:
    view_box = " ".join(f"{value:g}" for value in window)
    return mark_safe(  # noqa: S308  Everything that is no number or path of ours is escaped.
        f'<svg class="{classes}" {attributes} viewBox="{view_box}">{content}</svg>'
    )


def _by_itself(content: str) -> str:
    """A drawing with its pieces under ids of its own, as a page may have several."""
    mark = f"{crc32(content.encode()):x}"
    return f"{definitions(content)}{content}".replace(' id="', f' id="{mark}-').replace('href="#', f'href="#{mark}-')


def _look(picture: MapPicture) -> str:
    seat = "" if picture.seat is None else f" {seat_class(picture.seat)}"
    return f"{picture.shape}{seat}"


def _label(picture: MapPicture) -> str:
    label = _("Map of {country}").format(country=picture.map_name)
    return f'role="group" aria-label="{escape(label)}"'


def _pieces(picture: MapPicture, *, is_live: bool) -> str:
    """What changes. Where it ``is_live``, cities have names for scripts, and those to choose are links."""
    return (
        f"{_titles(picture)}{_homes(picture)}{draw_links(picture)}{_badges(picture)}{_tolls(picture)}"
        f"{draw_cities(picture, is_live=is_live)}"
    )


def _titles(picture: MapPicture) -> str:
    return "".join(f"<g {place(title.at)}>{title.content}</g>" for title in titles(picture))


def _homes(picture: MapPicture) -> str:
    """Where cities really lie that are drawn aside for want of room."""
    cities = city_shapes(picture.map, picture.edition)
    return "".join(city.home for city in cities if city.area in picture.areas)


def _tolls(picture: MapPicture) -> str:
    """What it costs to enter cities, on a board where that has a price."""
    return "".join(city.toll for city in city_shapes(picture.map, picture.edition) if city.area in picture.areas)


def _badges(picture: MapPicture) -> str:
    """Which areas permit nuclear plants."""
    drawn = geometry(picture.map, picture.edition)
    sentence = _("{area}: with a city here you may acquire nuclear plants.")
    return "".join(
        f'<g class="badge permit" role="img" {place(drawn.badges[area.id])}>'
        f"<title>{escape(sentence.format(area=area_name(area)))}</title>{badge('uranium')}</g>"
        for area in picture.permitting
    )
