"""Everything that can be done to a game, by many at the same time and at random: whatever comes of it is whole."""

import random
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta
from functools import partial

import pytest
from django.db import connection
from django.utils import timezone

import rules
from games.clock import due
from games.models import Absence, Game, PoweringRule, Seat, Slot, pace
from games.models.pace import HOUR
from games.plans.active import Plans
from games.plans.language import (
    AreaPlan,
    AuctionPlan,
    BuildPlan,
    BuyPlan,
    CityWish,
    FuelWish,
    Plan,
    PowerPlan,
    ProxyBid,
    StandingPass,
    Wish,
)
from games.replay import history, snapshots
from games.turns import absence, decisions, edit_plans, play, run_due, undo, votes
from tests.factories import GameFactory, person_called

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgresql]

THREADS, DEEDS = 4, 25
NAMES = ("Ana", "Bob", "Cid", "Dan")
PACE = {"move_time": HOUR, "bank_time": HOUR, "bank_cap": 2 * HOUR, "increment": 60}
REFUSALS = (
    play.Stale,
    rules.RuleError,
    edit_plans.PlanRefused,
    undo.UndoRefused,
    votes.VoteRefused,
    absence.AbsenceRefused,
)

PLANS: Sequence[Plan] = (
    StandingPass(),
    StandingPass(4),
    ProxyBid(3, 12, beyond="ask"),
    ProxyBid(5, 30),
    AuctionPlan((Wish(4, 20, opening=0), Wish(7, 25, opening=0)), otherwise="ask"),
    BuyPlan((FuelWish("coal", 2, 8), FuelWish("oil", 2, 8)), otherwise="less"),
    BuildPlan((CityWish("hannover", 30), CityWish("koln", 40)), otherwise="less"),
    PowerPlan(),
    AreaPlan(("west", "east", "northwest")),
)


def do_anything(pk: int, chance: random.Random) -> None:
    """Do one thing to a game as it is now, be it sensible or not."""
    game, now = Game.objects.get(pk=pk), timezone.now()
    seat, other = chance.choices(list(game.seats.all()), k=2)
    user = person_called(chance.choice(NAMES))
    motion = chance.choice([votes.Motion.PAUSE, votes.Motion.RESUME])
    later = now + timedelta(seconds=chance.choice([0, 30, 100, 4_000, 90_000]))
    deeds: dict[Callable[[], object], int] = {
        partial(decide, game): 35,
        partial(run_due.run, pk, now=later): 15,
        partial(edit_plans.give, game, seat, chance.choice(PLANS), now=now): 15,
        partial(edit_plans.withdraw, game, seat, chance.choice(list(Slot)), now=now): 5,
        partial(edit_plans.stop, game, seat, now=now): 3,
        partial(edit_plans.power_by, game, seat, chance.choice(list(PoweringRule)), now=now): 2,
        partial(undo.take_back, game, seat, expected=game.sequence): 6,
        partial(undo.agree, game, seat, asker=other.number, expected=game.sequence): 2,
        partial(absence.leave, game, user, now=now): 2,
        partial(absence.come_back, game, user, now=now): 5,
        partial(absence.take_over, game, seat.number, user, now=now): 2,
        partial(votes.cast, game, seat, motion, pauses=game.pauses, now=now): 4,
        partial(votes.withdraw, game, seat, motion): 2,
        partial(votes.give_time, game, seat, other.number, asked=other.asked_sequence or 0, now=now): 2,
    }
    (deed,) = chance.choices(list(deeds), weights=list(deeds.values()))
    deed()


def decide(game: Game) -> None:
    """Decide for somebody whom the rules ask, as a bot would."""
    state = snapshots.load(game)
    if state.to_move:
        number = state.to_move[0]
        seat = game.seats.get(number=number)
        play.play(game, seat, rules.bots.decide(state, number), expected=game.sequence)


def do_much(pk: int, chance: random.Random) -> None:
    try:
        for _ in range(DEEDS):
            try:
                do_anything(pk, chance)
            except REFUSALS:
                continue
    finally:
        connection.close()


@pytest.mark.parametrize("areas", ["random", "draft"])
def test_whatever_many_do_at_once_leaves_a_whole_game(areas, monkeypatch):
    seed = random.randrange(10**6)
    print(f"seed {seed}")  # shown where it fails; the threads make each run of it differ a little
    monkeypatch.setattr(pace, "SOONEST", 0)
    monkeypatch.setattr(pace, "LATEST", 1)
    chance = random.Random(seed)
    for name in NAMES:
        person_called(name)
    game = GameFactory.create(
        options=rules.Options(areas=areas),
        pace={**PACE, "areas_at_once": areas == "draft"},
        undo_by_consent=chance.random() < 0.5,
        powering=chance.choice(list(PoweringRule)),
        plans_answer_at_once=chance.random() < 0.3,
    )
    with ThreadPoolExecutor(THREADS) as pool:
        for done in [pool.submit(do_much, game.pk, random.Random(seed + number)) for number in range(THREADS)]:
            done.result()
    game.refresh_from_db()
    seats = list(game.seats.all())
    state = replays(game)
    nobody_waits_in_vain(game, seats, state)
    absences_are_told(game, seats)


def replays(game: Game) -> rules.State:
    """The rows have no gap, and lead where they say and where the snapshot is."""
    known, actions = history.positions(game), list(game.actions.order_by("sequence"))
    assert [action.sequence for action in actions] == list(range(1, game.sequence + 1))
    assert [action.digest for action in actions] == [rules.digest(position.state) for position in known[1:]]
    state = known[-1].state
    assert rules.digest(snapshots.load(game)) == rules.digest(state)
    assert not state.is_over or game.is_over
    return state


def nobody_waits_in_vain(game: Game, seats: Sequence[Seat], state: rules.State) -> None:
    """Those are asked whom the position waits for, their clocks run unless it is paused, and the alarm is set."""
    asked = () if game.is_over else decisions.asked_in(game, seats, Plans.of(game), state)
    assert {seat.number for seat in seats if seat.is_to_move} == set(asked)
    for seat in seats:
        assert not (seat.is_to_move and seat.plays_itself)
        runs = seat.is_to_move and game.paused_at is None
        assert (seat.due_at is not None, seat.ticks_from is not None) == (runs, runs)
        assert seat.is_to_move or seat.answers_at is None
    due_at: datetime | None = due.moment(game, seats)
    assert (game.due_at, game.claimed_until) == (due_at, None)


def absences_are_told(game: Game, seats: Sequence[Seat]) -> None:
    """Each absence has a row, open as long as it goes on."""
    assert game.absences == Absence.objects.filter(seat__game=game).count()
    for seat in seats:
        assert seat.absences.filter(ended_at=None).exists() == (seat.absent_since is not None)
