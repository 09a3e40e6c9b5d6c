import pytest
from django.core import mail
from django.urls import reverse
from django.utils import timezone

from accounts import deletion
from accounts.models import User
from tests.factories import PASSWORD, GameFactory, GuestFactory, TableFactory

pytestmark = pytest.mark.django_db

PAGE = "accounts:delete"


def delete(user: User) -> User:
    deletion.delete(user, now=timezone.now())
    return User.objects.get(pk=user.pk)


def test_a_row_stays_that_says_nothing_any_more(ana):
    former = delete(ana)
    assert former.name == f"Former player {ana.pk}"
    assert former.email is None
    assert former.left_at
    assert not former.is_active
    assert not former.has_usable_password()
    assert not former.emailaddress_set.exists()


def test_the_others_play_on_with_a_former_player(ana, bob):
    game = GameFactory(players=3)
    delete(ana)
    seat = game.seats.get(user=ana)
    assert seat.name == f"Former player {ana.pk}"
    assert seat.absent_since
    game.refresh_from_db()
    assert not game.is_over
