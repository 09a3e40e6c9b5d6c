import hashlib
import re

import pytest
from django.urls import reverse
from markupsafe import escape
from msgspec.structs import replace

import rules
from games.models import Game, levels
from games.replay import snapshots
from games.turns import play
from tests.factories import GameFactory, person_called, play_to_the_end, play_until
from tests.games.scripts import AUCTIONS, BUILDINGS, PURCHASES, ROUND, TRUST_AUCTIONS, TRUST_HOUSES
from tests.pages import COMPOSING, HIDDEN, html_of, words_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def look(client):
    """Open the page of a game as somebody, or as a visitor; further arguments compose."""

    def open_page(game: Game, name: str = "", headers: dict[str, str] | None = None, **composed):
        if name:
            client.force_login(person_called(name))
        return client.get(game.get_absolute_url(), composed, headers=headers)

    return open_page


# Who sees what ------------------------------------------------------------------------------------------------------


def test_anybody_can_watch_a_public_game(look):
    response = look(GameFactory())
    assert response.status_code == 200
    assert "You are watching" in words_of(response)
    assert 'name="expected"' not in html_of(response)


@pytest.mark.postgresql
@pytest.mark.parametrize("pk", [0, 2**31, 2**63 - 1, 2**63, 10**30])
def test_a_number_of_no_game_is_not_found(client, ana, pk):
    client.force_login(ana)
    assert client.get(reverse("games:detail", args=[pk])).status_code == 404


def test_private_game_does_not_exist_for_strangers(look):
    game = GameFactory(is_public=False)
    assert look(game, "Stranger").status_code == 404
    assert look(game, "Cid").status_code == 200


def test_visitors_are_asked_to_log_in_whether_or_not_there_is_a_private_game(look):
    game = GameFactory(is_public=False)
    assert look(game, action="bid").url == f"{reverse('account_login')}?next={game.get_absolute_url()}%3Faction%3Dbid"
    assert look(Game(pk=game.pk + 1)).status_code == 302


def test_money_of_others_is_hidden(look):
    game = GameFactory(after=AUCTIONS)
    page = html_of(look(game, "Ana"))
    assert page.count(HIDDEN) == 2
    assert html_of(look(game, "Stranger")).count(HIDDEN) == 3


def test_money_is_shown_where_the_table_plays_with_open_money(look):
    page = look(GameFactory(options=rules.Options(money_visible=True)), "Ana")
    assert HIDDEN not in html_of(page)


def test_seed_is_sealed_until_the_end(look):
    game = GameFactory(options=rules.Options(first_game=True))
    seed = game.read_setup().seed
    running = html_of(look(game, "Ana"))
    assert game.seed_hash in running
    assert f"seed {seed}" not in running
    ended = words_of(look(play_to_the_end(game), "Ana"))
    assert f"from the seed {seed}." in ended
    assert hashlib.sha256(seed.encode()).hexdigest() in ended


def test_words_in_the_seed_are_shown_from_the_start_with_a_link_to_the_proof(look):
    hostile = "<script>alert(1)</script>"
    seats = [play.NewSeat("Ana", person_called("Ana"), "fair?"), play.NewSeat("Bob", person_called("Bob"), hostile)]
    game = play.start(rules.Options(), seats, name="Friday round", is_public=True, bot_level="easy")
    page = look(game, "Stranger")
    assert "Words that players added: Ana : fair? , Bob :" in words_of(page)
    assert hostile not in html_of(page)
    assert reverse("games:proof", args=[game.pk]) in html_of(page)
    assert "Mixed in" not in words_of(look(GameFactory(), "Stranger"))


def test_names_are_text_and_nothing_else(look):
    hostile = '<script>alert("1")</script>'
    seats = [play.NewSeat(hostile, person_called("Ana")), play.NewSeat("Bob & <blink>", person_called("Bob"))]
    game = play.start(rules.Options(), seats, name=f"{hostile} night", is_public=True, bot_level="easy", seed="5")
    page = html_of(look(game, "Ana"))
    assert hostile not in page
    assert "<blink>" not in page
    assert escape(hostile) in page


def test_page_of_a_long_game_costs_at_most_twelve_queries(look, django_assert_max_num_queries, client):
    game = play_until(GameFactory(players=4), lambda state: state.round == 3)
    client.force_login(person_called("Ana"))
    with django_assert_max_num_queries(12):
        client.get(game.get_absolute_url())


# What the panels say ------------------------------------------------------------------------------------------------


def test_strip_says_where_the_game_stands_and_whom_it_waits_for(look):
    words = words_of(look(GameFactory(after=AUCTIONS), "Ana"))
    assert "Round 1 Step 1" in words
    assert "Largest network: 0. Step 2 begins at 7 cities, the end at 17." in words
    assert "The game waits for: Bob asked just now" in words


