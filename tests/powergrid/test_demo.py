"""The demo: what a development site has to try it with."""

from datetime import timedelta

import pytest
from django.core.management import CommandError, call_command
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from games.models import Game, Seat, StandingPlan
from games.models.pace import Preset
from matchmaking.models import Table
from powergrid.management.commands.demo import PASSWORD
from tests.pages import words_of

pytestmark = pytest.mark.django_db


def counts():
    return User.objects.count(), Table.objects.count(), Game.objects.count()


def test_demo_has_people_open_tables_and_games(capsys, client):
    call_command("demo")

    assert [game.name for game in Game.objects.all() if game.is_over] == ["Seven cities"]
    assert {table.name: table.preset for table in Table.objects.listed()} == {
        "First steps": Preset.DAILY,
        "Rain and polders": Preset.RELAXED,
        "Coast to coast": Preset.QUICK,
    }
    assert "ana@example.com" in capsys.readouterr().out
    shown = client.get(reverse("home")).context["showcase"]
    assert (str(shown.game), shown.game.round) == ("Friday grid", 6)
    assert shown.waiting is not None


def test_demo_shows_plans_clocks_and_absent_players(client):
    call_command("demo")

    client.force_login(User.objects.get(name="Ana"))
    words = words_of(client.get(reverse("games:dashboard")))
    assert "d 23 h left, until" in words
    assert "1 of 3 has decided" in words
    planned = client.get(Game.objects.get(name="Autumn holidays").get_absolute_url())
    assert "on vacation until" in words_of(planned)
    back_at = timezone.now() + timedelta(days=6)
    assert not Seat.objects.filter(user__name="Cid", is_to_move=True, due_at__lt=back_at).exists()
    assert planned.context["page"].turn is not None
    assert sorted(StandingPlan.objects.values_list("seat__user__name", "slot")) == [
        ("Ana", "purchase"),
        ("Bob", "areas"),
        ("Cid", "auctions"),
    ]
    assert Seat.objects.exclude(absent_since=None).get().game.name == "Wind from the west"


def test_demo_people_can_log_in_and_are_there_once(client):
    call_command("demo")
    before = counts()
    call_command("demo")
    assert counts() == before
    for name in ("ana", "bob", "cid", "operator"):
        client.post(reverse("account_login"), {"login": f"{name}@example.com", "password": PASSWORD})
        assert client.session["_auth_user_id"] == str(User.objects.get(email=f"{name}@example.com").pk)
        client.logout()


def test_demo_leaves_a_site_with_people_alone(ana, capsys):
    call_command("demo")

    assert counts() == (1, 0, 0)
    assert capsys.readouterr().out == ""


def test_demo_is_refused_outside_development(settings):
    settings.DEVELOPMENT = False
    with pytest.raises(CommandError, match="for development only"):
        call_command("demo")

    assert counts() == (0, 0, 0)
