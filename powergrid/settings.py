"""All settings, from the environment; README.md lists the variables."""

from pathlib import Path
from typing import Any
from urllib.parse import quote

import django_stubs_ext
from csp.constants import NONE, SELF

from powergrid import environment

django_stubs_ext.monkeypatch()  # lets generic classes of Django name their types when the code runs, too

BASE_DIR = Path(__file__).resolve().parent.parent

# What kind of installation this is ----------------------------------------------------------------------------------

DEVELOPMENT = environment.flag("DEVELOPMENT", default=False)
"""On for ``make run`` and the tests. Off, the site insists on a SECRET_KEY and on the hosts it answers to."""

DEBUG = environment.flag("DEBUG", default=False)

VAR_DIR = Path(environment.text("VAR_DIR", default=str(BASE_DIR / "var"))).absolute()
"""Where a development site keeps its database, its broker's folders and the mails it sent."""

if DEVELOPMENT:
    SECRET_KEY = environment.text("SECRET_KEY", default="development only, never in production")
    ALLOWED_HOSTS = environment.words("ALLOWED_HOSTS", default="localhost,127.0.0.1,[::1]")
else:
    SECRET_KEY = environment.text("SECRET_KEY")
    ALLOWED_HOSTS = environment.words("ALLOWED_HOSTS")

PORT = environment.number("PORT", default=8000, least=1, most=65535)
"""Where ``make run`` listens."""

SITE_URL = environment.site("SITE_URL", default=f"http://localhost:{PORT}")
"""What links in mails begin with."""

# What it is made of -------------------------------------------------------------------------------------------------

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
    "django.forms",
    "allauth",
    "allauth.account",
    "csp",
    "django_htmx",
    "template_partials",
    "powergrid",
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
    "powergrid.middleware.back_to_the_page",
    "allauth.account.middleware.AccountMiddleware",
]

ROOT_URLCONF = "powergrid.urls"
WSGI_APPLICATION = "powergrid.wsgi.application"
# Forms, fields and widgets are drawn by templates/django/forms/ and by whatever template a widget names.
FORM_RENDERER = "django.forms.renderers.TemplatesSetting"

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

# Database -----------------------------------------------------------------------------------------------------------

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
    database = environment.database("DATABASE_URL", default=f"sqlite:///{quote(str(VAR_DIR))}/powergrid.sqlite3")
    if database["ENGINE"].endswith("sqlite3"):
        environment.folder("DATABASE_URL or VAR_DIR", Path(database["NAME"]).parent)
        return {**database, "OPTIONS": _SQLITE_OPTIONS, "CONN_MAX_AGE": None}
    return {**database, "CONN_MAX_AGE": 600, "CONN_HEALTH_CHECKS": True}


DATABASES = {"default": _database()}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# Rate limits count here, so every web process has to see the same cache.
CACHES = {"default": {"BACKEND": "django.core.cache.backends.db.DatabaseCache", "LOCATION": "cache"}}

# Tasks --------------------------------------------------------------------------------------------------------------

CELERY_BROKER_URL = environment.broker("BROKER_URL", default="filesystem://localhost")
if CELERY_BROKER_URL.startswith("filesystem://"):
    _queue = str(environment.folder("VAR_DIR", VAR_DIR / "broker" / "queue"))
    CELERY_BROKER_TRANSPORT_OPTIONS = {
        "data_folder_in": _queue,
        "data_folder_out": _queue,
        "control_folder": str(environment.folder("VAR_DIR", VAR_DIR / "broker" / "control")),
        "processed_folder": str(environment.folder("VAR_DIR", VAR_DIR / "broker" / "processed")),
        "polling_interval": 0.2,
    }
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_TIME_LIMIT = 60
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_TIMEZONE = "UTC"
SWEEP_SECONDS = environment.number("SWEEP_SECONDS", default=5, least=1, most=3600)
"""How often the scheduler looks for alerts that are due and unsent."""
CELERY_BEAT_SCHEDULE = {
    "sweep-alerts": {
        "task": "notifications.tasks.sweep",
        "schedule": SWEEP_SECONDS,
        "options": {"expires": SWEEP_SECONDS},
    },
}

# People -------------------------------------------------------------------------------------------------------------

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
ACCOUNT_RATE_LIMITS = {"new_guest": "60/h/ip"}
"""On top of django-allauth's own limits."""
# A guest's games hang on the session, and a turn may come after weeks.
SESSION_COOKIE_AGE = 180 * 24 * 60 * 60

# Mail ---------------------------------------------------------------------------------------------------------------

_mail_service = environment.mail_service("EMAIL_URL", needed=not DEVELOPMENT)
KEEPS_MAILS = _mail_service is None
"""A development site without a mail service keeps its mails on disk and shows them to anybody on one of its pages."""
if _mail_service is None:
    EMAIL_BACKEND = "notifications.mailbox.Backend"
else:
    EMAIL_HOST, EMAIL_PORT = _mail_service.host, _mail_service.port
    EMAIL_HOST_USER, EMAIL_HOST_PASSWORD = _mail_service.user, _mail_service.password
    EMAIL_USE_TLS, EMAIL_USE_SSL = _mail_service.uses_tls, _mail_service.uses_ssl
EMAIL_TIMEOUT = 20
MAIL_DIR = VAR_DIR / "mails"
DEFAULT_FROM_EMAIL = environment.text("DEFAULT_FROM_EMAIL", default="Power Grid <games@localhost>")

# Pages --------------------------------------------------------------------------------------------------------------

LANGUAGE_CODE = "en"
TIME_ZONE = "UTC"
USE_TZ = True
USE_I18N = True
STATIC_URL = "static/"
STATICFILES_DIRS = [BASE_DIR / "static"]
STATIC_ROOT = environment.folder("VAR_DIR", VAR_DIR / "static")
"""What ``collectstatic`` fills. It is there from the start, or WhiteNoise would miss it on a development site."""
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
        if DEVELOPMENT
        else "whitenoise.storage.CompressedManifestStaticFilesStorage"
    },
}
WHITENOISE_USE_FINDERS = DEVELOPMENT
# Without this, a file that is edited while the site runs is sent with its old length, and browsers wait for the rest.
WHITENOISE_AUTOREFRESH = DEVELOPMENT

# Security -----------------------------------------------------------------------------------------------------------

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

# Log ----------------------------------------------------------------------------------------------------------------

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
