"""The settings: what the environment can say, and that what cannot be understood stops the start."""

import re
import runpy
import traceback
from pathlib import Path

import pytest
from django.core.cache import cache
from environs import EnvError

SETTINGS = Path(__file__).parents[2] / "powergrid" / "settings.py"
VARIABLES = [
    *[
        "ALARM_SECONDS",
        "ALLOWED_HOSTS",
        "BACK_UP_HOURS",
        "BROKER_URL",
        "CONTACT_ADDRESS",
        "DATABASE_POOL",
        "DATABASE_URL",
        "DEBUG",
        "DEFAULT_FROM_EMAIL",
        "DEVELOPMENT",
        "EMAIL_URL",
        "KEEP_CHECKPOINTS_DAYS",
        "KEEP_GUESTS_DAYS",
        "KEEP_TABLES_DAYS",
        "KEEP_UNCONFIRMED_DAYS",
        "LOG_FORMAT",
        "MAIL_SERVICE_SECRET",
        "METRICS_LISTEN",
        "METRICS_TOKEN",
        "RELEASE",
        "SENTRY_DSN",
    ],
    *[
        "PORT",
        "PROXIES",
        "RATE_LIMITS",
        "SECRET_KEY",
        "SECURITY_CONTACT",
        "SITE_URL",
        "SWEEP_SECONDS",
        "THINKING_SECONDS",
        "VAPID_PRIVATE_KEY",
    ],
]


SOCIAL = [
    *["SOCIAL_LOGIN", "OPENID_CLIENT_ID", "OPENID_CLIENT_SECRET", "OPENID_NAME", "OPENID_SERVER"],
    *[f"{name}_CLIENT_{what}" for name in ("DISCORD", "GITHUB", "GOOGLE") for what in ("ID", "SECRET")],
]
VARIABLES += SOCIAL


@pytest.fixture
def settings_with(monkeypatch, tmp_path):
    """Load the settings anew, with nothing but these variables."""

    def load(**variables):
        for name in VARIABLES:
            monkeypatch.delenv(name, raising=False)
        for name, value in {"DEVELOPMENT": "true", "VAR_DIR": str(tmp_path), **variables}.items():
            monkeypatch.setenv(name, value)
        return runpy.run_path(str(SETTINGS))

    return load


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("DEVELOPMENT", "maybe"),
        ("DEBUG", "2"),
        ("KEEP_GUESTS_DAYS", "a month"),
        ("KEEP_GUESTS_DAYS", "181"),
        ("KEEP_UNCONFIRMED_DAYS", "3"),
        ("KEEP_TABLES_DAYS", "0"),
        ("KEEP_CHECKPOINTS_DAYS", "-1"),
        ("PORT", "eighty"),
        ("PORT", "0"),
        ("PORT", "65536"),
        ("SITE_URL", "games.example"),
        ("SITE_URL", "ftp://games.example"),
        ("SITE_URL", "https://"),
        ("SITE_URL", "https://games.example:port"),
        ("SITE_URL", "https://games.example/below"),
        ("DATABASE_URL", "nonsense"),
        ("DATABASE_URL", "sqlite://"),
        ("DATABASE_URL", "sqlite://:memory:"),
        ("DATABASE_URL", "mysql://ana@localhost/games"),
        ("DATABASE_URL", "postgres://ana@localhost"),
        ("DATABASE_URL", "postgres://ana@localhost:many/games"),
        ("DATABASE_POOL", "many"),
        ("DATABASE_POOL", "-1"),
        ("BROKER_URL", "redis"),
        ("BROKER_URL", "sqs://"),
        ("EMAIL_URL", "nonsense"),
        ("EMAIL_URL", "smtp://"),
        ("EMAIL_URL", "pigeon://ana@mail.example"),
        ("EMAIL_URL", "smtp://mail.example:post"),
        ("EMAIL_URL", "smtp://mail.example:99999"),
        ("EMAIL_URL", "anymail+pigeon://?api_key=key"),
        ("EMAIL_URL", "anymail+base://"),
        ("EMAIL_URL", "anymail+"),
        ("CONTACT_ADDRESS", "Ana"),
        ("MAIL_SERVICE_SECRET", "no colon"),
        ("MAIL_SERVICE_SECRET", "user:password"),  # without a service that would know it
        ("LOG_FORMAT", "colourful"),
        ("METRICS_TOKEN", "short"),
        ("SENTRY_DSN", "nonsense"),
        ("SENTRY_DSN", "https://errors.example/1"),
        ("SENTRY_DSN", "https://key@errors.example"),
        ("SENTRY_DSN", "https://key@errors.example:port/1"),
        ("METRICS_TOKEN", "with a space between"),
        ("PROXIES", "one"),
        ("PROXIES", "-1"),
        ("SWEEP_SECONDS", "often"),
        ("SWEEP_SECONDS", "0"),
        ("SWEEP_SECONDS", "-5"),
        ("SWEEP_SECONDS", "1.5"),
        ("ALARM_SECONDS", "seldom"),
        ("ALARM_SECONDS", "0"),
        ("ALARM_SECONDS", "61"),
        ("THINKING_SECONDS", "long"),
        ("THINKING_SECONDS", "0"),
        ("THINKING_SECONDS", "31"),
        ("METRICS_LISTEN", "9101"),
        ("METRICS_LISTEN", "0.0.0.0:many"),
        ("BACK_UP_HOURS", "-1"),
        ("SECURITY_CONTACT", "security@games.example"),
        ("VAPID_PRIVATE_KEY", "key"),
        ("VAPID_PRIVATE_KEY", "A" * 43),
    ],
)
def test_a_value_that_cannot_be_understood_stops_the_start_and_names_its_variable(settings_with, name, value):
    with pytest.raises(EnvError, match=rf"\b{name}\b"):
        settings_with(**{name: value})


