"""Where conversations are held. Those are not imported here: each says which are its own, and for whom."""

from typing import Protocol

from accounts.requests import VisitorRequest


class Room(Protocol):
    """A module that holds conversations."""

    def way_to(self, request: VisitorRequest, conversation: int) -> str | None:
        """The address of the page with this conversation; None where it is not held here, or not for this visitor."""


rooms: list[Room] = []


def register(room: Room) -> None:
    rooms.append(room)


def way_to(request: VisitorRequest, conversation: int) -> str | None:
    """Where this visitor can listen to a conversation; None where they cannot."""
    ways = (room.way_to(request, conversation) for room in rooms)
    return next((way for way in ways if way is not None), None)
