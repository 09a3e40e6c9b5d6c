"""People who do not come back: what of theirs goes after how long, and what stays."""

from datetime import datetime, timedelta

import pytest
from allauth.account.models import EmailAddress
from django.conf import settings
from django.test import Client
from django.urls import reverse
from django.utils import timezone

import rules
from accounts import belongings, deletion, names, retention, sessions, tasks
from accounts.models import Forgetting, RetiredName, User
from games.models import Game
from matchmaking import practice
from tests.factories import PASSWORD, GameFactory, GuestFactory, UserFactory
from tests.matchmaking.test_races import at_once

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]

NOW = timezone.now()
A_WEEK, A_MONTH = settings.KEEP_UNCONFIRMED, settings.KEEP_GUESTS
A_SESSION = timedelta(seconds=settings.SESSION_COOKIE_AGE)
SHORT = timedelta(hours=1)


def guest(*, away: timedelta, **fields) -> User:
    return GuestFactory.create(last_here=NOW - away, **fields)


def studied_by(user: User) -> Game:
    study = GameFactory.create(players=2)
    study.seats.update(user=None, is_bot=True)
    Game.objects.filter(pk=study.pk).update(studied_by=user, finished_at=NOW, is_public=False, due_at=None)
    return study


# Guests -------------------------------------------------------------------------------------------------------------


def test_guests_who_stay_away_are_forgotten_with_their_studies_and_their_names():
    idle, here = guest(away=A_MONTH + SHORT, name="Guest 1234"), guest(away=A_MONTH - SHORT)
    study, other = studied_by(idle), studied_by(here)
    assert deletion.guests(NOW) == 1
    idle.refresh_from_db()
    here.refresh_from_db()
    assert (idle.left_at, here.left_at) == (NOW, None)
    assert names.is_free("Guest 1234")
    assert set(Game.objects.filter(pk__in=[study.pk, other.pk])) == {other}
    assert deletion.guests(NOW) == 0


def test_guest_in_the_middle_of_a_game_is_not_idle_until_no_session_leads_back():
    player = guest(away=A_SESSION - SHORT)
    game = practice.start(player, rules.Options(), bots=2, bot_level="easy")
    assert deletion.guests(NOW) == 0
    User.objects.filter(pk=player.pk).update(last_here=NOW - A_SESSION - SHORT)
    assert deletion.guests(NOW) == 1
    game.refresh_from_db()
    assert game.ended_early


def test_people_with_an_account_are_kept_however_long_they_stay_away(ana):
    User.objects.update(last_here=NOW - timedelta(days=1000), date_joined=NOW - timedelta(days=1000))
    assert deletion.guests(NOW) + deletion.unconfirmed(NOW) + deletion.former(NOW) == 0


def test_guest_who_comes_back_at_that_moment_keeps_all(monkeypatch):
    idle = guest(away=A_MONTH + SHORT)
    study = studied_by(idle)
    come_back = User.objects.filter(pk=idle.pk)
    monkeypatch.setattr(names, "of_former", lambda user: come_back.update(last_here=NOW) and "Former player 1")
    deletion.guests(NOW)
    idle.refresh_from_db()
    assert idle.left_at is None
    assert Game.objects.get().pk == study.pk


def test_guest_who_cannot_be_deleted_holds_up_no_other_and_is_told_of(monkeypatch, caplog):
    broken = [guest(away=2 * A_MONTH) for _each in range(deletion.GUESTS)]
    idle = guest(away=A_MONTH + SHORT)
    erase = belongings.erase

    def erase_unbroken(user: User, *, now: datetime) -> None:
        if user.pk != idle.pk:
            raise KeyError("atlantis")
        erase(user, now=now)

    monkeypatch.setattr(belongings, "erase", erase_unbroken)
    for _day in range(300):  # each leaves out one of eleven
        if deletion.guests(NOW):
            break
    idle.refresh_from_db()
    assert idle.left_at == NOW
    assert not User.objects.filter(pk__in=[each.pk for each in broken]).exclude(left_at=None).exists()
    tasks.forget_guests()  # all that are left are tried in it, and none goes
    assert all(f"Guest {each.pk} cannot be deleted" in caplog.text for each in broken)
    assert Forgetting.objects.get(task=tasks.forget_guests.name).went == 0


