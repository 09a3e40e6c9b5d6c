"""All settings, from the environment. README.md lists the variables.

A variable that cannot be understood stops the start with an ``EnvError``, which names it and repeats no password.
"""

import os
import socket
from pathlib import Path
from typing import Any, Literal
from urllib.parse import quote, unquote, urlsplit
from zlib import crc32

import django_stubs_ext
from csp.constants import NONE, SELF
from django.core.validators import validate_email
from environs import EnvError, validate
from jinja2 import select_autoescape

from notifications import vapid
from powergrid import __version__, environment, social_login
from powergrid.environment import REQUIRED, Environment, allowed_by, folder
from powergrid.monitoring import errors
from powergrid.people_settings import *  # noqa: F403
from powergrid.people_settings import SESSION_COOKIE_AGE
from powergrid.schedule import beat_schedule

django_stubs_ext.monkeypatch()  # lets generic classes of Django name their types when the code runs, too

BASE_DIR = Path(__file__).resolve().parent.parent
env = Environment()

# What kind of installation this is ----------------------------------------------------------------------------------

DEVELOPMENT = env.bool("DEVELOPMENT", False)
"""On for ``make run`` and the tests. Off, the site insists on every setting that a public site must not guess."""
DEBUG = env.bool("DEBUG", False)
VAR_DIR = env.path("VAR_DIR", BASE_DIR / "var").absolute()
"""Where a site keeps the files and maps it makes, and a development site also its database, broker and mails."""
SECRET_KEY = env.str("SECRET_KEY", "development only, never in production" if DEVELOPMENT else REQUIRED)
SECRET_KEY_FALLBACKS = env.list("OLD_SECRET_KEYS", [], subcast=str.strip)
"""Those the site had before. What they signed or encrypted still counts."""
ALLOWED_HOSTS = env.list(
    "ALLOWED_HOSTS", ["localhost", "127.0.0.1", "[::1]"] if DEVELOPMENT else REQUIRED, subcast=str.strip
)

PORT = env.number("PORT", 8000, 1, 65535)  # where make run listens

SITE_URL = env.matching(
    "SITE_URL",
    f"http://localhost:{PORT}",
    r"https?://([\w.-]+|\[[\da-f:]+\])(:\d+)?/?",
    "It must look like https://games.example.",
).rstrip("/")
"""What links in mails begin with."""

_SOCIAL_LOGIN = social_login.read(env)

# What it is made of -------------------------------------------------------------------------------------------------

INSTALLED_APPS = [
    "announcements",
    "accounts",
    "notifications",
    "talk",
    "games",
    "matchmaking",
    "powergrid.apps.OwnAdminConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.humanize",
    "django.contrib.staticfiles",
    "django.forms",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.socialaccount",
    *_SOCIAL_LOGIN.apps,
    "csp",
    "django_htmx",
    "powergrid",
]

MIDDLEWARE = [
    "powergrid.stack.with_room",
    "powergrid.middleware.closed_to_others",
    "powergrid.middleware.stamped",
    "powergrid.monitoring.probes.probes",
    "powergrid.limits.charged",
    "powergrid.monitoring.requests.accounted",
    "powergrid.middleware.of_bounded_size",
    "django.middleware.security.SecurityMiddleware",
    "powergrid.polls.answered_first",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    # Below WhiteNoise, whose files are compressed already; above whatever writes into a page. Each answer gets some
    # extra bytes, a random number, so that its length gives away no secret in it (BREACH).
    "powergrid.compression.CompressionMiddleware",
    "powergrid.middleware.kept_by_nobody",
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "accounts.bans.kept_out",
    "accounts.visits.noted",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "powergrid.limits.WithinLimits",
    "powergrid.middleware.ReadOnly",
    "powergrid.middleware.back_to_the_page",
    "powergrid.middleware.in_the_time_of_the_reader",
    "allauth.account.middleware.AccountMiddleware",
    # Last: it stores nothing for what others refuse, and takes back what a view did before they answer its exception.
    "powergrid.receipts.DoneOnce",
]

