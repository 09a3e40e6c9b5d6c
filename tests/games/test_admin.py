import pytest
from django.urls import reverse

import rules
from games.admin import GameAdmin
from games.models import Action, Game, Snapshot
from tests.factories import GameFactory, UserFactory, play_on, play_to_the_end

pytestmark = pytest.mark.django_db


@pytest.fixture
def staff(client):
    client.force_login(UserFactory(name="Sam", is_staff=True, is_superuser=True))
    return client


def page_of(client, row, name="change"):
    url = reverse(f"admin:games_{row._meta.model_name}_{name}", args=[row.pk])
    return client.get(url)


@pytest.mark.parametrize("model", ["game", "seat", "action", "snapshot"])
def test_lists_open(staff, model):
    GameFactory(after=["open 4 4"])
    assert staff.get(reverse(f"admin:games_{model}_changelist")).status_code == 200


@pytest.mark.parametrize("model", ["game", "seat", "action", "snapshot"])
def test_nothing_is_added_by_hand(staff, model):
    assert staff.get(reverse(f"admin:games_{model}_add")).status_code == 403


def test_actions_are_read_only(staff):
    row = GameFactory(after=["open 4 4"]).actions.get()
    response = page_of(staff, row)
    assert "Save" not in response.content.decode()
    assert staff.post(response.request["PATH_INFO"], {"body": "{}"}).status_code == 403
    assert page_of(staff, row, "delete").status_code == 403
    assert Action.objects.get().body == row.body


def test_games_and_seats_are_not_deleted(staff):
    game = GameFactory()
    assert page_of(staff, game, "delete").status_code == 403
    assert page_of(staff, game.seats.first(), "delete").status_code == 403


def test_name_of_a_game_can_be_put_right(staff):
    game = GameFactory(name="Rude")
    url = reverse("admin:games_game_change", args=[game.pk])
    staff.post(url, {"name": "Polite", "is_public": "on", "round": "9", "setup": "{}"})
    game.refresh_from_db()
    assert (game.name, game.round) == ("Polite", 1)
    assert game.read_setup()


def test_putting_right_takes_no_turn_back(staff, monkeypatch):
    game = GameFactory(name="Rude")
    load = GameAdmin.get_object

    def load_just_before_a_turn(*args, **kwargs):
        loaded = load(*args, **kwargs)
        play_on(game, "open 4 4")
        return loaded

    monkeypatch.setattr(GameAdmin, "get_object", load_just_before_a_turn)
    staff.post(reverse("admin:games_game_change", args=[game.pk]), {"name": "Polite", "is_public": "on"})
    game.refresh_from_db()
    assert (game.name, game.sequence) == ("Polite", 1)


def test_snapshot_can_be_dropped(staff):
    snapshot = Snapshot.objects.get(game=GameFactory(after=["open 4 4"]))
    staff.post(reverse("admin:games_snapshot_delete", args=[snapshot.pk]), {"post": "yes"})
    assert not Snapshot.objects.exists()


def secrets_of(game: Game) -> list[str]:
    return [game.read_setup().seed, *game.actions.values_list("digest", flat=True)]


def pages_of(client, game: Game) -> str:
    rows = [game, *game.seats.all(), game.actions.last(), game.snapshot]
    pages = [page_of(client, row) for row in rows]
    pages += [client.get(reverse(f"admin:games_{model}_changelist")) for model in ("game", "action", "snapshot")]
    assert {page.status_code for page in pages} == {200}
    return "".join(page.content.decode() for page in pages)


def test_staff_see_no_secret_of_a_running_game(staff):
    game = GameFactory(after=["open 4 4"])
    Game.objects.update(setup={**game.setup, "seed": "the secret seed"})
    game.refresh_from_db()
    shown = pages_of(staff, game)
    assert "the secret seed" not in shown
    assert "deck" not in shown
    assert game.actions.last().digest not in shown


def test_everything_is_shown_after_the_end(staff):
    game = play_to_the_end(GameFactory(players=2, bots=1, options=rules.Options(first_game=True)))
    shown = pages_of(staff, game)
    assert "deck" in shown
    assert game.actions.last().digest in shown
