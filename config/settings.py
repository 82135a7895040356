"""All settings, from environment variables alone; docs/operating.md lists them.

Without any variable this is a safe single-machine set-up: SQLite under var/, no broker, keys made.
"""

import os
from functools import partial
from pathlib import Path
from urllib.parse import urlsplit

from config import caches, env, known, mail, telemetry
from config.headers import CONTENT_POLICY
from config.logs import hide_keys_in_every_record, logging_settings
from jobs.machine import raise_open_files

hide_keys_in_every_record()
_share = partial(env.number, os.environ, least=1)

BASE_DIR = Path(__file__).resolve().parent.parent
PROGRAM = "mus-tournaments" if BASE_DIR.parent.name == "mus_tournaments" else "manage.py"
"""What the site's commands are typed after: `mus-tournaments backup DIR` where the package is."""
VAR_DIR = Path(os.environ.get("VAR_DIR") or BASE_DIR / "var")
VAR_DIR.mkdir(mode=0o700, parents=True, exist_ok=True)  # before the keys; it holds contacts
# `serve --demo-site` marks its folder. Then accounts cannot be changed and nothing is sent.
DEMO_MARKER = VAR_DIR / "demo_site"
DEMO_REQUEST = VAR_DIR / "demo_reset"  # asks the demo site for a reset at once
DEMO_SITE = DEMO_MARKER.exists()

# --- The machine it runs on -------------------------------------------------------------------
DEBUG = env.flag(os.environ, "DEBUG", default=False)
HTTPS = env.flag(os.environ, "HTTPS", default=False)
SECRET_KEY = env.secret_key(os.environ, kept_in=VAR_DIR / "secret_key")
HEAD_KEY = env.head_key(os.environ, kept_in=VAR_DIR / "head_key")
SECRET_KEY_FALLBACKS = env.words(os.environ, "SECRET_KEY_FALLBACKS")
ALLOWED_HOSTS = env.words(os.environ, "ALLOWED_HOSTS", default="localhost,127.0.0.1,[::1]")
PUBLIC_URL = known.address(os.environ, "PUBLIC_URL")  # for links in mails and feeds
CSRF_TRUSTED_ORIGINS = known.origins(os.environ, "CSRF_TRUSTED_ORIGINS")

TRACES_TO = telemetry.traces_to(os.environ)

DATABASE_URL = os.environ.get("DATABASE_URL") or env.sqlite_at(VAR_DIR / "mus.sqlite3")
DATABASES = {"default": env.database(DATABASE_URL)}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

REDIS_URL = known.address(os.environ, "REDIS_URL", known.REDIS)
CACHES = caches.settings_of(REDIS_URL)

# More threads are slower: they wait for each other more than for the database.
WEB_THREADS = env.number(os.environ, "WEB_THREADS", default=4, least=1)
WAITING_REQUESTS = _share("WAITING_REQUESTS", default=200)  # of strangers; more get 503
# Bytes of a request: where everybody may write, and where only accounts and tablets may.
OPEN_BODY_BYTES = env.number(os.environ, "OPEN_BODY_BYTES", default=100_000, least=1_000)
MAX_BODY_BYTES = env.number(os.environ, "MAX_BODY_BYTES", default=2_000_000, least=1_000)
# Whether other installations may be inside a private network, and without https.
IMPORT_BYTES = _share("IMPORT_BYTES", default=30_000_000)  # of a file that an operator imports
HEADER_SECONDS = _share("HEADER_SECONDS", default=20)
BODY_SECONDS = _share("BODY_SECONDS", default=60)
# At most half of the open files are for streams; the rest is for requests and for us.
OPEN_FILES = raise_open_files()
LIVE_STREAMS_PER_ADDRESS = _share("LIVE_STREAMS_PER_ADDRESS", default=500)
LIVE_STREAMS = min(_share("LIVE_STREAMS", default=10_000), OPEN_FILES // 2)
# Published pages cached in the memory of each process, in bytes.
PUBLISHED_BYTES = env.number(os.environ, "PUBLISHED_BYTES", default=16_000_000, least=0)
# The same for cached pieces of pages.
KEPT_BYTES = env.number(os.environ, "KEPT_BYTES", default=2_000_000, least=0)

# --- Installed parts --------------------------------------------------------------------------
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
    "csp",
    "django_otp",
    "django_otp.plugins.otp_totp",
    "rest_framework",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "jobs",
    "tournament",
    "scoring",
    "season",
    "delivery",
    "accounts",
    "operations",
    "web",
    "api",
]

MIDDLEWARE = [
    "config.middleware.RequestLog",
    "django.middleware.security.SecurityMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "csp.middleware.CSPMiddleware",
    "config.middleware.Policies",
    "config.middleware.RequestLimits",
    "config.middleware.FromInside",
    "web.localization.Localization",
    "config.middleware.SecureBeside",
    "config.staticfiles.StaticFiles",
    "django.middleware.gzip.GZipMiddleware",
    "django.middleware.http.ConditionalGetMiddleware",  # inside gzip: its ETag is the page's own
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",  # adds Content-Length
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "web.demosite.guard.ProtectAccounts",
    "config.middleware.AwayDatabase",
    "config.middleware.Unknown",
]