ROOT_URLCONF = "powergrid.urls"
WSGI_APPLICATION = "powergrid.wsgi.application"
# Forms are drawn by templates/django/forms/, and widgets by the template they name.
FORM_RENDERER = "django.forms.renderers.TemplatesSetting"

_CONTEXT_PROCESSORS = [
    "django.contrib.auth.context_processors.auth",
    "django.contrib.messages.context_processors.messages",
    "powergrid.context.site",
]

TEMPLATES: list[dict[str, Any]] = [
    {
        "BACKEND": "django.template.backends.jinja2.Jinja2",
        "DIRS": [BASE_DIR / "templates", BASE_DIR / "games" / "board" / "maps"],
        "APP_DIRS": True,  # widgets, which Django brings along
        "OPTIONS": {
            "environment": "powergrid.jinja.environment",
            "autoescape": select_autoescape(["html"], default=False),
            "context_processors": _CONTEXT_PROCESSORS,
        },
    },
    {  # the admin, and what packages bring along
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "powergrid" / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {"context_processors": ["django.template.context_processors.request", *_CONTEXT_PROCESSORS]},
    },
]

# Database -----------------------------------------------------------------------------------------------------------

DATABASE_POOL = env.number("DATABASE_POOL", 4, 0, 1000)
"""The most connections to PostgreSQL that each process keeps. With fewer than its threads, some would wait."""
_DATABASE_FILE = f"sqlite:///{quote(str(VAR_DIR))}/powergrid.sqlite3"
_database = env.dj_db_url(
    "DATABASE_URL", _DATABASE_FILE if DEVELOPMENT else REQUIRED, conn_max_age=600, conn_health_checks=True
)
DATABASES = {"default": environment.connected(_database, pool=DATABASE_POOL)}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# Rate limits count here, so every web process has to see the same cache. By default it drops entries from the 300th
# on: to go on guessing one password, you would only have to guess many others, too.
CACHES = {
    "default": {
        "BACKEND": "powergrid.cache.Cache",
        "LOCATION": "cache",
        "KEY_FUNCTION": "powergrid.cache.key",
        "OPTIONS": {"MAX_ENTRIES": 20_000},
    }
}

# Tasks --------------------------------------------------------------------------------------------------------------

_BROKERS = ("filesystem", "memory", "redis", "rediss", "amqp", "amqps")
CELERY_BROKER_URL = env.matching(
    "BROKER_URL",
    "filesystem://localhost" if DEVELOPMENT else REQUIRED,
    f"({'|'.join(_BROKERS)})://.*",
    f"It must begin with one of {', '.join(_BROKERS)}, followed by ://.",
)
if CELERY_BROKER_URL.startswith("filesystem://"):
    CELERY_BROKER_TRANSPORT = "powergrid.broker:FolderTransport"
    _queue = str(folder("VAR_DIR", VAR_DIR / "broker" / "queue"))
    CELERY_BROKER_TRANSPORT_OPTIONS: dict[str, Any] = {
        "data_folder_in": _queue,
        "data_folder_out": _queue,
        "control_folder": str(folder("VAR_DIR", VAR_DIR / "broker" / "control")),
        "processed_folder": str(folder("VAR_DIR", VAR_DIR / "broker" / "processed")),
        "polling_interval": 0.2,
    }
elif CELERY_BROKER_URL.startswith("redis"):
    CELERY_BROKER_TRANSPORT = "powergrid.broker:RedisTransport"
    # Otherwise a request that sends an alert would wait for the operating system to give up, which takes minutes.
    CELERY_BROKER_TRANSPORT_OPTIONS = {"socket_connect_timeout": 2}
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_TIME_LIMIT = 60
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
# Older releases stored a class in "celerybeat-schedule" whose module has moved since, so we cannot read that file.
CELERY_BEAT_SCHEDULE_FILENAME = str(VAR_DIR / "schedule")
SWEEP_SECONDS = env.number("SWEEP_SECONDS", 5, 1, 3600)
"""How often the scheduler looks for alerts that are due and unsent. Its tasks expire after the same time."""
ALARM_SECONDS = env.number("ALARM_SECONDS", 1, 1, 60)
"""How often, on average, it looks for games that have to go on by themselves."""
THINKING_SECONDS = env.number("THINKING_SECONDS", 8, 1, 30)
"""How long a Hard bot thinks about one decision at most."""
# Workers have it to themselves, or bots that think would keep alerts and time-outs waiting.
CELERY_TASK_ROUTES = {"games.tasks.think": {"queue": "thinking"}}
CELERY_BEAT_SCHEDULE = beat_schedule(sweep_seconds=SWEEP_SECONDS, alarm_seconds=ALARM_SECONDS)

