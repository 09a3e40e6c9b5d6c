"""All that a person has, as one ZIP file, written while it is sent: however much it is, little is in memory."""

import json
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from zipfile import ZIP_DEFLATED

from allauth.account.decorators import reauthentication_required
from django.contrib.auth.decorators import login_required
from django.core.cache import cache
from django.core.serializers.json import DjangoJSONEncoder
from django.http import StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods
from zipstream import ZipStream

from accounts import belongings
from accounts.belongings import Row, Sheet
from accounts.models import User
from accounts.requests import PlayerRequest

TAKES = 600
"""After how many seconds another file can be asked for, should the one before never have been sent to its end."""


class ExportBusy(Exception):
    """A file of theirs is being sent already."""


def pack(user: User, *, now: datetime) -> Iterator[bytes]:
    key = f"data_export.{user.pk}"
    if not cache.add(key, True, TAKES):
        raise ExportBusy
    return _pack_and_let_go(user, now, key)


def _pack_and_let_go(user: User, now: datetime, key: str) -> Iterator[bytes]:
    try:
        sheets = list(belongings.export(user))
        archive = ZipStream(compress_type=ZIP_DEFLATED)
        archive.add(_readme(sheets, now), "README.txt")
        for sheet in sheets:
            archive.add(_in_json(sheet.rows), f"{sheet.name}.json")
        yield from filter(None, archive)  # what a row adds may still be in the compressor
    finally:
        cache.delete(key)


def _in_json(rows: Iterable[Row]) -> Iterator[bytes]:
    before = "[\n"
    for row in rows:
        yield (before + json.dumps(row, cls=DjangoJSONEncoder, ensure_ascii=False, indent=2)).encode()
        before = ",\n"
    yield b"[]\n" if before == "[\n" else b"\n]\n"


def _readme(sheets: Sequence[Sheet], now: datetime) -> str:
    width = max(len(sheet.name) for sheet in sheets) + len(".json")
    lines = [
        _("All your data on this site, as it was on %(day)s.") % {"day": f"{now:%Y-%m-%d %H:%M} UTC"},
        "",
        _("Each file is a list in JSON. Programs can read it, and you can with any editor. Times are in UTC."),
        _("Passwords, keys, secret addresses and what others keep to themselves are left out."),
        "",
        *(f"{sheet.name + '.json':<{width}}  {sheet.about}" for sheet in sheets),
        "",
    ]
    return "\n".join(lines)


@require_http_methods(["GET", "POST"])
@login_required
@reauthentication_required(enabled=lambda request: not request.user.is_guest)  # type: ignore[untyped-decorator]
def take_along(request: PlayerRequest) -> HttpResponseBase:
    if request.method == "GET":
        return render(request, "accounts/take_along.html", {"is_busy": False})
    now = timezone.now()
    try:
        pieces = pack(request.user, now=now)
    except ExportBusy:
        return render(request, "accounts/take_along.html", {"is_busy": True}, status=409)
    response = StreamingHttpResponse(pieces, content_type="application/zip")
    response["Content-Disposition"] = f'attachment; filename="power-grid-{now:%Y-%m-%d}.zip"'
    response["Cache-Control"] = "private, no-store"
    return response
