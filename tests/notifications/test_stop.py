"""The link by which one gets fewer mails, or none: for those who have it, and for those who would like to."""

import re
from base64 import urlsafe_b64decode
from datetime import timedelta

import pytest
from django.core.signing import Signer
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from notifications import delivery, subjects, unsubscribe
from notifications.models import Alert, Channel, Destination, Frequency, GameWish, Reason, State
from notifications.subjects import Subject
from tests.factories import UserFactory

pytestmark = pytest.mark.django_db

GAME = 12
ONE_CLICK = {"List-Unsubscribe": "One-Click"}


@pytest.fixture
def ana(db):
    return UserFactory(name="Ana")


@pytest.fixture
def strict():
    """Somebody without a session, from whom no form is taken that Django has not given out itself."""
    return Client(enforce_csrf_checks=True)


@pytest.fixture(autouse=True)
def _games_have_names(monkeypatch):
    def find(user, pks):
        return {pk: Subject(pk, "Friday <b>round</b>", f"/games/{pk}/", f"/games/{pk}/alerts/") for pk in pks}

    monkeypatch.setattr(subjects, "_finders", [find])


def path_of(user, subject_id=GAME):
    return unsubscribe.address(user, subject_id).removeprefix("http://localhost:8000")


def frequency_of(user):
    return Frequency(Destination.objects.get(user=user, channel=Channel.MAIL).frequency)


def wish_of(user, subject_id=GAME):
    wish = GameWish.objects.filter(user=user, subject_id=subject_id, channel=Channel.MAIL).first()
    return wish and Frequency(wish.frequency)


def press(client, path, change):
    return client.post(path, {"change": change}, follow=True)


def undo(client, page):
    """Press what takes back the change that a page tells of."""
    (value,) = re.findall(r'name="change" value="([^"]+)">Undo<', page.content.decode())
    return press(client, page.wsgi_request.path, value)


def test_looking_changes_nothing(ana, client):
    path = path_of(ana)
    for _ in range(2):
        assert client.get(path).status_code == 200
    assert client.head(path).status_code == 200
    assert frequency_of(ana) == Frequency.AT_ONCE
    assert wish_of(ana) is None


def test_mail_program_stops_all_mails_without_cookies_and_without_being_led_on(ana, strict):
    path = path_of(ana)
    for _ in range(2):
        assert strict.post(path, ONE_CLICK).status_code == 200
    assert frequency_of(ana) == Frequency.NEVER


def test_mail_program_may_send_its_form_in_parts(ana, strict):
    body = '--b\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--b--\r\n'
    strict.generic("POST", path_of(ana), body, content_type="multipart/form-data; boundary=b")
    assert frequency_of(ana) == Frequency.NEVER


def test_nothing_comes_any_more_not_even_of_a_game_with_a_wish_of_its_own(ana, strict, mailoutbox, monkeypatch):
    now = timezone.now()
    mail = Destination.objects.create(user=ana, channel=Channel.MAIL)
    GameWish.objects.create(user=ana, channel=Channel.MAIL, subject_id=GAME, frequency=Frequency.AT_ONCE)
    strict.post(path_of(ana), ONE_CLICK)
    alert = Alert.objects.create(
        recipient=ana, destination=mail, channel=Channel.MAIL, kind="knock", subject_id=GAME, sequence=1, due_at=now
    )
    delivery.deliver(alert.pk, now=now + timedelta(seconds=1))
    alert.refresh_from_db()
    assert (alert.state, alert.reason) == (State.DROPPED, Reason.OFF)
    assert not mailoutbox


@pytest.mark.postgresql
def test_mails_of_one_game_are_stopped_and_sent_again(ana, strict):
    page = press(strict, path_of(ana), "game never")
    assert wish_of(ana) == Frequency.NEVER
    assert frequency_of(ana) == Frequency.AT_ONCE
    assert b"no more mails about this game" in page.content
    undo(strict, page)
    assert wish_of(ana) is None


def test_wish_for_a_game_is_as_before_after_undoing(ana, strict):
    GameWish.objects.create(user=ana, channel=Channel.MAIL, subject_id=GAME, frequency=Frequency.SPACED, hours=6)
    undo(strict, press(strict, path_of(ana), "game never"))
    wish = GameWish.objects.get(user=ana)
    assert (wish.frequency, wish.hours) == (Frequency.SPACED, 6)


@pytest.mark.parametrize("change", ["mails never", "mails daily"])
def test_how_often_is_as_before_after_undoing(ana, strict, change):
    Destination.objects.create(user=ana, channel=Channel.MAIL, frequency=Frequency.SPACED, hours=6)
    page = press(strict, path_of(ana), change)
    assert frequency_of(ana) == change.removeprefix("mails ")
    undo(strict, page)
    mail = Destination.objects.get(user=ana)
    assert (mail.frequency, mail.hours) == (Frequency.SPACED, 6)