# People -------------------------------------------------------------------------------------------------------------

RATE_LIMITS = env.bool("RATE_LIMITS", True)
"""Whether requests are limited: see powergrid/limits.py. Programs that measure a site need this off."""
if not (RATE_LIMITS or DEVELOPMENT):
    raise EnvError("RATE_LIMITS can be off only if DEVELOPMENT is on: without limits, passwords can be guessed.")
MAILS_TO_STRANGERS = env.number("MAILS_TO_STRANGERS", 1000, 1, 100_000)
"""How many mails a day go to addresses that nobody here has confirmed."""
ACCOUNT_RATE_LIMITS: dict[str, str] | Literal[False] = RATE_LIMITS and {
    "login_failed": "10/m/ip,50/5m/key",  # passwords, codes and passkeys alike; the key is the account
    "guess_from_here": "5/5m/key",  # the key is account and address together: see accounts/guessing.py
    "reset_password": "20/m/ip",
    "reset_mail": "3/h/key",
    "confirm_email": "1/3m/key,4/h/key",
    "new_guest": "60/h/ip",
    "test_alert": "30/h/user,120/h/ip",
    "bring_record": "60/h/user,120/d/ip",
    "guest_brings_record": "10/h/ip,20/d/ip",
    "open_table": "60/h/user",
    "join_table": "120/h/user",
    "practice": "120/h/ip",
    "invite": "60/h/user",
    "invite_by_mail": "10/d/user",
    "mail_to_stranger": "60/d/ip,5/d/key",  # see accounts/mail_budget.py, as for the next
    "mails_to_strangers": f"{MAILS_TO_STRANGERS}/d/key",
    "report": "30/h/user,120/h/ip",
}
"""On top of django-allauth's own limits."""
SOCIALACCOUNT_PROVIDERS = _SOCIAL_LOGIN.providers
MFA_RATE_LIMITS: dict[str, str] | Literal[False] = RATE_LIMITS and {}
MFA_WEBAUTHN_ALLOW_INSECURE_ORIGIN = DEVELOPMENT
STAFF_NEEDS_TWO_STEPS = env.bool("STAFF_NEEDS_TWO_STEPS", not DEVELOPMENT)
"""Whether the pages for those who run the site need a log-in with two steps."""
# Limits count by address: behind a proxy that is not counted here, all visitors would be one.
ALLAUTH_TRUSTED_PROXY_COUNT = env.number("PROXIES", 0, 0, 9)
# What is forgotten --------------------------------------------------------------------------------------------------

