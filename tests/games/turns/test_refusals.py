"""What an edition, a board or a variant forbids is refused with a sentence of its own, and changes nothing."""

import pytest
from django.urls import reverse

import rules
from games.models import Game
from games.turns import play
from tests.factories import GameFactory, person_called, play_until
from tests.games.scripts import TRUST_AUCTIONS, TRUST_HOUSES
from tests.pages import html_of, words_of

pytestmark = pytest.mark.django_db

RECHARGED = rules.Options(edition="recharged")
START_CITIES = rules.Options(edition="recharged", start_cities=True)

PURCHASES = (*TRUST_AUCTIONS, "buy", "buy")
TWO_HOUSES = "Leipzig already has two houses. You can build a third one in Step 3. Rule BLD-9"


@pytest.fixture
def refusal(client):
    """Post an action that is refused, as the one who is asked; what the page then says."""

    def post(game: Game, **fields) -> str:
        client.force_login(game.seats.get(is_to_move=True).user)
        response = client.post(reverse("games:play", args=[game.pk]), {"expected": game.sequence, **fields})
        assert response.status_code == 422
        assert game.actions.count() == game.sequence
        return words_of(response)

    return post


@pytest.mark.parametrize(
    ("script", "action", "city", "reason"),
    [
        ((), "start", "halle", "It is time to place the first houses of the Trust. Rule TRU-5"),
        ((), "trust", "berlin", "Berlin lies outside the areas in play. Rule SET-5"),
        ((), "trust", "atlantis", "on this map. Rule SET-1"),
        (["trust halle"], "trust", "halle", "The Trust already has a house in Halle. Rule TRU-5"),
        (["trust halle"], "trust", "hamburg", "Hamburg has no direct connection to a city of the Trust. Rule TRU-5"),
        (TRUST_HOUSES, "trust", "dresden", "It is time to mark start cities. Rule EXP-1"),
        (TRUST_HOUSES, "start", "halle", "The Trust has a house in Halle. Mark another city. Rule TRU-6"),
        (
            [*TRUST_HOUSES, "start leipzig"],
            "start",
            "leipzig",
            "Leipzig is already marked. Mark another city. Rule EXP-1",
        ),
    ],
)
def test_city_that_cannot_be_chosen_before_the_game(refusal, script, action, city, reason):
    game = GameFactory(players=2, options=START_CITIES, after=script)
    assert reason in refusal(game, action=action, city=city)


def test_city_without_a_way_out_that_is_not_offered_as_a_start_city(client, refusal):
    options = rules.Options(edition="recharged", map="italy", areas="draft", start_cities=True)
    game = GameFactory(options=options, after=["area centre", "area northeast", "area northwest"])
    client.force_login(game.seats.get(is_to_move=True).user)
    address = reverse("games:detail", args=[game.pk])
    offered = html_of(client.get(address))
    assert "city=firenze" in offered
    assert "city=livorno" not in offered
    reason = "Livorno is cut off from most of the cities in play. Mark another city. Rule EXP-1a"
    assert reason in words_of(client.get(address, {"action": "start", "city": "livorno"}))
    assert reason in refusal(game, action="start", city="livorno")


@pytest.mark.parametrize(
    ("script", "plant", "bid", "reason"),
    [
        ((), 3, 1, "It is time to place the first houses of the Trust. Rule TRU-5"),
        (TRUST_HOUSES, 3, 0, "The minimum bid for plant 03 is 1 Elektro. Rule AUC-5"),
        (TRUST_AUCTIONS[:-1], 4, 5, "Nobody else can bid: you pay exactly 4 Elektro for plant 04."),
    ],
)
def test_plant_that_cannot_be_put_up_so(refusal, script, plant, bid, reason):
    game = GameFactory(players=2, options=RECHARGED, after=script)
    assert reason in refusal(game, action="open", plant=plant, bid=bid)


@pytest.mark.parametrize(
    ("script", "city", "reason"),
    [
        (PURCHASES, "halle", "Halle already has a house. You can build a second one from Step 2 on. Rule BLD-9"),
        ([*PURCHASES, "build leipzig"], "leipzig", TWO_HOUSES),
    ],
    ids=["a first house of the Trust", "one that followed"],
)
def test_city_that_the_trust_keeps_shut(refusal, script, city, reason):
    assert reason in refusal(GameFactory(players=2, options=RECHARGED, after=script), action="build", city=city)


@pytest.mark.parametrize(
    ("cities", "reason"),
    [
        (["leipzig"], "Your network must start in one of the marked cities: Halle, Hannover, Köln. Rule EXP-3"),
        (["halle", "hannover"], "Until Step 2 Hannover is kept for players who start there. Rule EXP-5"),
    ],
    ids=["a start elsewhere", "a city marked for a start"],
)
def test_city_that_the_marks_keep_shut(refusal, cities, reason):
    marked = GameFactory(options=START_CITIES, after=["start halle", "start hannover", "start koln"])
    game = play_until(marked, lambda state: state.phase == "building")
    assert reason in refusal(game, action="build", city=cities)


def test_nuclear_plant_that_the_map_bars(refusal):
    options = rules.Options(edition="recharged", map="central-europe")
    seats = [play.NewSeat(name, person_called(name)) for name in ("Ana", "Bob", "Cid")]
    game = play.start(options, seats, name="Friday round", is_public=True, bot_level="easy", seed="10")
    words = refusal(game, action="open", plant=11, bid=11)
    assert "Plant 11 is nuclear: to buy it, you need a city in one of these areas: " in words
    assert "Rule MAP-CE-3" in words
