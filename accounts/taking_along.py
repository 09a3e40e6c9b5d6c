"""All that somebody has, as one ZIP file, written while it is sent: however much it is, little is in memory."""

import json
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from django.core.cache import cache
from django.core.serializers.json import DjangoJSONEncoder
from django.utils.translation import gettext as _

from accounts import belongings
from accounts.belongings import Row, Sheet
from accounts.models import User

TAKES = 600
"""After how many seconds another file can be asked for, should the one before never have been sent to its end."""

SMALLEST_PIECE = 1 << 16


class Busy(Exception):
    """A file of theirs is being sent already."""


class _Outlet:
    """What the ZIP file is written to: it keeps what has not been sent yet."""

    def __init__(self) -> None:
        self.pieces: list[bytes] = []
        self.size = 0

    def write(self, piece: bytes, /) -> int:
        self.pieces.append(bytes(piece))
        self.size += len(piece)
        return len(piece)

    def flush(self) -> None:
        """Asked for by ZipFile, as the next one is. There is nothing to do."""

    def close(self) -> None:
        pass

    def take(self) -> bytes:
        taken = b"".join(self.pieces)
        self.pieces, self.size = [], 0
        return taken


def pack(user: User, *, now: datetime) -> Iterator[bytes]:
    """The file in pieces. One at a time is made for each person.

    :raises Busy: one is being made.
    """
    key = f"taking_along.{user.pk}"
    if not cache.add(key, True, TAKES):
        raise Busy
    return _pack_and_let_go(user, now, key)


def _pack_and_let_go(user: User, now: datetime, key: str) -> Iterator[bytes]:
    try:
        yield from _pack(list(belongings.export(user)), now)
    finally:
        cache.delete(key)


def _pack(sheets: Sequence[Sheet], now: datetime) -> Iterator[bytes]:
    outlet = _Outlet()
    with ZipFile(outlet, "w") as archive:
        texts: list[tuple[str, Iterable[str]]] = [("README.txt", [_readme(sheets, now)])]
        texts += [(f"{sheet.name}.json", _in_json(sheet.rows)) for sheet in sheets]
        for name, text in texts:
            with archive.open(_entry(name, now), "w") as file:
                for line in text:
                    file.write(line.encode())
                    if outlet.size >= SMALLEST_PIECE:
                        yield outlet.take()
    yield outlet.take()


def _entry(name: str, now: datetime) -> ZipInfo:
    entry = ZipInfo(name, (now.year, now.month, now.day, now.hour, now.minute, now.second))
    entry.compress_type = ZIP_DEFLATED
    entry.external_attr = 0o644 << 16
    return entry


def _in_json(rows: Iterable[Row]) -> Iterator[str]:
    """A list with a row after the other."""
    before = "[\n"
    for row in rows:
        yield before + json.dumps(row, cls=DjangoJSONEncoder, ensure_ascii=False, indent=2)
        before = ",\n"
    yield "[]\n" if before == "[\n" else "\n]\n"


def _readme(sheets: Sequence[Sheet], now: datetime) -> str:
    width = max(len(sheet.name) for sheet in sheets) + len(".json")
    return "\n".join(
        [
            _("All that is yours on this site, as it was on %(day)s.") % {"day": f"{now:%Y-%m-%d %H:%M} UTC"},
            "",
            _("Each file is a list in JSON, which programs can read, and people with any editor. Times are in UTC."),
            _("Passwords, keys and secret addresses are not in it, nor anything that others keep to themselves."),
            "",
            *(f"{sheet.name + '.json':<{width}}  {sheet.about}" for sheet in sheets),
            "",
        ]
    )