ROOT_URLCONF = "config.urls"
WSGI_APPLICATION = "config.wsgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "OPTIONS": {
            "loaders": [
                (
                    "django.template.loaders.cached.Loader",
                    ["web.loader.Loader", "django.template.loaders.app_directories.Loader"],
                )
            ],
            "context_processors": [
                "django.template.context_processors.debug",
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "web.context.appearance",
                "web.context.address",
                "web.context.demo_site",
                "web.context.languages",
            ],
            "builtins": ["web.templatetags.components"],
        },
    }
]
FORM_RENDERER = "web.forms.FormRenderer"

# --- Accounts and limits ----------------------------------------------------------------------
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
# EMAIL_HOST, EMAIL_BACKEND and the rest, or the backend that sends nothing.
globals().update(mail.settings_of({} if DEMO_SITE else os.environ))
PUSH_CONTACT = mail.push_contact(os.environ)  # whom push services may ask about this site
# Days after a tournament until contacts are erased, and names and reasons (0: never).
CONTACT_DAYS = _share("CONTACT_DAYS", default=90)
NAMES_DAYS = env.number(os.environ, "NAMES_DAYS", default=0, least=0)
# Days after which other rows are deleted at night. A tablet that was away longer than answers are
# kept is asked about hands that it sent before.
SIGN_IN_DAYS = _share("SIGN_IN_DAYS", default=180)
NOTICE_DAYS = _share("NOTICE_DAYS", default=90)
DEVICE_DAYS = env.number(os.environ, "DEVICE_DAYS", default=90, least=7)
ANSWER_DAYS = env.number(os.environ, "ANSWER_DAYS", default=60, least=7)

LOGIN_URL = "/accounts/login/"
LOGIN_REDIRECT_URL = "/organizer/"
LOGOUT_REDIRECT_URL = "/"
# Reachable from the internet: then registration is closed by default.
PUBLIC = env.is_public(ALLOWED_HOSTS)
REGISTRATION_OPEN = not DEMO_SITE and env.flag(os.environ, "REGISTRATION_OPEN", default=not PUBLIC)
PASSWORD_RESET_TIMEOUT = 86_400
# The name of this site in an app for codes.
# The codes of an account are counted in one place, accounts.services.second, which says "wait"; the
# library would count besides, and call a right code wrong meanwhile.
OTP_TOTP_THROTTLE_FACTOR = 0
OTP_TOTP_ISSUER = urlsplit(PUBLIC_URL).hostname or "Mus"
REGISTRATIONS_PER_HOUR = _share("REGISTRATIONS_PER_HOUR", default=20)  # from one address
# Wrong passwords in a quarter of an hour: for one name from one address, from one address for all
# names, and for one name from all addresses. The last does not stop a browser that has signed in as
# this name before.
LOGIN_FAILURE_LIMIT = _share("LOGIN_FAILURE_LIMIT", default=10)
LOGIN_FAILURES_PER_ADDRESS = _share("LOGIN_FAILURES_PER_ADDRESS", default=60)
LOGIN_FAILURES_PER_NAME = _share("LOGIN_FAILURES_PER_NAME", default=50)
# New tournaments an hour: of one account, and from one address for all accounts.
TOURNAMENTS_PER_HOUR = _share("TOURNAMENTS_PER_HOUR", default=30)
TOURNAMENTS_PER_HOUR_PER_ADDRESS = _share("TOURNAMENTS_PER_HOUR_PER_ADDRESS", default=60)

# --- Headers for browsers ---------------------------------------------------------------------
CONTENT_SECURITY_POLICY = CONTENT_POLICY
# The contact for security faults: a mail address or a page.
SECURITY_CONTACT = os.environ.get("SECURITY_CONTACT", "").replace("\n", " ").strip()
X_FRAME_OPTIONS = "DENY"
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_SAMESITE = "Lax"
CSRF_FAILURE_VIEW = "web.errors.csrf_failure"

# HTTPS=1: a proxy in front terminates TLS.
SECURE_SSL_REDIRECT = HTTPS
SECURE_COOKIES = HTTPS or env.flag(os.environ, "SECURE_COOKIES", default=False)
SESSION_COOKIE_SECURE = SECURE_COOKIES
CSRF_COOKIE_SECURE = SECURE_COOKIES
# The port of another process that serves https; signing in is redirected there.
SECURE_PORT = env.number(os.environ, "SECURE_PORT", default=0, least=0)
SECURE_REDIRECT_EXEMPT = [r"^(healthz|readyz|metrics)$"]  # requested from inside, without the proxy
SECURE_HSTS_SECONDS = 31_536_000 if HTTPS else 0
# Both bind names that may not be ours, for a year: only whoever owns the domain may ask for them.
SECURE_HSTS_INCLUDE_SUBDOMAINS = env.flag(os.environ, "HSTS_SUBDOMAINS", default=False)
SECURE_HSTS_PRELOAD = env.flag(os.environ, "HSTS_PRELOAD", default=False)
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]  # these two, off on purpose
# uvicorn takes scheme and client address from X-Forwarded-Proto and X-Forwarded-For only when the
# request comes from FORWARDED_ALLOW_IPS (127.0.0.1), and puts them into the WSGI environment.
# Nothing else reads those headers.
SECURE_PROXY_SSL_HEADER = None

