"""People, tables and games to try a development site with."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

from allauth.account.models import EmailAddress
from django.conf import settings
from django.core.management import BaseCommand, CommandError
from django.db import transaction
from django.utils import timezone

import rules
import rules.bots
from accounts.models import User
from games.models import Game, levels
from games.models.pace import TIMES, Preset
from games.plans.language import AreaPlan, BuyPlan, FuelWish, StandingPass
from games.replay import snapshots
from games.turns import absence, edit_plans, play
from matchmaking import invitations, tables
from matchmaking.models import BOT_NAMES, Table

PLAYERS = ("Ana", "Bob", "Cid")
OPERATOR = "Operator"
PASSWORD = "powergrid"  # noqa: S105 (printed at every start)


class Command(BaseCommand):
    help = "Fill an empty development site with players, open tables, running games and finished ones."

    def handle(self, *args: Any, **options: Any) -> None:
        if not settings.DEVELOPMENT:
            raise CommandError("Everybody knows the password of the demo players, so they are for development only.")
        if not User.objects.exists():
            fill(now=timezone.now())
        if User.objects.filter(email=address(OPERATOR)).exists():
            players = ", ".join(map(address, PLAYERS))
            self.stdout.write(f"Log in as {players}, or for /admin/ as {address(OPERATOR)}; password: {PASSWORD}")


def address(name: str) -> str:
    return f"{name.lower()}@example.com"


@transaction.atomic
def fill(*, now: datetime) -> None:
    """Add people, and what they have begun to play. The last game here is the one that moved last."""
    ana, bob, cid = (_add_person(name) for name in PLAYERS)
    _add_person(OPERATOR, is_staff=True, is_superuser=True)
    _open_tables(ana, bob, cid, now=now)
    _play(
        _begin("Seven cities", rules.Options(map="france", first_game=True), [cid, ana, bob]),
        until=lambda state: state.is_over,
    )
    cid.vacations.create(first_day=now.date(), last_day=now.date() + timedelta(days=6))
    _leave_a_seat(bob, cid, now=now)
    _draft_at_once([ana, bob, cid], now=now)
    _plan_ahead(ana, bob, cid, now=now)
    _play(
        _begin("Down the boot", rules.Options(edition="recharged", map="italy"), [bob, ana], bots=2),
        until=lambda state: state.round >= 2 and state.phase is rules.Phase.BUILDING,
    )
    _play(
        _begin("Friday grid", rules.Options(), [ana, bob], bots=2),
        until=lambda state: state.round >= 6 and state.phase is rules.Phase.BUILDING,
    )


def _open_tables(ana: User, bob: User, cid: User, *, now: datetime) -> None:
    daily, relaxed, quick = (TIMES[preset] for preset in (Preset.DAILY, Preset.RELAXED, Preset.QUICK))
    first_steps = Table(host=ana, name="First steps", map="germany", players=3, first_game=True, **daily)
    tables.create(first_steps, bots=1, now=now)
    polders = Table(host=bob, name="Rain and polders", map="benelux", players=5, **relaxed)
    invitations.invite(tables.create(polders, bots=0, now=now), bob, [ana], now=now)
    coasts = Table(host=cid, name="Coast to coast", edition="recharged", map="usa", players=4, **quick)
    tables.create(coasts, bots=0, now=now)


def _leave_a_seat(stays: User, leaves: User, *, now: datetime) -> None:
    """A game in which a bot stands in for a player, so that another can take over their seat."""
    game = _play(
        _begin("Wind from the west", rules.Options(map="benelux"), [stays, leaves], bots=1),
        until=lambda state: state.round >= 2 and state.phase is rules.Phase.AUCTION,
    )
    absence.leave(game, leaves, now=now)


def _draft_at_once(people: list[User], *, now: datetime) -> None:
    """A game whose areas all players draft at once. One of them has."""
    game = _begin("Where to begin", rules.Options(areas="draft"), people, areas_at_once=True)
    areas = tuple(area.id for area in game.board.areas)
    edit_plans.give(game, game.seats.get(user=people[1]), AreaPlan(areas), now=now)


def _plan_ahead(asked: User, second: User, away: User, *, now: datetime) -> None:
    """A game that waits for one player, who has a plan. Another is away and has a plan, too."""
    game = _play(
        _begin("Autumn holidays", rules.Options(edition="recharged"), [asked, second, away]),
        until=lambda state: state.round >= 2 and state.phase is rules.Phase.AUCTION and state.to_move[0] == 0,
    )
    edit_plans.give(game, game.seats.get(user=away), StandingPass(), now=now)
    edit_plans.give(game, game.seats.get(user=asked), BuyPlan((FuelWish("coal", 2, 4),), otherwise="less"), now=now)


def _add_person(name: str, **rights: bool) -> User:
    user = User.objects.create_user(address(name), PASSWORD, name=name, **rights)
    EmailAddress.objects.create(user=user, email=address(name), verified=True, primary=True)
    return user


def _begin(
    name: str, options: rules.Options, people: list[User], *, bots: int = 0, areas_at_once: bool = False
) -> Game:
    """Begin a game that goes the same way on every site, at the default pace."""
    seats = [play.NewSeat(person.name, person) for person in people]
    seats += [play.NewSeat(BOT_NAMES[number], None) for number in range(len(people), len(people) + bots)]
    pace = {**TIMES[Preset.DAILY], "areas_at_once": areas_at_once}
    return play.start(options, seats, name=name, is_public=True, bot_level=levels.USUAL, pace=pace, seed=name)


def _play(game: Game, *, until: Callable[[rules.State], bool]) -> Game:
    state = snapshots.load(game)
    while not until(state):
        seat = game.seats.get(number=state.to_move[0])
        game = play.play(game, seat, rules.bots.decide(state, state.to_move[0]), expected=game.sequence)
        state = snapshots.load(game)
    return game
