"""What the form for a new table offers, and what it makes of answers to other questions."""

from copy import copy

import pytest
from django.urls import reverse

import rules
from games.board.miniature import miniature_address
from games.models.terms import TERMS
from matchmaking.models import Table
from matchmaking.table_terms import about_areas
from tests.matchmaking.forms import CREATE, as_it_comes
from tests.pages import html_of, words_of

pytestmark = pytest.mark.django_db

SHORT = {"edition", "map", "areas", "players", "bots", "access", "first_game", "money_visible"}
MORE = {"tiebreak", "start_city_must_be_empty", "step2_removal_when_skipped"}
NOT_THERE = object()


@pytest.fixture
def player(client, ana):
    client.force_login(ana)
    return client


def asked(client, **wishes: str) -> set[str]:
    """The questions with answers to choose from."""
    return {name for name in as_it_comes(client, **wishes) if name in SHORT or name in TERMS}


def errors(answer) -> dict[str, str]:
    return {name: " ".join(sentences) for name, sentences in answer.context["form"].errors.items()}


def changed(sent: dict[str, object], **changes: object) -> dict[str, object]:
    return {name: value for name, value in (sent | changes).items() if value is not NOT_THERE}


@pytest.mark.parametrize(
    ("wishes", "offered"),
    [
        ({}, SHORT | MORE),
        ({"players": "2"}, SHORT | MORE),
        ({"first_game": "True"}, SHORT),
        ({"map": "benelux", "players": "4"}, SHORT | MORE),
        ({"map": "benelux", "players": "5"}, SHORT - {"areas"} | MORE),
        ({"map": "benelux", "players": "6", "areas": "host"}, SHORT - {"areas"} | MORE),
        ({"map": "france"}, SHORT | MORE),
        ({"edition": "recharged"}, SHORT - {"first_game"} | MORE | {"start_cities"}),
        ({"edition": "recharged", "first_game": "True"}, SHORT - {"first_game"} | MORE | {"start_cities"}),
        (
            {"edition": "recharged", "map": "france"},
            SHORT - {"first_game"} | MORE | {"start_cities", "france_recharged_garbage"},
        ),
        (
            {"edition": "recharged", "map": "usa", "players": "2"},
            SHORT - {"first_game"} | MORE | {"start_cities", "two_player_mode", "trust_refill"},
        ),
        (
            {"edition": "recharged", "map": "italy", "players": "2"},
            SHORT - {"first_game"}
            | MORE
            | {"start_cities", "two_player_mode", "trust_refill", "trust_triggers_phase_out"},
        ),
        (
            {"edition": "recharged", "map": "italy", "players": "2", "two_player_mode": "plain"},
            SHORT - {"first_game"} | MORE | {"start_cities", "two_player_mode"},
        ),
    ],
)
def test_only_what_applies_is_offered(player, wishes, offered):
    assert asked(player, **wishes) == offered


def test_newcomer_sees_a_short_form(player):
    page = player.get(CREATE).content.decode()
    before, folded = page.split('<details class="card more more-choices">')
    shown = {name for name in {*SHORT, *MORE, "name", "pace"} if f'name="{name}"' in before}
    assert shown == {"edition", "map", "players", "pace"}
    assert "all as usual" in folded


@pytest.mark.parametrize(
    ("wishes", "told"),
    [
        ({"tiebreak": "money", "access": "link"}, "By link · Ties by money alone"),
        ({"start_city_must_be_empty": "False"}, "Start beside others"),
        ({"bots": "2", "least_reliability": "90"}, "Reliability: 90 % · Bots among them: 2"),
        ({"edition": "recharged", "first_game": "True", "areas": "draft"}, "Drafted areas"),
        ({"players": "6", "pace": "quick", "undo_by_consent": "True"}, "Taking back by consent"),
    ],
)
def test_what_is_folded_away_and_not_as_usual_is_told(player, wishes, told):
    assert f"Not as usual: {told} " in f"{words_of(player.get(CREATE, wishes))} "


