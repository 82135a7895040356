"""All settings, from environment variables alone; docs/operating.md lists them.

Without any variable this is a safe single-machine set-up: SQLite under var/, no broker,
no debug pages, a secret key made on first start.
"""

import os
from datetime import timedelta
from pathlib import Path

from csp.constants import NONE, SELF

from config import env

BASE_DIR = Path(__file__).resolve().parent.parent
VAR_DIR = Path(os.environ.get("VAR_DIR") or BASE_DIR / "var")

# --- The machine it runs on -------------------------------------------------------------------
DEBUG = env.flag(os.environ, "DEBUG", default=False)
HTTPS = env.flag(os.environ, "HTTPS", default=False)
SECRET_KEY = env.secret_key(os.environ, kept_in=VAR_DIR / "secret_key")
SECRET_KEY_FALLBACKS = env.words(os.environ, "SECRET_KEY_FALLBACKS")
ALLOWED_HOSTS = env.words(os.environ, "ALLOWED_HOSTS", default="localhost,127.0.0.1,[::1]")
CSRF_TRUSTED_ORIGINS = env.words(os.environ, "CSRF_TRUSTED_ORIGINS")

VAR_DIR.mkdir(mode=0o700, parents=True, exist_ok=True)  # contacts and passwords are in there
DATABASE_URL = os.environ.get("DATABASE_URL") or f"sqlite:///{VAR_DIR / 'mus.sqlite3'}"
DATABASES = {"default": env.database(DATABASE_URL)}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

REDIS_URL = os.environ.get("REDIS_URL", "")
if REDIS_URL:
    CACHES = {
        "default": {
            "BACKEND": "django.core.cache.backends.redis.RedisCache",
            "LOCATION": REDIS_URL,
            "KEY_PREFIX": "mus",
        }
    }
else:
    CACHES = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}

# SQLite gains nothing from more threads than it can serve reads with.
WEB_THREADS = env.number(
    os.environ, "WEB_THREADS", default=4 if DATABASE_URL.startswith("sqlite") else 8, least=1
)
MAX_BODY_BYTES = env.number(os.environ, "MAX_BODY_BYTES", default=2_000_000, least=1_000)
BODY_SECONDS = env.number(os.environ, "BODY_SECONDS", default=60, least=1)
LIVE_STREAMS_PER_ADDRESS = env.number(os.environ, "LIVE_STREAMS_PER_ADDRESS", default=500, least=1)
LIVE_STREAMS = env.number(os.environ, "LIVE_STREAMS", default=10_000, least=1)

# --- What it is made of -----------------------------------------------------------------------
INSTALLED_APPS = [
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    # Before staticfiles, so that `runserver` also serves through whitenoise.
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "django.contrib.humanize",
    "django.forms",  # its widgets' templates, for FORM_RENDERER
    "axes",
    "csp",
    "rest_framework",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "tournament",
    "scoring",
    "web",
    "api",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "csp.middleware.CSPMiddleware",
    "config.middleware.RequestLimits",
    "config.middleware.SecureBeside",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.middleware.gzip.GZipMiddleware",
    # Inside gzip, so that the ETag is that of the page, not of its compressed form.
    "django.middleware.http.ConditionalGetMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    # Behind all that a login needs, as its documentation asks.
    "axes.middleware.AxesMiddleware",
    "config.middleware.BusyDatabase",
]

ROOT_URLCONF = "config.urls"
WSGI_APPLICATION = "config.wsgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.debug",
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "web.context.appearance",
                "web.context.languages",
            ],
            "builtins": ["web.templatetags.components"],
        },
    }
]
FORM_RENDERER = "web.forms.FormRenderer"

# --- Who comes in -----------------------------------------------------------------------------
AUTHENTICATION_BACKENDS = [
    "axes.backends.AxesStandaloneBackend",
    "django.contrib.auth.backends.ModelBackend",
]
PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.Argon2PasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
]
LOGIN_URL = "/accounts/login/"
LOGIN_REDIRECT_URL = "/organizer/"
LOGOUT_REDIRECT_URL = "/"
REGISTRATION_OPEN = env.flag(os.environ, "REGISTRATION_OPEN", default=True)
# New accounts an hour from one address.
REGISTRATIONS_PER_HOUR = env.number(os.environ, "REGISTRATIONS_PER_HOUR", default=20, least=1)

# Ten wrong passwords for one name from one address; then a quarter of an hour of rest.
AXES_FAILURE_LIMIT = env.number(os.environ, "LOGIN_FAILURE_LIMIT", default=10, least=1)
AXES_COOLOFF_TIME = timedelta(minutes=15)
AXES_LOCKOUT_PARAMETERS = [["username", "ip_address"]]
AXES_RESET_ON_SUCCESS = True
AXES_LOCKOUT_CALLABLE = "web.access.lockout.locked_out"
AXES_ENABLE_ADMIN = False
AXES_VERBOSE = False

# --- What browsers are told -------------------------------------------------------------------
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "font-src": [SELF],
        "connect-src": [SELF],
        "manifest-src": [SELF],
        "worker-src": [SELF],
        "form-action": [SELF],
        "base-uri": [NONE],
        "frame-ancestors": [NONE],
        "object-src": [NONE],
    }
}
X_FRAME_OPTIONS = "DENY"
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_SAMESITE = "Lax"
CSRF_FAILURE_VIEW = "web.errors.csrf_failure"

