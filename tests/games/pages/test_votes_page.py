"""Voting and giving time on the game page."""

import re
from functools import partial

import pytest
from django.test import Client
from django.urls import reverse

import rules
from games.models import Game, Vote
from games.models.pace import TIMES, Preset
from games.pages.game import votes_panel
from tests.factories import GameFactory, UserFactory, person_called, play_to_the_end

pytestmark = pytest.mark.django_db

HX = {"HX-Request": "true", "HX-Target": "votes"}


@pytest.fixture
def game():
    """Ana is asked; Bob and Cid look on."""
    return GameFactory(players=3, pace=TIMES[Preset.DAILY])


def as_player(name: str) -> Client:
    client = Client()
    client.force_login(person_called(name))
    return client


def words_on(game: Game, name: str) -> str:
    """What the page of a game says to somebody, without tags and surplus space."""
    return " ".join(re.sub(r"<[^>]+>", " ", as_player(name).get(game.get_absolute_url()).content.decode()).split())


def vote(game, name, motion, headers=None, **sent):
    fields = {"motion": motion, "pauses": "0", "expected": str(game.sequence), **sent}
    return as_player(name).post(reverse("games:vote", args=[game.pk]), fields, headers=headers)


def withdraw(game, name, motion):
    fields = {"motion": motion, "expected": str(game.sequence)}
    return as_player(name).post(reverse("games:withdraw_vote", args=[game.pk]), fields)


def give(game, name, number=0, asked=0, headers=None):
    fields = {"number": str(number), "asked": str(asked), "expected": str(game.sequence)}
    return as_player(name).post(reverse("games:give_time", args=[game.pk]), fields, headers=headers)


def test_vote_leads_back_to_the_game_and_all_players_hear_of_it(game):
    assert vote(game, "Ana", "pause").url == game.get_absolute_url()
    assert "Ana wants to pause the game: 1 of 2 votes. Agree" in words_on(game, "Bob")
    assert "You want to pause the game: 1 of 2 votes. Withdraw my vote" in words_on(game, "Ana")


def test_what_can_be_agreed_on_is_said_in_figures(game):
    words = words_on(game, "Bob")
    assert "All clocks stand still for up to 14 days. It takes 2 votes. A game can be paused 3 times." in words
    assert "For this decision. 2 of the others can give it, once each." in words


def test_figures_follow_what_can_be_agreed_on(game, monkeypatch):
    monkeypatch.setattr(votes_panel, "VotesPanel", partial(votes_panel.VotesPanel, pause_days=1, most_pauses=1))
    assert "for up to 1 day. It takes 2 votes. A game can be paused 1 time." in words_on(game, "Bob")


def test_last_vote_that_it_takes_pauses_the_game(game):
    vote(game, "Ana", "pause")
    vote(game, "Bob", "pause")
    assert Game.objects.get(pk=game.pk).paused_at


def test_to_go_on_with_a_paused_game_is_offered_beside_what_is_asked(game):
    vote(game, "Ana", "pause")
    vote(game, "Bob", "pause")
    offer = "The game is paused: all clocks stand still. Go on with the game It takes 2 votes."
    for name in ("Ana", "Bob", "Cid"):
        words = words_on(game, name)
        assert words.index(offer) < words.index("End the game, give more time")
        assert words.count("Go on with the game") == 1
    vote(game, "Cid", "resume", pauses="1")
    assert "Cid wants to go on with the game: 1 of 2 votes. Agree" in words_on(game, "Ana")
    vote(game, "Ana", "resume", pauses="1")
    assert not Game.objects.get(pk=game.pk).paused_at
    assert "Go on with the game" not in words_on(game, "Ana")


def test_vote_is_withdrawn(game):
    vote(game, "Ana", "pause")
    withdraw(game, "Ana", "pause")
    assert "wants to pause" not in words_on(game, "Bob")


def test_who_votes_is_named_in_the_order_of_voting_the_reader_first(game):
    vote(game, "Cid", "end")
    vote(game, "Bob", "end")
    assert "Cid and Bob want to end the game without a winner: 2 of 3 votes." in words_on(game, "Ana")
    assert "You and Cid want to end the game without a winner: 2 of 3 votes." in words_on(game, "Bob")


def test_end_is_asked_for_twice(game):
    words = words_on(game, "Ana")
    assert "End the game without a winner… Nobody wins" in words
    assert "It ends when all 3 players who are here have voted for it. End the game" in words