@pytest.mark.parametrize(
    ("wishes", "told"),
    [
        ({}, "Germany, Classic rules, 4 players, 1 day for each decision. Open to all."),
        ({"map": "usa", "bots": "1"}, "USA, Classic rules, 4 players, 1 bot among them, 1 day for each decision."),
        (
            {"edition": "recharged", "map": "italy", "players": "2", "pace": "none", "access": "invited"},
            "Italy, Recharged rules, 2 players, no clock. Invited only.",
        ),
        ({"pace": "own", "move_hours": "36"}, "4 players, 1 day and 12 hours for each decision."),
        ({"players": "3", "bots": "2"}, "Germany, Classic rules, 3 players, 2 bots among them. Open to all."),
    ],
)
def test_form_says_in_a_line_what_the_table_will_be(player, wishes, told):
    assert told in words_of(player.get(CREATE, wishes))


def test_map_that_is_chosen_comes_first_of_many(player, monkeypatch):
    monkeypatch.setattr("matchmaking.forms.FEW_MAPS", 1)
    form = player.get(CREATE, {"map": "italy"}).context["form"]
    first, *others = [word for word, _ in form.fields["map"].choices]
    assert (first, others) == ("italy", [name for name in rules.MAPS if name != "italy"])


def test_each_option_has_its_explanation(player):
    wishes = {"edition": "recharged", "map": "germany", "players": "2"}
    page = player.get(CREATE, wishes).content.decode()
    for name in {"edition", "areas", "money_visible", "start_cities", "two_player_mode", "trust_refill", *MORE}:
        for term in TERMS[name].values():
            assert str(term.word) in page
            assert str(term.meaning) in page
    assert "The rules decide for it" in page


def test_all_maps_are_offered_with_pictures(player):
    for edition in ("classic", "recharged"):
        page = player.get(CREATE, {"edition": edition})
        assert [word for word, _ in page.context["form"].fields["map"].choices] == list(rules.MAPS)
        assert all(f'<img src="{miniature_address(map, edition)}"' in html_of(page) for map in rules.MAPS)


@pytest.mark.parametrize(
    ("wishes", "sentence"),
    [
        ({}, "Germany has 6 areas with 7 cities each. With 4 players, 4 of them are in play."),
        ({"map": "benelux", "players": "5"}, "Benelux has 5 areas with 7 cities each. With 5 players, all of them"),
        ({"map": "benelux", "players": "2"}, "Benelux has 5 areas with 7 cities each. With 2 players, 3 of them"),
        ({"map": "manhattan"}, "Manhattan has 83 cities in one area. With 4 players, 14 of them are blocked:"),
        ({"map": "manhattan", "players": "3"}, "With 3 players, 28 of them are blocked: nobody can build there."),
        ({"map": "france"}, "“Centre with Paris” is always among those drawn at random."),
        (
            {"map": "germany", "edition": "recharged"},
            "Once a player has bought plant 39, uranium is no longer refilled",
        ),
        ({"map": "usa", "edition": "recharged"}, "the storage sells some for 8 Elektro each"),
        ({"map": "usa"}, "This map has no rules of its own."),
        ({"map": "central-europe"}, "needs a city in one of these areas: Czechia, Slovakia and Hungary."),
        ({"map": "central-europe"}, "With a house in Wien, garbage costs 1 Elektro less."),
        ({"map": "benelux"}, "an ecological plant can be for sale as a fifth"),
        ({"map": "france"}, "Not in the game: plant 13. Plant 11 comes early."),
        ({"map": "italy"}, "The resource market begins with prices of its own."),
    ],
)
def test_form_tells_what_is_special_about_a_map(player, wishes, sentence):
    assert sentence in player.get(CREATE, wishes).content.decode()


