"""Every stored game can be held against the rules, and whatever is not as it was is found and named."""

import random
import re
from datetime import UTC, datetime
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db.models import F

import rules
from deploy import releases
from games.models import Action, Game
from games.replay import verify as audit
from games.turns import play, undo
from tests.factories import GameFactory, play_on, play_to_the_end, play_until
from tests.games.scripts import AUCTIONS

pytestmark = pytest.mark.django_db


@pytest.fixture
def game():
    """A game on its way, in which something was taken back."""
    game = play_on(GameFactory(), *AUCTIONS)
    turn = game.seats.filter(is_to_move=True)[0]
    game = play_on(game, "buy")
    game = undo.take_back(game, turn, expected=game.sequence)
    return play_until(game, lambda state: state.round == 3)


def fault(game: Game) -> str:
    """What is found wrong; empty where nothing is."""
    found = audit.audit([game.pk])
    assert found.games == 1
    return "\n".join(map(str, found.faults))


def change(game: Game, number: int, /, **columns) -> None:
    assert game.actions.filter(sequence=number).update(**columns) == 1


def flipped(text: str, place: int) -> str:
    """A text with another character in this place."""
    return text[:place] + chr(ord(text[place]) ^ 1) + text[place + 1 :]


def test_a_game_that_was_played_agrees(game):
    assert fault(game) == ""
    assert audit.audit([game.pk]).actions == game.sequence


def test_a_game_that_is_over_agrees():
    assert fault(play_to_the_end(GameFactory(bots=2))) == ""


@pytest.mark.parametrize("has_checksum", [True, False], ids=["with checksum", "of before checksums"])
@pytest.mark.parametrize("column", ["body", "digest", "origin"])
def test_any_single_changed_byte_is_found_in_its_row(game, column, has_checksum):
    chance = random.Random(column)
    if not has_checksum:
        game.actions.update(checksum="")
    for row in chance.sample(list(game.actions.all()), 12):
        stored = getattr(row, column)
        change(game, row.sequence, **{column: flipped(stored, chance.randrange(len(stored)))})
        assert fault(game).startswith(f"Game {game.pk}, action {row.sequence}: ")
        change(game, row.sequence, **{column: stored})
    assert fault(game) == ""


@pytest.mark.parametrize(
    "change_of_row",
    [
        {"created_at": datetime(2026, 3, 1, tzinfo=UTC)},
        {"clock": {"bank": 1}},
        {"origin": "timeout"},
        {"seat": 5},
        {"checksum": "0badf00d"},
    ],
    ids=lambda columns: next(iter(columns)),
)
def test_a_row_that_holds_anything_else_than_was_stored_is_found(game, change_of_row):
    change(game, 7, **change_of_row)
    assert fault(game).startswith(f"Game {game.pk}, action 7: its row is not as it was stored")


def test_a_swapped_pair_is_found_at_its_first_row(game):
    for sequence, to in ((8, 9_999), (9, 8), (9_999, 9)):
        change(game, sequence, sequence=to)
    game.actions.update(checksum="")
    assert fault(game).startswith(f"Game {game.pk}, action 8: ")


@pytest.mark.parametrize("sequence", [1, 10, None], ids=["the first", "one amid others", "the last"])
def test_a_missing_row_is_found(game, sequence):
    game.actions.filter(sequence=sequence or game.sequence).delete()
    named = f"action {sequence}: it is missing." if sequence else f"counts {game.sequence} actions and has"
    assert named in fault(game)


def test_a_row_too_many_is_found(game):
    Action.objects.create(game=game, sequence=game.sequence + 1, seat=0, body='{"kind":"pass_bid"}', digest="0" * 64)
    assert f"action {game.sequence + 1}: the rules refuse it (" in fault(game)


def test_a_row_that_goes_back_to_the_future_is_found(game):
    change(game, 5, body='{"kind":"undo","to":5}', checksum="")
    assert "action 5: it goes back to position 5, which did not exist yet." in fault(game)


def test_an_action_written_in_other_words_is_found(game):
    row = game.actions.get(sequence=1)
    change(game, 1, body=row.body.replace(":", ": "), checksum="")
    assert "action 1: it is not written like an action." in fault(game)


@pytest.mark.parametrize(
    ("columns", "sentence"),
    [
        ({"phase": "building", "round": 9}, "it says round 9, building; its actions lead to round 3, auction."),
        ({"seed_hash": "0" * 64}, "its seed is not the one that was promised."),
        ({"map": "usa"}, "its edition and map are not those of its setup."),
        ({"finished_at": F("moved_at")}, "it and its actions disagree on whether it is over."),
        ({"sequence": 3}, "it counts 3 actions and has"),
    ],
    ids=lambda value: next(iter(value)) if isinstance(value, dict) else "",
)
def test_columns_that_do_not_repeat_the_state_are_found(game, columns, sentence):
    Game.objects.filter(pk=game.pk).update(**columns)
    assert sentence in fault(game)