DATA_UPLOAD_MAX_MEMORY_SIZE = MAX_BODY_BYTES
DATA_UPLOAD_MAX_NUMBER_FIELDS = 2_000

# --- Languages --------------------------------------------------------------------------------
LANGUAGE_CODE = "es"
# The source texts of pages are English. The tablet app has its own catalogues.
LANGUAGES = [("es", "Español"), ("eu", "Euskara"), ("en", "English"), ("fr", "Français")]
LOCALE_PATHS = [BASE_DIR / "locale"]
FORMAT_MODULE_PATH = "web.formats"
LANGUAGE_COOKIE_SAMESITE = "Lax"
LANGUAGE_COOKIE_SECURE = SECURE_COOKIES
LANGUAGE_COOKIE_AGE = 31_536_000
USE_I18N = True
USE_TZ = True
TIME_ZONE = known.time_zone(os.environ)

# --- Files ------------------------------------------------------------------------------------
STATIC_URL = "/static/"
STATIC_ROOT = Path(os.environ.get("STATIC_ROOT") or VAR_DIR / "static")
# The engine in JavaScript belongs to the tablet's folder, and is public.
STATICFILES_DIRS = [BASE_DIR / "static", ("js/mus", BASE_DIR / "tablet/mus")]
TABLET_DIST = BASE_DIR / "tablet/dist"  # the tablet's app, packed: web/referee/app.py serves it
STATIC_ROOT.mkdir(parents=True, exist_ok=True)  # whitenoise warns of a folder that is not there
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "config.staticfiles.NamedFiles"},
}
# After `collectstatic` compressed copies, named by their content, are served; otherwise static/
# itself, so that a fresh clone, a test and a change of style need no collecting.
WHITENOISE_USE_FINDERS = not env.flag(os.environ, "STATIC_COLLECTED", default=False)
WHITENOISE_AUTOREFRESH = DEBUG
WHITENOISE_MAX_AGE = 0 if DEBUG else 300

# --- Tasks ------------------------------------------------------------------------------------
CELERY_BROKER_URL = known.address(os.environ, "CELERY_BROKER_URL", known.BROKERS) or None
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_TASK_IGNORE_RESULT = True
CELERY_TIMEZONE = TIME_ZONE
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_TRANSPORT_OPTIONS = {
    "socket_connect_timeout": 2,
    "socket_timeout": 10,
    "visibility_timeout": 7200,  # longer than any job; the clock sends lost ones again
}
# Without a broker a thread of the server does the jobs. 0: this process does none.
JOBS_HERE = env.flag(os.environ, "JOBS_HERE", default=CELERY_BROKER_URL is None)
# Nightly backups: where, and how many; 0 makes none.
BACKUP_DIR = Path(os.environ.get("BACKUP_DIR") or VAR_DIR / "backups")
BACKUPS_KEPT = env.number(os.environ, "BACKUPS_KEPT", default=7)

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
    "NUM_PROXIES": 0,
    "TEST_REQUEST_DEFAULT_FORMAT": "json",
}
# Requests per minute from one address; to settle, records.
API_PER_MINUTE = {
    "settle": _share("API_SETTLE_PER_MINUTE", default=6_000),
    "join": _share("API_JOIN_PER_MINUTE", default=60),
    "token": _share("API_TOKEN_PER_MINUTE", default=10),
}
# The OpenAPI document (drf-spectacular).
SPECTACULAR_SETTINGS = {
    "TITLE": "Mus tournaments",
    "DESCRIPTION": "What the pages can do, for programs. See docs/api.md.",
    "VERSION": "1.0.0",
    "OAS_VERSION": "3.1.0",
    "SERVE_INCLUDE_SCHEMA": False,
    "SCHEMA_PATH_PREFIX": "/api/v1/",
    "POSTPROCESSING_HOOKS": [
        "api.schema.drop_marks",
        "api.schema.require_bodies",
        "api.schema.add_hand_record",
    ],
    "COMPONENT_SPLIT_REQUEST": True,
    "PATH_CONVERTER_OVERRIDES": {"number": {"type": "integer", "minimum": 0}},
    "ENUM_ADD_EXPLICIT_BLANK_NULL_CHOICE": False,
    "ENUM_GENERATE_CHOICE_DESCRIPTION": False,
}

# Without it only this machine can read /metrics.
METRICS_TOKEN = os.environ.get("METRICS_TOKEN", "")

# --- Logging ----------------------------------------------------------------------------------
LOG_FORMAT = env.one_of(os.environ, "LOG_FORMAT", ("line", "json"))
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
LOGGING = logging_settings(LOG_FORMAT, known.log_level(os.environ))
