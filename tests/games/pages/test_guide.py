"""The guide through the first round: when it is there, what it says, and that it says nothing but the truth."""

import re
from html import unescape
from typing import Any

import pytest
from django.urls import reverse

import rules
from accounts.models import User
from games.models import Game
from games.pages.composing import Asked
from games.pages.game.guide import lesson_for
from games.replay import snapshots
from games.story.names import Names
from tests.factories import GameFactory, person_called, play_on, play_until
from tests.pages import html_of, parts_of, words_of
from tests.rules.positions import company, position

pytestmark = pytest.mark.django_db

FIRST = rules.Options(first_game=True)
RECHARGED = rules.Options(edition="recharged")
START_CITIES = rules.Options(edition="recharged", start_cities=True)


@pytest.fixture
def look(client):
    """Open the page of a game as somebody."""

    def open_page(game: Game, name: str = "Ana", **composed: Any):
        client.force_login(person_called(name))
        return client.get(game.get_absolute_url(), composed)

    return open_page


def alone(options: rules.Options = FIRST, *, bots: int = 2) -> Game:
    """A game of Ana against bots."""
    return GameFactory.create(players=bots + 1, bots=bots, options=options)


def asked(game: Game, decision: type[rules.Decision], *, in_round: int = 1) -> Game:
    """Let Ana play as a bot would until she is asked that."""
    return play_until(
        game, lambda state: state.round == in_round and isinstance(rules.legal(state, rules.Seat(0)), decision)
    )


def without_buying(game: Game) -> str:
    """How Ana answers in an auction, or where she could open one, if she wants no plant."""
    is_opener = isinstance(rules.legal(snapshots.load(game), rules.Seat(0)), rules.OpeningDecision)
    return "decline" if is_opener else "pass"


def guide_of(response) -> str:
    """What the guide says; empty where there is none."""
    (html,) = re.findall(r'<div id="guide"[^>]*>(.*?)</div>', html_of(response), re.S)
    return unescape(" ".join(re.sub(r"<[^>]+>", " ", html).split()))


# When it is there ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("decision", "words"),
    [
        (rules.OpeningDecision, "1/5 Your first plant"),
        (rules.BiddingDecision, "1/5 How an auction goes"),
        (rules.PurchaseDecision, "2/5 Fuel for your plant"),
        (rules.BuildingDecision, "3/5 Your first cities"),
        (rules.PoweringDecision, "4/5 What your cities pay"),
    ],
)
def test_each_question_of_the_first_round_has_its_lesson(look, decision, words):
    game = asked(alone(bots=3), decision)
    assert words in guide_of(look(game))


def test_next_round_begins_with_what_has_changed_and_then_nothing_is_explained(look):
    game = play_until(alone(), lambda state: state.round == 2)
    assert "5/5 What has changed" in guide_of(look(game))
    assert guide_of(look(play_on(game, without_buying(game)))) == ""


@pytest.mark.parametrize(
    ("options", "bots", "decision", "words"),
    [
        (rules.Options(areas="draft"), 2, rules.AreaDecision, "1/6 Where the game is played"),
        (rules.Options(areas="draft"), 2, rules.OpeningDecision, "2/6 Your first plant"),
        (RECHARGED, 1, rules.TrustHouseDecision, "1/6 The Trust moves in"),
        (RECHARGED, 1, rules.OpeningDecision, "2/6 Your first plant"),
        (START_CITIES, 2, rules.StartCityDecision, "1/6 Where networks begin"),
        (START_CITIES, 1, rules.StartCityDecision, "2/7 Where networks begin"),
    ],
)
def test_what_is_settled_before_the_game_belongs_to_it(look, options, bots, decision, words):
    assert words in guide_of(look(asked(alone(options, bots=bots), decision)))


def test_nothing_is_explained_in_games_with_other_people(look):
    assert guide_of(look(GameFactory(players=3, bots=1))) == ""


def test_nothing_is_explained_to_those_who_watch(look):
    assert guide_of(look(alone(), "Bob")) == ""


def test_nothing_is_explained_to_those_who_can_do_without(look, ana):
    User.objects.filter(pk=ana.pk).update(is_guided=False)
    assert guide_of(look(alone())) == ""


def test_guide_does_not_come_back_in_the_middle_of_a_later_game(look):
    assert guide_of(look(asked(alone(), rules.BuildingDecision, in_round=3))) == ""


def test_page_with_a_guide_costs_at_most_ten_queries(client, ana, django_assert_max_num_queries):
    game = asked(alone(), rules.BuildingDecision)
    client.force_login(ana)
    with django_assert_max_num_queries(10):
        client.get(game.get_absolute_url())