@pytest.mark.django_db(transaction=True)
def test_guest_who_registers_at_that_moment_is_forgotten_as_a_guest_or_not_at_all():
    for _attempt in range(3):
        idle = guest(away=A_MONTH + SHORT)
        at_once(
            lambda: deletion.guests(NOW),
            lambda pk=idle.pk: User.objects.filter(pk=pk, is_guest=True).update(is_guest=False),
        )
        idle.refresh_from_db()
        assert idle.left_at is None or not idle.is_guest
        assert (idle.left_at is None) == (not idle.name.startswith(names.FORMER))


# Accounts that were begun -------------------------------------------------------------------------------------------


def sign_up(name: str, email: str) -> None:
    Client().post(reverse("account_signup"), {"name": name, "email": email, "password1": PASSWORD})


def test_account_that_is_never_confirmed_gives_its_name_and_address_back():
    sign_up("Dan", "dan@example.org")
    joined = User.objects.get(name="Dan").date_joined
    assert deletion.unconfirmed(joined + A_WEEK - SHORT) == 0
    assert deletion.unconfirmed(joined + A_WEEK + SHORT) == 1
    assert names.is_free("Dan")
    sign_up("Dan", "dan@example.org")
    assert User.objects.get(name="Dan").email == "dan@example.org"


def test_name_tells_nobody_whether_an_address_had_an_account(ana):
    """Whoever signed up with an address that has one finds the name free as soon as with any other."""
    for name, email in (("Dan", "dan@example.org"), ("Eva", ana.email)):
        sign_up(name, email)
    for later in (A_WEEK - SHORT, A_WEEK + SHORT):
        deletion.unconfirmed(timezone.now() + later)
        assert names.is_free("Dan") == names.is_free("Eva") == (later > A_WEEK)


@pytest.mark.django_db(transaction=True)
def test_account_that_is_confirmed_at_that_moment_stays():
    for _attempt in range(3):
        begun = UserFactory.create(name="Dan", address__verified=False, date_joined=NOW - 2 * A_WEEK)
        addresses = EmailAddress.objects.filter(user=begun)
        at_once(lambda: deletion.unconfirmed(NOW), lambda addresses=addresses: addresses.update(verified=True))
        assert User.objects.filter(pk=begun.pk).exists() == addresses.filter(verified=True).exists()
        User.objects.all().delete()


def test_those_who_have_logged_in_run_the_site_or_never_had_to_confirm_are_kept(ana):
    long_ago = {"date_joined": NOW - timedelta(days=100)}
    UserFactory(name="Old", address__verified=False, last_login=NOW, **long_ago)
    UserFactory(name="Staff", address__verified=False, is_staff=True, **long_ago)
    UserFactory(name="Made by staff", address=None, **long_ago)
    assert deletion.unconfirmed(NOW) == 0


# Who has left -------------------------------------------------------------------------------------------------------


def test_row_of_who_has_left_goes_once_nothing_points_to_it(ana, bob):
    GameFactory(players=2)
    alone = UserFactory(name="Alone")
    for leaving in (ana, alone):
        deletion.delete(leaving, now=NOW)
    assert deletion.former(NOW + sessions.LOOKED_FOR - SHORT) == 0
    assert deletion.former(NOW + sessions.LOOKED_FOR + SHORT) == 1
    assert set(User.objects.values_list("pk", flat=True)) == {ana.pk, bob.pk}


# How it is done -----------------------------------------------------------------------------------------------------


def test_what_takes_long_is_done_bit_by_bit_and_counted_as_one(monkeypatch):
    monkeypatch.setattr(deletion, "GUESTS", 1)
    monkeypatch.setattr(retention, "SLICE", 0.0001)
    for _number in range(3):
        guest(away=A_MONTH + SHORT)
    tasks.forget_guests()
    assert Forgetting.objects.get(task="accounts.tasks.forget_guests").went == 3
    tasks.forget_guests()
    assert Forgetting.objects.get(task="accounts.tasks.forget_guests").went == 0


def test_names_of_people_who_left_are_free_after_a_year(ana):
    deletion.delete(ana, now=NOW)
    deletion.unconfirmed(NOW + names.RETIRED_FOR + SHORT)
    assert not RetiredName.objects.exists()
