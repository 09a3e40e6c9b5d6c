"""What decided games: told only where a game proves it. Each rule is tried on games that were made up for it."""

from collections.abc import Sequence
from functools import cache

import pytest
from msgspec.structs import replace

import rules
from games.replay.history import Position, in_force, positions
from games.story import moments
from games.story.last_chance import chances
from games.story.moments import Moment, decisive
from games.story.names import Names
from rules import events
from rules.selfplay import play_game
from tests.factories import GameFactory, as_ever
from tests.games.scripts import DRAFTED_ROUND, ROUND


class _Move:
    """As much of a move as the rules of moments look at."""

    def __init__(self, seat: int, action: rules.Action) -> None:
        self.seat, self.action = seat, action


@cache
def played(players: int, seed: str) -> list[Position]:
    """A whole game of bots."""
    record, _state = play_game(rules.Options(), players, seed, decide=as_ever)
    return [
        Position(number, state, _Move(*record.moves[number - 1]) if number else None)  # type: ignore[arg-type]
        for number, state in enumerate(rules.recorded_positions(record))
    ]


def cast_of(leading: Sequence[Position]) -> Names:
    names = ("Ana", "Bob", "Cid", "Dan", "Eva", "Flo")
    state = leading[0].state
    return Names(names[: len(state.players)], state.board)


def made_up(*networks: tuple[int, ...]) -> list[Position]:
    """Positions in which networks have these sizes, one after the other; nothing else happens."""
    start = rules.start(rules.new_setup(rules.Options(), players=3, seed="made up"))
    found = []
    for number, sizes in enumerate(networks):
        players = (
            replace(player, cities=tuple(rules.House(f"city {place}", 10) for place in range(size)))
            for player, size in zip(start.players, sizes, strict=True)
        )
        found.append(Position(number, replace(start, players=tuple(players), happened=()), None))
    return found


def sentence(moment: Moment | None) -> str:
    assert moment is not None
    return moment.sentence


# The lead in cities -------------------------------------------------------------------------------------------------


def test_lead_that_changed_hands_is_told_with_the_last_change():
    leading = made_up((0, 0, 0), (2, 0, 0), (2, 3, 0), (4, 3, 0), (5, 3, 4))
    moment = moments.lead_for_good(leading, cast_of(leading))
    assert moment
    assert moment.sequence == 3
    assert moment.sentence == (
        "The lead in cities changed hands 2 times, last in round 1, when Ana came to 4 and Bob had 3."
    )


def test_who_draws_level_has_not_taken_the_lead():
    leading = made_up((0, 0, 0), (2, 0, 0), (2, 2, 2), (3, 2, 2))
    assert moments.lead_for_good(leading, cast_of(leading)) is None


def test_lead_that_nobody_ever_had_is_not_told():
    leading = made_up((0, 0, 0), (1, 1, 1))
    assert moments.lead_for_good(leading, cast_of(leading)) is None


@pytest.mark.parametrize("seed", ["0", "1", "2"])
def test_nobody_has_had_more_cities_than_the_last_leader_since_then(seed):
    leading = played(3, seed)
    moment = moments.lead_for_good(leading, cast_of(leading))
    assert moment
    sizes = [[player.network_size for player in each.state.players] for each in leading[moment.sequence :]]
    leader = sizes[0].index(max(sizes[0]))
    assert all(each[leader] == max(each) for each in sizes)
    assert max(player.network_size for player in leading[moment.sequence - 1].state.players) < max(sizes[0]) or (
        leading[moment.sequence - 1].state.players[leader].network_size < sizes[0][leader]
    )


# Ways past full cities ----------------------------------------------------------------------------------------------


def way(*, full: bool, own: bool = False) -> list[Position]:
    """Bob builds in Leipzig, by way of Halle, where all sites of Step 1 may be taken."""
    start = made_up((0, 0, 0))[0].state
    ana, bob, cid = start.players
    ana = replace(ana, cities=(rules.House("halle", 10),)) if full else ana
    bob = replace(bob, cities=(rules.House("erfurt", 10), *([rules.House("halle", 15)] if own else [])))
    before = replace(start, players=(ana, bob, cid))
    built = events.CityBuilt(1, "leipzig", 10, 19, ("erfurt", "halle", "leipzig"))
    return [Position(0, before, None), Position(1, replace(before, happened=(built,)), None)]


def test_way_through_a_city_without_a_free_site_is_told():
    leading = way(full=True)
    assert sentence(moments.way_past_full_cities(leading, cast_of(leading))) == (
        "In round 1 Bob went through Halle, where no slot was free, to Leipzig: 19 Elektro for the connections alone."
    )


@pytest.mark.parametrize("taken", [{"full": False}, {"full": True, "own": True}])
def test_way_through_a_free_or_an_own_city_is_no_moment(taken):
    leading = way(**taken)
    assert moments.way_past_full_cities(leading, cast_of(leading)) is None


# Auctions -----------------------------------------------------------------------------------------------------------


