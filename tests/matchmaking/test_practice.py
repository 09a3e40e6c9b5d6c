"""Games against bots: the function and its button."""

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

import rules
import rules.bots
from accounts.models import User
from games.models import Game
from games.replay import snapshots
from games.turns import play
from matchmaking import practice
from matchmaking.models import TableRefused
from tests.factories import GuestFactory, TableFactory
from tests.pages import words_of

pytestmark = pytest.mark.django_db

URL = reverse("matchmaking:practice")


def start(user: User, *, bots: int = 2, **options: Any) -> Game:
    return practice.start(user, rules.Options(**options), bots=bots, bot_level="easy")


def take_a_turn(game: Game) -> None:
    """Let the person do what a bot would."""
    seat = game.seats.get(is_to_move=True)
    play.play(game, seat, rules.bots.decide(snapshots.load(game), rules.Seat(seat.number)), expected=game.sequence)


def test_practice_is_a_game_against_bots_that_nobody_else_sees(ana):
    game = start(ana, map="usa", bots=3)
    assert [seat.is_bot for seat in game.seats.all()] == [False, True, True, True]
    assert game.seats.get(user=ana).name == "Ana"
    assert (game.map, game.name, game.is_public) == ("usa", "Practice: USA, Classic", False)
    assert game.undo_by_consent


def test_practice_not_touched_yet_is_taken_up_again(ana):
    assert start(ana) == start(ana)
    assert Game.objects.count() == 1


def test_practice_of_another_kind_is_another_game(ana, bob):
    games = {start(ana), start(ana, bots=3), start(ana, map="usa"), start(ana, first_game=True), start(bob)}
    games.add(start(ana, edition="recharged"))
    games.add(practice.start(bob, rules.Options(), bots=2, bot_level="normal"))
    assert len(games) == 7


def test_practice_can_be_the_short_game_for_newcomers(ana):
    game = start(ana, first_game=True)
    assert game.read_setup().options.first_game
    assert game.name == "Practice: Germany, First game"
    assert start(ana, first_game=True) == game


def test_practice_in_which_a_turn_was_taken_is_left_alone(ana):
    first = start(ana)
    take_a_turn(first)
    assert start(ana) != first


def test_sixth_running_practice_is_refused(ana):
    for bots in range(1, 6):
        start(ana, bots=bots)
    with pytest.raises(TableRefused, match="5 games against bots"):
        start(ana, map="usa")


def test_games_with_people_or_finished_do_not_count_as_practice(ana, bob):
    TableFactory(host=ana, players=3, bots=1, people=[bob])
    start(ana)
    finished = start(ana, bots=1)
    Game.objects.filter(pk=finished.pk).update(finished_at=finished.created_at)
    assert practice.running(ana).count() == 1
    assert not practice.running(bob).exists()


def test_visitor_becomes_a_guest_and_plays(client):
    answer = client.post(URL)
    game = Game.objects.get()
    assert answer.status_code == 302
    assert answer.url == game.get_absolute_url()
    assert game.map == "germany"
    assert game.seats.count() == 3
    assert game.seats.get(is_bot=False).user.is_guest
    assert client.get(answer.url).status_code == 200


def test_guest_who_presses_again_stays_the_same_guest(client):
    client.post(URL)
    client.post(URL, {"bots": "3", "map": "usa"})
    assert User.objects.count() == 1
    assert Game.objects.count() == 2


@pytest.mark.parametrize(
    ("sent", "options"),
    [
        ({}, rules.Options()),
        ({"game": "classic", "map": "benelux"}, rules.Options(map="benelux")),
        ({"game": "first"}, rules.Options(first_game=True)),
        ({"game": "first", "map": "italy"}, rules.Options(first_game=True, map="italy")),
        ({"game": "recharged", "map": "france"}, rules.Options(edition="recharged", map="france")),
    ],
)
def test_visitor_says_what_is_to_be_played(client, sent, options):
    client.post(URL, sent)
    assert Game.objects.get().read_setup().options == options


@pytest.mark.parametrize(
    ("sent", "of_a_visitor", "of_a_player"),
    [
        ({}, "easy", "normal"),
        ({"game": "first"}, "easy", "easy"),
        ({"bot_level": "easy"}, "easy", "easy"),
        ({"game": "first", "bot_level": "normal"}, "normal", "normal"),
        ({"bot_level": "hard"}, "hard", "hard"),
    ],
)
def test_bots_are_easy_for_newcomers_unless_they_say_otherwise(client, ana, sent, of_a_visitor, of_a_player):
    def level() -> str:
        client.post(URL, sent)
        return {seat.level for seat in Game.objects.latest("pk").seats.filter(is_bot=True)}.pop()

    assert level() == of_a_visitor
    client.force_login(ana)
    assert level() == of_a_player