def test_game_that_all_have_ended_says_so(game):
    for name in ("Ana", "Bob", "Cid"):
        vote(game, name, "end")
    words = words_on(game, "Ana")
    assert Game.objects.get(pk=game.pk).ended_early
    assert "Pause or end the game, give more time" not in words
    assert "votes" not in words


def test_others_give_time_to_whoever_is_asked(game):
    assert "Give Bob" not in words_on(game, "Ana")
    assert "Give Ana 24 hours more" in words_on(game, "Bob")
    assert give(game, "Bob").url == game.get_absolute_url()
    assert "You gave Ana 24 hours more for this decision." in words_on(game, "Bob")
    assert "Bob gave you 24 hours more for this decision." in words_on(game, "Ana")
    assert "Give Ana 24 hours more" not in words_on(game, "Bob")


def test_with_htmx_the_parts_that_changed_are_sent(game):
    answer = vote(game, "Ana", "pause", headers=HX).content.decode()
    assert "<html" not in answer
    assert '<div class="calls" id="calls" hx-swap-oob="true"' in answer
    assert "You want to pause the game: 1 of 2 votes." in answer


def test_open_pages_of_others_follow(game):
    vote(game, "Ana", "pause")
    address = reverse("games:updates", args=[game.pk])
    fields = {"seen": str(game.sequence), "news": str(game.news), "seat": ""}
    answer = as_player("Bob").get(address, fields, headers={"HX-Request": "true"}).content.decode()
    assert "Ana wants to pause the game: 1 of 2 votes." in answer
    assert "action-panel" not in re.findall(r'id="([a-z-]+)" hx-swap-oob', answer)


@pytest.mark.parametrize("headers", [None, HX])
def test_what_cannot_be_read_is_answered_in_words(game, headers):
    answer = vote(game, "Ana", "coup", headers=headers)
    assert answer.status_code == 400
    assert "This does not say what to vote on." in answer.content.decode()
    assert vote(game, "Ana", "pause", headers=headers, pauses="many").status_code == 400
    assert not Vote.objects.exists()


@pytest.mark.parametrize("headers", [None, HX])
def test_what_cannot_be_done_is_refused_in_words(game, headers):
    answer = give(game, "Ana", headers=headers)
    assert answer.status_code == 422
    assert "You can only give time to other players of this game who are to move." in answer.content.decode()


def test_whoever_watches_has_no_vote(game):
    UserFactory(name="Eve")
    answer = vote(game, "Eve", "pause")
    assert answer.status_code == 403
    assert "Pause or end the game, give more time" not in words_on(game, "Eve")
    assert not Vote.objects.exists()


def test_nobody_sees_the_votes_of_a_private_game():
    game = GameFactory(players=3, pace=TIMES[Preset.DAILY], is_public=False)
    UserFactory(name="Eve")
    assert vote(game, "Eve", "pause").status_code == 404
    assert give(game, "Eve").status_code == 404


def test_game_without_clock_can_only_be_ended():
    words = words_on(GameFactory(players=3), "Ana")
    assert "End the game without a winner" in words
    assert "Pause the game" not in words
    assert "24 hours more" not in words


def test_against_bots_alone_and_after_the_end_nothing_is_offered():
    assert "Pause or end the game, give more time" not in words_on(GameFactory(players=3, bots=2), "Ana")
    over = play_to_the_end(GameFactory(players=2, options=rules.Options(first_game=True)))
    assert "Pause or end the game, give more time" not in words_on(over, "Ana")


def test_hostile_names_are_shown_as_they_are(game):
    name = "<script>alert(1)</script>"
    game.seats.filter(number=0).update(name=name)
    vote(game, "Ana", "pause")
    page = as_player("Bob").get(game.get_absolute_url()).content.decode()
    assert name not in page
    assert "&lt;script&gt;alert(1)&lt;/script&gt; wants to pause" in page


def test_list_of_games_says_where_ones_vote_is_wanted(game):
    vote(game, "Ana", "pause")
    voting = "The others are voting. You can vote, too."
    pages = {name: as_player(name).get(reverse("games:dashboard")).content.decode() for name in ("Ana", "Bob")}
    assert {name: voting in page for name, page in pages.items()} == {"Ana": False, "Bob": True}
