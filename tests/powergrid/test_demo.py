"""The demo: what a development site has to try it with."""

import pytest
from django.core.management import CommandError, call_command
from django.urls import reverse

from accounts.models import User
from games.models import Game
from matchmaking.models import Table
from powergrid.management.commands.demo import PASSWORD

pytestmark = pytest.mark.django_db


def counts():
    return User.objects.count(), Table.objects.count(), Game.objects.count()


def test_demo_has_people_open_tables_and_games(capsys, client):
    call_command("demo")

    assert [game.is_over for game in Game.objects.order_by("moved_at")] == [True, False, False]
    assert Table.objects.listed().count() == 3
    assert "ana@example.com" in capsys.readouterr().out
    shown = client.get(reverse("home")).context["showcase"]
    assert (str(shown.game), shown.game.round) == ("Friday grid", 6)
    assert shown.waiting is not None


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
