import pytest
from django.test import Client
from django.urls import reverse

import rules
import rules.bots
from games.models import Action, Game
from games.replay import history, snapshots
from games.turns import undo
from tests.factories import GameFactory, person_called, play_on, play_to_the_end, play_until
from tests.games.scripts import AUCTIONS, BUILDINGS, PURCHASES, ROUND
from tests.pages import html_of, parts_of, words_of

pytestmark = pytest.mark.django_db

RECHARGED = rules.Options(edition="recharged")
START_CITIES = rules.Options(edition="recharged", start_cities=True)

HTMX = {"HX-Request": "true", "HX-Target": "action-panel"}


@pytest.fixture
def send(client):
    """Post an action as somebody who has seen everything, unless told otherwise."""

    def post(game: Game, name: str, headers: dict[str, str] | None = None, **fields):
        if name:
            client.force_login(person_called(name))
        fields = {"expected": game.sequence} | fields
        return client.post(reverse("games:play", args=[game.pk]), fields, headers=headers)

    return post


def taken(game: Game) -> list[str]:
    """All actions of a game, as one would write them down."""
    return [str(move.action) for move in history.moves(Game.objects.get(pk=game.pk))]


# What is taken ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "script", "fields", "action"),
    [
        ("Ana", (), {"action": "open", "plant": 4, "bid": 6}, "open 4 6"),
        ("Bob", ("open 4 4",), {"action": "bid", "amount": 5}, "bid 5"),
        ("Bob", ("open 4 4",), {"action": "pass"}, "pass"),
        ("Cid", ROUND, {"action": "decline"}, "decline"),
        ("Bob", AUCTIONS, {"action": "buy", "oil": 2, "coal": ""}, "buy o2"),
        ("Bob", AUCTIONS, {"action": "buy", "nothing": 1}, "buy"),
        ("Bob", PURCHASES, {"action": "build", "city": ["halle", "leipzig"]}, "build halle leipzig"),
        ("Bob", PURCHASES, {"action": "build", "nothing": 1}, "build"),
        ("Cid", BUILDINGS, {"action": "run", "plant": 5, "coal-5": 1}, "run 5:c1o1"),
        ("Ana", BUILDINGS, {"action": "run", "plant": 4}, "run 4"),
        ("Ana", BUILDINGS, {"action": "run", "nothing": 1}, "run"),
    ],
)
def test_form_becomes_an_action_and_leads_back_to_the_game(send, name, script, fields, action):
    game = GameFactory(after=script)
    response = send(game, name, **fields)
    assert (response.status_code, response["Location"]) == (302, game.get_absolute_url())
    assert taken(game) == [*script, action]


def test_area_is_chosen(send):
    game = GameFactory(options=rules.Options(areas="draft"))
    send(game, "Ana", action="area", area="west")
    assert taken(game) == ["area west"]


def test_houses_of_the_trust_are_placed(send):
    game = GameFactory(players=2, options=RECHARGED)
    assert send(game, "Ana", action="trust", city="hannover").status_code == 302
    game.refresh_from_db()
    assert send(game, "Bob", action="trust", city="bremen").status_code == 302
    assert taken(game) == ["trust hannover", "trust bremen"]


def test_start_city_is_marked(send):
    game = GameFactory(options=START_CITIES, after=["start halle"])
    assert send(game, "Bob", action="start", city="hannover").status_code == 302
    assert taken(game) == ["start halle", "start hannover"]


@pytest.mark.parametrize("drop", [{}, {"coal": 0, "oil": 0}])
def test_plant_is_scrapped(send, drop):
    game = play_until(GameFactory(players=4), lambda state: state.discarding is not None)
    position = history.position(game, game.sequence).state
    assert position.discarding is not None
    plant = position.players[position.discarding].plants[0]
    response = send(game, game.seats.get(is_to_move=True).name, action="discard", plant=plant, **drop)
    assert response.status_code == 302
    assert taken(game)[game.sequence].startswith(f"discard {plant}")


def test_htmx_gets_every_part_that_can_have_changed(send):
    game = GameFactory()
    response = send(game, "Ana", HTMX, action="open", plant=4, bid=4)
    assert response.status_code == 200
    assert response["HX-Replace-Url"] == game.get_absolute_url()
    assert html_of(response).lstrip().startswith('<section class="action-panel" id="action-panel"')
    assert parts_of(response) == {
        *(
            "announcement",
            "board",
            "course",
            "feed",
            "to-history",
            "fuel-market",
            "plant-market",
            "players",
            "poll",
            "status",
        ),
        *("track", "ground", "legend", "cities", "guide"),
        *("waiting-games", "seal", "meter", "votes", "calls"),
        *("plans-state", "plans-brief", "answering"),
    }
    assert "<title>Friday round · powergrid</title>" in html_of(response)


