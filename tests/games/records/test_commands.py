"""``manage.py export_game`` and ``manage.py import_game``: the same as the pages do, for whoever runs the site."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command

import rules
from games.models import Game
from games.records import export, reading, studies
from tests.factories import GameFactory, person_called, play_to_the_end
from tests.games.scripts import AUCTIONS

pytestmark = pytest.mark.django_db


def run(*arguments: object) -> str:
    out = StringIO()
    call_command(*map(str, arguments), stdout=out)
    return out.getvalue()


@pytest.fixture
def record(tmp_path):
    """The record of a finished game as a file."""
    game = play_to_the_end(GameFactory(options=rules.Options(first_game=True)))
    path = tmp_path / "game.json"
    run("export_game", game.pk, "--output", path)
    return path


def test_game_that_is_over_is_printed_whole(record):
    game = Game.objects.get()
    assert run("export_game", game.pk) == record.read_text() == export.export(game, person_called("Ana")).text


def test_running_game_is_printed_as_its_viewer_knows_it():
    game = GameFactory(options=rules.Options(money_visible=True), is_public=False, after=AUCTIONS)
    for name in ("Ana", "ana@example.org", "ANA"):
        assert run("export_game", game.pk, "--as", name) == export.export(game, person_called("Ana")).text
    assert "seed" not in rules.write_record(rules.read_record(run("export_game", game.pk)))


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--as", "Nobody"], "There is no user with the name or address Nobody."),
        (["--as", "Dan"], "Dan can see no game"),
        (["--output", "/nowhere/game.json"], "/nowhere/game.json cannot be written: No such file or directory."),
    ],
)
def test_what_cannot_be_printed_is_said(record, arguments, words):
    person_called("Dan")
    Game.objects.update(is_public=False)
    with pytest.raises(CommandError) as refusal:
        run("export_game", Game.objects.get().pk, *arguments)
    assert words in str(refusal.value)


def test_game_that_is_none_is_not_printed():
    with pytest.raises(CommandError, match="There is no game 7"):
        run("export_game", 7)


def test_game_with_hidden_money_is_not_printed_while_it_runs():
    with pytest.raises(CommandError, match="Money is hidden in this game"):
        run("export_game", GameFactory().pk, "--as", "Ana")


def test_record_becomes_a_study(record):
    said = run("import_game", record, "--for", "Bob", "--name", "The final")
    study = studies.of(person_called("Bob")).get()
    assert study.name == "The final"
    assert said == f"Game {study.pk}, “The final”, is a study of Bob: {study.sequence} actions.\n"
    assert run("export_game", study.pk, "--as", "Bob") == record.read_text()


def test_study_is_printed_for_its_owner_alone(record):
    run("import_game", record, "--for", "Bob")
    study = studies.of(person_called("Bob")).get()
    for arguments in ([], ["--as", "Ana"]):
        with pytest.raises(CommandError):
            run("export_game", study.pk, *arguments)


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ("{}", "This is not a record of a game"),
        (" " * (reading.LARGEST + 1), "A record can have at most 1000 kilobytes"),
        (None, "cannot be read: No such file or directory."),
    ],
)
def test_what_is_no_record_is_said(tmp_path, content, words):
    person_called("Ana")
    path = tmp_path / "game.json"
    if content is not None:
        path.write_text(content)
    with pytest.raises(CommandError, match=words):
        run("import_game", path, "--for", "Ana")
    assert not Game.objects.exists()
