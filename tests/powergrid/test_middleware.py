"""Logged out meanwhile: after logging in, people are back on the page they were on. And times are theirs."""

from datetime import UTC, datetime
from urllib.parse import urlencode

import pytest
from django.urls import reverse

from games.models import Seat
from tests.factories import GameFactory

pytestmark = pytest.mark.django_db


@pytest.fixture
def game():
    return GameFactory()


def play(game):
    return reverse("games:play", args=[game.pk])


def log_in(page=None):
    query = f"?{urlencode({'next': page}, safe='/')}" if page else ""
    return reverse("account_login") + query


def test_a_page_asked_for_comes_after_logging_in(client):
    assert client.get(reverse("games:dashboard")).url == log_in(reverse("games:dashboard"))


def test_after_a_form_the_page_with_the_form_comes(client, game):
    page = f"{game.get_absolute_url()}?a=1"
    answer = client.post(play(game), headers={"Referer": f"http://testserver{page}"})
    assert answer.status_code == 302
    assert answer.url == log_in(page)


@pytest.mark.parametrize("referer", [{}, {"Referer": "https://elsewhere.example/games/1/"}])
def test_a_form_from_nowhere_leads_to_no_address_that_shows_nothing(client, game, referer):
    assert client.post(play(game), headers=referer).url == log_in()


def test_htmx_hears_that_they_are_logged_out(client, game):
    answer = client.post(play(game), headers={"HX-Request": "true"})
    assert (answer.status_code, answer.content) == (401, b"")


def test_other_ways_to_the_log_in_page_are_left_alone(client, ana):
    client.force_login(ana)
    answer = client.post(reverse("account_logout"), {"next": log_in()}, headers={"Referer": "http://testserver/x/"})
    assert answer.url == log_in()


def test_times_are_said_in_the_zone_of_the_reader(client, ana, game):
    ana.time_zone = "Asia/Tokyo"
    ana.save()
    Seat.objects.filter(is_to_move=True).update(asked_at=datetime(2026, 5, 4, 20, 0, tzinfo=UTC))
    page = game.get_absolute_url()
    assert "May 4, 2026, 8 p.m." in client.get(page).content.decode()
    client.force_login(ana)
    assert "May 5, 2026, 5 a.m." in client.get(page).content.decode()
