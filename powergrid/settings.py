"""All settings, from the environment. Without any variable: a development site on SQLite that needs no other service.

A value that cannot be understood stops the start and names its variable.
"""

from pathlib import Path
from typing import Any

import environ
from csp.constants import NONE, SELF
from django.core.exceptions import ImproperlyConfigured

BASE_DIR = Path(__file__).resolve().parent.parent
env = environ.Env()

# What kind of installation this is ------------------------------------------------------------------------------------


def _flag(name: str, *, default: bool) -> bool:
    word = env.str(name, default=str(default)).strip().lower()
    if word in {"1", "true", "yes", "on"}:
        return True
    if word in {"0", "false", "no", "off"}:
        return False
    raise ImproperlyConfigured(f"{name} is {word!r}; it can be true or false.")


DEVELOPMENT = _flag("DEVELOPMENT", default=False)
"""On for ``make run`` and the tests. Off, the site insists on a SECRET_KEY and on the hosts it answers to."""

DEBUG = _flag("DEBUG", default=False)

VAR_DIR = Path(env.str("VAR_DIR", default=str(BASE_DIR / "var"))).absolute()
"""Where a development site keeps its database, its broker's folders and the mails it sent."""

if DEVELOPMENT:
    SECRET_KEY = env.str("SECRET_KEY", default="development only, never in production")
    ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", default=["localhost", "127.0.0.1", "[::1]"])
else:
    SECRET_KEY = env.str("SECRET_KEY")
    ALLOWED_HOSTS = env.list("ALLOWED_HOSTS")

SITE_URL = env.str("SITE_URL", default="http://localhost:8000").rstrip("/")
"""What links in mails begin with."""
if not SITE_URL.startswith(("http://", "https://")):
    raise ImproperlyConfigured(f"SITE_URL is {SITE_URL!r}; it must begin with http:// or https://.")

# What it is made of ---------------------------------------------------------------------------------------------------

INSTALLED_APPS = [
    "accounts",
    "notifications",
    "games",
    "matchmaking",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.humanize",
    "django.contrib.staticfiles",
    "allauth",
    "allauth.account",
    "csp",
    "django_htmx",
    "template_partials",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "allauth.account.middleware.AccountMiddleware",
]

ROOT_URLCONF = "powergrid.urls"
WSGI_APPLICATION = "powergrid.wsgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "powergrid.context.site",
            ],
        },
    },
]

# Database -------------------------------------------------------------------------------------------------------------

_SQLITE_OPTIONS: dict[str, Any] = {
    # Lock for writing at once: a read that later writes would fail instead of waiting (SQLite has no row locks).
    "transaction_mode": "IMMEDIATE",
    "timeout": 20,
    "init_command": (
        "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA mmap_size=134217728;"
        " PRAGMA journal_size_limit=27103364; PRAGMA cache_size=2000"
    ),
}


def _database() -> dict[str, Any]:
    url = env.str("DATABASE_URL", default=f"sqlite:///{VAR_DIR}/powergrid.sqlite3")
    try:
        config: dict[str, Any] = dict(env.db_url_config(url))
    except (ValueError, KeyError, AttributeError):
        config = {}
    engine = config.get("ENGINE", "")
    if engine.endswith("sqlite3"):
        config["OPTIONS"] = _SQLITE_OPTIONS
        config["CONN_MAX_AGE"] = None
    elif engine.endswith("postgresql"):
        config["CONN_MAX_AGE"] = 600
        config["CONN_HEALTH_CHECKS"] = True
    else:
        raise ImproperlyConfigured("DATABASE_URL must begin with sqlite:/// or postgres://.")
    return config


DATABASES = {"default": _database()}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# Rate limits count here, so every web process has to see the same cache.
CACHES = {"default": {"BACKEND": "django.core.cache.backends.db.DatabaseCache", "LOCATION": "cache"}}

# Tasks ----------------------------------------------------------------------------------------------------------------

_BROKER_SCHEMES = ("filesystem://", "memory://", "redis://", "rediss://", "amqp://", "amqps://")
CELERY_BROKER_URL = env.str("BROKER_URL", default="filesystem://")
if not CELERY_BROKER_URL.startswith(_BROKER_SCHEMES):
    raise ImproperlyConfigured(f"BROKER_URL must begin with one of {', '.join(_BROKER_SCHEMES)}.")