@pytest.mark.parametrize(
    "address", ["nonsense://ana:secret@host/name", "smtp://ana:se#cret@host", "redis//:secret@host"]
)
@pytest.mark.parametrize("name", ["DATABASE_URL", "EMAIL_URL", "BROKER_URL", "VAPID_PRIVATE_KEY"])
def test_a_password_is_not_repeated(settings_with, name, address):
    """Neither in the sentence nor in the errors behind it, which a program that does not start prints, too."""
    with pytest.raises(EnvError) as refusal:
        settings_with(**{name: address})

    assert not {"se", "cret", "secret"} & set(re.findall(r"\w+", story_of(refusal.value)))


def story_of(error):
    return "".join(traceback.format_exception_only(error)) + (story_of(error.__cause__) if error.__cause__ else "")


PRODUCTION = {
    "DEVELOPMENT": "false",
    "SECRET_KEY": "a secret",
    "ALLOWED_HOSTS": "games.example, www.games.example",
    "EMAIL_URL": "smtp://mail.example",
    "DATABASE_URL": "postgres://powergrid@localhost/powergrid",
    "BROKER_URL": "redis://localhost/0",
}


@pytest.mark.parametrize("missing", ["SECRET_KEY", "ALLOWED_HOSTS", "EMAIL_URL", "DATABASE_URL", "BROKER_URL"])
def test_outside_development_there_is_no_fallback(settings_with, missing):
    """A site that keeps its games in a file of its own by chance would lose them with its container."""
    with pytest.raises(EnvError, match=f'"{missing}" not set'):
        settings_with(**PRODUCTION | {missing: ""})


def test_outside_development_what_is_given_counts(settings_with):
    settings = settings_with(**PRODUCTION)

    assert settings["SECRET_KEY"] == "a secret"
    assert settings["ALLOWED_HOSTS"] == ["games.example", "www.games.example"]
    assert not settings["KEEPS_MAILS"]


def test_a_folder_that_cannot_be_made_is_said_to_be_so(settings_with, tmp_path):
    (tmp_path / "file").touch()

    with pytest.raises(EnvError, match=r"VAR_DIR leads to .*, which cannot be made"):
        settings_with(VAR_DIR=str(tmp_path / "file" / "var"))


def test_development_needs_no_other_service(settings_with, tmp_path):
    settings = settings_with()

    assert settings["DATABASES"]["default"]["NAME"] == str(tmp_path / "powergrid.sqlite3")
    assert settings["CELERY_BROKER_URL"].startswith("filesystem://")
    assert settings["KEEPS_MAILS"]


