"""Whether players are online, beside their names: for those who play with them, where they allow it."""

from collections.abc import Callable
from datetime import timedelta

import pytest
import time_machine
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from games.models import Game
from games.plans.language import StandingPass
from games.turns.play import end_early
from notifications import presence
from tests.factories import GameFactory, person_called
from tests.games.planned import come_due, plan
from tests.games.taking import act
from tests.pages import html_of, words_of

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgresql]

QUARTER = presence.beginning_of_quarter(timezone.now())

ONLINE, AWAY = "online: was here in the last half hour", "away: was not here in the last half hour"


@pytest.fixture
def game() -> Game:
    game = GameFactory.create(players=3)
    User.objects.filter(name="Bob").update(shows_presence=True)
    return game


def seen(name: str, *, before: timedelta) -> None:
    presence.see(person_called(name), 0, now=QUARTER - before)


@pytest.fixture
def look(client) -> Callable[..., str]:
    def get(game: Game, name: str, *, later: timedelta = timedelta(0)) -> str:
        client.logout()
        with time_machine.travel(QUARTER + timedelta(seconds=1) + later, tick=False):
            if name:
                client.force_login(person_called(name))
            return html_of(client.get(game.get_absolute_url()))

    return get


def test_player_who_shows_it_is_online_to_the_others_and_to_nobody_else(look, game):
    for name in ("Ana", "Bob", "Cid"):
        seen(name, before=timedelta(minutes=5))
    assert [look(game, name).count(ONLINE) for name in ("Ana", "Bob", "Cid")] == [1, 0, 1]
    assert [ONLINE in look(game, name) for name in ("Stranger", "")] == [False, False]
    User.objects.filter(name="Bob").update(shows_presence=False)
    assert ONLINE not in look(game, "Ana")


def test_page_that_was_kept_shows_who_is_online_now(look, game):
    seen("Bob", before=timedelta(minutes=5))
    assert ONLINE in look(game, "Ana")
    assert ONLINE in look(game, "Ana", later=timedelta(minutes=10))
    assert AWAY in look(game, "Ana", later=timedelta(minutes=16))
    page = look(game, "Ana", later=timedelta(days=2))
    assert "away for 2 days" in " ".join(page.split())


def test_of_games_that_are_over_nobody_learns_it(look, game):
    seen("Bob", before=timedelta(minutes=5))
    end_early(game, list(game.seats.all()), timezone.now())
    assert ONLINE not in look(game, "Ana")


def test_plan_that_acts_shows_its_owner_as_acting_by_hand_would(look, game):
    """Else whoever acts while away would have had a plan."""
    seen("Bob", before=timedelta(days=3))
    with time_machine.travel(QUARTER, tick=False):
        game = act(plan(game, "Bob", StandingPass()), "Ana", "open 4 4")
        game = come_due(game, now=timezone.now() + timedelta(minutes=2))
    assert game.actions.filter(seat=1).exists()
    assert AWAY in look(game, "Cid", later=timedelta(minutes=10))
    assert ONLINE in look(game, "Cid", later=timedelta(minutes=20))


def test_open_page_asks_for_the_players_anew_where_it_shows_who_is_online(client, look, game):
    address = reverse("games:players", args=[game.pk])
    assert address not in look(game, "Ana")
    seen("Bob", before=timedelta(minutes=5))
    assert f'hx-get="{address}"' in look(game, "Ana")
    part = client.get(address, headers={"HX-Request": "true", "HX-Target": "players"})
    assert html_of(part).lstrip().startswith('<section class="game-panel players" id="players"')
    assert client.get(address).url == game.get_absolute_url()
    client.force_login(person_called("Stranger"))
    assert client.get(address).status_code == 404


def test_whether_somebody_is_online_is_shown_once_they_wish_so(client, ana):
    assert not ana.shows_presence
    client.force_login(ana)
    page = client.get(reverse("accounts:settings"))
    assert "Show the players of my games whether I am online" in words_of(page)
    client.post(reverse("accounts:others"), {"shows_presence": "on"})
    ana.refresh_from_db()
    assert (ana.shows_presence, ana.takes_invitations) == (True, False)
