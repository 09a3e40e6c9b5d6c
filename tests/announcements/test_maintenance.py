"""While the site is maintained it is read-only, and who runs it gets in. What becomes of clocks: tests/games."""

import logging
from datetime import timedelta
from urllib.parse import urlsplit

import pytest
from django.core.management import CommandError, call_command
from django.urls import reverse
from django.utils import timezone

from announcements import maintenance, said
from announcements.models import Maintenance
from games.models import Game
from notifications import strangers, unsubscribe
from tests.factories import PASSWORD, GameFactory, UserFactory
from tests.pages import html_of, words_of

pytestmark = pytest.mark.django_db

SENTENCE = "We move to <another> machine."


@pytest.fixture
def maintained():
    return maintenance.begin(SENTENCE, expected_until=timezone.now() + timedelta(hours=2), now=timezone.now())


def log_in(client, user):
    return client.post(reverse("account_login"), {"login": user.email, "password": PASSWORD})


def test_what_would_change_something_is_refused_with_the_sentence_and_when_to_come_back(client, ana, maintained):
    game = GameFactory()
    client.force_login(ana)
    move = {"action": "open", "plant": "4", "bid": "4", "expected": "0"}
    answer = client.post(reverse("games:play", args=[game.pk]), move)
    assert answer.status_code == 503
    assert "We move to &lt;another&gt; machine." in html_of(answer)
    assert 7000 < int(answer["Retry-After"]) <= 7200
    assert Game.objects.get(pk=game.pk).sequence == game.sequence
    maintenance.end(now=timezone.now())
    assert client.post(reverse("games:play", args=[game.pk]), move).status_code == 302


def test_htmx_gets_the_sentence_as_plain_text(client, ana, maintained):
    client.force_login(ana)
    answer = client.post(
        reverse("games:say", args=[GameFactory().pk]), {"text": "Hi"}, headers={"hx-request": "true"}
    )
    assert (answer.status_code, answer["Content-Type"]) == (503, "text/plain; charset=utf-8")
    assert html_of(answer).startswith(SENTENCE)


def test_open_pages_that_say_something_each_minute_fill_no_log_with_errors(client, ana, maintained, caplog):
    client.force_login(ana)
    game = GameFactory()
    assert client.post(reverse("games:here", args=[game.pk])).status_code == 204
    assert client.post(reverse("games:play", args=[game.pk]), {"action": "decline"}).status_code == 503
    assert not [record for record in caplog.records if record.levelno >= logging.ERROR]


def test_what_is_sent_once_and_never_again_is_taken_in(client, ana, maintained):
    """Browsers say once where they are pushed to now, and mail programs that their reader wants no more mails."""
    one_click = {"List-Unsubscribe": "One-Click"}
    for address in (strangers.stop_url("eva@example.org"), unsubscribe.address(ana, None)):
        assert client.post(urlsplit(address).path, one_click).status_code == 200
    assert not strangers.may_be_written_to("eva@example.org")
    assert client.post(reverse("notifications:push_move"), {}).status_code == 400, "It says no addresses."


def test_nobody_signs_up_or_begins_as_a_guest(client, maintained, django_user_model):
    assert client.post(reverse("matchmaking:practice"), {"game": "first"}).status_code == 503
    assert client.post(reverse("account_signup"), {"name": "New"}).status_code == 503
    assert not django_user_model.objects.exists()


def test_pages_can_be_read_and_say_so(client, ana, maintained):
    game = GameFactory()
    client.force_login(ana)
    words = words_of(client.get(game.get_absolute_url()))
    assert "Nothing can be changed at present. We move to &lt;another&gt; machine." in words
    maintenance.end(now=timezone.now())
    assert "Nothing can be changed" not in words_of(client.get(game.get_absolute_url()))


def test_those_who_run_the_site_log_in_and_others_do_not(client, ana, maintained):
    assert log_in(client, ana).status_code == 503
    assert "_auth_user_id" not in client.session
    operator = UserFactory(is_staff=True, is_superuser=True)
    assert log_in(client, operator).status_code == 302
    assert client.get(reverse("admin:index")).status_code == 200


def test_it_is_turned_on_and_off_in_the_admin(admin_client):
    answer = admin_client.post(reverse("admin:announcements_maintenance_add"), {"sentence": SENTENCE})
    assert answer.status_code == 302
    begun = Maintenance.objects.get()
    again = {"sentence": "It takes longer."}
    admin_client.post(reverse("admin:announcements_maintenance_add"), again)
    begun.refresh_from_db()
    assert (begun.sentence, begun.ended_at) == ("It takes longer.", None)
    admin_client.post(
        reverse("admin:announcements_maintenance_changelist"), {"action": "end", "_selected_action": begun.pk}
    )
    assert maintenance.current() is None
    begun.refresh_from_db()
    assert begun.ended_at


def test_it_is_turned_on_and_off_by_a_command(capsys):
    call_command("maintenance", "on", "A new release.", until="2999-01-01T12:00Z")
    assert maintenance.current().sentence == "A new release."
    call_command("maintenance")
    call_command("maintenance", "off")
    assert maintenance.current() is None
    call_command("maintenance", "off")
    said_there = capsys.readouterr().out.splitlines()
    assert [line.partition(" since")[0] for line in said_there[:2]] == ["On", "On"]
    assert said_there[2:] == ["Off: all clocks go on where they stood.", "It was off already."]


@pytest.mark.parametrize(
    ("arguments", "options"),
    [
        (["on"], {}),
        (["on", " "], {}),
        (["on", "x" * 401], {}),
        (["on", "Why"], {"until": "tomorrow"}),
        (["on", "Why"], {"until": "2026-02-31T12:00Z"}),
        (["on", "Why"], {"until": "2020-01-01T12:00Z"}),
    ],
)
def test_a_command_that_cannot_be_understood_turns_nothing_on(arguments, options):
    with pytest.raises(CommandError):
        call_command("maintenance", *arguments, **options)
    assert maintenance.current() is None


def test_what_is_over_stays_and_cannot_be_changed(admin_client, maintained):
    maintenance.end(now=timezone.now())
    change = reverse("admin:announcements_maintenance_change", args=[maintained.pk])
    assert admin_client.post(change, {"sentence": "Nothing happened"}).status_code == 403


def test_it_is_forgotten_by_no_page_of_another_process(client, maintained, monkeypatch):
    monkeypatch.setattr(said, "_known", (0.0, said.Said()))  # as it was before, and is known no longer
    assert "Nothing can be changed at present." in words_of(client.get(reverse("games:rules")))
