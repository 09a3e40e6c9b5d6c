"""What the check for slips takes for one, and what it leaves alone."""

import pytest

from powergrid import checks

OF_OTHERS = (
    *("PATH", "HOME", "HOSTNAME", "LANG", "TERM", "TZ", "HTTP_PROXY", "https_proxy", "NO_PROXY", "PGHOST", "PGPORT"),
    *("POSTGRES_PASSWORD", "GRANIAN_HOST", "GRANIAN_PORT", "PYTHONUNBUFFERED", "VIRTUAL_ENV", "INVOCATION_ID"),
    *("JOURNAL_STREAM", "STATE_DIRECTORY", "SSH_AUTH_SOCK", "XDG_RUNTIME_DIR", "KUBERNETES_SERVICE_HOST"),
    *("SITE_HOST", "WEB", "DJANGO_SETTINGS_MODULE", "CELERY_SKIP_CHECKS"),
)


@pytest.fixture
def said(monkeypatch):
    def said(*names):
        monkeypatch.setattr("os.environ", dict.fromkeys(names, "1"))
        return [warning.hint for warning in checks.variables(None)]

    return said


@pytest.mark.parametrize(
    ("slip", "meant"),
    [
        ("PROXYS", "PROXIES"),
        ("PROXY", "PROXIES"),
        ("proxies", "PROXIES"),
        ("DATABASE_URI", "DATABASE_URL"),
        ("ALLOWED_HOST", "ALLOWED_HOSTS"),
        ("OLD_SECRET_KEY", "OLD_SECRET_KEYS"),
        ("FROM_EMAIL", "DEFAULT_FROM_EMAIL"),
    ],
)
def test_a_slip_is_told_with_what_was_meant(said, slip, meant):
    assert said(slip) == [f"Rename it to {meant}, or remove it."]


def test_variables_of_others_and_those_of_ours_are_left_alone(said, settings):
    assert said(*OF_OTHERS, *settings.VARIABLES) == []


@pytest.mark.parametrize(
    ("site", "hosts", "is_fine"),
    [
        ("https://games.example", ["games.example"], True),
        ("https://games.example:8443", ["www.games.example", ".games.example"], True),
        ("http://[::1]:8000", ["[::1]"], True),
        ("https://games.example", ["www.games.example"], False),
        ("http://localhost:8000", ["games.example"], False),
    ],
)
def test_links_in_mails_have_to_lead_to_a_host_that_answers(settings, site, hosts, is_fine):
    settings.SITE_URL, settings.ALLOWED_HOSTS = site, hosts

    assert (not list(checks.host(None))) == is_fine
