"""The pages on which people take their data along, and delete their account."""

import json
from io import BytesIO
from urllib.parse import urlencode
from zipfile import ZipFile

import pytest
from allauth.mfa.models import Authenticator
from django.core import mail
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from accounts import data_export, deletion
from accounts.models import User
from games.models import Game
from games.turns import absence
from tests.accounts.having_everything import OF_OTHERS, SECRET, give_everything
from tests.factories import PASSWORD, GameFactory, GuestFactory

pytestmark = pytest.mark.django_db

DELETE, DATA = "accounts:delete", "accounts:take_along"


def prove(client: Client, password: str = PASSWORD) -> None:
    client.post(f"{reverse('account_reauthenticate')}?next={reverse(DATA)}", {"password": password})


def files(response) -> dict[str, str]:
    archive = ZipFile(BytesIO(b"".join(response)))
    assert archive.testzip() is None
    return {name: archive.read(name).decode() for name in archive.namelist()}


# Deleting -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", [DELETE, DATA])
def test_a_visitor_is_asked_to_log_in(client, name):
    assert client.get(reverse(name)).url == f"{reverse('account_login')}?next={reverse(name)}"
    assert client.post(reverse(name)).url == reverse("account_login")


@pytest.mark.parametrize("name", [DELETE, DATA])
def test_the_settings_lead_there(client, ana, name):
    client.force_login(ana)
    assert reverse(name) in client.get(reverse("accounts:settings")).content.decode()


def test_to_look_at_the_page_deletes_nothing(client, ana):
    client.force_login(ana)
    page = client.get(reverse(DELETE)).content.decode()
    assert "What is deleted" in page
    assert "What stays" in page
    ana.refresh_from_db()
    assert ana.left_at is None


def test_the_password_deletes_the_account_and_logs_out(client, ana, django_capture_on_commit_callbacks):
    client.force_login(ana)
    with django_capture_on_commit_callbacks(execute=True):
        answer = client.post(reverse(DELETE), {"password": PASSWORD}, follow=True)
    assert answer.redirect_chain == [(reverse("home"), 302)]
    assert "Your account is deleted." in answer.content.decode()
    assert not answer.wsgi_request.user.is_authenticated
    ana.refresh_from_db()
    assert ana.left_at
    assert [message.subject for message in mail.outbox] == ["Your account is deleted"]


@pytest.mark.parametrize("sent", [{"password": "wrong"}, {"password": ""}, {}])
def test_without_the_password_nothing_is_deleted(client, ana, sent):
    client.force_login(ana)
    answer = client.post(reverse(DELETE), sent)
    assert answer.status_code == 400
    ana.refresh_from_db()
    assert ana.left_at is None


def test_a_wrong_password_is_said(client, ana):
    client.force_login(ana)
    page = client.post(reverse(DELETE), {"password": "wrong"}).content.decode()
    assert "This is not your password. Try again." in page
    assert 'value="wrong"' not in page


def test_passwords_cannot_be_guessed_there(client, ana, settings):
    settings.ACCOUNT_RATE_LIMITS = {"reauthenticate": "3/m/user"}
    client.force_login(ana)
    answers = [client.post(reverse(DELETE), {"password": f"guess {number}"}).status_code for number in range(4)]
    assert answers == [400, 400, 400, 429]
    assert client.post(reverse(DELETE), {"password": PASSWORD}).status_code == 429


def test_other_browsers_are_logged_out(client, ana):
    elsewhere = Client()
    for browser in (client, elsewhere):
        browser.force_login(ana)
    client.post(reverse(DELETE), {"password": PASSWORD})
    answer = elsewhere.get(reverse("games:dashboard"))
    assert answer.url.startswith(reverse("account_login"))


def test_who_presses_twice_is_asked_to_log_in(client, ana):
    client.force_login(ana)
    client.post(reverse(DELETE), {"password": PASSWORD})
    assert client.post(reverse(DELETE), {"password": PASSWORD}).url.startswith(reverse("account_login"))


def test_the_old_address_and_password_open_nothing(client, ana):
    client.force_login(ana)
    client.post(reverse(DELETE), {"password": PASSWORD})
    answer = client.post(reverse("account_login"), {"login": "ana@example.org", "password": PASSWORD})
    assert "do not match" in answer.content.decode()