def test_htmx_page_asks_for_what_comes_after_the_own_action(send):
    game = GameFactory()
    response = send(game, "Ana", HTMX, action="open", plant=4, bid=4)
    assert f"{reverse('games:updates', args=[game.pk])}?seat&amp;seen=1" in html_of(response)
    assert "Ana put plant 04 up for auction at 4 Elektro." in html_of(response)


def test_seed_is_shown_in_answer_to_the_last_action(send):
    game = play_until(GameFactory(players=2, options=rules.Options(first_game=True)), ends_with_the_next_action)
    state = snapshots.load(game)
    action = rules.bots.decide(state, state.to_move[0])
    assert isinstance(action, rules.BuildCities)
    name = game.seats.get(is_to_move=True).name
    answer = send(game, name, HTMX, action="build", city=action.cities)
    assert "Everything drawn in this game followed from the seed" in words_of(answer)


def ends_with_the_next_action(state: rules.State) -> bool:
    seat = state.to_move[0]
    return rules.apply(state, seat, rules.bots.decide(state, seat)).is_over


# What is not --------------------------------------------------------------------------------------------------------


def test_visitor_is_asked_to_log_in_and_led_back_to_the_game(client):
    game = GameFactory()
    page = f"http://testserver{game.get_absolute_url()}"
    response = client.post(reverse("games:play", args=[game.pk]), {"action": "pass"}, headers={"Referer": page})
    assert response["Location"] == f"{reverse('account_login')}?next={game.get_absolute_url()}"
    assert taken(game) == []


def test_htmx_hears_that_the_sender_is_logged_out(client):
    game = GameFactory()
    headers = {"HX-Request": "true"}
    response = client.post(reverse("games:play", args=[game.pk]), {"action": "pass"}, headers=headers)
    assert response.status_code == 401


def test_spectator_cannot_act(send):
    game = GameFactory()
    response = send(game, "Stranger", action="open", plant=4, bid=4)
    assert response.status_code == 403
    assert "Only its players can act." in words_of(response)
    assert taken(game) == []


def test_private_game_does_not_exist_for_strangers(send):
    game = GameFactory(is_public=False)
    assert send(game, "Stranger", action="open", plant=4, bid=4).status_code == 404


def test_action_out_of_turn_is_refused(send):
    game = GameFactory()
    response = send(game, "Cid", action="open", plant=4, bid=4)
    assert response.status_code == 422
    assert "It is not your turn. Rule GEN-9" in words_of(response)
    assert taken(game) == []


def test_nothing_can_be_done_after_the_end(send):
    game = play_to_the_end(GameFactory(options=rules.Options(first_game=True)))
    response = send(game, "Ana", action="build", city="halle")
    assert response.status_code == 422
    assert "The game is over" in words_of(response)


def test_seat_is_that_of_the_sender_whatever_is_sent(send):
    game = GameFactory()
    assert send(game, "Bob", action="open", plant=4, bid=4, seat=0).status_code == 422
    assert taken(game) == []


def test_refused_action_says_why_and_keeps_what_was_composed(send):
    game = GameFactory(after=PURCHASES)
    response = send(game, "Bob", action="build", city=["halle", "leipzig", "erfurt", "dresden"])
    assert response.status_code == 422
    words = words_of(response)
    assert "Dresden costs" in words
    assert "Rule BLD-14" in words
    assert "Erfurt 10 + 6 from" in words
    assert taken(game) == list(PURCHASES)


def test_refused_action_is_answered_in_parts_for_htmx(send):
    game = GameFactory(after=["open 4 4"])
    response = send(game, "Bob", HTMX, action="bid", amount=60)
    assert response.status_code == 422
    assert html_of(response).lstrip().startswith("<section")
    assert "You have 50 Elektro and cannot bid 60. Rule AUC-6" in words_of(response)


def test_stale_action_is_not_taken_and_the_answer_tells_what_happened(send):
    game = GameFactory(after=["open 4 4", "bid 5", "pass"])
    response = send(game, "Ana", action="bid", amount=5, expected=1)
    assert response.status_code == 409
    words = words_of(response)
    assert "The game went on while you were deciding, so nothing was sent." in words
    assert "Bob bid 5 Elektro for plant 04. Cid passed on plant 04." in words
    assert 'value="6"' in html_of(response)
    assert taken(game) == ["open 4 4", "bid 5", "pass"]


def test_stale_bid_is_none_for_the_next_plant(send):
    game = GameFactory(after=["open 4 4"])
    seen = game.sequence
    game = play_on(game, "pass", "pass", "open 5 5")
    response = send(game, "Cid", action="bid", amount=30, expected=seen)
    assert response.status_code == 409
    assert "Bid 30" not in words_of(response)
    assert 'value="6"' in html_of(response)


def test_action_sent_twice_is_taken_once(send):
    game = GameFactory()
    first = send(game, "Ana", action="open", plant=4, bid=4)
    second = send(game, "Ana", action="open", plant=4, bid=4)
    assert (first.status_code, second.status_code) == (302, 409)
    assert "The game waits for:" in words_of(second)
    assert taken(game) == ["open 4 4"]