def test_what_a_mail_program_stopped_can_be_undone_on_its_page(ana, strict):
    page = strict.post(path_of(ana), ONE_CLICK)
    undo(strict, page)
    assert frequency_of(ana) == Frequency.AT_ONCE


@pytest.mark.postgresql
def test_invitations_to_plan_are_stopped_and_come_again(ana, strict):
    ana.is_invited_to_plan = True
    ana.save()
    page = press(strict, path_of(ana), "plans never")
    ana.refresh_from_db()
    assert not ana.is_invited_to_plan
    undo(strict, page)
    ana.refresh_from_db()
    assert ana.is_invited_to_plan


def test_page_names_the_game_as_text(ana, client):
    page = client.get(path_of(ana)).content.decode()
    assert "Friday &lt;b&gt;round&lt;/b&gt;" in page
    assert "No mails about this game" in page


def test_page_of_a_mail_about_no_game_offers_what_concerns_all(ana, client):
    page = client.get(path_of(ana, None)).content.decode()
    assert "about this game" not in page
    assert "No mails at all" in page


def test_page_tells_nobody_where_it_was_and_is_kept_nowhere(ana, client):
    for answer in (client.get(path_of(ana)), client.post(path_of(ana), ONE_CLICK), client.get(reverse_of("forged"))):
        assert answer["Referrer-Policy"] == "no-referrer"
        assert "no-store" in answer["Cache-Control"]


def test_page_logs_nobody_in(ana, client):
    client.get(path_of(ana))
    client.post(path_of(ana), ONE_CLICK)
    assert "_auth_user_id" not in client.session


def reverse_of(token):
    return reverse("notifications:stop", args=[token])


def forged(ana):
    token = path_of(ana).rstrip("/").rpartition("/")[2]
    payload, _, signature = token.partition(".")
    of_others = Signer(salt="something else", sep=".").sign_object([ana.pk, GAME, "0" * 12])
    bob = path_of(UserFactory(name="Bob")).rstrip("/").rpartition("/")[2]
    return {
        "nonsense": "nonsense",
        "without a signature": payload,
        "with an empty signature": f"{payload}.",
        "with the signature of another": f"{payload}.{bob.partition('.')[2]}",
        "for another with this signature": f"{bob.partition('.')[0]}.{signature}",
        "signed for something else": of_others,
        "cut off": token[:-1],
    }


def test_forged_links_are_refused_and_change_nothing(ana, strict):
    path_of(ana)
    for how, token in forged(ana).items():
        for answer in (strict.get(reverse_of(token)), strict.post(reverse_of(token), ONE_CLICK)):
            assert answer.status_code == 404, how
            assert b"This link does not work" in answer.content, how
    assert not Destination.objects.filter(frequency=Frequency.NEVER).exists()


def test_link_in_a_mail_to_an_address_that_was_given_up_does_nothing(ana, strict):
    path = path_of(ana)
    ana.email = "ana@elsewhere.example"
    ana.save()
    answer = strict.post(path, ONE_CLICK)
    assert answer.status_code == 404
    assert b"another address now" in answer.content
    assert not Destination.objects.filter(user=ana).exists()


@pytest.mark.parametrize("is_gone", [True, False])
def test_link_of_a_closed_account_does_nothing(ana, strict, is_gone):
    path = path_of(ana)
    ana.delete() if is_gone else type(ana).objects.update(is_active=False)
    assert strict.get(path).status_code == 404
    assert strict.post(path, ONE_CLICK).status_code == 404


def test_link_does_not_tell_the_address(ana):
    payload = path_of(ana).rstrip("/").rpartition("/")[2].partition(".")[0]
    assert b"ana@" not in urlsafe_b64decode(payload + "==")


@pytest.mark.postgresql
@pytest.mark.parametrize(
    "change", ["", "mails", "mails hourly", "mails usual", "plans daily", "mails never\x00", "x" * 9000]
)
def test_what_cannot_be_had_is_refused(ana, strict, change):
    assert strict.post(path_of(ana), {"change": change}).status_code == 404
    assert not Destination.objects.exists()


@pytest.mark.parametrize("query", ["?undo=nonsense", "?undo=<script>", "?undo="])
def test_address_that_was_tampered_with_shows_the_page_without_what_is_to_be_undone(ana, client, query):
    page = client.get(path_of(ana) + query)
    assert page.status_code == 200
    assert b"Undo" not in page.content


def test_other_methods_are_refused(ana, client):
    assert client.put(path_of(ana)).status_code == 405


def test_every_change_can_be_read_as_it_is_written():
    assert all(str(unsubscribe.read_change(text)) == text for text in unsubscribe._changes())
