"""Setting up a table by its form."""

from random import Random
from urllib.parse import quote

import pytest
from django.db import transaction
from django.forms import ChoiceField
from django.urls import reverse

import rules
from matchmaking import tables
from matchmaking.forms import TableForm
from matchmaking.models import Table
from tests.factories import GuestFactory, TableFactory
from tests.matchmaking.forms import CREATE as URL
from tests.matchmaking.forms import as_it_comes

pytestmark = pytest.mark.django_db


@pytest.fixture
def player(client, ana):
    client.force_login(ana)
    return client


def test_form_can_be_sent_as_it_comes(player, ana):
    answer = player.post(URL, as_it_comes(player))
    table = Table.objects.get()
    assert answer.url == table.get_absolute_url()
    assert (table.host, table.name, table.map, table.players) == (ana, "Ana’s table", "germany", 4)
    assert (table.areas, table.chosen_areas, table.is_public) == ("random", [], True)
    assert not table.money_visible
    assert not table.first_game
    assert not table.undo_by_consent
    assert table.bot_level == "normal"
    assert [seat.name for seat in table.seats.all()] == ["Ana"]


def any_answers(random):
    """To each question an answer that the form has somewhere, none at all, or one that it has nowhere."""
    answers = {}
    for name, field in TableForm.base_fields.items():
        offered = [str(value) for value, _label in field.choices] if isinstance(field, ChoiceField) else []
        offered += {"map": rules.board_names(), "chosen_areas": ["north", "south"]}.get(name, [])
        offered = offered or ["0", "1", "30", "a name"]
        match random.randrange(40):
            case 0:
                pass
            case 1:
                answers[name] = random.choice(("", "nowhere", "-1"))
            case _:
                answers[name] = random.choice(offered)
    return answers


def test_whatever_answers_meet_the_form_is_shown_and_either_opens_a_table_or_says_what_to_change(player):
    for seed in range(30):
        random = Random(seed)
        answers = any_answers(random)
        token = f"{seed:016}"
        parts = {"HX-Request": "true", "HX-Target": "paces"}
        with transaction.atomic():
            try:
                assert player.get(URL, answers, headers=parts).status_code == 200
                answer = player.post(URL, answers | {"token": token})
                is_open = Table.objects.filter(token=token).exists()
                assert answer.status_code in ({302} if is_open else {400, 409})
            except Exception as fault:
                fault.add_note(f"seed {seed}: {answers}")
                raise
            transaction.set_rollback(True)


def test_every_choice_reaches_the_table(player):
    choices = {
        "name": "  South   by\tsouth-east ",
        "players": "3",
        "bots": "1",
        "bot_level": "easy",
        "map": "usa",
        "areas": "host",
        "chosen_areas": ["south", "southwest", "northwest"],
        "money_visible": "True",
        "first_game": "True",
        "access": "link",
        "undo_by_consent": "True",
    }
    player.post(URL, as_it_comes(player) | choices)
    table = Table.objects.get()
    assert (table.name, table.players, table.map) == ("South by south-east", 3, "usa")
    assert (table.areas, sorted(table.chosen_areas)) == ("host", ["northwest", "south", "southwest"])
    assert table.money_visible
    assert table.first_game
    assert not table.is_public
    assert table.undo_by_consent
    assert table.bot_level == "easy"
    assert [seat.name for seat in table.seats.all()] == ["Ana", "Faraday"]


def test_table_full_of_bots_leads_to_its_game(player):
    answer = player.post(URL, as_it_comes(player) | {"players": "2", "bots": "1"})
    game = Table.objects.get().game
    assert answer.url == game.get_absolute_url()
    assert game.seats.get(is_bot=True).level == "normal"


def test_page_opened_before_there_were_levels_can_still_be_sent(player):
    sent = as_it_comes(player)
    del sent["bot_level"]
    player.post(URL, sent)
    assert Table.objects.get().bot_level == "normal"


def test_how_long_a_name_may_be_is_told_and_nothing_is_cut_off(player):
    page = player.get(URL).content.decode()
    assert "at most 80 characters" in page
    assert "maxlength" not in page


def test_form_sent_twice_leads_to_the_same_table(player):
    form = as_it_comes(player)
    assert player.post(URL, form).url == player.post(URL, form).url
    assert Table.objects.count() == 1


