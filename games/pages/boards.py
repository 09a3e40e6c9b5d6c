"""The grounds and reliefs of boards, which pages show under the pieces of a game, and small maps and pictures.

Browsers keep all but the pictures for a year, under the address that holds their digest. Under another one, which an
older page has or a newer release that runs beside this, they get the present one, and ask again soon.
"""

from functools import partial
from typing import TypeVar

from django.http import FileResponse, Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils.cache import patch_cache_control
from django.views.decorators.http import require_safe

import rules
from games.board.ground import address_of_ground, ground_file, relief_address, relief_file
from games.board.miniature import miniature_address, miniature_file
from games.pages import sharing

MINUTE, DAY, YEAR = 60, 86400, 365 * 86400

Response = TypeVar("Response", bound=HttpResponseBase)


@require_safe
def ground(request: HttpRequest, map: str, edition: str, areas: str, digest: str) -> HttpResponse:
    """The ground of a board as SVG.

    :param areas: in play, with + between them; after a dot those that may still come into play.
    :param digest: of the drawing that a page was made for. Browsers that ask for another one get the present one.
    """
    shown, _dot, still_open = areas.partition(".")
    chosen, open_areas = _checked(map, edition, shown, still_open)
    here = address_of_ground(map, edition, chosen, open_areas)
    return _drawing(request, ground_file(map, edition, chosen, open_areas), here)


@require_safe
def miniature(request: HttpRequest, map: str, edition: str, digest: str) -> HttpResponse:
    """A board as large as a stamp, as SVG. For ``digest`` see :func:`ground`."""
    _checked(map, edition)
    return _drawing(request, miniature_file(map, edition), miniature_address(map, edition))


@require_safe
def bare_board(request: HttpRequest, map: str, edition: str) -> HttpResponse:
    """A board with nobody on it as PNG, for links that are shared."""
    _checked(map, edition)
    return sharing.as_picture(request, (map, edition), partial(sharing.draw_bare, map, edition), max_age=DAY)


def _checked(map: str, edition: str, *parts: str) -> list[tuple[str, ...]]:
    """Each part as areas of the board.

    :raises Http404: there is no such board, or not such an area on it, or it is named twice.
    """
    if map not in rules.board_names(edition):
        raise Http404
    known = {area.id for area in rules.board(map, edition).areas}
    found = [tuple(part.split("+")) if part not in ("", "-") else () for part in parts]
    named = [area for part in found for area in part]
    if len(set(named)) < len(named) or not known.issuperset(named):
        raise Http404
    return found


@require_safe
def relief(request: HttpRequest, map: str, digest: str) -> HttpResponseBase:
    """The relief of a map. For ``digest`` see :func:`ground`."""
    if map not in rules.MAPS or not relief_file(map).exists():
        raise Http404
    return _kept(request, FileResponse(relief_file(map).open("rb"), content_type="image/webp"), relief_address(map))


def _drawing(request: HttpRequest, file: bytes, address: str) -> HttpResponse:
    response = HttpResponse(file, content_type="image/svg+xml")
    response["Content-Security-Policy"] = "default-src 'none'; frame-ancestors 'none'; style-src 'unsafe-inline'"
    return _kept(request, response, address)


def _kept(request: HttpRequest, response: Response, address: str) -> Response:
    """Let caches keep it for as long as it is what the address says.

    :param address: where it is to be had, with its digest.
    """
    if request.path == address:
        patch_cache_control(response, public=True, max_age=YEAR, immutable=True)
    else:
        patch_cache_control(response, public=True, max_age=MINUTE)
    return response