def test_strip_names_what_was_agreed_on(look):
    first = GameFactory(options=rules.Options(first_game=True, money_visible=True))
    assert "Germany · 3 players · Classic · First game · Open money" in words_of(look(first))
    assert "Germany · 3 players · Classic · Hidden money" in words_of(look(GameFactory()))


def test_first_game_ends_at_seven_cities_without_steps(look):
    words = words_of(look(GameFactory(options=rules.Options(first_game=True))))
    assert "Largest network: 0. The end begins at 7 cities." in words
    assert "26 cards left" in words
    assert "then Step 3" not in words


def test_own_turn_is_in_the_title(look):
    assert "Your turn · Friday round" in html_of(look(GameFactory(), "Ana"))
    assert "Your turn · " not in html_of(look(GameFactory(), "Bob"))


def test_auction_box_shows_who_holds_the_bid_who_is_in_and_who_passed(look):
    game = GameFactory(players=4, after=["open 4 4", "bid 5", "pass"])
    words = words_of(look(game, "Ana"))
    assert "Highest bid 5 Elektro Bob Still in Ana Bob highest Dan to bid Passed Cid" in words
    assert "3 Cid passed Cities 0" in words


def test_those_who_have_powered_are_shown_with_what_they_earned(look):
    words = words_of(look(GameFactory(after=[*BUILDINGS, "run 4"]), "Cid"))
    assert re.search(r"Ana done Cities 1 Powered ✓ 1 Earned \+22 Elektro hidden", words)
    assert re.search(r"Cid to move Cities 1 Powers 1 /1 Pays \+22", words)


def test_bots_are_marked_among_the_players_with_their_level(look):
    page = look(GameFactory(players=2, bots=1))
    assert "Bot 1 Easy bot" in words_of(page)
    assert f'title="{levels.ONE["easy"].meaning}"' in html_of(page)


def test_plant_market_counts_the_cards_above_the_step_3_card(look):
    assert "26 cards, then Step 3" in words_of(look(GameFactory()))
    assert "Under the Step 3 card:" in words_of(look(GameFactory(after=ROUND)))


def test_fuel_market_is_told_in_words_too(look):
    words = words_of(look(GameFactory()))
    assert "18 on sale, the next for 3 Elektro. 6 in the supply." in words
    assert "6 in the supply. The next refill is to bring 2. Now it would bring 2." in words


def test_refill_that_the_supply_limits_says_so(look):
    words = words_of(look(GameFactory(after=["open 4 4"])))
    refill = "The next refill is to bring 4. Now it would bring 0. In Step 2: 5. In Step 3: 3."
    assert f"0 in the supply. {refill}" in words


def test_feed_tells_the_latest_last_and_what_is_new_since_the_own_turn(look):
    page = look(GameFactory(after=["open 4 4", "bid 5"]), "Ana")
    words = words_of(page)
    assert "Since your last turn Bob bid 5 Elektro for plant 04." in words
    newest, oldest = words.rindex("Bob bid 5"), words.rindex("Ana put plant 04 up")
    assert oldest < newest
    assert reverse("games:history", args=[Game.objects.get().pk, 2]) in html_of(page)


def test_finished_game_shows_the_standing_and_why_and_looks_for_news_no_more(look):
    game = play_to_the_end(GameFactory(options=rules.Options(first_game=True)))
    page = look(game, "Ana")
    assert "The game is over" in words_of(page)
    assert re.search(r"powered the most cities|decided|share the victory", words_of(page))
    assert not re.search(r'id="poll"[^>]* hx-get', html_of(page))
    assert 'id="answer"' not in html_of(page)


def test_finished_game_tells_nothing_of_what_would_come_next(look):
    words = words_of(look(play_to_the_end(GameFactory())))
    assert "next refill" not in words
    assert "cards left" not in words
    assert "then Step 3" not in words


def test_key_of_the_map_speaks_of_areas_out_of_play_where_there_are_some(look):
    assert "Areas without cities are out of play." in words_of(look(GameFactory()))
    assert "Areas without cities" not in words_of(look(GameFactory(options=rules.Options(areas="draft"))))