def test_a_guest_is_gone_at_once(client):
    guest = GuestFactory()
    client.force_login(guest)
    page = client.get(reverse(DELETE)).content.decode()
    assert "password" not in page
    client.post(reverse(DELETE))
    guest.refresh_from_db()
    assert guest.left_at
    assert client.get(reverse("accounts:settings")).status_code == 302


def test_a_guest_whose_address_waits_to_be_confirmed_is_gone_at_once(client):
    guest = GuestFactory()
    guest.set_password(PASSWORD)
    guest.save()
    guest.emailaddress_set.create(email="new@example.org", verified=False)
    client.force_login(guest)
    client.post(reverse(DELETE))
    guest.refresh_from_db()
    assert guest.left_at
    assert not guest.emailaddress_set.exists()


def test_who_has_no_password_types_their_name(client, ana):
    ana.set_unusable_password()
    ana.save()
    client.force_login(ana)
    assert client.post(reverse(DELETE), {"name": "Bob"}).status_code == 400
    assert client.post(reverse(DELETE), {"name": " Ana "}).status_code == 302
    ana.refresh_from_db()
    assert ana.left_at


def test_the_last_who_runs_the_site_is_told_why_not(client, ana):
    User.objects.filter(pk=ana.pk).update(is_superuser=True)
    client.force_login(ana)
    page = client.get(reverse(DELETE)).content.decode()
    assert "You are the only one who runs this site." in page
    assert 'id="delete-account"' not in page
    answer = client.post(reverse(DELETE), {"password": PASSWORD})
    assert answer.status_code == 400
    ana.refresh_from_db()
    assert ana.left_at is None


def test_the_admin_deletes_nobody_half(admin_client, ana):
    address = reverse("admin:accounts_user_delete", args=[ana.pk])
    assert admin_client.post(address, {"post": "yes"}).status_code == 403
    assert User.objects.filter(pk=ana.pk).exists()


# Taking along -------------------------------------------------------------------------------------------------------


def test_the_password_is_asked_for_before(client, ana):
    client.force_login(ana)
    for answer in (client.get(reverse(DATA)), client.post(reverse(DATA))):
        assert answer.url == f"{reverse('account_reauthenticate')}?{urlencode({'next': reverse(DATA)})}"


def test_with_a_wrong_password_there_is_no_file(client, ana):
    client.force_login(ana)
    prove(client, "wrong")
    assert client.post(reverse(DATA)).status_code == 302


@pytest.mark.postgresql
def test_the_file_has_all_that_is_ones_own_and_says_what_that_is(client, ana, bob, cid):
    give_everything(ana, bob)
    client.force_login(ana)
    prove(client)
    answer = client.post(reverse(DATA))
    assert answer["Content-Type"] == "application/zip"
    assert answer["Cache-Control"] == "private, no-store"
    assert answer["Content-Disposition"].startswith('attachment; filename="power-grid-')
    found = files(answer)
    readme = found.pop("README.txt")
    assert [name for name in found if name not in readme] == []
    rows = {name.removesuffix(".json"): json.loads(text) for name, text in found.items()}
    assert rows["account"][0]["email"] == ana.email
    assert rows["messages"][0]["text"] == "my own words"
    assert rows["notes"][0]["text"] == "my own note"
    assert rows["notes_on_positions"][0]["text"] == "my own remark"
    assert rows["studies"][0]["name"] == "my own study"
    assert rows["ways_to_reach_you"][-1]["server"] == "hooks.example"
    assert {table["name"] for table in rows["tables"]} == {"Open table", "For the invited", "Started table"}
    running = next(game for game in rows["games"] if game["name"] == "Running round")
    assert running["your_plans"][0]["plan"] == {"kind": "buy"}
    assert running["your_actions"][0]["action"]["kind"] == "open_auction"
    assert [seat["name"] for seat in running["seats"]] == ["Ana", "Bob", "Cid"]


