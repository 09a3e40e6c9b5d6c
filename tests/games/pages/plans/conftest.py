"""People who look at their plans, and send some."""

import pytest
from django.urls import reverse

from games.models import Game
from tests.factories import person_called


@pytest.fixture
def send(client):
    """Send a form of the Plans part as somebody."""

    def post(game: Game, name: str, to: str = "give_plan", headers: dict[str, str] | None = None, **fields):
        if name:
            client.force_login(person_called(name))
        return client.post(reverse(f"games:{to}", args=[game.pk]), fields, headers=headers)

    return post


@pytest.fixture
def see(client):
    def get(game: Game, name: str, headers: dict[str, str] | None = None, **fields):
        if name:
            client.force_login(person_called(name))
        else:
            client.logout()
        return client.get(game.get_absolute_url(), fields, headers=headers)

    return get