if CELERY_BROKER_URL.startswith("filesystem://"):
    _queue = VAR_DIR / "broker"
    CELERY_BROKER_TRANSPORT_OPTIONS = {
        "data_folder_in": str(_queue / "queue"),
        "data_folder_out": str(_queue / "queue"),
        "control_folder": str(_queue / "control"),
        "processed_folder": str(_queue / "processed"),
        "polling_interval": 0.2,
    }
    for _folder in ("queue", "control", "processed"):
        (_queue / _folder).mkdir(parents=True, exist_ok=True)
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_TIME_LIMIT = 60
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_TIMEZONE = "UTC"
SWEEP_SECONDS = env.int("SWEEP_SECONDS", default=5)
"""How often the scheduler looks for alerts that are due and unsent."""
CELERY_BEAT_SCHEDULE = {
    "sweep-alerts": {
        "task": "notifications.tasks.sweep",
        "schedule": SWEEP_SECONDS,
        "options": {"expires": SWEEP_SECONDS},
    },
}

# People ---------------------------------------------------------------------------------------------------------------

AUTH_USER_MODEL = "accounts.User"
AUTHENTICATION_BACKENDS = ["allauth.account.auth_backends.AuthenticationBackend"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.NumericPasswordValidator"},
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "games:dashboard"
LOGOUT_REDIRECT_URL = "home"
ACCOUNT_ADAPTER = "accounts.adapter.AccountAdapter"
ACCOUNT_LOGIN_METHODS = {"email"}
ACCOUNT_SIGNUP_FIELDS = ["email*", "password1*"]
ACCOUNT_SIGNUP_FORM_CLASS = "accounts.forms.DisplayNameForm"
ACCOUNT_USER_MODEL_USERNAME_FIELD = None
ACCOUNT_EMAIL_VERIFICATION = "mandatory"
ACCOUNT_CHANGE_EMAIL = True
ACCOUNT_LOGIN_ON_EMAIL_CONFIRMATION = True
ACCOUNT_EMAIL_SUBJECT_PREFIX = ""
ACCOUNT_USER_DISPLAY = "accounts.models.display_name"

# Mail -----------------------------------------------------------------------------------------------------------------

KEEPS_MAILS = DEVELOPMENT and not env.str("EMAIL_URL", default="")
"""A development site without a mail service keeps its mails on disk and shows them to anybody on a page of the site."""
if KEEPS_MAILS:
    EMAIL_BACKEND = "notifications.mailbox.Backend"
else:
    try:
        _mail = env.email_url_config(env.str("EMAIL_URL"))
    except (ValueError, KeyError, AttributeError) as error:
        raise ImproperlyConfigured("EMAIL_URL must look like smtp://user:password@host:port.") from error
    if not _mail.get("EMAIL_BACKEND"):
        raise ImproperlyConfigured("EMAIL_URL must look like smtp://user:password@host:port.")
    vars().update(_mail)
EMAIL_TIMEOUT = 20
MAIL_DIR = VAR_DIR / "mails"
DEFAULT_FROM_EMAIL = env.str("DEFAULT_FROM_EMAIL", default="Power Grid <games@localhost>")

# Pages ----------------------------------------------------------------------------------------------------------------

LANGUAGE_CODE = "en"
TIME_ZONE = "UTC"
USE_TZ = True
USE_I18N = True
STATIC_URL = "static/"
STATICFILES_DIRS = [BASE_DIR / "static"]
STATIC_ROOT = BASE_DIR / "staticfiles"
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
        if DEVELOPMENT
        else "whitenoise.storage.CompressedManifestStaticFilesStorage"
    },
}
WHITENOISE_USE_FINDERS = DEVELOPMENT

# Security -------------------------------------------------------------------------------------------------------------

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "object-src": [NONE],
        "base-uri": [SELF],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
    }
}
X_FRAME_OPTIONS = "DENY"
SECURE_REFERRER_POLICY = "same-origin"
if SITE_URL.startswith("https://"):
    SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = True
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    CSRF_TRUSTED_ORIGINS = [SITE_URL]

# Log ------------------------------------------------------------------------------------------------------------------

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"format": "%(asctime)s %(levelname)s %(name)s: %(message)s"}},
    "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {"handlers": ["stderr"], "level": "WARNING"},
    "loggers": {
        name: {"level": "INFO"} for name in ("accounts", "games", "matchmaking", "notifications", "powergrid")
    },
}
