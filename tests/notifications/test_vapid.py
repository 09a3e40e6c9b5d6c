"""The key by which push services know the site."""

from datetime import UTC, datetime
from threading import Thread

import pytest
from django.core.management import call_command
from py_vapid import Vapid02
from py_vapid.jwt import decode

from notifications import vapid

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)


def test_command_prints_a_key_that_can_be_set(capsys):
    call_command("vapid_key")
    vapid.check(capsys.readouterr().out.strip())


def test_keys_are_new_each_time():
    assert vapid.new_key() != vapid.new_key()


@pytest.mark.parametrize("text", ["key", "", "A" * 43, "_" * 43, "A" * 42, "é" * 43, "?" * 43])
def test_what_is_no_key_is_refused(text):
    with pytest.raises(ValueError):
        vapid.check(text)


def test_key_of_a_development_site_is_made_once_and_for_its_owner_only(tmp_path):
    path = tmp_path / "vapid_key"
    key = vapid.kept_in(path)
    vapid.check(key)
    assert vapid.kept_in(path) == key
    assert path.stat().st_mode & 0o077 == 0
    assert list(tmp_path.iterdir()) == [path]


def test_programs_that_start_together_have_the_same_key(tmp_path, monkeypatch):
    path = tmp_path / "vapid_key"
    first = vapid.new_key()

    def slow_key():
        other = Thread(target=path.write_text, args=[first])  # another program is faster
        other.start()
        other.join()
        return "slower"

    monkeypatch.setattr(vapid, "new_key", slow_key)
    assert vapid.kept_in(path) == first


def test_signature_says_who_calls_whom_and_until_when(settings):
    settings.DEFAULT_FROM_EMAIL = "Power Grid <games@games.example>"
    header = vapid.authorization("https://push.example:8443/secret?of=ana", now=NOW)
    assert Vapid02.verify(header)
    token, key = (part.split("=", 1)[1] for part in header.removeprefix("vapid ").split(","))
    assert key == vapid.public_key(settings.VAPID_PRIVATE_KEY)
    assert decode(token, key) == {
        "aud": "https://push.example:8443",
        "exp": int(NOW.timestamp()) + 12 * 60 * 60,
        "sub": "mailto:games@games.example",
    }