def test_nothing_of_others_and_nothing_secret_is_in_it(client, ana, bob, cid):
    game = give_everything(ana, bob)
    Game.objects.filter(pk=game.pk).update(shares=[[0, "my share"], [1, f"{OF_OTHERS} share"]])
    setup = Game.objects.get(pk=game.pk).read_setup()
    client.force_login(ana)
    prove(client)
    text = "".join(files(client.post(reverse(DATA))).values())
    assert "my share" in text
    for hidden in (
        OF_OTHERS,
        SECRET,
        bob.email,
        ana.password,
        game.seed_hash,
        'digest"',
        "market",
        str(list(setup.deck))[1:-1],
    ):
        assert hidden not in text, hidden


def test_of_a_game_one_has_ones_own_actions_alone(client, ana, bob, cid):
    game = GameFactory(players=3, after=["open 4 4", "pass", "bid 5", "pass"])
    client.force_login(ana)
    prove(client)
    told = json.loads(files(client.post(reverse(DATA)))["games.json"])[0]["your_actions"]
    own = game.actions.filter(seat=game.seats.get(user=ana).number)
    assert [action["number"] for action in told] == list(own.values_list("sequence", flat=True))


def test_of_a_seat_that_somebody_took_over_each_has_what_they_did(client, ana, bob, cid):
    dan = User.objects.create_user("dan@example.org", PASSWORD, name="Dan")
    game = GameFactory(players=3, after=["open 4 4"])
    absence.leave(game, ana, now=timezone.now())
    number = game.seats.get(user=ana).number
    absence.take_over(game, number, dan, now=timezone.now())
    game.refresh_from_db()
    taken_over_at = game.sequence
    for person, is_own in (
        (ana, lambda sequence: sequence <= taken_over_at),
        (dan, lambda sequence: sequence > taken_over_at),
    ):
        pieces = data_export.pack(person, now=timezone.now())
        told = json.loads(files(pieces)["games.json"])[0]["your_actions"]
        assert all(is_own(action["number"]) for action in told)


def test_one_file_is_made_at_a_time(client, ana):
    client.force_login(ana)
    prove(client)
    under_way = client.post(reverse(DATA))
    again = client.post(reverse(DATA))
    assert again.status_code == 409
    assert "already being sent" in again.content.decode()
    assert files(under_way)
    assert files(client.post(reverse(DATA)))


def test_a_file_that_nobody_waits_for_any_more_keeps_nobody_from_the_next(ana):
    pieces = data_export.pack(ana, now=timezone.now())
    next(pieces)
    pieces.close()
    assert list(data_export.pack(ana, now=timezone.now()))


def test_a_guest_takes_along_what_they_have(client):
    guest = GuestFactory()
    client.force_login(guest)
    found = files(client.post(reverse(DATA)))
    assert json.loads(found["account.json"])[0]["name"] == guest.name
    assert json.loads(found["messages.json"]) == []


def test_the_file_goes_out_in_pieces(ana):
    pieces = list(data_export.pack(ana, now=timezone.now()))
    assert len(pieces) > 5
    assert max(map(len, pieces)) < 10_000


def test_who_has_left_meanwhile_gets_no_file(client, ana):
    client.force_login(ana)
    prove(client)
    deletion.delete(ana, now=timezone.now())
    assert client.post(reverse(DATA)).url.startswith(reverse("account_login"))


def test_each_game_more_takes_three_queries(ana, bob):
    def queries() -> int:
        with CaptureQueriesContext(connection) as caught:
            list(data_export.pack(ana, now=timezone.now()))
        return len(caught)

    GameFactory.create(players=2)
    one = queries()
    for _number in range(3):
        GameFactory.create(players=2)
    assert queries() == one + 3 * 3


def test_who_has_a_second_step_and_no_password_shows_it_before_deleting(client, bob):
    bob.set_unusable_password()
    bob.save()
    Authenticator.objects.create(user=bob, type=Authenticator.Type.TOTP, data={"secret": "x"})
    client.force_login(bob)
    answer = client.post(reverse("accounts:delete"), {"name": "Bob"})
    assert answer["Location"].startswith(reverse("mfa_reauthenticate"))
    bob.refresh_from_db()
    assert bob.left_at is None
