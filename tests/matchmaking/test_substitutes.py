"""Seats of absent people: in the lobby, with a briefing, and taken over."""

import pytest
from django.urls import reverse
from django.utils import timezone

import rules
from games.models import Game, Seat
from games.replay import snapshots
from games.turns import absence
from tests.factories import GameFactory, GuestFactory, TableFactory, person_called, play_until
from tests.pages import html_of, words_of

pytestmark = pytest.mark.django_db

LOBBY = reverse("matchmaking:lobby")


@pytest.fixture
def left(db: None) -> Game:
    """Ana has left a game with Bob and Cid, in its third round."""
    game = play_until(GameFactory.create(), lambda state: state.round == 3)
    return absence.leave(game, person_called("Ana"), now=timezone.now())


def offers(answer) -> list[str]:
    return [f"{offer.seat.name} in {offer.game.name}" for offer in answer.context["lobby"].offers]


def briefing(game, number=0):
    return reverse("matchmaking:substitute", args=[game.pk, number])


def take(client, game, number=0, name="Dan"):
    if name:
        client.force_login(person_called(name))
    return client.post(reverse("matchmaking:take_over", args=[game.pk, number]))


# In the lobby -------------------------------------------------------------------------------------------------------


def test_lobby_offers_the_seat_of_who_left_with_what_it_has(client, left):
    answer = client.get(LOBBY)
    assert offers(answer) == ["Ana in Friday round"]
    words = words_of(answer)
    seen = rules.view(snapshots.load(left), None).companies[0]
    assert f"{len(seen.cities)} cities" in words
    assert "round 3, Step 1" in words


def test_lobby_offers_no_seat_of_somebody_who_plays(client, left):
    absence.come_back(left, person_called("Ana"), now=timezone.now())
    assert offers(client.get(LOBBY)) == []


def test_lobby_offers_no_seat_of_a_game_that_is_over(client, left):
    for name in ("Bob", "Cid"):
        absence.leave(left, person_called(name), now=timezone.now())
    assert offers(client.get(LOBBY)) == []


@pytest.mark.parametrize("name", ["Ana", "Bob"])
def test_those_who_have_a_seat_in_the_game_are_offered_none(client, left, name):
    client.force_login(person_called(name))
    assert offers(client.get(LOBBY)) == []


def test_wishes_are_for_these_seats_too(client, left):
    assert offers(client.get(LOBBY, {"map": "germany", "players": 3})) == ["Ana in Friday round"]
    assert offers(client.get(LOBBY, {"map": "italy"})) == []
    assert offers(client.get(LOBBY, {"players": 4})) == []
    assert offers(client.get(LOBBY, {"pace": "none"})) == ["Ana in Friday round"]
    assert offers(client.get(LOBBY, {"pace": "daily"})) == []


def test_open_lobby_follows_when_a_seat_becomes_free(client, left):
    seen = client.get(LOBBY).context["lobby"].seen
    absence.leave(left, person_called("Bob"), now=timezone.now())
    assert client.get(LOBBY, {"seen": seen}, headers={"HX-Request": "true"}).status_code == 200


def test_seats_of_private_games_are_for_those_who_have_the_link(client, ana, bob, cid):
    table = TableFactory(players=3, people=[bob, cid], is_public=False)
    absence.leave(table.game, ana, now=timezone.now())
    client.force_login(person_called("Dan"))
    assert offers(client.get(LOBBY)) == []
    assert client.get(briefing(table.game)).status_code == 404
    page = client.get(reverse("matchmaking:invite", args=[table.token]))
    assert briefing(table.game) in html_of(page)
    assert offers(client.get(LOBBY)) == ["Ana in Friday grid"]
    assert client.get(briefing(table.game)).status_code == 200


# The briefing -------------------------------------------------------------------------------------------------------


def test_briefing_says_what_the_seat_has_and_what_is_asked(client, left):
    client.force_login(person_called("Dan"))
    words = words_of(client.get(briefing(left)))
    for told in (
        "Ana left the game.",
        "Round 3, Step 1",
        "order of play",
        "Hidden: you see it once",
        "Take over this seat",
    ):
        assert told in words
    assert "The game waits for:" in words


def test_briefing_says_what_a_single_plant_is_good_for(client):
    game = GameFactory(after=["open 3 3", "pass", "pass"])
    absence.leave(game, person_called("Ana"), now=timezone.now())
    assert "Good for 1 city; with the fuel at hand it powers 0." in words_of(client.get(briefing(game)))


def test_briefing_tells_open_money(client):
    game = GameFactory(options=rules.Options(money_visible=True))
    absence.leave(game, person_called("Bob"), now=timezone.now())
    assert "50 Elektro" in words_of(client.get(briefing(game, 1)))


def test_briefing_has_no_plan_nor_money_of_anybody(client, left):
    html = html_of(client.get(briefing(left)))
    assert html.count("hidden-money") == 3


def test_visitor_is_asked_to_log_in_and_led_back(client, left):
    html = html_of(client.get(briefing(left)))
    assert f"{reverse('account_login')}?next={briefing(left)}" in html


@pytest.mark.parametrize("number", [1, 7])
def test_there_is_no_briefing_for_a_seat_that_is_not_free(client, left, number):
    client.force_login(person_called("Dan"))
    answer = client.get(briefing(left, number))
    assert answer.status_code in {302, 404}


@pytest.mark.parametrize(("game", "number"), [(10**30, 0), (None, 10**30)])
def test_seat_with_an_absurd_number_is_not_found(client, left, game, number):
    client.force_login(person_called("Dan"))
    place = [game or left.pk, number]
    assert client.get(reverse("matchmaking:substitute", args=place)).status_code == 404
    assert client.post(reverse("matchmaking:take_over", args=place)).status_code == 404


def test_those_who_play_are_led_to_their_game(client, left):
    client.force_login(person_called("Ana"))
    assert client.get(briefing(left)).url == left.get_absolute_url()


def test_name_of_another_language_or_full_of_tags_is_shown_as_it_is(client, left):
    Seat.objects.filter(game=left, number=0).update(name="<b>\u202eana")
    assert "<b>\u202eana" not in html_of(client.get(briefing(left)))


# Taking over --------------------------------------------------------------------------------------------------------


def test_who_takes_the_seat_is_led_to_the_game(client, left):
    assert take(client, left).url == left.get_absolute_url()
    assert left.seats.get(number=0).name == "Dan"


def test_second_press_leads_to_the_game_too(client, left):
    take(client, left)
    assert take(client, left).url == left.get_absolute_url()


def test_who_is_too_late_hears_it(client, left):
    take(client, left)
    answer = client.get(take(client, left, name="Eva").url)
    assert "Dan plays on" in words_of(answer)


def test_guests_are_asked_to_sign_up(client, left):
    client.force_login(GuestFactory())
    assert take(client, left, name="").url.startswith(reverse("accounts:keep"))
    assert left.seats.get(number=0).name == "Ana"


def test_who_is_not_reliable_enough_for_the_table_hears_it(client, ana, bob):
    table = TableFactory(players=2, people=[bob], least_reliability=80)
    absence.leave(table.game, ana, now=timezone.now())
    other = GameFactory()
    Seat.objects.filter(game=other, user=person_called("Cid")).update(turns=10, misses=30)
    client.force_login(person_called("Cid"))
    assert "You have made 25 % of yours in time" in words_of(client.get(briefing(table.game)))
    assert take(client, table.game, name="Cid").status_code == 409
    assert table.game.seats.get(number=0).name == "Ana"
