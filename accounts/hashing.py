"""What is stored of passwords, and how many of them are worked on at once.

Argon2id, the first choice of OWASP and of RFC 9106, with half as much work again as OWASP asks for at the least (19
MB, two rounds). One takes a core 32 ms where we measured. Django's PBKDF2, with which passwords were stored before,
takes 260 ms. Whoever has stolen the database guesses with graphics cards, which have thousands of cores, but little
memory for each: Argon2 costs them more, although it costs us an eighth. An old one is replaced when its owner shows
it.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Semaphore

from django.contrib.auth.hashers import Argon2PasswordHasher, PBKDF2PasswordHasher

PATIENCE = 1.0
"""Seconds to wait for one's turn. All that time a thread does nothing for others."""
_turn = Semaphore(1)
"""In each process: it has another thread for pages, and its memory is bounded."""


class Busy(Exception):
    """Too many passwords are being worked on: this one was not, and nothing has changed."""


@contextmanager
def _in_turn() -> Iterator[None]:
    if not _turn.acquire(timeout=PATIENCE):
        raise Busy
    try:
        yield
    finally:
        _turn.release()


class Argon2(Argon2PasswordHasher):
    time_cost = 3
    memory_cost = 19 * 1024  # KB
    parallelism = 1

    def encode(self, password: str, salt: str) -> str:
        with _in_turn():
            return super().encode(password, salt)

    def verify(self, password: str, encoded: str) -> bool:
        with _in_turn():
            return super().verify(password, encoded)


class PBKDF2(PBKDF2PasswordHasher):
    """As passwords were stored before. To check one, Django works it out once more."""

    def encode(self, password: str, salt: str, iterations: int | None = None) -> str:
        with _in_turn():
            return super().encode(password, salt, iterations)