@pytest.mark.django_db
def test_plant_that_was_sold_furthest_above_its_number_is_told():
    game = GameFactory.create(options=rules.Options(areas="draft"), after=DRAFTED_ROUND)
    leading = in_force(positions(game))
    assert sentence(moments.dearest_plant(leading, Names.of(game))) == (
        "No plant went further above its number than plant 03: Bob paid 6 Elektro in round 1."
    )


@pytest.mark.django_db
def test_plants_at_their_numbers_are_no_moment():
    game = GameFactory.create(after=ROUND)
    assert moments.dearest_plant(in_force(positions(game)), Names.of(game)) is None


@pytest.mark.django_db
def test_bidder_who_was_one_elektro_short_is_told():
    game = GameFactory.create(after=["open 4 49", "bid 50", "pass", "pass"])
    assert sentence(moments.short_by_one(in_force(positions(game)), Names.of(game))) == (
        "In round 1 Cid had 50 Elektro, one too few to bid more for plant 04. It went to Bob."
    )


@pytest.mark.django_db
@pytest.mark.parametrize("bid", ["48", "49"])
def test_bidder_who_could_have_gone_on_is_not_told(bid):
    game = GameFactory.create(after=[f"open 4 {bid}", "pass", "pass"])
    assert moments.short_by_one(in_force(positions(game)), Names.of(game)) is None


@pytest.mark.django_db
def test_auction_that_was_never_decided_is_not_told_of():
    """As where a game was given up in the middle of it."""
    game = GameFactory.create(after=["open 4 49", "bid 50", "pass", "pass"])
    leading = in_force(positions(game))
    sold = next(
        place
        for place, each in enumerate(leading)
        if any(isinstance(event, events.PlantBought) for event in each.state.happened)
    )
    assert moments.short_by_one(leading[:sold], Names.of(game)) is None


# Steps --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("players", "seed"), [(2, "0"), (3, "3"), (4, "0"), (4, "2"), (6, "2")])
def test_every_step_that_began_is_told_once(players, seed):
    leading = played(players, seed)
    told = [moment.sentence for moment in moments.steps(leading, cast_of(leading))]
    happened = [event for each in leading for event in each.state.happened]
    begun = [event.step for event in happened if isinstance(event, events.StepBegan)]
    assert begun
    for step in (2, 3):
        assert sum(f"Step {step}" in words for words in told) == begun.count(step)


def test_step_2_is_told_with_those_who_had_the_cities_for_it():
    leading = played(4, "0")
    moment = next(moment for moment in moments.steps(leading, cast_of(leading)) if "Step 2" in moment.sentence)
    state = leading[moment.sequence].state
    names = [
        name
        for name, player in zip(("Ana", "Bob", "Cid", "Dan"), state.players, strict=True)
        if player.network_size >= 7
    ]
    assert names
    assert moment.sentence == f"Step 2 began in round {moment.round}: {' and '.join(names)} had at least 7 cities."


# The last purchase --------------------------------------------------------------------------------------------------

CHANCES = {"more": (2, "0"), "more for less": (2, "2"), "fewer": (6, "0")}


@pytest.mark.parametrize("game", CHANCES)
def test_other_purchase_would_have_changed_the_order(game):
    """Played once more from the very start, with nothing but that purchase changed."""
    leading = played(*CHANCES[game])
    moment = moments.last_chance(leading, cast_of(leading))
    assert moment
    best = min(chances(leading), key=lambda chance: (chance.new_rank, abs(chance.more), chance.price))
    assert best.position.sequence == moment.sequence
    moves = [(each.move.seat, each.move.action) for each in leading[1:] if each.move]
    seat, action = moves[best.position.sequence - 1]
    assert isinstance(action, rules.BuyResources)
    moves[best.position.sequence - 1] = (seat, replace(action, **{best.kind: action.fuel[best.kind] + best.more}))
    end = rules.replay(leading[0].state.setup, moves)
    ranks = {entry.seat: entry.rank for entry in end.standing}
    was = {entry.seat: entry.rank for entry in leading[-1].state.standing}
    assert ranks[seat] == best.new_rank < was[seat] == best.rank
    money = {entry.seat: entry.money for entry in end.standing}
    before = {entry.seat: entry.money for entry in leading[-1].state.standing}
    assert money[seat] == before[seat] - best.price
    assert f"{abs(best.price)} Elektro" in moment.sentence
    assert f"place {best.new_rank} instead of {best.rank}" in moment.sentence


def test_game_that_is_not_over_has_had_no_last_purchase():
    leading = played(2, "0")[:-1]
    assert not leading[-1].state.is_over
    assert moments.last_chance(leading, cast_of(leading)) is None


# All of them --------------------------------------------------------------------------------------------------------


def test_moments_stand_in_the_order_of_the_game():
    leading = played(6, "0")
    told = decisive(leading, cast_of(leading))
    assert len({moment.kind for moment in told}) >= 4
    assert [moment.sequence for moment in told] == sorted(moment.sequence for moment in told)
    assert all(0 < moment.sequence <= leading[-1].sequence for moment in told)


def test_game_that_was_given_up_at_once_has_no_moments():
    leading = made_up((0, 0, 0))
    assert decisive(leading, cast_of(leading)) == ()
