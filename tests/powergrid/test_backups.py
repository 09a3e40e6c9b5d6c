"""What back-ups refuse; tests/services/test_backup.py is the drill."""

import pytest
from django.core.management import CommandError, call_command

from powergrid import backups

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]


def test_back_up_overwrites_nothing(tmp_path):
    file = tmp_path / "back-up"
    file.write_text("of yesterday")

    with pytest.raises(CommandError, match="is there already"):
        call_command("back_up", file)

    assert file.read_text() == "of yesterday"


@pytest.mark.django_db(transaction=True)  # SQLite copies nothing that is being written
def test_back_up_is_for_its_owner_alone(tmp_path):
    file = tmp_path / "back-up"
    call_command("back_up", file)
    assert list(tmp_path.iterdir()) == [file]
    assert file.stat().st_mode & 0o777 == 0o600


def test_back_up_leaves_no_half_file_behind(tmp_path):
    with pytest.raises(CommandError, match="cannot be written"):
        call_command("back_up", tmp_path / "missing" / "back-up")

    assert not list(tmp_path.iterdir())


def test_database_in_use_is_not_restored_into(tmp_path):
    file = tmp_path / "back-up"
    file.write_text("anything")

    with pytest.raises(CommandError, match="The database is not empty"):
        call_command("restore", file)


def test_file_that_is_no_back_up_is_refused(tmp_path, monkeypatch):
    monkeypatch.setattr(backups.connection.introspection, "table_names", list)
    file = tmp_path / "back-up"
    file.write_text("a letter to Ana, which is longer than the head of a database " * 10)

    with pytest.raises(CommandError, match=r"is no back-up|does not appear to be a valid archive"):
        call_command("restore", file)


def test_missing_file_is_named(tmp_path):
    with pytest.raises(CommandError, match="There is no file"):
        call_command("restore", tmp_path / "back-up")
