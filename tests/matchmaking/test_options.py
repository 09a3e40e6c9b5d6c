"""Options of a table: when you add one, these tests say where else it belongs."""

import pytest
from django.utils import timezone
from msgspec.structs import replace

import rules
from games.models import Game
from games.models.pace import Pace
from games.turns.play import end_early
from matchmaking import rematches
from matchmaking.forms import TableForm
from matchmaking.models import Table
from matchmaking.personal_data import TERMS
from matchmaking.ratings.models import Range
from matchmaking.table_terms import terms
from tests.factories import TableFactory, person_called

NO_OPTIONS = {
    *("id", "host", "name", "token", "secret", "version", "created_at", "closed_at"),
    *("conversation", "game", "follows"),
}
"""Columns of a table on which nobody agrees."""

OF_THE_RULES = {*rules.Options.__struct_fields__, "players", "chosen_areas"}

DOUBTS = {
    *("step2_removal_when_skipped", "start_city_must_be_empty", "trust_refill", "trust_triggers_phase_out"),
    "france_recharged_garbage",
}
"""Where the rules can be read in two ways: nobody chooses these at a table."""

OTHERS = {
    "undo_by_consent": True,
    "bot_level": "normal",
    "least_reliability": 60,
    "ratings": Range.choices[-1][0],
    "is_public": False,
    "invited_only": True,
}
"""Every other option, not as it is by itself."""

pytestmark = pytest.mark.django_db


def test_all_options_are_known_here_and_in_what_people_take_along():
    pace = {field.name for field in Pace._meta.get_fields()}
    options = {field.name for field in Table._meta.concrete_fields} - NO_OPTIONS - pace
    assert options == OF_THE_RULES | OTHERS.keys()
    assert options - DOUBTS == set(TERMS)


def test_form_for_a_new_table_asks_for_all_options():
    follow_from_access = {"is_public", "invited_only"}
    assert OTHERS.keys() - follow_from_access | {"access"} <= TableForm.base_fields.keys()


@pytest.mark.parametrize("name", OTHERS)
def test_table_page_tells_each_option(name):
    table = TableFactory(bots=1)
    usual = terms(table)
    setattr(table, name, OTHERS[name])
    assert terms(table) != usual


def test_variants_that_a_map_is_not_played_with_are_not_asked_for(monkeypatch, ana):
    def offered():
        form = TableForm({"edition": "recharged", "map": "benelux", "players": "2"}, host=ana)
        return {"start_cities", "two_player_mode", "trust_refill"}.intersection(form.offered)

    assert offered() == {"start_cities", "two_player_mode", "trust_refill"}
    board = rules.board("benelux", "recharged")
    not_offered = replace(board.rules.not_offered, variants=("start_cities", "trust"))
    monkeypatch.setattr(board, "rules", replace(board.rules, not_offered=not_offered))
    assert offered() == set()


def test_rematch_is_played_on_the_same_options():
    table = TableFactory(
        edition="recharged", people=(person_called("Bob"),), money_visible=True, start_cities=True, bots=1
    )
    Table.objects.filter(pk=table.pk).update(**OTHERS)
    Game.objects.filter(pk=table.game_id).update(is_public=False, undo_by_consent=True)
    table.game.seats.update(bot_level=OTHERS["bot_level"])
    game = Game.objects.get(pk=table.game_id)
    end_early(game, list(game.seats.all()), timezone.now())
    again = rematches.play_again(game, person_called("Ana"), is_reversed=False, now=timezone.now())
    before = Table.objects.get(pk=table.pk)
    assert {name: getattr(again, name) for name in TERMS} == {name: getattr(before, name) for name in TERMS}