def test_stale_purchase_says_what_it_costs_now(send):
    game = GameFactory(after=[*AUCTIONS, "buy o2"])
    seen, bob = game.sequence, game.seats.get(name="Bob")
    game = play_on(undo.take_back(game, bob, expected=seen), "buy")
    response = send(game, "Ana", action="buy", coal=2, expected=seen, cost=5)
    assert response.status_code == 409
    assert "What you composed costs 2 Elektro now." in words_of(response)
    assert "Buy 2 coal for 2" in words_of(response)


def test_stale_purchase_at_the_same_price_says_nothing_of_it(send):
    game = GameFactory(after=[*AUCTIONS, "buy o2"])
    seen, bob = game.sequence, game.seats.get(name="Bob")
    game = play_on(undo.take_back(game, bob, expected=seen), "buy")
    assert "What you composed" not in words_of(send(game, "Ana", action="buy", coal=2, expected=seen, cost=2))


def test_powering_is_taken_though_others_powered_meanwhile(send):
    game = GameFactory(after=BUILDINGS)
    seen = game.sequence
    assert send(game, "Ana", action="run", plant=4).status_code == 302
    assert send(game, "Bob", action="run", plant=3, expected=seen).status_code == 302


@pytest.mark.parametrize(
    "fields",
    [
        {},
        {"action": "fly"},
        {"action": "buy"},
        {"action": "buy", "coal": 0, "oil": ""},
        {"action": "build"},
        {"action": "run"},
        {"action": "build", "city": "Halle/../x"},
        {"action": "build", "city": ["halle"] * 43},
        {"action": "run", "plant": ["4", "4", "4", "4", "4"]},
        {"action": "run", "plant": "41"},
        {"action": "run", "plant": "5", "coal-5": "3"},
        {"action": "open", "plant": "0", "bid": "4"},
        {"action": "open", "plant": "4"},
        {"action": "open", "plant": "4", "bid": "4.5"},
        {"action": "bid", "amount": "-1"},
        {"action": "bid", "amount": "9" * 5000},
        {"action": "bid", "amount": "1e3"},
        {"action": "bid", "amount": "٣"},
        {"action": "buy", "coal": "1.5"},
        {"action": "discard"},
        {"action": "area", "area": "west\n"},
        {"action": "trust"},
        {"action": "trust", "city": "Köln"},
        {"action": "start", "city": ""},
        {"action": "pass", "expected": ""},
        {"action": "pass", "expected": "-1"},
        {"action": "pass", "expected": "many"},
    ],
)
def test_what_cannot_be_read_is_answered_with_a_sentence(send, fields):
    game = GameFactory()
    response = send(game, "Ana", **fields)
    assert response.status_code == 400
    assert 'role="alert"' in html_of(response)
    assert "Put a plant up for auction" in words_of(response)
    assert not Action.objects.exists()


@pytest.mark.rule("PLT-5")
def test_hybrid_without_a_mix_is_refused_by_the_rules(send):
    response = send(GameFactory(after=BUILDINGS), "Cid", action="run", plant="5")
    assert response.status_code == 422
    assert "Plant 05 burns coal and oil that add up to 2." in words_of(response)


@pytest.mark.parametrize("expected", ["", "-1", "many"])
def test_action_for_no_position_asks_to_open_the_game_anew(send, expected):
    words = words_of(send(GameFactory(), "Ana", action="open", plant=4, bid=4, expected=expected))
    assert "Please open the game again." in words
    assert "cannot be used here" not in words


def test_numbers_beyond_reason_are_refused_by_the_rules(send):
    assert send(GameFactory(), "Ana", action="open", plant=99, bid=9999).status_code == 422


def test_what_was_sent_is_never_shown_as_markup(send):
    response = send(GameFactory(), "Ana", action="open", plant="<b>one</b>", bid=4)
    assert response.status_code == 400
    assert "<b>one</b>" not in html_of(response)


def test_refusal_that_is_loaded_once_more_shows_the_game_and_does_nothing(client, ana):
    client.force_login(ana)
    game = GameFactory()
    address = reverse("games:play", args=[game.pk])
    answer = client.get(address, {"action": "open", "plant": 3, "bid": 3}, follow=True)
    assert answer.redirect_chain == [(game.get_absolute_url(), 302)]
    assert "Put a plant up for auction" in words_of(answer)
    assert client.put(address).status_code == 405
    assert not Action.objects.exists()


def test_form_from_another_site_is_refused(ana):
    game = GameFactory()
    client = Client(enforce_csrf_checks=True)
    client.force_login(ana)
    fields = {"action": "open", "plant": 4, "bid": 4, "expected": 0}
    assert client.post(reverse("games:play", args=[game.pk]), fields).status_code == 403
    assert taken(game) == []
