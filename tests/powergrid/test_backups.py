"""What back-ups refuse; tests/services/test_backup.py is the drill."""

import sqlite3
import subprocess
from contextlib import closing
from datetime import timedelta
from smtplib import SMTPRecipientsRefused

import pytest
from django.core.cache import cache
from django.core.mail import EmailMessage
from django.core.management import CommandError, call_command
from django.db import connection
from django.utils import timezone

from accounts.models import User
from powergrid import backups
from powergrid.models import BackUp
from tests.factories import UserFactory

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]


def test_back_up_overwrites_nothing(tmp_path):
    file = tmp_path / "back-up"
    file.write_text("of yesterday")

    with pytest.raises(CommandError, match="exists already"):
        call_command("back_up", file)

    assert file.read_text() == "of yesterday"


@pytest.mark.django_db(transaction=True)  # SQLite copies nothing that is being written
def test_back_up_is_for_its_owner_alone(tmp_path):
    file = tmp_path / "back-up"
    call_command("back_up", file)
    assert list(tmp_path.iterdir()) == [file]
    assert file.stat().st_mode & 0o777 == 0o600


@pytest.mark.django_db(transaction=True)
def test_back_up_holds_nothing_that_limits_have_counted(tmp_path):
    cache.set("counted from 203.0.113.77", "seen by 203.0.113.77")
    cache.set("counted and deleted", "seen by 203.0.113.78")
    cache.delete("counted and deleted")
    call_command("back_up", tmp_path / "back-up")
    assert list(tmp_path.iterdir()) == [tmp_path / "back-up"]
    if connection.vendor == "postgresql":
        told = subprocess.run(
            ["pg_restore", "--list", tmp_path / "back-up"], capture_output=True, text=True, check=True
        )
        assert "TABLE public cache" in told.stdout
        assert "TABLE DATA public cache" not in told.stdout
    else:
        with closing(sqlite3.connect(tmp_path / "back-up")) as copy:
            assert copy.execute("SELECT COUNT(*) FROM cache").fetchone() == (0,)
        words = cache.make_key("counted from 203.0.113.77").encode()
        assert words not in (tmp_path / "back-up").read_bytes()


def test_back_up_leaves_no_half_file_behind(tmp_path):
    with pytest.raises(CommandError, match="cannot be written"):
        call_command("back_up", tmp_path / "missing" / "back-up")

    assert not list(tmp_path.iterdir())


@pytest.mark.django_db(transaction=True)
def test_back_ups_of_a_folder_are_named_noted_and_pruned(tmp_path):
    begun = timezone.now().replace(microsecond=0)
    old, recent = (f"{begun - timedelta(days=days):{backups.NAME}}" for days in (31, 29))
    others = {recent, "before-the-move", f"{old}.gz"}
    for name in (old, f"{old}.part", *others):
        (tmp_path / name).touch()
    call_command("back_up", "--into", tmp_path, "--keep-days", "30")

    [made] = {file.name for file in tmp_path.iterdir()} - others
    [noted] = BackUp.objects.all()
    assert begun <= noted.at <= timezone.now()
    assert made == f"{noted.at:{backups.NAME}}"
    assert noted.size == (tmp_path / made).stat().st_size > 0


def test_back_up_that_fails_deletes_none_and_is_not_noted(tmp_path, monkeypatch):
    def fail(path):
        raise backups.BackupRefused("No room.")

    monkeypatch.setattr(backups, "back_up", fail)
    old = tmp_path / "2020-01-01T031700Z"
    old.touch()
    with pytest.raises(CommandError, match="No room"):
        call_command("back_up", "--into", tmp_path, "--keep-days", "30")
    assert old.exists()
    assert not BackUp.objects.exists()


@pytest.mark.parametrize(
    "words",
    [[], ["file", "--into", "folder"], ["file", "--keep-days", "3"], ["--into", "folder", "--keep-days", "0"]],
)
def test_it_has_to_be_said_where_a_back_up_goes_and_what_is_kept(words, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(CommandError):
        call_command("back_up", *words)
    assert not list(tmp_path.iterdir())


def test_who_runs_the_site_hears_of_it(ana, mailoutbox, settings):
    settings.SITE_URL = "https://games.example"
    UserFactory.create(name="Moderator", is_staff=True)
    with pytest.raises(CommandError, match="No user with all rights"):
        call_command("tell_operators", "The back-up failed.")
    UserFactory.create(name="Olga", is_superuser=True)
    UserFactory.create(name="Otto", is_superuser=True, is_active=False)
    call_command("tell_operators", "The back-up\nfailed.")

    [mail] = mailoutbox
    assert mail.to == [User.objects.get(name="Olga").email]
    assert mail.subject == "The back-up failed."
    assert "https://games.example/operation/" in mail.body


def test_address_that_is_refused_keeps_the_mail_from_nobody_else(mailoutbox, monkeypatch):
    wrong = UserFactory.create(name="Wrong", is_superuser=True).email
    right = UserFactory.create(name="Right", is_superuser=True).email
    send = EmailMessage.send

    def send_or_refuse(mail: EmailMessage) -> int:
        if mail.to == [wrong]:
            raise SMTPRecipientsRefused({})
        return int(send(mail))

    monkeypatch.setattr(EmailMessage, "send", send_or_refuse)
    with pytest.raises(CommandError, match=wrong):
        call_command("tell_operators", "The back-up failed.")
    assert [mail.to for mail in mailoutbox] == [[right]]


def test_database_in_use_is_not_restored_into(tmp_path):
    file = tmp_path / "back-up"
    file.write_text("anything")

    with pytest.raises(CommandError, match="The database is not empty"):
        call_command("restore", file)


def test_file_that_is_no_back_up_is_refused(tmp_path, monkeypatch):
    monkeypatch.setattr(backups.connection.introspection, "table_names", list)
    file = tmp_path / "back-up"
    file.write_text("a letter to Ana, which is longer than the head of a database " * 10)

    with pytest.raises(CommandError, match=r"is not a back-up|does not appear to be a valid archive"):
        call_command("restore", file)


def test_missing_file_is_named(tmp_path):
    with pytest.raises(CommandError, match="There is no file"):
        call_command("restore", tmp_path / "back-up")