def test_another_result_is_found():
    game = play_to_the_end(GameFactory(bots=2))
    game.seats.filter(rank=1).update(rank=2)
    assert "its result is not the one that its actions lead to." in fault(game)


def test_setup_for_more_players_than_there_are_is_found_without_counting_them(game):
    game.setup["players"] = 10**15
    game.save(update_fields=["setup"])
    assert fault(game) == f"Game {game.pk}: it has other seats than its setup."


def test_another_deck_is_found_at_the_first_action(game):
    game.setup["deck"][-2:] = reversed(game.setup["deck"][-2:])
    game.save(update_fields=["setup"])
    assert fault(game).startswith(f"Game {game.pk}, action 1: it leads to another position than before")


@pytest.mark.parametrize("setup", [{}, {"players": "three"}, []], ids=["empty", "of a wrong type", "a list"])
def test_a_setup_that_is_none_is_found(game, setup):
    Game.objects.filter(pk=game.pk).update(setup=setup)
    assert "its setup cannot be read" in fault(game)


@pytest.mark.postgresql
def test_a_game_that_moves_on_meanwhile_is_no_fault(game, monkeypatch):
    """Its row may have been read before an action, and its actions after it."""
    told = []
    in_time = audit._with_rows

    def late(games, pks):
        if not told:
            told.append(True)
            seat = game.seats.filter(is_to_move=True)[0]
            play.play(game, seat, rules.parse_action("decline"), expected=game.sequence)
        return in_time(games, pks)

    monkeypatch.setattr(audit, "_with_rows", late)
    assert fault(game) == ""


def test_many_games_take_as_few_queries_as_one(game, django_assert_num_queries):
    pks = [game.pk, *(GameFactory(name=f"Game {number}").pk for number in range(3))]
    with django_assert_num_queries(3):
        assert audit.audit(pks).faults == ()


def verify(*arguments: str) -> str:
    told = StringIO()
    call_command("verify_games", "--processes", "1", *arguments, stdout=told)
    return told.getvalue()


def test_the_command_says_that_all_agree(game):
    assert verify().endswith(" actions per second: all agree.\n")
    assert re.search(releases.VERDICT, verify())
    assert verify().startswith(f"1 games, {game.sequence} actions, ")


def test_the_command_names_each_fault_and_fails(game):
    other = GameFactory(name="Other", after=["open 4 4"])
    change(game, 4, digest="0" * 64)
    change(other, 1, seat=2)
    told = StringIO()
    with pytest.raises(SystemExit) as ended:
        call_command("verify_games", "--processes", "1", stdout=told)
    assert ended.value.code == 1
    lines = told.getvalue().splitlines()
    assert lines[0].startswith(f"Game {game.pk}, action 4: ")
    assert lines[1].startswith(f"Game {other.pk}, action 1: ")
    assert re.search(releases.VERDICT, lines[2])[1] == "2 differ"


def test_the_command_can_be_asked_about_some_games(game):
    other = GameFactory(name="Other", after=["open 4 4"])
    change(other, 1, digest="0" * 64)
    assert verify(str(game.pk)).endswith("all agree.\n")


@pytest.mark.parametrize("arguments", [["987654"], ["--processes", "0"]])
def test_the_command_refuses_what_makes_no_sense(game, arguments):
    with pytest.raises(CommandError):
        verify(*arguments)


def test_an_empty_site_agrees():
    assert verify().startswith("0 games, 0 actions")


def test_other_seats_than_those_of_the_setup_are_found(game):
    game.seats.filter(number=2).update(number=3)
    assert "it has other seats than its setup." in fault(game)


def test_the_command_names_running_games_of_later_rules_than_a_release_knows(game):
    over = GameFactory(name="Over", after=["open 4 4"])
    Game.objects.filter(pk=over.pk).update(finished_at=over.moved_at)
    told = StringIO()
    with pytest.raises(SystemExit) as ended:
        call_command("verify_games", "--known-to", str(game.read_setup().version - 1), stdout=told)
    assert ended.value.code == 1
    assert told.getvalue() == f"Game {game.pk} began by version {game.read_setup().version} of the rules.\n"
    assert verify("--known-to", str(game.read_setup().version)).startswith("All running games")
