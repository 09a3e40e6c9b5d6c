"""Pictures that take long to draw, kept in files from one start of a program to the next."""

import logging
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from uuid import uuid4

from django.conf import settings

logger = logging.getLogger(__name__)

_SIZE = sha256().digest_size


def cached(name: str, source: str, draw: Callable[[], bytes]) -> bytes:
    """What was drawn from a source before, or else is drawn now, maybe by several programs at once.

    Nobody deletes what was drawn from another source; the whole folder can be deleted at any time.

    :param name: begins the name of the file, for people.
    :param source: all that it is drawn from.
    """
    path: Path = settings.VAR_DIR / "drawn" / f"{name}-{sha256(source.encode()).hexdigest()[:32]}"
    found = _read(path)
    if found is None:
        found = draw()
        _write(path, found)
    return found


def _read(path: Path) -> bytes | None:
    """The content of a file; None where there is none, or it is damaged."""
    try:
        stored = path.read_bytes()
    except OSError:
        return None
    checksum, content = stored[:_SIZE], stored[_SIZE:]
    return content if checksum == sha256(content).digest() else None


def _write(path: Path, content: bytes) -> None:
    """Write a file that others see when it is whole. Where that cannot be, it is drawn at every start."""
    draft = path.with_name(f".{uuid4()}")
    try:
        path.parent.mkdir(exist_ok=True)
        try:
            draft.write_bytes(sha256(content).digest() + content)
            draft.replace(path)
        finally:
            draft.unlink(missing_ok=True)
    except OSError as fault:
        logger.warning("The picture %s is not kept: %s", path.name, fault.strerror)
