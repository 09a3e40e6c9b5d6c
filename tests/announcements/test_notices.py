from datetime import timedelta

import pytest
from django.db import OperationalError
from django.urls import reverse
from django.utils import timezone

from announcements import said
from announcements.models import Notice
from tests.factories import GameFactory
from tests.pages import html_of, words_of

pytestmark = pytest.mark.django_db

SENTENCE = "We meet at https://example.org/fair on <Sunday>."


def announce(text=SENTENCE, **fields):
    notice = Notice.objects.create(text=text, **fields)
    said.forget()
    return notice


def page(client):
    return words_of(client.get(reverse("games:rules")))


def test_an_announcement_is_on_every_page_for_its_time_alone(client):
    now = timezone.now()
    announce()
    announce("It is over", starts_at=now - timedelta(days=2), ends_at=now - timedelta(days=1))
    announce("It is to come", starts_at=now + timedelta(days=1))
    assert "&lt;Sunday&gt;" in page(client)
    assert '<a href="https://example.org/fair"' in html_of(client.get(reverse("matchmaking:lobby")))
    assert "It is over" not in page(client)
    assert "It is to come" not in page(client)


def test_it_ends_in_time_where_it_is_known_already(client, time_machine):
    announce("Until tonight", ends_at=timezone.now() + timedelta(seconds=5))
    assert "Until tonight" in page(client)
    time_machine.move_to(timezone.now() + timedelta(seconds=6))
    assert "Until tonight" not in page(client)


def test_pages_ask_the_database_now_and_then_alone(client, django_assert_num_queries):
    announce()
    page(client)
    with django_assert_num_queries(0):
        page(client)


def test_while_the_database_is_away_pages_say_what_they_said_before(client, monkeypatch):
    announce("We meet")
    assert "We meet" in page(client)

    def away(**_):
        raise OperationalError("The connection is lost.")

    monkeypatch.setattr(said, "_known", (0.0, said.everything()))  # as it is ten seconds later
    monkeypatch.setattr(said, "Said", away)
    assert "We meet" in page(client)


def test_news_are_put_away_for_the_session_without_a_script(client):
    news, other = announce("News"), announce("More of them")
    back = reverse("games:rules")
    answer = client.post(
        reverse("announcements:put_away", args=[news.pk]), headers={"referer": f"http://testserver{back}"}
    )
    assert answer["Location"].endswith(back)
    assert f"notice-{news.pk}" not in html_of(client.get(back))
    assert f"notice-{other.pk}" in html_of(client.get(back))
    client.cookies.clear()
    assert f"notice-{news.pk}" in html_of(client.get(back))


@pytest.mark.parametrize(
    ("referer", "led_to"),
    [
        ("ÿ", "%C3%BF"),
        ("games:rules", "/"),
        ("https://elsewhere.example/", "/"),
        ("//elsewhere.example", "/"),
        (None, "/"),
    ],
)
def test_who_puts_news_away_is_led_back_to_a_page_of_ours(client, referer, led_to):
    headers = {"referer": referer} if referer else {}
    answer = client.post(reverse("announcements:put_away", args=[announce("News").pk]), headers=headers)
    assert (answer.status_code, answer["Location"]) == (302, led_to)


def test_a_warning_stays(client):
    warning = announce("Save your games", level=Notice.Level.WARNING)
    assert reverse("announcements:put_away", args=[warning.pk]) not in html_of(client.get(reverse("games:rules")))
    client.post(reverse("announcements:put_away", args=[warning.pk]))
    assert "Save your games" in page(client)


def test_it_is_not_kept_with_the_page_of_a_game(client, ana):
    game = GameFactory(after=["open 4 4"])
    client.force_login(ana)
    client.get(game.get_absolute_url())
    notice = announce("While the page was kept")
    assert "While the page was kept" in words_of(client.get(game.get_absolute_url()))
    notice.delete()
    said.forget()
    assert "While the page was kept" not in words_of(client.get(game.get_absolute_url()))


def test_who_writes_it_in_the_admin_sees_it_at_once(admin_client):
    page(admin_client)
    fields = {"text": "Just written", "level": "news", "starts_at_0": "2020-01-01", "starts_at_1": "12:00"}
    assert admin_client.post(reverse("admin:announcements_notice_add"), fields).status_code == 302
    assert "Just written" in page(admin_client)
    backwards = fields | {"ends_at_0": "2019-01-01", "ends_at_1": "12:00"}
    assert "It ends before it begins." in words_of(
        admin_client.post(reverse("admin:announcements_notice_add"), backwards)
    )
