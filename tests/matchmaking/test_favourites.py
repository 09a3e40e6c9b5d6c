"""Maps that people like best: a star in the form for a new table, and then they come first."""

import pytest
from django.urls import reverse

import rules
from accounts.models import User
from tests.factories import GameFactory
from tests.matchmaking.forms import CREATE
from tests.pages import html_of, parts_of

STAR = reverse("matchmaking:favourite")
HTMX = {"HX-Request": "true"}


@pytest.fixture
def player(client, ana):
    client.force_login(ana)
    return client


def favourites():
    return User.objects.get(name="Ana").favourite_maps


def offered(page):
    return [word for word, _choice in page.context["form"].fields["map"].choices]


def test_star_makes_a_map_a_favourite_and_takes_it_out_again(player):
    for map in ("italy", "france", "italy"):
        assert player.post(STAR, {"favourite": map}).url == CREATE
    assert favourites() == ["france", "italy"]
    player.post(STAR, {"no_more": "france"})
    player.post(STAR, {"no_more": "usa"})
    assert favourites() == ["italy"]


@pytest.mark.postgresql
def test_two_tabs_at_once_lose_no_star(ana):
    one, other = User.objects.get(pk=ana.pk), User.objects.get(pk=ana.pk)
    one.like_map("france", is_favourite=True)
    other.like_map("italy", is_favourite=True)
    assert favourites() == ["france", "italy"]


def test_star_is_drawn_anew_for_a_page_that_stays_open(player):
    answer = player.post(STAR, {"favourite": "france"}, headers=HTMX)
    assert parts_of(answer) == {"favourite-france"}
    assert 'aria-pressed="true"' in html_of(answer)
    assert 'name="no_more" value="france"' in html_of(answer)


@pytest.mark.parametrize("sent", [{}, {"favourite": "atlantis"}, {"no_more": "<b>"}])
def test_there_is_no_star_of_a_map_that_there_is_not(player, sent):
    assert player.post(STAR, sent).status_code == 404


def test_form_begins_with_the_chosen_map_favourites_and_the_maps_played_lately(player, ana, monkeypatch):
    monkeypatch.setattr("matchmaking.forms.FEW_MAPS", 1)
    GameFactory(options=rules.Options(map="benelux"))
    player.post(STAR, {"favourite": "italy"})
    assert offered(player.get(CREATE))[:3] == ["germany", "italy", "benelux"]
    assert "played lately" in html_of(player.get(CREATE))


@pytest.mark.parametrize("name", ["matchmaking:lobby", "ratings:leaderboards", "games:rules"])
def test_favourites_come_first_wherever_a_map_is_chosen(player, name):
    player.post(STAR, {"favourite": "italy"})
    page = html_of(player.get(reverse(name)))
    assert page.index('value="italy"') < page.index('value="germany"')
