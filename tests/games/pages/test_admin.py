import pytest
from django.urls import reverse

import rules
from games.models import Action, Game, Origin, Snapshot
from games.pages.admin import GameAdmin
from games.plans.language import ProxyBid
from tests.factories import GameFactory, UserFactory, play_on, play_to_the_end
from tests.games.planned import come_due, plan
from tests.games.taking import seat_of

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


@pytest.mark.parametrize("method", ["get", "post"])
def test_no_row_is_looked_up_by_a_column_without_a_name(staff, method):
    snapshot = Snapshot.objects.get(game=GameFactory(after=["open 4 4"]))
    address = reverse("admin:games_snapshot_delete", args=[snapshot.pk])
    assert getattr(staff, method)(address, {"_to_field": ""}).status_code == 400


@pytest.mark.postgresql
@pytest.mark.parametrize(
    "fields", [{"_selected_action": "1\u200b"}, {"_selected_action": ""}, {"groups": str(2**64)}]
)
def test_no_row_is_named_by_what_is_no_number(staff, fields):
    address = reverse("admin:matchmaking_table_changelist")
    assert staff.post(address, {"action": "delete_selected", **fields}).status_code == 400


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


def test_staff_cannot_tell_a_plan_from_a_person(staff):
    game = play_on(plan(GameFactory(), "Bob", ProxyBid(4, 9)), "open 4 4")
    waiting = page_of(staff, seat_of(game, "Bob")).content.decode()
    assert "answers at" not in waiting.lower()
    game = come_due(game)
    answer = game.actions.get(sequence=2)
    assert answer.origin == Origin.PLAN
    shown = page_of(staff, answer).content.decode() + pages_of(staff, game)
    assert ">plan<" not in shown
    assert ">player<" in shown


def test_staff_cannot_tell_who_had_no_choice_for_lack_of_hidden_money(staff):
    game = come_due(GameFactory(after=["open 4 50"]))
    passed = game.actions.get(sequence=2)
    assert passed.origin == Origin.FORCED
    shown = page_of(staff, passed).content.decode() + pages_of(staff, game)
    assert "no choice" not in shown
    assert ">player<" in shown


@pytest.mark.parametrize(
    ("model", "lookup"),
    [
        ("seat", "answers_at__isnull=0"),
        ("seat", "plans__isnull=0"),
        ("action", "origin=plan"),
        ("action", "digest__startswith=a"),
        ("game", "due_at__isnull=0"),
        ("game", "setup__seed__startswith=a"),
        ("snapshot", "state__contains=a"),
    ],
)
def test_secrets_cannot_be_asked_for_bit_by_bit(staff, model, lookup):
    GameFactory()
    answer = staff.get(f"{reverse(f'admin:games_{model}_changelist')}?{lookup}")
    assert (answer.status_code, answer.get("Location", "")[-3:]) in {(400, ""), (302, "e=1")}


def test_lists_can_be_narrowed_down_by_what_they_offer(staff):
    GameFactory()
    seats = staff.get(f"{reverse('admin:games_seat_changelist')}?is_to_move__exact=1")
    games = staff.get(f"{reverse('admin:games_game_changelist')}?phase__exact=auction&created_at__year=2026")
    assert (seats.status_code, games.status_code) == (200, 200)