# HTTPS=1 says that a proxy in front ends TLS and sets X-Forwarded-Proto itself.
SECURE_SSL_REDIRECT = HTTPS
SECURE_COOKIES = HTTPS or env.flag(os.environ, "SECURE_COOKIES", default=False)
SESSION_COOKIE_SECURE = SECURE_COOKIES
CSRF_COOKIE_SECURE = SECURE_COOKIES
# The port of a process beside this one that speaks https: who signs in is sent there.
SECURE_PORT = env.number(os.environ, "SECURE_PORT", default=0, least=0)
SECURE_REDIRECT_EXEMPT = [r"^healthz$"]  # asked from inside, without the proxy
SECURE_HSTS_SECONDS = 31_536_000 if HTTPS else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = HTTPS
SECURE_HSTS_PRELOAD = HTTPS
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if HTTPS else None

DATA_UPLOAD_MAX_MEMORY_SIZE = MAX_BODY_BYTES
DATA_UPLOAD_MAX_NUMBER_FIELDS = 2_000

# --- Languages --------------------------------------------------------------------------------
LANGUAGE_CODE = "es"
# English is what the pages are written in. The tablet app has catalogues of its own.
LANGUAGES = [("es", "Español"), ("eu", "Euskara"), ("en", "English"), ("fr", "Français")]
LOCALE_PATHS = [BASE_DIR / "locale"]
FORMAT_MODULE_PATH = "web.formats"
LANGUAGE_COOKIE_SAMESITE = "Lax"
LANGUAGE_COOKIE_SECURE = SECURE_COOKIES
LANGUAGE_COOKIE_AGE = 31_536_000
USE_I18N = True
USE_TZ = True
TIME_ZONE = os.environ.get("TIME_ZONE") or "Europe/Madrid"

# --- Files ------------------------------------------------------------------------------------
STATIC_URL = "/static/"
STATIC_ROOT = Path(os.environ.get("STATIC_ROOT") or VAR_DIR / "static")
STATICFILES_DIRS = [BASE_DIR / "static"]
STATIC_ROOT.mkdir(parents=True, exist_ok=True)  # whitenoise warns of a folder that is not there
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "whitenoise.storage.CompressedStaticFilesStorage"},
}
# After `collectstatic` the compressed copies are served; otherwise static/ itself, so that a
# fresh clone, a test and a change in the style need no collecting.
WHITENOISE_USE_FINDERS = not env.flag(os.environ, "STATIC_COLLECTED", default=False)
WHITENOISE_AUTOREFRESH = DEBUG
WHITENOISE_MAX_AGE = 0 if DEBUG else 300

# --- Tasks ------------------------------------------------------------------------------------
CELERY_BROKER_URL = os.environ.get("CELERY_BROKER_URL") or None
CELERY_TASK_ALWAYS_EAGER = CELERY_BROKER_URL is None
# A task's failure must not turn the request that asked for it into a 500: the row is saved.
CELERY_TASK_EAGER_PROPAGATES = False
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_TASK_IGNORE_RESULT = True
CELERY_TIMEZONE = TIME_ZONE

# --- API --------------------------------------------------------------------------------------
REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "api.authentication.TokenAuthentication",
        "rest_framework.authentication.SessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticatedOrReadOnly"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["api.parsing.StrictJSONParser"],
    "DEFAULT_SCHEMA_CLASS": "api.schema.Schema",
    "EXCEPTION_HANDLER": "api.errors.answer",
    "URL_FORMAT_OVERRIDE": None,
    # X-Forwarded-For is believed only behind a proxy of ours (HTTPS=1).
    "NUM_PROXIES": 1 if HTTPS else 0,
    "TEST_REQUEST_DEFAULT_FORMAT": "json",
}
# Requests a minute from one address.
API_PER_MINUTE = {
    "settle": env.number(os.environ, "API_SETTLE_PER_MINUTE", default=6_000, least=1),
    "join": env.number(os.environ, "API_JOIN_PER_MINUTE", default=60, least=1),
    "token": env.number(os.environ, "API_TOKEN_PER_MINUTE", default=10, least=1),
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Mus tournaments",
    "DESCRIPTION": "Everything the pages can do, for programs. See docs/api.md.",
    "VERSION": "1.0.0",
    "OAS_VERSION": "3.1.0",
    "SERVE_INCLUDE_SCHEMA": False,
    "SCHEMA_PATH_PREFIX": "/api/v1/",
    "POSTPROCESSING_HOOKS": ["api.schema.drop_marks", "api.schema.add_hand_record"],
    "COMPONENT_SPLIT_REQUEST": True,
    "PATH_CONVERTER_OVERRIDES": {"number": {"type": "integer", "minimum": 0}},
    "ENUM_ADD_EXPLICIT_BLANK_NULL_CHOICE": False,
    "ENUM_GENERATE_CHOICE_DESCRIPTION": False,
}

# --- What it writes down ----------------------------------------------------------------------
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"format": "{asctime} {levelname} {name}: {message}", "style": "{"}},
    "filters": {"no_keys": {"()": "config.logs.NoKeys"}},
    "handlers": {
        "stderr": {
            "class": "logging.StreamHandler",
            "formatter": "line",
            "filters": ["no_keys"],
        },
        "nowhere": {"class": "logging.NullHandler"},
    },
    "root": {"handlers": ["stderr"], "level": os.environ.get("LOG_LEVEL") or "WARNING"},
    "loggers": {
        # Anybody can send a wrong Host header: that is their 400, not our error report.
        "django.security.DisallowedHost": {"handlers": ["nowhere"], "propagate": False},
    },
}