@pytest.mark.parametrize("address", ["redis://broker.example:6379/0", "rediss://broker.example:6379/0"])
def test_nobody_waits_long_for_a_redis_that_does_not_answer(settings_with, address):
    assert 0 < settings_with(BROKER_URL=address)["CELERY_BROKER_TRANSPORT_OPTIONS"]["socket_connect_timeout"] < 5


@pytest.mark.django_db
def test_attempts_at_many_accounts_do_not_wipe_out_the_count_of_those_at_one():
    cache.set("ana-attempts", 5)
    for number in range(400):
        cache.set(f"bob-{number}-attempts", 1)

    assert cache.get("ana-attempts") == 5


def test_limits_count_visitors_and_not_proxies(settings_with):
    assert settings_with()["ALLAUTH_TRUSTED_PROXY_COUNT"] == 0
    assert settings_with(PROXIES="1")["ALLAUTH_TRUSTED_PROXY_COUNT"] == 1


def test_the_site_is_where_make_run_listens(settings_with):
    assert settings_with(PORT="8001")["SITE_URL"] == "http://localhost:8001"


def test_an_empty_variable_counts_as_not_set(settings_with):
    assert settings_with(DEBUG="")["DEBUG"] is False


def test_a_database_folder_is_made_where_it_is_missing(settings_with, tmp_path):
    settings_with(DATABASE_URL=f"sqlite:///{tmp_path}/new/games.sqlite3")

    assert (tmp_path / "new").is_dir()


def test_postgresql_is_one_variable_away(settings_with):
    database = settings_with(DATABASE_URL="postgres://ana:p%40ss@db.example:5433/games?sslmode=require")["DATABASES"]

    assert (
        database["default"].items()
        >= {
            "ENGINE": "django.db.backends.postgresql",
            "NAME": "games",
            "HOST": "db.example",
            "PORT": 5433,
            "USER": "ana",
            "PASSWORD": "p@ss",
            "CONN_HEALTH_CHECKS": True,
        }.items()
    )
    assert database["default"]["OPTIONS"]["sslmode"] == "require"


def test_connections_are_pooled_or_kept_by_each_thread(settings_with):
    def database(**variables):
        return settings_with(DATABASE_URL="postgres://db.example/games", **variables)["DATABASES"]["default"]

    pooled, kept = database(DATABASE_POOL="7"), database(DATABASE_POOL="0")

    assert (pooled["CONN_MAX_AGE"], pooled["OPTIONS"]["pool"]["max_size"]) == (0, 7)
    assert kept["CONN_MAX_AGE"] > 0
    assert "pool" not in kept.get("OPTIONS", {})


@pytest.mark.parametrize(
    ("address", "port", "tls", "ssl"),
    [
        ("smtp://mail.example", 25, False, False),
        ("smtp+tls://ana:secret@mail.example", 587, True, False),
        ("smtp+ssl://ana:secret@mail.example:4650", 4650, False, True),
    ],
)
def test_mails_can_go_to_a_service(settings_with, address, port, tls, ssl):
    settings = settings_with(EMAIL_URL=address)

    assert not settings["KEEPS_MAILS"]
    assert (settings["EMAIL_HOST"], settings["EMAIL_PORT"]) == ("mail.example", port)
    assert (settings["EMAIL_USE_TLS"], settings["EMAIL_USE_SSL"]) == (tls, ssl)


def test_mails_can_go_to_a_service_by_http(settings_with):
    address = "anymail+unisender-go://?api_key=a%26b&api_url=https://go.example/"
    settings = settings_with(EMAIL_URL=address, MAIL_SERVICE_SECRET="service:secret")

    assert settings["EMAIL_BACKEND"] == "anymail.backends.unisender_go.EmailBackend"
    assert settings["ANYMAIL"].items() >= {
        ("UNISENDER_GO_API_KEY", "a&b"),
        ("UNISENDER_GO_API_URL", "https://go.example/"),
        ("WEBHOOK_SECRET", "service:secret"),
    }


