"""The grounds and reliefs of boards, which pages show under the pieces of a game, and small maps to choose by.

Browsers keep them for a year.
"""

from typing import TypeVar

from django.http import FileResponse, Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils.cache import patch_cache_control
from django.views.decorators.http import require_safe

import rules
from games.board.ground import ground_file, relief_file
from games.board.miniature import miniature_file

YEAR = 365 * 86400

Response = TypeVar("Response", bound=HttpResponseBase)


@require_safe
def ground(request: HttpRequest, map: str, edition: str, areas: str, digest: str) -> HttpResponse:
    """The ground of a board as SVG.

    :param areas: in play, with + between them; after a dot those that may still come into play.
    :param digest: of the drawing that a page was made for. Browsers that ask for an older one get the present one.
    """
    shown, _dot, still_open = areas.partition(".")
    chosen, open_areas = _checked(map, edition, shown, still_open)
    return _drawing(ground_file(map, edition, chosen, open_areas))


@require_safe
def miniature(request: HttpRequest, map: str, edition: str, digest: str) -> HttpResponse:
    """A board as large as a stamp, as SVG. For ``digest`` see :func:`ground`."""
    _checked(map, edition)
    return _drawing(miniature_file(map, edition))


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
    return _kept(FileResponse(relief_file(map).open("rb"), content_type="image/webp"))


def _drawing(file: bytes) -> HttpResponse:
    response = HttpResponse(file, content_type="image/svg+xml")
    response["Content-Security-Policy"] = "default-src 'none'; frame-ancestors 'none'; style-src 'unsafe-inline'"
    return _kept(response)


def _kept(response: Response) -> Response:
    patch_cache_control(response, public=True, max_age=YEAR, immutable=True)
    return response
