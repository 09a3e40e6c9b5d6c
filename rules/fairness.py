"""How a seed is made so that nobody can choose the cards: from a secret promised first, and words of the players.

The host of a game publishes the :func:`commitment` of a secret before anybody acts; then players may add shares.
Neither side knows the seed of the other in time to pick its own part for the cards that would follow.
"""

import re
from collections.abc import Iterable
from hashlib import sha256

LONGEST_SHARE = 40
"""How many characters one player can add to a seed."""

_SECRET = re.compile(r"[0-9a-f]+")
_WITH_SHARES = re.compile(r"([0-9a-f]+)((?:\+(?:[0-9a-f]{2})+)+)")


def commitment(secret: str) -> str:
    """The promise of a secret, which can be shown to everybody: its SHA-256 in hexadecimal digits.

    >>> commitment("ab12")
    '59d937723564937cd1441370c7c7cd9f669f93253dcfab8c50affad3b18d645e'
    """
    return sha256(secret.encode()).hexdigest()


def seed_of(secret: str, shares: Iterable[str] = ()) -> str:
    """The seed that a secret and the shares of players make: the secret, and after it ``+`` and each share in hex.

    >>> seed_of("ab12", ["ana", "bob"])
    'ab12+616e61+626f62'
    >>> seed_of("ab12")
    'ab12'

    :param shares: of each player who gave one, in the order of the seats.
    :raises ValueError: a share is empty, too long or not printable, or the secret is not lower-case hexadecimal
        digits, so that it could not be told from the shares.
    """
    shares = tuple(shares)
    if shares and not _SECRET.fullmatch(secret):
        raise ValueError("A secret with shares must be hexadecimal digits, in lower case.")
    for share in shares:
        if not 0 < len(share) <= LONGEST_SHARE or not share.isprintable():
            raise ValueError(f"A share must have 1 to {LONGEST_SHARE} printable characters, not {share!r}.")
    return "+".join((secret, *(share.encode().hex() for share in shares)))


def secret_of(seed: str) -> str:
    """What was promised of a seed: all of it, where it has no shares.

    >>> secret_of("ab12+616e61")
    'ab12'
    >>> secret_of("any text + more")
    'any text + more'
    """
    return _apart(seed)[0]


def shares_of(seed: str) -> tuple[str, ...]:
    """The shares of players in a seed.

    A share can be any UTF-8 text: escape it where it is shown.

    >>> shares_of("ab12+616e61+626f62")
    ('ana', 'bob')
    """
    return _apart(seed)[1]


def _apart(seed: str) -> tuple[str, tuple[str, ...]]:
    """Secret and shares; a seed that was not made by :func:`seed_of` is its own secret."""
    found = _WITH_SHARES.fullmatch(seed)
    if found is None:
        return seed, ()
    try:
        return found[1], tuple(bytes.fromhex(share).decode() for share in found[2].split("+")[1:])
    except UnicodeDecodeError:
        return seed, ()