@pytest.mark.parametrize(
    ("change", "field", "sentence"),
    [
        ({"name": ""}, "name", "Give the table a name"),
        ({"name": " \t "}, "name", "Give the table a name"),
        ({"name": "?!"}, "name", "at least one letter or digit"),
        ({"name": "abc\u202edef"}, "name", "a character that nobody can see"),
        ({"name": "x" * 81}, "name", "Shorten the name to 80 characters; it has 81."),
        ({"players": "1"}, "players", "2 to 6 players"),
        ({"players": "7"}, "players", "2 to 6 players"),
        ({"players": "-3"}, "players", "2 to 6 players"),
        ({"players": "9" * 500}, "players", "2 to 6 players"),
        ({"players": "four"}, "players", "2 to 6 players"),
        ({"players": ""}, "players", "2 to 6 players"),
        ({"bots": "6"}, "bots", "0 to 5 bots"),
        ({"bots": "4"}, "bots", "room for 3 bots"),
        ({"map": "atlantis"}, "map", "one of these maps"),
        ({"map": "../germany"}, "map", "one of these maps"),
        ({"areas": "mine"}, "areas", "one of these, or leave it"),
        ({"money_visible": "perhaps"}, "money_visible", "one of these, or leave it"),
        ({"access": ""}, "access", "one of these, or leave it"),
        ({"undo_by_consent": "perhaps"}, "undo_by_consent", "one of these, or leave it"),
        ({"areas": "host"}, "chosen_areas", "needs 4 different areas"),
        ({"areas": "host", "chosen_areas": ["north"]}, "chosen_areas", "This map has other areas"),
        ({"areas": "host", "chosen_areas": ["midwest"]}, "chosen_areas", "This map has other areas"),
        ({"areas": "host", "chosen_areas": ["west", "east"]}, "chosen_areas", "needs 4 different areas"),
        ({"areas": "host", "chosen_areas": ["west"] * 4}, "chosen_areas", "needs 4 different areas"),
        (
            {"areas": "host", "players": "2", "chosen_areas": ["northwest", "northeast", "southeast"]},
            "chosen_areas",
            "These areas are not all connected: South-east borders only on East, South-west.",
        ),
    ],
)
def test_what_cannot_be_played_is_refused_where_it_was_chosen(player, change, field, sentence):
    answer = player.post(URL, as_it_comes(player) | change)
    assert answer.status_code == 400
    assert sentence in str(answer.context["form"].errors[field])
    page = answer.content.decode()
    assert sentence in page
    assert ('<details class="card more more-choices" open>' in page) == (field not in {"players", "map"})
    assert not Table.objects.exists()


def test_everything_that_cannot_be_is_said_at_once(player):
    change = {"name": "", "bots": "5", "areas": "host", "chosen_areas": ["west"]}
    answer = player.post(URL, as_it_comes(player) | change)
    assert set(answer.context["form"].errors) == {"name", "bots", "chosen_areas"}


def test_areas_of_another_map_do_not_stand_in_the_way_where_nobody_chooses(player):
    player.post(URL, as_it_comes(player) | {"map": "usa", "areas": "random", "chosen_areas": ["west", "east"]})
    assert (Table.objects.get().map, Table.objects.get().chosen_areas) == ("usa", [])


def test_refused_form_keeps_what_was_chosen(player):
    change = {"areas": "host", "players": "3", "map": "usa", "chosen_areas": ["south"], "name": "Mine"}
    form = player.post(URL, as_it_comes(player) | change).context["form"]
    assert {name: form[name].value() for name in change} == change
    assert [choice for choice, _ in form.fields["chosen_areas"].choices][2] == "south"


def test_areas_chosen_before_another_way_was_chosen_are_forgotten(player):
    player.post(URL, as_it_comes(player) | {"areas": "draft", "chosen_areas": ["west"]})
    assert Table.objects.get().chosen_areas == []


@pytest.mark.postgresql
@pytest.mark.parametrize(
    "token", [None, "", "short", "a" * 33, "<script>alert(1)</script>", "with space in the middle", "null\x00"]
)
def test_missing_or_made_up_token_is_refused_in_words(player, token):
    sent = as_it_comes(player)
    sent.pop("token")
    answer = player.post(URL, sent if token is None else sent | {"token": token})
    assert answer.status_code == 400
    sentence = "This form is too old or incomplete. Open a new one and fill it in again."
    assert answer.context["form"].errors.keys() == {"token"}
    page = answer.content.decode()
    assert f'{sentence} <a href="{URL}">Open a new form</a>' in page
    assert "This field is required." not in page
    assert "Null characters" not in page
    assert not Table.objects.exists()