def test_service_that_says_nothing_of_mails_needs_no_secret_for_it(settings_with):
    with pytest.raises(EnvError, match="MAIL_SERVICE_SECRET"):
        settings_with(EMAIL_URL="anymail+scaleway://?secret_key=key", MAIL_SERVICE_SECRET="service:secret")


def test_development_makes_a_key_for_push_messages_and_others_are_given_one(settings_with, tmp_path):
    key = settings_with()["VAPID_PRIVATE_KEY"]

    assert (tmp_path / "vapid_key").read_text() == key
    assert not settings_with(**PRODUCTION)["VAPID_PRIVATE_KEY"]
    assert settings_with(**PRODUCTION, VAPID_PRIVATE_KEY=key)["VAPID_PRIVATE_KEY"] == key


def test_limits_are_off_only_where_somebody_develops(settings_with):
    assert settings_with()["ACCOUNT_RATE_LIMITS"]
    assert settings_with(RATE_LIMITS="off")["ACCOUNT_RATE_LIMITS"] is False
    with pytest.raises(EnvError, match="RATE_LIMITS"):
        settings_with(**PRODUCTION, RATE_LIMITS="off")


def test_cookies_of_a_site_on_https_stay_there(settings_with):
    settings = settings_with(SITE_URL="https://games.example/")

    assert settings["SITE_URL"] == "https://games.example"
    assert settings["SESSION_COOKIE_SECURE"]
    assert settings["CSRF_COOKIE_SECURE"]
    assert settings["CSRF_TRUSTED_ORIGINS"] == ["https://games.example"]


# Other sites by which people log in ---------------------------------------------------------------------------------

GITHUB = {"GITHUB_CLIENT_ID": "id", "GITHUB_CLIENT_SECRET": "hush"}
OPENID = {"OPENID_CLIENT_ID": "id", "OPENID_CLIENT_SECRET": "hush", "OPENID_SERVER": "https://id.example/club/"}


def test_nobody_logs_in_by_another_site_unless_it_is_named(settings_with):
    settings = settings_with(**GITHUB)
    assert settings["SOCIALACCOUNT_PROVIDERS"] == {}
    assert settings["CONTENT_SECURITY_POLICY"]["DIRECTIVES"]["form-action"] == ["'self'"]


def test_sites_that_are_named_get_what_is_theirs_and_forms_may_lead_there(settings_with):
    """Chromium follows no form to where the policy of its page does not let it go."""
    settings = settings_with(SOCIAL_LOGIN="github, openid", **GITHUB, **OPENID)
    providers = settings["SOCIALACCOUNT_PROVIDERS"]
    assert providers["github"]["APPS"] == [{"client_id": "id", "secret": "hush"}]
    (club,) = providers["openid_connect"]["APPS"]
    assert (club["name"], club["settings"]["server_url"]) == ("id.example", "https://id.example/club")
    forms = settings["CONTENT_SECURITY_POLICY"]["DIRECTIVES"]["form-action"]
    assert forms == ["'self'", "https://github.com", "https://id.example"]
    for name in ("github", "openid_connect"):
        assert f"allauth.socialaccount.providers.{name}" in settings["INSTALLED_APPS"]


@pytest.mark.parametrize(
    ("variables", "words"),
    [
        ({"SOCIAL_LOGIN": "gogle"}, "SOCIAL_LOGIN names 'gogle'. It can name discord, github, google, openid"),
        ({"SOCIAL_LOGIN": "github"}, "SOCIAL_LOGIN names github, which needs GITHUB_CLIENT_ID"),
        ({"SOCIAL_LOGIN": "github", "GITHUB_CLIENT_ID": "id"}, "needs GITHUB_CLIENT_SECRET"),
        ({**OPENID, "SOCIAL_LOGIN": "openid", "OPENID_SERVER": ""}, "needs OPENID_SERVER"),
        (
            {**OPENID, "SOCIAL_LOGIN": "openid", "OPENID_SERVER": "id.example"},
            "OPENID_SERVER must look like https://",
        ),
    ],
)
def test_site_that_is_misspelt_or_lacks_something_stops_the_start(settings_with, variables, words):
    with pytest.raises(EnvError, match=re.escape(words)) as refusal:
        settings_with(**variables)
    assert "hush" not in story_of(refusal.value)