def test_areas_of_different_sizes_are_told_as_they_are():
    whole = rules.board("benelux")
    board = copy(whole)
    board.cities = {name: city for name, city in whole.cities.items() if city.name != "Groningen"}
    assert about_areas(board, 5, 5).startswith("Benelux has 5 areas with 6 to 7 cities.")


def test_form_leads_to_the_rules_of_what_is_picked(player):
    page = player.get(CREATE, {"edition": "recharged", "map": "france"}).content.decode()
    assert f'href="{reverse("games:rules_of", args=["recharged", "france"])}" target="_blank"' in page


def test_what_is_offered_follows_at_once(player):
    wishes = {"edition": "recharged", "players": "2", "map": "italy", "tiebreak": "money_cities"}
    part = player.get(CREATE, wishes, headers={"HX-Request": "true", "HX-Target": "about-board"}).content.decode()
    for name in ("more-choices", "unusual", "in-words", "paces"):
        assert f'id="{name}" hx-swap-oob="true"' in part
    assert 'name="two_player_mode" value="trust"' in part
    assert 'name="trust_triggers_phase_out"' in part
    assert 'name="first_game"' not in part
    assert 'name="tiebreak" value="money_cities" required id="id_tiebreak_1" aria-describedby' not in part
    assert 'id="maps"' not in part
    assert "<html" not in part


def test_maps_follow_the_edition_alone(player):
    part = player.get(
        CREATE, {"edition": "recharged"}, headers={"HX-Request": "true", "HX-Target": "maps"}
    ).content.decode()
    assert '<div class="in-title" id="maps">' in part
    assert 'id="about-board" hx-swap-oob="true"' in part


def test_every_option_reaches_the_table_and_its_game(player):
    wishes = {"edition": "recharged", "players": "2", "map": "italy"}
    chosen = {
        "start_cities": "True",
        "money_visible": "True",
        "tiebreak": "money_cities",
        "step2_removal_when_skipped": "False",
        "start_city_must_be_empty": "False",
        "trust_refill": "three",
        "trust_triggers_phase_out": "True",
        "bots": "1",
    }
    player.post(CREATE, as_it_comes(player, **wishes) | chosen)
    table = Table.objects.get()
    assert table.options == table.game.read_setup().options
    assert table.options == rules.Options(
        edition="recharged",
        map="italy",
        money_visible=True,
        start_cities=True,
        two_player_mode="trust",
        tiebreak="money_cities",
        step2_removal_when_skipped=False,
        start_city_must_be_empty=False,
        trust_refill="three",
        trust_triggers_phase_out=True,
    )
    assert table.game.read_setup().has_trust


def test_two_can_do_without_the_trust(player):
    wishes = {"edition": "recharged", "players": "2", "two_player_mode": "plain"}
    player.post(CREATE, as_it_comes(player, **wishes) | {"bots": "1"})
    assert not Table.objects.get().game.read_setup().has_trust


def test_garbage_of_france_can_be_chosen(player):
    wishes = {"edition": "recharged", "map": "france"}
    player.post(CREATE, as_it_comes(player, **wishes) | {"france_recharged_garbage": "classic"})
    assert Table.objects.get().options.france_recharged_garbage == "classic"


def test_table_as_it_comes_is_that_of_the_rules_as_they_come(player):
    player.post(CREATE, as_it_comes(player))
    assert Table.objects.get().options == rules.Options()


def test_what_was_not_asked_yet_is_asked_before_the_table_opens(player):
    sent = as_it_comes(player) | {"edition": "recharged", "players": "2"}
    answer = player.post(CREATE, sent)
    assert answer.status_code == 400
    assert errors(answer).keys() == {"start_cities", "two_player_mode", "trust_refill", "trust_triggers_phase_out"}
    page = answer.content.decode()
    assert "The table is not open yet." in page
    assert '<a href="#id_two_player_mode">Two players</a>' in page
    assert '<details class="card more more-choices" open>' in page
    assert not Table.objects.exists()


