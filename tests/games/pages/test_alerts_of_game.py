"""How often people want to hear of a single game."""

import re

import pytest
from django.urls import reverse
from django.utils import timezone

from notifications import send_context, wishes
from notifications.models import Alert, Channel, Destination, Frequency, GameWish
from notifications.wishes import HowOften
from tests.factories import GameFactory, UserFactory
from tests.pages import html_of

pytestmark = pytest.mark.django_db

NOW = timezone.now()


@pytest.fixture
def game(ana):
    return GameFactory(players=2)


@pytest.fixture
def player(client, ana):
    client.force_login(ana)
    return client


@pytest.fixture
def page(game):
    return reverse("games:alerts", args=[game.pk])


def test_page_has_a_choice_for_each_channel_that_one_has(player, ana, page):
    Destination.objects.create(user=ana, channel=Channel.PUSH, address="https://push.example/1", frequency="daily")
    shown = player.get(page).content.decode()
    assert 'name="mail"' in shown
    assert 'name="push"' in shown
    assert 'name="slack"' not in shown
    assert "As usual: Once a day" in shown


def test_game_is_told_of_otherwise(player, ana, game, page):
    player.post(page, {"mail": "spaced-8"})
    assert wishes.for_game(ana, game.pk) == {Channel.MAIL: HowOften(Frequency.SPACED, 8)}


def test_as_usual_leaves_nothing_behind(player, ana, game, page):
    GameWish.objects.create(user=ana, subject_id=game.pk, channel=Channel.MAIL, frequency=Frequency.NEVER)
    player.post(page, {"mail": ""})
    assert not GameWish.objects.exists()


def test_choice_that_is_none_changes_nothing(player, page):
    assert player.post(page, {"mail": "hourly"}).status_code == 400
    assert not GameWish.objects.exists()


def test_channel_that_one_does_not_have_is_left_alone(player, page):
    player.post(page, {"mail": "", "slack": "never"})
    assert not GameWish.objects.exists()


def test_games_apart_are_listed_among_all_alerts(player, game, page):
    assert page not in player.get(reverse("notifications:alerts")).content.decode()
    player.post(page, {"mail": "never"})
    assert page in player.get(reverse("notifications:alerts")).content.decode()


def test_who_watches_has_no_alerts_of_a_game(client, page):
    client.force_login(UserFactory(name="Dan"))
    assert client.get(page).status_code == 403
    assert client.post(page, {"mail": "never"}).status_code == 403


def test_private_game_of_others_is_not_found(client, ana, game, page):
    type(game).objects.filter(pk=game.pk).update(is_public=False)
    client.force_login(UserFactory(name="Dan"))
    assert client.get(page).status_code == 404


def test_page_of_a_game_leads_there(player, game, page):
    assert page in player.get(game.get_absolute_url()).content.decode()


def test_wish_for_one_game_silences_no_other(player, ana, game, page):
    other = GameFactory(players=2)
    player.post(page, {"mail": "never"})
    told = send_context.selected(Alert.objects.filter(recipient=ana, kind="your_turn"))
    wanted = {alert.subject_id: send_context.is_wanted(alert) for alert in told}
    assert wanted == {game.pk: False, other.pk: True}


def test_way_to_them_is_told_by_the_names_on_the_page_of_a_game(player, game):
    told = re.search(r"To hear more or less of one game, .*?<", html_of(player.get(reverse("notifications:alerts"))))
    assert told
    menu, page = re.findall("“(.*?)”", told[0])
    shown = html_of(player.get(game.get_absolute_url()))
    assert f'<button class="bar-more" type="button" popovertarget="more" aria-label="{menu}"' in shown
    assert f">{page}</a>" in shown.partition('id="more"')[2]