# A guest whose session is over can never come back. A link that confirms an address works for three days.
KEEP_GUESTS = env.days("KEEP_GUESTS_DAYS", 30, most=SESSION_COOKIE_AGE // (24 * 60 * 60))  # who have not been here
KEEP_UNCONFIRMED = env.days("KEEP_UNCONFIRMED_DAYS", 7, least=4)  # accounts whose address is not confirmed
KEEP_TABLES = env.days("KEEP_TABLES_DAYS", 30)
"""How long tables wait for players who stay away, and how long closed ones are kept."""
KEEP_CHECKPOINTS = env.days("KEEP_CHECKPOINTS_DAYS", 30)  # after the end of a game: looking back takes no replay

# Mail ---------------------------------------------------------------------------------------------------------------

_EMAIL_URL = env.str("EMAIL_URL", "" if DEVELOPMENT else REQUIRED, validate=environment.check_email_url)
EMAIL_TIMEOUT = 10
"""How many seconds a mail server may take to answer. Nobody but the sender of mails waits for it."""
KEEPS_MAILS = not _EMAIL_URL
"""A development site without a mail service keeps its mails on disk and shows them on a page."""
MAIL_SERVICE = environment.mail_service(_EMAIL_URL)
MAIL_SERVICE_SECRET = env.matching(
    "MAIL_SERVICE_SECRET", "", r"([^:]+:.+)?", "It must look like user:password. Make up both."
)
"""With it, the service reports at /mail-service/ what became of mails. Without it, there is no such address."""
if MAIL_SERVICE_SECRET and not environment.tells_of_mails(MAIL_SERVICE):
    raise EnvError("MAIL_SERVICE_SECRET is set, but the service of EMAIL_URL cannot report what became of mails.")
if KEEPS_MAILS:
    EMAIL_BACKEND = "notifications.mailbox.Backend"
elif MAIL_SERVICE:
    EMAIL_BACKEND = f"anymail.backends.{MAIL_SERVICE}.EmailBackend"
    ANYMAIL = {
        **environment.anymail_settings(_EMAIL_URL),
        "REQUESTS_TIMEOUT": EMAIL_TIMEOUT,
        "IGNORE_UNSUPPORTED_FEATURES": True,  # a mail without a header is better than none
        "WEBHOOK_SECRET": MAIL_SERVICE_SECRET,
    }
else:
    EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    _service = urlsplit(_EMAIL_URL)
    EMAIL_HOST, EMAIL_PORT = _service.hostname, _service.port or environment.SMTP_PORTS[_service.scheme]
    EMAIL_HOST_USER, EMAIL_HOST_PASSWORD = unquote(_service.username or ""), unquote(_service.password or "")
    EMAIL_USE_TLS, EMAIL_USE_SSL = _service.scheme == "smtp+tls", _service.scheme == "smtp+ssl"
MAIL_DIR = VAR_DIR / "mails"
DEFAULT_FROM_EMAIL = env.str("DEFAULT_FROM_EMAIL", "Power Grid <games@localhost>")
CONTACT_ADDRESS = env.str(
    "CONTACT_ADDRESS",
    "",
    validate=allowed_by(validate_email, "It must be a mail address, such as help@games.example."),
)
"""Where people can write to those who run the site. The contact page shows it."""

# Push messages ------------------------------------------------------------------------------------------------------

VAPID_PRIVATE_KEY = env.str(
    "VAPID_PRIVATE_KEY", "", validate=allowed_by(vapid.check, "It must be a key that `manage.py vapid_key` prints.")
) or (vapid.kept_in(folder("VAR_DIR", VAR_DIR) / "vapid_key") if DEVELOPMENT else "")
"""By it push services know this site. Without it, push messages are not offered."""

# Pages --------------------------------------------------------------------------------------------------------------

LANGUAGE_CODE = "en"
TIME_ZONE = "UTC"
USE_TZ = True
USE_I18N = False  # All sentences are marked for translation, but there are no translations yet.
STATIC_URL = "static/"
STATICFILES_DIRS = [BASE_DIR / "static"]
STATIC_ROOT = folder("VAR_DIR", VAR_DIR / "static")
"""Made at the start, because WhiteNoise misses it on a development site."""
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
        if DEVELOPMENT
        else "powergrid.bundles.BundledStorage"
    },
}
STATICFILES_FINDERS = [
    "powergrid.bundles.BundleFinder" if DEVELOPMENT else "django.contrib.staticfiles.finders.FileSystemFinder",
    "django.contrib.staticfiles.finders.AppDirectoriesFinder",
]
WHITENOISE_USE_FINDERS = DEVELOPMENT
# Otherwise a file edited while the site runs is sent with its old length, and browsers wait for the rest.
WHITENOISE_AUTOREFRESH = DEVELOPMENT

# Security -----------------------------------------------------------------------------------------------------------

