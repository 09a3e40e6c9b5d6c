"""What the row of an action can hold: an action of the rules, or that the game went back."""

from collections.abc import Sequence
from typing import Annotated

import msgspec

import rules


class TakenBack(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag_field="kind", tag="undo"
):
    """The game went back to the position ``to``; what was done since does not count. The rules know nothing of it.

    ``agreed``: all other people at the table consented.
    """

    to: Annotated[int, msgspec.Meta(ge=0)]
    agreed: bool = False


StoredAction = rules.Action | TakenBack

_decoder: msgspec.json.Decoder[list[StoredAction]] = msgspec.json.Decoder(list[StoredAction])


def read_all(bodies: Sequence[str]) -> list[StoredAction]:
    """Read what rows hold; all at once, as that is several times faster than one by one.

    :raises rules.ActionSyntaxError: one of them is no action.
    """
    try:
        read = _decoder.decode(f"[{','.join(bodies)}]")
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise rules.ActionSyntaxError(f"Not a list of actions: {error}") from None
    if len(read) != len(bodies):
        raise rules.ActionSyntaxError(f"Not one action each: {len(read)} in {len(bodies)} texts.")
    return read


def write(action: StoredAction) -> str:
    """The JSON form of an action, as a row holds it."""
    return msgspec.json.encode(action).decode()
