"""Pages tell that somebody looks at them, so that no alert is sent about what they see anyway."""

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.models import Game
from notifications import delivery
from notifications.models import Alert, Presence, Reason
from tests.factories import GameFactory, GuestFactory, person_called
from tests.games.taking import act

pytestmark = pytest.mark.django_db

LIST = 0


def of(*game: Game) -> str:
    return reverse("games:here", args=[one.pk for one in game])


def seen() -> list[tuple[str, int]]:
    return list(Presence.objects.values_list("user__name", "subject_id"))


@pytest.fixture
def bob(client: Client) -> Client:
    client.force_login(person_called("Bob"))
    return client


def test_player_is_seen_at_their_game_and_at_their_games(bob):
    game = GameFactory()
    assert bob.post(of(game)).status_code == 204
    assert seen() == [("Bob", game.pk)]
    assert bob.post(of()).status_code == 204
    assert seen() == [("Bob", LIST)]


def test_nobody_is_seen_at_games_of_others(bob):
    other = GameFactory(players=2, bots=1)  # Ana's
    assert bob.get(other.get_absolute_url()).status_code == 200
    assert bob.post(of(other)).status_code == 404
    assert bob.post(reverse("games:here", args=[10**30])).status_code == 404
    assert seen() == []


def test_visitors_are_not_seen(client):
    assert client.post(of(GameFactory())).status_code == 302
    assert seen() == []


def test_guests_are_as_good_as_others(client):
    client.force_login(GuestFactory(name="Somebody"))
    assert client.post(of()).status_code == 204


def test_looking_changes_nothing_by_itself(bob):
    game = GameFactory()
    for address in (game.get_absolute_url(), reverse("games:dashboard")):
        assert bob.get(address).status_code == 200
    assert bob.get(of(game)).status_code == 405
    assert seen() == []


def test_other_sites_cannot_say_that_somebody_looks():
    client = Client(enforce_csrf_checks=True)
    client.force_login(person_called("Bob"))
    assert client.post(of(GameFactory())).status_code == 403
    assert seen() == []


def test_pages_of_a_game_tell_it_for_its_players_alone(bob):
    game = GameFactory(after=["open 4 4"])
    pages = [game.get_absolute_url(), reverse("games:history", args=[game.pk, 1])]
    watching, visiting = Client(), Client()
    watching.force_login(person_called("Stranger"))
    for page in (*pages, reverse("games:what_if_at", args=[game.pk, 0])):
        assert f'action="{of(game)}"' in bob.get(page).content.decode()
    for page in pages:
        assert 'id="here"' not in watching.get(page).content.decode()
        assert 'id="here"' not in visiting.get(page).content.decode()
    assert f'action="{of()}"' in bob.get(reverse("games:dashboard")).content.decode()


def asked_while_looking(client: Client, game: Game, *at: Game) -> Alert:
    """What becomes of Bob's alert at once, while he looks at a game or at the list of his games."""
    client.post(of(*at))
    act(game, "Ana", "open 4 4")
    alert = Alert.objects.get(kind="your_turn", subject_id=game.pk, recipient__name="Bob")
    delivery.deliver(alert.pk, now=timezone.now())
    alert.refresh_from_db()
    return alert


@pytest.mark.parametrize("is_at_game", [True, False])
def test_alert_waits_while_somebody_looks_and_comes_when_they_have_gone(bob, is_at_game, mailoutbox):
    game = GameFactory.create()
    alert = asked_while_looking(bob, game, *([game] if is_at_game else []))
    assert [hold["reason"] for hold in alert.held] == [Reason.PRESENT]
    assert mailoutbox == []
    assert alert.due_at <= timezone.now() + timedelta(seconds=90)
    delivery.deliver(alert.pk, now=alert.due_at)
    assert len(mailoutbox) == 1


def test_alert_of_another_game_does_not_wait(bob, mailoutbox):
    asked_while_looking(bob, GameFactory.create(), GameFactory.create())
    assert len(mailoutbox) == 1