def test_short_game_is_refused_on_a_map_that_has_none_and_the_map_stays_in_sight(client):
    answer = client.post(URL, {"game": "first", "map": "manhattan"})
    assert answer.status_code == 400
    assert "On the map Manhattan there is no first game." in words_of(answer)
    assert answer.context["form"].fields["map"].choices[0][0] == "manhattan"


def test_maps_without_a_short_game_are_named_beside_it(client):
    page = words_of(client.get(reverse("matchmaking:lobby")))
    maps_without = [map for map in rules.MAPS if "first_game" in rules.board(map).rules.not_offered.variants]
    assert page.count("No first game on this map") == len(maps_without) > 0


def test_practice_of_two_in_recharged_is_against_the_trust(client):
    client.post(URL, {"game": "recharged", "bots": "1"})
    assert Game.objects.get().read_setup().has_trust


def test_newcomers_are_offered_the_short_game_and_easy_bots_first(client, ana):
    lobby = reverse("matchmaking:lobby")
    assert [_picked(name, client.get(lobby)) for name in ("game", "bot_level")] == ["first", "easy"]
    client.force_login(ana)
    assert [_picked(name, client.get(lobby)) for name in ("game", "bot_level")] == ["classic", "normal"]


def _picked(name: str, answer) -> str:
    (radio,) = re.findall(rf'<input type="radio" name="{name}"[^>]* checked[^>]*>', answer.content.decode())
    (value,) = re.findall(r'value="(\w+)"', radio)
    return str(value)


def test_registered_player_practises_under_the_own_name(client, ana):
    client.force_login(ana)
    client.post(URL, {"bots": "1"})
    assert [seat.name for seat in Game.objects.get().seats.all()] == ["Ana", "Faraday"]


@pytest.mark.parametrize(
    ("form", "sentence"),
    [
        ({"bots": "0"}, "Play against 1 to 5 bots."),
        ({"bots": "6"}, "Play against 1 to 5 bots."),
        ({"bots": "-1"}, "Play against 1 to 5 bots."),
        ({"bots": "9" * 400}, "Play against 1 to 5 bots."),
        ({"bots": "two"}, "Play against 1 to 5 bots."),
        ({"map": "atlantis"}, "Choose one of these maps."),
        ({"game": "perhaps"}, "Choose one of these games."),
        ({"game": "recharged", "map": "mars"}, "Choose one of these maps."),
    ],
)
def test_practice_that_cannot_be_is_refused_without_making_a_guest(client, form, sentence):
    answer = client.post(URL, form)
    assert answer.status_code == 400
    assert sentence in answer.content.decode()
    assert not User.objects.exists()
    assert not Game.objects.exists()


def test_one_practice_too_many_gets_a_friendly_page(client):
    guest = GuestFactory()
    client.force_login(guest)
    for bots in range(1, 6):
        start(guest, bots=bots)
    answer = client.post(URL, {"map": "usa"})
    assert answer.status_code == 409
    assert "You have 5 games against bots running." in answer.content.decode()
    assert reverse("games:dashboard") in answer.content.decode()


def against_hard(user: User, **options: Any) -> Game:
    return practice.start(user, rules.Options(**options), bots=1, bot_level="hard")


def test_guest_plays_one_game_against_hard_bots_at_a_time(client):
    client.force_login(guest := GuestFactory())
    first = against_hard(guest)
    assert start(guest).thinks_for
    answer = client.post(URL, {"game": "classic", "bots": "2", "bot_level": "hard"})
    assert answer.status_code == 409
    assert "one game against Hard bots at a time" in words_of(answer)
    assert reverse("games:dashboard") in answer.content.decode()
    Game.objects.filter(pk=first.pk).update(finished_at=first.created_at)
    assert client.post(URL, {"game": "classic", "bots": "2", "bot_level": "hard"}).status_code == 302


def test_person_with_an_account_plays_several(ana):
    assert against_hard(ana) != against_hard(ana, map="usa")


def test_bots_think_for_each_account_and_for_all_guests_at_one_address(ana, bob):
    shared = set()
    for person, address in ((GuestFactory(), "192.0.2.1"), (GuestFactory(), "192.0.2.1"), (ana, "192.0.2.1"),
                            (bob, "192.0.2.1"), (GuestFactory(), "192.0.2.2")):  # fmt: skip
        browser = Client(REMOTE_ADDR=address)
        browser.force_login(person)
        browser.post(URL, {"game": "classic", "bots": "2", "bot_level": "hard"})
        whom = Game.objects.latest("pk").thinks_for
        assert address not in whom
        shared.add(whom)
    assert len(shared) == 4
    assert {f"user {ana.pk}", f"user {bob.pk}"} <= shared


def test_looking_at_the_address_starts_nothing(client):
    assert client.get(URL).url == reverse("matchmaking:lobby")
    assert not Game.objects.exists()