def test_empty_form_is_refused_in_words(player):
    answer = player.post(URL)
    assert answer.status_code == 400
    assert not Table.objects.exists()


def test_one_table_too_many_is_refused_and_the_form_kept(player, ana):
    TableFactory.create_batch(tables.MOST_TABLES, host=ana)
    answer = player.post(URL, as_it_comes(player) | {"name": "The eleventh"})
    assert answer.status_code == 409
    page = answer.content.decode()
    assert "You sit at 10 tables that wait for players." in page
    assert "The eleventh" in page


def test_areas_to_choose_from_follow_the_map_and_the_players(player):
    wishes = {"map": "usa", "areas": "host", "players": "5", "chosen_areas": ["south"]}
    answer = player.get(URL, wishes, headers={"HX-Request": "true"})
    part = answer.content.decode()
    assert "<html" not in part
    assert "Mid-west" in part
    assert "Tick 5 areas" in part
    assert 'value="south" class="areas" id="id_chosen_areas_2" checked' in part
    assert "HX-Request" in answer["Vary"]


def test_bots_to_choose_from_follow_the_players(player):
    wishes = {"players": "3", "bots": "4"}
    part = player.get(URL, wishes, headers={"HX-Request": "true", "HX-Target": "about-board"}).content.decode()
    assert "At most 2, as there are 3 players." in part
    assert [number for number in range(6) if f'id="id_bots_{number}" disabled' in part] == [3, 4, 5]
    assert 'id="id_bots_2" checked' in part


def test_bots_that_were_refused_stay_to_be_seen(player):
    page = player.post(URL, as_it_comes(player) | {"players": "2", "bots": "4"}).content.decode()
    assert 'id="id_bots_4" checked' in page
    assert 'id="id_bots_5" disabled' in page


def test_areas_are_not_asked_for_where_nobody_chooses_them(player):
    answer = player.get(URL, {"areas": "draft"}, headers={"HX-Request": "true"})
    assert "checkbox" not in answer.content.decode()


def test_next_form_begins_with_what_was_chosen_last_and_says_so(player):
    assert "as you chose them last" not in player.get(URL).content.decode()
    choices = {"map": "italy", "players": "3", "pace": "own", "move_hours": "50"}
    player.post(URL, as_it_comes(player, edition="recharged", **choices) | {"access": "link", "name": "Once"})
    assert "as you chose them last" in player.get(URL).content.decode()
    again = as_it_comes(player)
    assert again.items() >= {**choices, "edition": "recharged", "access": "public", "name": "Ana’s table"}.items()
    assert as_it_comes(player, players="5").items() >= {**choices, "players": "5"}.items()


def test_pace_stays_chosen_where_bots_made_it_needless(player):
    player.post(URL, as_it_comes(player) | {"pace": "quick"})
    player.post(URL, as_it_comes(player, players="2", bots="1"))
    assert as_it_comes(player).items() >= {"players": "2", "pace": "quick", "bots": "0"}.items()


@pytest.mark.parametrize(
    "wishes", [{"map": "atlantis"}, {"bots": "x"}, {"players": "99"}, {"players": ""}, {"areas": "<b>"}]
)
def test_nonsense_in_the_address_begins_with_what_there_is(player, wishes):
    answer = player.get(URL, wishes | {"name": "<b>Bold</b>"})
    assert answer.status_code == 200
    assert "<b>" not in answer.content.decode()


def test_nobody_can_slip_a_known_token_into_the_form_of_somebody_else(player):
    form = player.get(URL, {"token": "known-to-somebody-else"}).context["form"]
    assert form["token"].value() != "known-to-somebody-else"


def test_visitor_is_led_to_log_in_and_back(client):
    assert client.get(URL).url == f"{reverse('account_login')}?next={URL}"


def test_guest_is_led_to_register(client):
    client.force_login(GuestFactory())
    assert client.get(URL).url == f"{reverse('accounts:keep')}?next={quote(URL, safe='')}"
    assert client.post(URL, {"name": "Mine"}).url == reverse("accounts:keep")
    assert not Table.objects.exists()