# How it ends --------------------------------------------------------------------------------------------------------


def send(client, game: Game, **fields: Any):
    return client.post(reverse("games:play", args=[game.pk]), {"expected": game.sequence, **fields})


def test_it_ends_with_the_first_turn_after_the_first_round(client, ana):
    game = play_until(alone(), lambda state: state.round == 2)
    client.force_login(ana)
    assert person_called("Ana").is_guided
    assert send(client, game, action=without_buying(game)).status_code == 302
    assert not person_called("Ana").is_guided
    assert guide_of(client.get(alone(bots=3).get_absolute_url())) == ""


def test_first_bid_that_a_plan_goes_on_from_ends_it_as_well(client, ana):
    game = asked(alone(), rules.BiddingDecision, in_round=2)
    client.force_login(ana)
    least = rules.legal(snapshots.load(game), rules.Seat(0)).least
    sent = {"action": "bid", "amount": least, "limit": least, "beyond": "pass", "expected": game.sequence}
    assert client.post(reverse("games:bid_and_plan", args=[game.pk]), sent).status_code == 302
    assert not person_called("Ana").is_guided


def test_turn_of_the_first_round_does_not_end_it(client, ana):
    client.force_login(ana)
    assert send(client, alone(), action="open", plant=4, bid=4).status_code == 302
    assert person_called("Ana").is_guided


def test_turn_among_people_does_not_end_it(client, ana):
    game = play_until(GameFactory(players=2), lambda state: state.round == 2 and state.to_move[0] == 0)
    client.force_login(ana)
    assert send(client, game, action=without_buying(game)).status_code == 302
    assert person_called("Ana").is_guided


def test_refused_action_does_not_end_it(client, ana):
    game = play_until(alone(), lambda state: state.round == 2)
    client.force_login(ana)
    assert send(client, game, action="area", area="nowhere").status_code == 422
    assert person_called("Ana").is_guided


def test_it_can_be_skipped_and_says_where_it_is_to_be_found_again(client, ana):
    game = alone()
    client.force_login(ana)
    response = client.post(reverse("games:skip_guide", args=[game.pk]), follow=True)
    assert response.redirect_chain == [(game.get_absolute_url(), 302)]
    assert "The guide is over. You can start it again in the settings." in words_of(response)
    assert guide_of(response) == ""


def test_skipping_it_beside_an_answer_in_the_making_leaves_the_page_alone(client, ana):
    client.force_login(ana)
    address = reverse("games:skip_guide", args=[alone().pk])
    response = client.post(address, headers={"HX-Request": "true"})
    assert words_of(response) == "The guide is over. Start it again in the settings"
    assert parts_of(response) == set()
    assert not person_called("Ana").is_guided


def test_game_of_others_is_no_place_to_skip_it(client, ana):
    private = GameFactory(players=3, is_public=False)
    client.force_login(person_called("Stranger"))
    assert client.post(reverse("games:skip_guide", args=[private.pk])).status_code == 404


def test_turn_brings_the_next_lesson_along(client, ana):
    game = asked(alone(), rules.PurchaseDecision)
    client.force_login(ana)
    answer = client.post(
        reverse("games:play", args=[game.pk]),
        {"expected": game.sequence, "action": "buy", "nothing": 1},
        headers={"HX-Request": "true", "HX-Target": "action-panel"},
    )
    assert "guide" in parts_of(answer)
    assert "3/5 Your first cities" in words_of(answer)


# What it says -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("AUC-3", "AUC-5", "AUC-20", "END-5", "RCH-9")
def test_first_bid_is_explained_by_the_edition(look):
    classic = guide_of(look(asked(alone(), rules.OpeningDecision)))
    assert "Bids begin at its number. Every player buys one plant in this round." in classic
    game = asked(alone(RECHARGED), rules.OpeningDecision)
    plant = snapshots.load(game).discount
    assert plant is not None
    assert f"Bids begin at its number, but for plant {plant:02} at 1." in guide_of(look(game))


@pytest.mark.rule("AUC-9", "AUC-10")
def test_passing_is_said_to_leave_one_auction_only(look):
    words = guide_of(look(asked(alone(bots=3), rules.BiddingDecision)))
    assert "you are out of this auction only: you can still buy another plant in this round." in words


