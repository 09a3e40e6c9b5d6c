"""Pictures of maps to test with, and ways to look into what was drawn."""

from xml.etree import ElementTree as ET
from xml.etree.ElementTree import Element

import pytest

import rules
from games.board.ground import draw_ground
from games.board.map import draw_pieces
from games.board.picture import House, MapPicture
from games.board.shapes import link_shapes
from tests.boards import FIRST, SEEN

GERMANY = tuple(area.id for area in rules.board("germany").areas)

BOARDS = [rules.board(map, edition) for edition in ("classic", "recharged") for map in rules.board_names(edition)]
"""Of new games."""

KNOWN_BOARDS = [
    rules.board(map, edition, rules.NEWEST)
    for edition in ("classic", "recharged")
    for map in rules.board_names(edition, rules.NEWEST)
]


def each_of(boards: list[rules.Board]) -> pytest.MarkDecorator:
    """Try a board of the first version in both editions, another one once where both look the same."""
    boards = [board for board in boards if board.map in FIRST or board.edition == "classic" or _is_other(board)]
    return pytest.mark.parametrize("board", boards, ids=lambda board: f"{board.map}-{board.edition}")


def _is_other(board: rules.Board) -> bool:
    usual = rules.board(board.map, "classic", rules.NEWEST)
    return (board.cities, board.connections) != (usual.cities, usual.connections)


every_board = each_of(BOARDS)
every_seen_board = each_of([board for board in BOARDS if board.map in SEEN])
every_known_board = each_of(KNOWN_BOARDS)


def picture(**changes) -> MapPicture:
    """Germany with all areas in Step 1, Ana at seat 0, and nothing built."""
    values = {
        "map": "germany",
        "edition": "classic",
        "areas": GERMANY,
        "step": 1,
        "names": ("Ana", "Bob", "Cid"),
        "houses": {},
        "seat": 0,
    }
    return MapPicture(**{**values, **changes})


def whole(board: rules.Board, **changes) -> Element:
    """A board with all areas in play, as parsed SVG."""
    return drawn(map=board.map, edition=board.edition, areas=tuple(area.id for area in board.areas), **changes)


def houses(**cities) -> dict[str, tuple[House, ...]]:
    """Houses by city, each as (seat, slot), without seat of the Trust: ``houses(essen=[(0, 10), (None, 15)])``."""
    return {city: tuple(House(seat, slot) for seat, slot in built) for city, built in cities.items()}


def drawn(**changes) -> Element:
    """The pieces of the picture that these changes make, as parsed SVG."""
    return ET.fromstring(draw_pieces(picture(**changes)))


def ground(board: rules.Board) -> Element:
    """The ground of a board with all areas in play, as parsed SVG."""
    areas = tuple(area.id for area in board.areas)
    return ET.fromstring(f"<svg>{draw_ground(board.map, board.edition, areas, ())}</svg>")


def classes(element: Element) -> set[str]:
    return set(element.get("class", "").split())


def all_of(svg: Element, *names: str) -> list[Element]:
    """The elements that have all these classes."""
    return [element for element in svg.iter() if classes(element) >= set(names)]


def city(svg: Element, name: str) -> Element:
    [found] = [element for element in svg.iter() if element.get("data-city") == name]
    return found


def words_of(element: Element) -> str:
    return element.findtext("title") or ""


def track(one: str, other: str) -> str:
    """The path of the line of a connection in Germany."""
    [found] = [link.track for link in link_shapes("germany", "classic") if link.pair == {one, other}]
    return found


def link(svg: Element, one: str, other: str) -> Element:
    """The line of a connection in Germany."""
    [found] = [line for line in all_of(svg, "link") if line.get("d") == track(one, other)]
    return found
