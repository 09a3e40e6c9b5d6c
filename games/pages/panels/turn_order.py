"""The players in turn order, and the auction that runs."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import ClassVar, Literal

import rules
from games.pages.panels.awaited import Clock
from games.pages.panels.pieces import Companies, Company, FuelAmount, PlantCard, fuel_amounts, trust
from games.pages.panels.stored import StoredPlant, stored_plants
from rules import events


@dataclass(frozen=True, slots=True)
class RowChange:
    """What differs in a row from the position to compare with.

    ``money`` is None where it is hidden; ``fuel`` is below 0 where there is less. ``moved`` says which way in the
    order of play.
    """

    money: int | None
    cities: int
    new_plants: tuple[PlantCard, ...]
    lost_plants: tuple[PlantCard, ...]
    fuel: tuple[FuelAmount, ...]
    moved: Literal["up", "down", ""]


@dataclass(frozen=True, slots=True)
class PlayerRow:
    """One company in turn order. ``money`` is None where it is hidden.

    ``capacity`` are the cities that the plants could supply with fuel in plenty, ``powers`` those they can supply
    now, and ``income`` what these would pay; or where ``has_powered``, those supplied in this round and what that
    paid. ``has_free_start``: it can still begin a second network without connection (MAP-JP-6). ``clock`` is None in
    the past. ``succeeded`` says who had the seat before; empty where nobody had.
    ``change`` is there where positions are compared.
    """

    is_trust: ClassVar[bool] = False

    company: Company
    money: int | None
    plants: tuple[PlantCard, ...]
    fuel: tuple[FuelAmount, ...]
    cities: int
    capacity: int
    powers: int
    income: int
    has_powered: bool
    has_acted: bool
    is_to_move: bool
    clock: Clock | None
    succeeded: str
    has_free_start: bool = False
    change: RowChange | None = None

    @property
    def is_thinking(self) -> bool:
        """Whether the game waits for its bot. In the past none is waited for."""
        return self.is_to_move and self.company.is_bot and self.clock is not None

    @property
    def stored(self) -> tuple[StoredPlant, ...]:
        return stored_plants(self.plants, self.fuel)


@dataclass(frozen=True, slots=True)
class TrustRow:
    """The Trust in turn order: it has no money and powers nothing. ``reserve`` are the houses it can still place.

    ``is_to_act``: its turn in this phase is still to come; ``has_acted``: it has taken what it takes.
    """

    is_trust: ClassVar[bool] = True

    company: Company
    plants: tuple[PlantCard, ...]
    fuel: tuple[FuelAmount, ...]
    cities: int
    reserve: int
    is_to_act: bool
    has_acted: bool
    change: RowChange | None = None

    @property
    def stored(self) -> tuple[StoredPlant, ...]:
        return stored_plants(self.plants, self.fuel)


def players(
    view: rules.View,
    table: Companies,
    powered: Mapping[int, events.CitiesPowered] | None = None,
    clocks: Mapping[int, Clock] | None = None,
    succeeded: Mapping[int, str] | None = None,
    asked: Collection[int] | None = None,
) -> tuple[PlayerRow | TrustRow, ...]:
    """The companies in turn order, the Trust in second place (TRU-4).

    :param powered: what those did, by seat, who have powered in this bureaucracy.
    :param clocks: by seat; none for a past position.
    :param succeeded: by seat, who had it before.
    :param asked: the seats that the game waits for, where they may be others than those that the rules ask.
    """
    powered, clocks, succeeded = powered or {}, clocks or {}, succeeded or {}
    to_move = view.to_move if asked is None else asked

    def row(seat: rules.Seat) -> PlayerRow:
        seen, done = view.companies[seat], powered.get(seat)
        plants = view.plants.of(seen.plants)
        powers = done.cities if done else rules.most_cities(plants, seen.fuel, len(seen.cities))
        return PlayerRow(
            company=table[seat],
            money=seen.money,
            plants=tuple(map(PlantCard, plants)),
            fuel=fuel_amounts(seen.fuel),
            cities=len(seen.cities),
            capacity=sum(plant.powers for plant in plants),
            powers=powers,
            income=done.income if done else rules.income(view, powers, len(seen.cities)),
            has_powered=done is not None,
            has_acted=seat in view.acted,
            is_to_move=seat in to_move,
            has_free_start=bool(view.board.rules.networks.start_cities) and not seen.free_start,
            clock=clocks.get(seat),
            succeeded=succeeded.get(seat, ""),
        )

    rows: list[PlayerRow | TrustRow] = list(map(row, view.order))
    if view.trust is not None:
        rows.insert(1, _trust(view, view.trust))
    return tuple(rows)


def _trust(view: rules.View, seen: rules.Trust) -> TrustRow:
    takes_something = view.phase in {rules.Phase.AUCTION, rules.Phase.RESOURCES}
    # It comes after the first player who is done, and who scraps a plant is not done yet (TRU-8, TRU-10).
    has_acted = len(view.acted) > (view.discarding is not None)
    return TrustRow(
        company=trust(),
        plants=tuple(map(PlantCard, view.plants.of(seen.plants))),
        fuel=fuel_amounts(seen.fuel),
        cities=len(seen.houses),
        reserve=seen.reserve,
        is_to_act=takes_something and not has_acted,
        has_acted=takes_something and has_acted,
    )


@dataclass(frozen=True, slots=True)
class AuctionBox:
    """The plant that is bid for. ``bidders`` are still in, the holder of the highest bid included, in seat order.

    ``passed`` have left the auction; ``barred`` may not have this plant.
    """

    plant: PlantCard
    bid: int
    holder: Company
    asked: Company
    bidders: tuple[Company, ...]
    passed: tuple[Company, ...]
    barred: tuple[Company, ...]


def auction(view: rules.View, table: Companies, barred: Collection[int] = ()) -> AuctionBox | None:
    """The running auction. ``barred`` are the seats that may not have its plant (MAP-CE-4)."""
    running = view.auction
    if running is None:
        return None
    out = [seat for seat in range(len(table)) if seat not in running.bidders and seat not in view.acted]
    return AuctionBox(
        plant=PlantCard(view.plants[running.plant]),
        bid=running.bid,
        holder=table[running.bidder],
        asked=table[running.turn],
        bidders=tuple(table[seat] for seat in running.bidders),
        passed=tuple(table[seat] for seat in out if seat not in barred),
        barred=tuple(table[seat] for seat in out if seat in barred),
    )