# What is asked ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "script", "title", "offer"),
    [
        ("Ana", (), "Put a plant up for auction", "Choose a plant to auction (03, 04, 05 or 06)."),
        ("Bob", ("open 4 4",), "Bid or pass", "5 to 50 Elektro"),
        ("Bob", AUCTIONS, "Your round", "next 3 0 stored, room for 4"),
        ("Bob", PURCHASES, "Build your network", "Bremen 10 Cuxhaven 10"),
        ("Cid", BUILDINGS, "Power your cities", "At best you power 1 city and earn 22 Elektro."),
    ],
)
def test_panel_shows_the_decision_of_the_one_who_is_asked(look, name, script, title, offer):
    game = GameFactory(after=script)
    words = words_of(look(game, name))
    assert title in words
    assert offer in words
    assert "You are watching" in words_of(look(game, "Stranger"))


def test_panel_offers_the_areas_that_still_fit(look):
    game = GameFactory(options=rules.Options(areas="draft"), after=["area northwest"])
    panel = words_of(look(game, "Bob", COMPOSING))
    assert "North-east Berlin, Frankfurt (Oder)" in panel
    assert "South-east Regensburg" not in panel


def test_nobody_can_decline_in_the_first_round(look):
    assert "Decline" not in words_of(look(GameFactory(), "Ana"))
    assert "Decline" in words_of(look(GameFactory(after=ROUND), "Cid"))


@pytest.mark.rule("AUC-20")
def test_panel_says_that_everybody_buys_a_plant_in_the_first_round(look):
    sentence = "In the first round every player buys a plant"
    assert sentence in words_of(look(GameFactory(), "Ana"))
    assert sentence not in words_of(look(GameFactory(after=ROUND), "Cid"))


def test_last_opener_pays_the_least_and_is_told_so(look):
    game = GameFactory(after=["open 4 4", "pass", "pass", "open 3 3", "pass"])
    words = words_of(look(game, "Cid", action="open", plant=5, bid=5))
    assert "Nobody else can bid. You get it for 5 Elektro." in words


# Editions, boards and variants --------------------------------------------------------------------------------------

RECHARGED = rules.Options(edition="recharged")
TRUST_SETUP = replace(RECHARGED, areas="draft", start_cities=True)


def test_strip_names_the_parts_of_the_setup(look):
    words = words_of(look(GameFactory(players=2, options=TRUST_SETUP), "Ana"))
    assert "Areas Houses of the Trust Start cities Before the game" in words


def test_feed_tells_of_the_setup_as_before_the_game(look):
    words = words_of(look(GameFactory(players=2, options=RECHARGED, after=TRUST_HOUSES), "Ana"))
    assert re.search(r"Before the game The game began\. .* a house of the Trust in Kiel\. The auctions began", words)


def test_trust_is_listed_among_the_players_and_beside_the_map(look):
    page = look(GameFactory(players=2, options=RECHARGED, after=TRUST_AUCTIONS), "Ana")
    words = words_of(page)
    assert re.search(
        r"2 The Trust to come Houses 6 Left 10 houses left 09 1 Plant 09 powers 1 city with 1 oil", words
    )
    assert "Ana Bob The Trust Key Each city has room" in words


def test_trust_stands_below_the_result(look):
    game = play_to_the_end(GameFactory(players=2, options=RECHARGED))
    assert "– The Trust cannot win" in words_of(look(game, "Ana"))


def test_plant_market_of_recharged_shows_the_discount_token_and_the_next_back(look):
    words = words_of(look(GameFactory(options=RECHARGED), "Ana"))
    assert "26 cards, then Step 3 next: plug (03 to 15)" in words
    assert "Plant 03 powers 1 city with 2 oil minimum bid 1" in words
    assert "If nobody buys plant 03 in this round, it leaves the game with its discount token." in words


def test_coal_storage_is_told_with_its_price(look):
    game = play_until(
        GameFactory(options=replace(RECHARGED, map="usa")), lambda state: bool(state.supply.coal) and state.step == 1
    )
    coal = rules.view(snapshots.load(game)).supply.coal
    words = words_of(look(game))
    assert f"Coal storage: {coal} for 8 Elektro each once the market is empty" in words


def test_coal_storage_that_cannot_refill_the_market_is_told_once(look):
    game = play_until(GameFactory(options=replace(RECHARGED, map="usa")), lambda state: not state.supply.coal)
    words = words_of(look(game))
    assert "Coal storage: 0 for 8 Elektro each" in words
    assert "in storage" not in words


def test_marked_cities_are_listed_beside_the_map(look):
    game = GameFactory(options=replace(RECHARGED, start_cities=True), after=["start bremen", "start leipzig"])
    assert "Every network starts in a marked city: Bremen and Leipzig." in words_of(look(game, "Cid"))


def test_uranium_that_is_phased_out_has_no_refill(look):
    game = play_until(GameFactory(players=2, options=RECHARGED), lambda state: state.phased_out)
    words = words_of(look(game))
    assert "no refill" in words
    assert "Nuclear phase-out: uranium is no longer refilled." in words
