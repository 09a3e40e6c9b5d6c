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


def test_demo_has_people_open_tables_and_a_running_game(capsys):
    call_command("demo")

    game = Game.objects.get()
    assert not game.is_over
    assert {seat.name for seat in game.seats.filter(is_bot=False)} == {"Ana", "Bob"}
    assert Table.objects.listed().count() == 2
    assert "ana@example.com" in capsys.readouterr().out


@pytest.mark.parametrize("name", ["ana", "bob", "cid", "operator"])
def test_demo_people_can_log_in(client, name):
    call_command("demo")
    client.post(reverse("account_login"), {"login": f"{name}@example.com", "password": PASSWORD})

    assert client.session["_auth_user_id"] == str(User.objects.get(email=f"{name}@example.com").pk)


def test_demo_is_given_once():
    call_command("demo")
    before = counts()
    call_command("demo")

    assert counts() == before


def test_demo_leaves_a_site_with_people_alone(ana, capsys):
    call_command("demo")

    assert counts() == (1, 0, 0)
    assert capsys.readouterr().out == ""


def test_demo_is_refused_outside_development(settings):
    settings.DEVELOPMENT = False
    with pytest.raises(CommandError, match="for development only"):
        call_command("demo")

    assert counts() == (0, 0, 0)
