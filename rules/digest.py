"""A short fingerprint of a position, to notice when a replay no longer leads to the same place."""

from hashlib import sha256

import msgspec
from msgspec.structs import replace

from rules.state import State

_encoder = msgspec.json.Encoder()


def digest(state: State) -> str:
    """SHA-256 of a position, 64 hexadecimal digits.

    Setup and story are left out: games that came to the same position by other ways have the same digest. A guess
    at the deck could be checked with it, so nobody may see it while a game runs.
    """
    bare = replace(state, setup=None, happened=())
    return sha256(_encoder.encode(bare)).hexdigest()