def test_form_that_came_back_can_be_sent_as_it_is(player):
    sent = as_it_comes(player) | {"edition": "recharged", "players": "2"}
    shown = player.post(CREATE, sent).context["form"]
    offered = {field.html_name: field.value() for field in shown.variants}
    player.post(CREATE, changed(sent, first_game=NOT_THERE) | offered)
    table = Table.objects.get()
    assert table.options == rules.Options(edition="recharged", two_player_mode="trust")


def test_short_game_picked_before_another_edition_is_refused_in_words(player):
    sent = as_it_comes(player) | {"first_game": "True", "edition": "recharged"}
    answer = player.post(CREATE, sent)
    assert answer.status_code == 400
    assert errors(answer)["edition"] == "Only the classic edition has the first-game variant."
    page = answer.content.decode()
    assert 'name="first_game"' not in page
    assert 'name="start_cities"' in page
    assert not Table.objects.exists()


@pytest.mark.parametrize(
    ("wishes", "change", "sentence"),
    [
        ({}, {"start_cities": "True"}, "Only the Recharged edition has standard start cities."),
        ({}, {"players": "2", "two_player_mode": "trust"}, "Only the Recharged edition is played Against the Trust"),
        (
            {"edition": "recharged"},
            {"first_game": "True"},
            "Only the classic edition has the first-game variant.",
        ),
    ],
)
def test_contradiction_is_refused_with_what_would_be_allowed(player, wishes, change, sentence):
    answer = player.post(CREATE, as_it_comes(player, **wishes) | change)
    assert answer.status_code == 400
    assert sentence in errors(answer)["edition"]
    assert sentence in answer.content.decode()
    assert not Table.objects.exists()


@pytest.mark.parametrize(
    ("wishes", "change"),
    [
        ({}, {"trust_refill": "three", "trust_triggers_phase_out": "True", "france_recharged_garbage": "classic"}),
        ({}, {"first_game": "False", "two_player_mode": "plain"}),
        ({}, {"trust_refill": "<script>", "start_cities": "perhaps", "two_player_mode": "9" * 500}),
        ({"edition": "recharged"}, {"two_player_mode": "trust", "trust_refill": "three", "first_game": "False"}),
        ({"edition": "recharged"}, {"france_recharged_garbage": "classic", "first_game": "maybe"}),
        ({"first_game": "True"}, {"tiebreak": "money", "start_city_must_be_empty": "False"}),
        ({"first_game": "True"}, {"step2_removal_when_skipped": "False"}),
    ],
)
def test_answer_to_what_is_not_asked_is_forgotten(player, wishes, change):
    player.post(CREATE, as_it_comes(player, **wishes) | change)
    table = Table.objects.get()
    first_game = wishes.get("first_game") == "True"
    assert table.options == rules.Options(edition=wishes.get("edition", "classic"), first_game=first_game)


@pytest.mark.parametrize("players", ["5", "6"])
@pytest.mark.parametrize(
    "change", [{"areas": "draft"}, {"areas": "host", "chosen_areas": ["north", "austria"]}, {"areas": "mine"}]
)
def test_areas_are_not_asked_for_where_all_are_in_play(player, players, change):
    wishes = {"map": "benelux", "players": players}
    page = player.get(CREATE, wishes | {"areas": "host"}).content.decode()
    assert f"With {players} players, all of them are in play." in page
    assert "Which areas" not in page
    player.post(CREATE, as_it_comes(player, **wishes) | change)
    table = Table.objects.get()
    assert (table.areas, table.chosen_areas) == ("random", [])


def test_areas_are_asked_for_once_there_is_a_choice(player):
    sent = as_it_comes(player, map="benelux", players="5")
    answer = player.post(CREATE, sent | {"players": "4"})
    assert errors(answer).keys() == {"areas"}
    assert 'name="areas" value="random"' in answer.content.decode()
    assert not Table.objects.exists()