_ON_HTTPS = SITE_URL.startswith("https://")
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        # Nothing inline, nothing from other sites, and nothing that no page has, such as videos.
        "default-src": [NONE],
        **{
            f"{kind}-src": [SELF]
            for kind in ("script", "style", "img", "font", "connect", "manifest", "worker", "frame")
        },
        "base-uri": [NONE],
        "form-action": [SELF, *_SOCIAL_LOGIN.origins],
        "frame-ancestors": [NONE],
        "upgrade-insecure-requests": _ON_HTTPS,
    }
}
X_FRAME_OPTIONS = "DENY"
DEFAULT_EXCEPTION_REPORTER = "powergrid.reports.Reporter"
MAY_CALL_ITSELF = env.bool("MAY_CALL_ITSELF", False)
"""Whether webhooks and push messages may go to this machine, as tests need."""
BACK_UP_HOURS = env.number("BACK_UP_HOURS", 0 if DEVELOPMENT else 36, 0, 10_000)
"""After how many hours without a new back-up the operator's page says so; 0: never."""
SECURITY_CONTACT = env.matching(
    "SECURITY_CONTACT", "", r"((mailto:|https://)\S+)?", "It must begin with mailto: or https://."
)
"""Where to report a flaw; without it, the sender of the site's mails."""
SECURE_REFERRER_POLICY = "same-origin"
CSRF_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = "Lax"
"""Not "Strict": a link in a mail would show you the page as to a stranger."""
if _ON_HTTPS:
    SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = True
    # Browsers take cookies of these names from this host alone, over https. So no other host of the domain, and no
    # stranger who can change a plain connection, can make you play in their session.
    SESSION_COOKIE_NAME, CSRF_COOKIE_NAME = "__Host-sessionid", "__Host-csrftoken"
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    CSRF_TRUSTED_ORIGINS = [SITE_URL]
    # Probes are answered before this, and so by http, too.
    SECURE_SSL_REDIRECT = True
    SECURE_HSTS_SECONDS = 365 * 24 * 60 * 60
    # Other hosts of the domain, and HSTS for ever, are for the owner of the domain to decide.
    SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]

# Metrics and errors -------------------------------------------------------------------------------------------------

METRICS_TOKEN = env.matching(
    "METRICS_TOKEN", "", r"(\S{16,})?", "It must have at least 16 characters, and no spaces."
)
"""With it, programs can read metrics at /metrics. Without it, nobody can."""
METRICS_LISTEN = env.matching(
    "METRICS_LISTEN", "", r"(([\w.-]+|\[[\da-fA-F:]+\]):\d{1,5})?", "It must be host:port, such as 0.0.0.0:9101."
)
"""Where workers and the scheduler show theirs: web servers cannot see those of other machines or containers."""
METRICS_DIR = folder("VAR_DIR", VAR_DIR / "metrics" / socket.gethostname()) if METRICS_TOKEN else None
if METRICS_DIR:
    os.environ["PROMETHEUS_MULTIPROC_DIR"] = str(METRICS_DIR)  # read when prometheus-client is first imported
    from powergrid.monitoring import metric_files

    metric_files.count_only_where_there_is_room()

# Log ----------------------------------------------------------------------------------------------------------------

SENTRY_DSN = env.str(
    "SENTRY_DSN", "", validate=allowed_by(errors.check, "It must look like https://key@host/number.")
)
"""Where errors are reported. Without it, nothing is reported, and Sentry's library is not loaded."""
RELEASE = env.str("RELEASE", __version__)  # what runs here, such as the id of a commit
RELEASE_STAMP = f"{crc32(RELEASE.encode()):x}"
"""Another one for each release, for everybody to see: it does not say which commit that is."""
LOG_FORMAT = env.str(
    "LOG_FORMAT",
    "plain" if DEVELOPMENT else "json",
    validate=validate.OneOf(["json", "plain"], error="It must be one of {choices}."),
)
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"()": "powergrid.logs.lines", "as_json": LOG_FORMAT == "json"}},
    "filters": {"with_routes": {"()": "powergrid.logs.WithRoutes"}},
    "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "line", "filters": ["with_routes"]}},
    "root": {"handlers": ["stderr"], "level": "WARNING"},
    "loggers": {
        **{
            name: {"level": "INFO"}
            for name in ("accounts", "games", "announcements", "matchmaking", "notifications", "powergrid", "talk")
        },
        # Of what is refused there is a line already: each request has one.
        "django.request": {"level": "ERROR"},
    },
}

# Variables ----------------------------------------------------------------------------------------------------------

VARIABLES = frozenset(env.read)
"""The names of all variables read above. ``check --deploy`` finds those that are misspelt."""