@pytest.mark.rule("PLT-2", "PLT-4", "PLT-5", "RES-1", "RES-3")
@pytest.mark.parametrize(
    ("plant", "words"),
    [
        ("4", "Plant 04 burns 2 coal each time it runs, and stores up to 4."),
        ("5", "Plant 05 burns 2 coal or oil each time it runs, and stores up to 4."),
    ],
)
def test_own_plant_says_what_fuel_to_buy(look, plant, words):
    game = play_on(alone(), f"open {plant} 20")
    game = asked(game, rules.PurchaseDecision)
    assert snapshots.load(game).players[0].plants == (int(plant),)
    assert words in guide_of(look(game))


@pytest.mark.rule("BLD-2", "BLD-3", "BLD-6", "BLD-9", "BLD-10", "EXP-3")
def test_first_city_is_where_the_game_lets_networks_begin(look):
    words = guide_of(look(asked(alone(), rules.BuildingDecision)))
    assert (
        "Begin in any city without a house, for 10 Elektro. Each further city costs 10 plus the cheapest path"
        in words
    )
    assert "Begin in any of the marked cities, for 10 Elektro." in guide_of(
        look(asked(alone(START_CITIES), rules.BuildingDecision))
    )


@pytest.mark.rule("BUR-3", "BUR-6")
def test_pay_is_that_of_the_rules(look):
    words = guide_of(look(asked(alone(), rules.PoweringDecision)))
    assert "You earn 10 Elektro for none, 22 for one, 33 for two, and so on." in words


@pytest.mark.rule("AUC-13", "ORD-1", "GEN-9", "END-1", "FIRST-3", "MKT-10")
@pytest.mark.parametrize(
    ("options", "bots", "cities"),
    [(FIRST, 2, 7), (rules.Options(), 2, 17), (rules.Options(), 4, 15), (RECHARGED, 1, 18)],
)
def test_end_is_that_of_the_game(look, options, bots, cities):
    game = play_until(alone(options, bots=bots), lambda state: state.round == 2)
    assert f"Once a player has connected {cities} cities, the game ends" in guide_of(look(game))


@pytest.mark.rule("EXP-3", "EXP-5", "TRU-5", "TRU-19")
def test_way_leads_to_a_chapter_that_the_rules_of_this_game_have(look, client):
    games = [
        asked(alone(START_CITIES, bots=1), decision)
        for decision in (rules.TrustHouseDecision, rules.StartCityDecision)
    ]
    games += [asked(alone(rules.Options(areas="draft")), rules.AreaDecision)]
    games += [
        asked(alone(), kind) for kind in (rules.OpeningDecision, rules.PurchaseDecision, rules.BuildingDecision)
    ]
    for game in games:
        page = html_of(look(game))
        (address,) = re.findall(r'href="([^"]*)" target="_blank" rel="noopener">In the rules', page)
        path, chapter = address.split("#")
        assert f'<section id="{chapter}"' in html_of(client.get(path))


def test_what_to_look_at_is_on_the_page(look):
    games = [asked(alone(), kind) for kind in (rules.OpeningDecision, rules.PurchaseDecision, rules.BuildingDecision)]
    games += [asked(alone(), rules.PoweringDecision), play_until(alone(), lambda state: state.round == 2)]
    for game in games:
        page = html_of(look(game))
        (places,) = re.findall(r'data-places="([^"]*)"', page)
        for place in places.split():
            assert f'id="{place}"' in page
            assert f'href="#{place}"' in page


@pytest.mark.rule("MAP-IN-7", "MAP-IN-9", "MAP-KR-5")
@pytest.mark.parametrize(
    ("map", "words"),
    [
        ("india", ("you buy one token each time, until you pass", "cost more than 3")),
        ("korea", ("All that you buy in a turn comes from one of them.",)),
    ],
)
def test_other_ways_to_buy_fuel_are_explained(map, words):
    state = position([company(), company(), company(plants=[20])], map=map, phase="resources", round=1)
    said = " ".join(lesson_for(Asked(state, rules.Seat(2), Names(("Ana", "Bob", "Cid"), state.board), "/")).sentences)
    assert all(some in said for some in words)


@pytest.mark.rule("MAP-AUS-7")
@pytest.mark.parametrize(("market", "is_said"), [((4, 7, 8, 11), True), ((4, 7, 8, 9), False)])
def test_mine_on_offer_is_said_to_power_nothing(market, is_said):
    state = position(map="australia", phase="auction", round=1, market=(*market, 12, 13, 14, 15))
    lesson = lesson_for(Asked(state, rules.Seat(0), Names(("Ana", "Bob", "Cid"), state.board), "/"))
    assert any("powers no city" in sentence for sentence in lesson.sentences) == is_said