@pytest.mark.parametrize(
    ("wishes", "change", "field"),
    [
        ({}, {"edition": "deluxe"}, "edition"),
        ({}, {"edition": ""}, "edition"),
        ({}, {"edition": NOT_THERE}, "edition"),
        ({}, {"map": "atlantis"}, "map"),
        ({}, {"map": NOT_THERE}, "map"),
        ({"edition": "recharged"}, {"map": "germany "}, "map"),
        ({}, {"first_game": "yes"}, "first_game"),
        ({}, {"tiebreak": "dice"}, "tiebreak"),
        ({}, {"tiebreak": ""}, "tiebreak"),
        ({}, {"start_city_must_be_empty": NOT_THERE}, "start_city_must_be_empty"),
        ({"edition": "recharged"}, {"start_cities": "1"}, "start_cities"),
        ({"edition": "recharged", "players": "2"}, {"two_player_mode": "cartel"}, "two_player_mode"),
        ({"edition": "recharged", "players": "2"}, {"trust_refill": "3"}, "trust_refill"),
        (
            {"edition": "recharged", "map": "france"},
            {"france_recharged_garbage": "base\x00"},
            "france_recharged_garbage",
        ),
    ],
)
def test_unknown_answer_is_refused_where_it_was_asked(player, wishes, change, field):
    answer = player.post(CREATE, changed(as_it_comes(player, **wishes), **change))
    assert answer.status_code == 400
    assert errors(answer).keys() == {field}
    assert "Choose one of these" in errors(answer)[field]
    assert not Table.objects.exists()


def test_tie_break_left_to_the_edition_follows_it(player):
    sent = as_it_comes(player, edition="recharged")
    player.post(CREATE, sent)
    assert Table.objects.get().options.tiebreak is None


@pytest.mark.parametrize(
    ("wishes", "areas", "sentence"),
    [
        ({"map": "italy", "players": "3"}, ["south", "northeast", "northwest"], "These areas are not all connected"),
        ({"map": "benelux", "players": "2"}, ["north", "flanders", "wallonia"], "These areas are not all connected"),
        ({"map": "benelux", "players": "4"}, ["north", "flanders"], "needs 4 different areas, not 2"),
        (
            {"map": "germany", "players": "2", "edition": "recharged"},
            ["northwest", "northeast", "southeast"],
            "These areas are not all connected: South-east borders only on East, South-west.",
        ),
        ({"map": "france", "players": "2"}, ["centre", "south", "austria"], "This map has other areas"),
        ({"map": "italy", "players": "2"}, ["centre", "northeast", "northwest"], "Choose another area."),
    ],
)
def test_areas_that_cannot_be_are_refused_at_their_field(player, wishes, areas, sentence):
    answer = player.post(CREATE, as_it_comes(player, areas="host", **wishes) | {"chosen_areas": areas})
    assert answer.status_code == 400
    assert sentence in errors(answer)["chosen_areas"]
    assert not Table.objects.exists()


def test_areas_of_france_can_be_chosen_without_paris(player):
    wishes = {"map": "france", "players": "2", "areas": "host"}
    player.post(CREATE, as_it_comes(player, **wishes) | {"chosen_areas": ["south", "east", "southwest"]})
    assert sorted(Table.objects.get().chosen_areas) == ["east", "south", "southwest"]


def test_two_tabs_with_two_editions_make_two_tables(player):
    one, other = as_it_comes(player), as_it_comes(player, edition="recharged")
    player.post(CREATE, other)
    player.post(CREATE, one)
    assert sorted(Table.objects.values_list("edition", flat=True)) == ["classic", "recharged"]


def test_going_back_and_sending_another_edition_leads_to_the_table_that_there_is(player):
    sent = as_it_comes(player)
    first = player.post(CREATE, sent)
    again = as_it_comes(player, edition="recharged") | {"token": sent["token"]}
    assert player.post(CREATE, again).url == first.url
    assert Table.objects.get().edition == "classic"
