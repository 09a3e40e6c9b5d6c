import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import IntegrityError
from django.db.models import ProtectedError
from django.urls import reverse

from accounts.models import User
from games.models import Game, Seat
from tests.factories import GameFactory, UserFactory

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]


def test_public_games_are_visible_to_anybody():
    game = GameFactory(is_public=True)
    assert list(Game.objects.visible_to(UserFactory())) == [game]
    assert list(Game.objects.visible_to(AnonymousUser())) == [game]


def test_other_games_are_visible_to_those_in_them_alone(ana):
    game = GameFactory(is_public=False)
    assert list(Game.objects.visible_to(ana)) == [game]
    assert not Game.objects.visible_to(UserFactory()).exists()
    assert not Game.objects.visible_to(AnonymousUser()).exists()


def test_game_is_visible_once_to_one_in_it(ana):
    GameFactory(is_public=True)
    assert Game.objects.visible_to(ana).count() == 1


def test_seat_of_a_person(ana):
    game = GameFactory(players=3, bots=1)
    assert game.seat_of(ana).name == "Ana"
    assert game.seat_of(UserFactory()) is None
    assert game.seat_of(AnonymousUser()) is None


@pytest.mark.parametrize(
    "change",
    [
        {"is_bot": True},
        {"user": None},
        {"is_to_move": False},
        {"question": ""},
        {"asked_at": None},
        {"asked_sequence": None},
        {"number": 1},
    ],
)
def test_database_refuses_seats_that_make_no_sense(ana, change):
    GameFactory()
    with pytest.raises(IntegrityError):
        Seat.objects.filter(user=ana).update(**change)


def test_whoever_sits_in_a_game_cannot_be_deleted(ana):
    game = GameFactory(players=2)
    with pytest.raises(ProtectedError):
        ana.delete()
    assert game.seat_of(ana)


def test_staff_cannot_delete_them_either(admin_client, bob):
    GameFactory(players=2)
    page = reverse("admin:accounts_user_delete", args=[bob.pk])
    assert admin_client.get(page).status_code == 403
    assert admin_client.post(page, {"post": "yes"}).status_code == 403
    assert User.objects.filter(pk=bob.pk).exists()
