"""Phase 1: player order (ORD-1 to ORD-4)."""

from rules.state import Seat, State


def ranked(state: State) -> tuple[Seat, ...]:
    """The seats by network size, then highest plant; seats without a plant keep their order among themselves."""

    def rank(seat: Seat) -> tuple[int, int]:
        player = state.players[seat]
        return -len(player.cities), -max(player.plants, default=0)

    return tuple(sorted(state.order, key=rank))
