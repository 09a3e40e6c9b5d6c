"""How fast a game is played: asked when a table is set up, told wherever it is listed, kept by its game."""

import pytest
from django.urls import reverse

from games.models.pace import DAY, HOUR, TIMES, Preset
from matchmaking.models import Table
from tests.factories import TableFactory, UserFactory
from tests.matchmaking.forms import CREATE as URL
from tests.matchmaking.forms import as_it_comes

pytestmark = pytest.mark.django_db

LOBBY = reverse("matchmaking:lobby")
OWN = {
    "pace": "own",
    "move_hours": "36",
    "bank_days": "2",
    "increment_hours": "1",
    "bank_cap_days": "4",
    "grace_hours": "3",
}


@pytest.fixture
def player(client, ana):
    client.force_login(ana)
    return client


def test_table_as_it_comes_is_daily(player):
    player.post(URL, as_it_comes(player))
    table = Table.objects.get()
    assert table.preset is Preset.DAILY
    assert (table.move_time, table.bank_time) == (DAY, 3 * DAY)
    assert not any(
        [table.rests_on_weekends, table.plans_answer_at_once, table.areas_at_once, table.least_reliability]
    )


@pytest.mark.parametrize("preset", TIMES)
def test_pace_with_a_name_has_its_times(player, preset):
    player.post(URL, as_it_comes(player) | {"pace": preset})
    table = Table.objects.get()
    assert TIMES[preset].items() <= table.pace.items()
    assert table.preset is preset


def test_own_times_are_asked_for_first(player):
    answer = player.post(URL, as_it_comes(player) | {"pace": "own"})
    assert answer.status_code == 400
    assert 'name="move_hours" value="36"' in answer.content.decode()
    assert not Table.objects.exists()


def test_own_times_and_all_options_reach_the_table_and_its_game(player, bob):
    options = {"rests_on_weekends": "True", "plans_answer_at_once": "True", "least_reliability": "80"}
    drafts = {"areas": "draft", "areas_at_once": "True", "players": "2", "two_player_mode": "plain"}
    player.post(URL, as_it_comes(player) | OWN | options | drafts)
    table = Table.objects.get()
    assert (table.move_time, table.bank_time, table.increment) == (36 * HOUR, 2 * DAY, HOUR)
    assert (table.bank_cap, table.grace) == (4 * DAY, 3 * HOUR)
    assert (table.rests_on_weekends, table.plans_answer_at_once, table.areas_at_once) == (True, True, True)
    assert table.least_reliability == 80
    player.force_login(bob)
    player.post(reverse("matchmaking:join", args=[table.pk]))
    table.refresh_from_db()
    assert table.game.pace == table.pace


@pytest.mark.parametrize(
    ("change", "field", "sentence"),
    [
        ({"move_hours": "0"}, "move_hours", "Give a whole number from 1 to 336."),
        ({"move_hours": "337"}, "move_hours", "Give a whole number from 1 to 336."),
        ({"move_hours": "soon"}, "move_hours", "Give a whole number from 1 to 336."),
        ({"move_hours": "9" * 400}, "move_hours", "Give a whole number from 1 to 336."),
        ({"bank_days": "31"}, "bank_days", "Give a whole number from 0 to 30."),
        ({"increment_hours": "-1"}, "increment_hours", "Give a whole number from 0 to 24."),
        ({"bank_cap_days": "1"}, "bank_cap_days", "The bank begins with more than that"),
        ({"grace_hours": "25"}, "grace_hours", "Give a whole number from 0 to 24."),
        ({"pace": "never"}, "pace", "one of these, or leave it"),
        ({"least_reliability": "101"}, "least_reliability", "one of these, or leave it"),
    ],
)
def test_time_that_makes_no_sense_is_refused_where_it_was_given(player, change, field, sentence):
    answer = player.post(URL, as_it_comes(player) | OWN | change)
    assert answer.status_code == 400
    assert sentence in str(answer.context["form"].errors[field])
    assert sentence in answer.content.decode()
    assert not Table.objects.exists()


def test_against_bots_alone_no_pace_is_asked_for(player):
    page = player.get(URL, {"players": "3", "bots": "2"}).content.decode()
    assert "Against bots alone there is no clock" in page
    assert 'name="pace"' not in page
    player.post(URL, as_it_comes(player, players="3", bots="2"))
    assert not Table.objects.get().game.has_clock


def test_pace_of_a_table_that_bots_fill_is_forgotten(player):
    player.post(URL, as_it_comes(player) | {"players": "2", "bots": "1"})
    assert not Table.objects.get().game.has_clock


def test_weekends_are_asked_for_where_there_is_a_clock(player):
    assert 'name="rests_on_weekends"' in player.get(URL).content.decode()
    assert 'name="rests_on_weekends"' not in player.get(URL, {"pace": "none"}).content.decode()


def test_ranking_at_once_is_asked_for_where_areas_are_drafted(player):
    assert 'name="areas_at_once"' not in player.get(URL).content.decode()
    assert 'name="areas_at_once"' in player.get(URL, {"areas": "draft"}).content.decode()


def test_own_times_are_kept_while_the_form_is_asked_for_anew(player):
    parts = player.get(URL, {"pace": "own", "move_hours": "50"}, headers={"HX-Request": "true", "HX-Target": "paces"})
    assert 'name="move_hours" value="50"' in parts.content.decode()


def test_table_page_says_the_pace_in_words(client):
    pace = {"move_time": 36 * HOUR, "bank_time": 2 * DAY, "increment": HOUR, "bank_cap": 4 * DAY, "grace": 3 * HOUR}
    table = TableFactory(**pace, rests_on_weekends=True, plans_answer_at_once=True, least_reliability=90)
    page = client.get(table.get_absolute_url()).content.decode()
    for words in (
        "1 day and 12 hours per decision",
        "Each player has 1 day and 12 hours for each decision.",
        "The clock begins to tick 3 hours after the player is asked.",
        "A player who needs longer has 2 days more for the whole game.",
        "Each decision in time adds 1 hour to that, up to 4 days.",
        "Weekends rest",
        "Plans at once",
        "90 % in time",
    ):
        assert words in page


def test_lobby_tells_the_pace_in_a_word(client):
    TableFactory(**TIMES[Preset.RELAXED])
    (row,) = client.get(LOBBY).context["lobby"].others
    assert "Relaxed" in [str(tag) for tag in row.tags]


@pytest.mark.parametrize(
    ("wish", "found"),
    [
        ("quick", ["quick", "own"]),
        ("daily", ["daily"]),
        ("relaxed", ["relaxed"]),
        ("none", ["none"]),
        ("soon", ["quick", "daily", "relaxed", "none", "own"]),
    ],
)
def test_lobby_finds_what_is_about_as_fast(client, wish, found):
    for preset, times in {**TIMES, Preset.OWN: {"move_time": 5 * HOUR}}.items():
        TableFactory(host=UserFactory(name=f"Host {preset}"), name=preset, **times)
    lobby = client.get(LOBBY, {"pace": wish}).context["lobby"]
    assert sorted(row.table.name for row in lobby.others) == sorted(found)
    assert lobby.matching == len(found)


def test_lobby_says_which_wish_for_a_pace_leaves_nothing(client):
    TableFactory(map="germany", **TIMES[Preset.DAILY])
    lobby = client.get(LOBBY, {"map": "germany", "pace": "quick"}).context["lobby"]
    assert ("Any pace", "map=germany", 1) in [(str(hint.words), hint.query, hint.count) for hint in lobby.hints]
