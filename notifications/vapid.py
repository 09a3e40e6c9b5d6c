"""The key by which push services know this site (VAPID, RFC 8292): 32 bytes, in Base64 for addresses."""

import os
from contextlib import suppress
from datetime import datetime, timedelta
from email.utils import parseaddr
from functools import cache
from pathlib import Path
from urllib.parse import urlsplit

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.conf import settings
from py_vapid import Vapid02
from py_vapid.utils import b64urldecode, b64urlencode, num_to_bytes

LENGTH = 32
SIGNED_FOR = timedelta(hours=12)
"""Services take no signature that holds for more than a day, and their clocks may be wrong."""


def new_key() -> str:
    number = ec.generate_private_key(ec.SECP256R1()).private_numbers().private_value
    return str(b64urlencode(num_to_bytes(number, LENGTH)))


def check(key: str) -> None:
    """:raises ValueError: it is no private key."""
    if not key.isascii() or len(b64urldecode(key.encode())) != LENGTH:
        raise ValueError("It has another length.")
    Vapid02.from_raw(key.encode())


def kept_in(path: Path) -> str:
    """The private key in a file, made where it is missing: of programs that start together the first one wins."""
    if not path.exists():
        draft = path.with_name(f"{path.name}.{os.getpid()}")
        draft.touch(mode=0o600)
        draft.write_text(new_key())
        with suppress(FileExistsError):
            path.hardlink_to(draft)
        draft.unlink()
    return path.read_text()


@cache
def public_key(key: str) -> str:
    """What a browser is told, so that only this site can push to it."""
    point = Vapid02.from_raw(key.encode()).public_key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    return str(b64urlencode(point))


def authorization(endpoint: str, *, now: datetime) -> str:
    service = urlsplit(endpoint)
    claims = {
        "aud": f"{service.scheme}://{service.netloc}",
        "exp": int((now + SIGNED_FOR).timestamp()),
        "sub": f"mailto:{parseaddr(settings.DEFAULT_FROM_EMAIL)[1]}",
    }
    return str(Vapid02.from_raw(settings.VAPID_PRIVATE_KEY.encode()).sign(claims)["Authorization"])
