"""Settings of every way of running: embedded (the default), in a LAN, a server. The environment decides."""

from datetime import timedelta
from functools import partial

from django.utils.csp import CSP
from django.utils.translation import gettext_lazy as _

from config import env

BASE_DIR = env.ROOT
VAR_DIR = env.var_dir()

DEBUG = env.flag("DEBUG")
# HTTPS=1: behind a proxy that ends TLS, or with the club's own certificate. Plain HTTP is the LAN profile.
HTTPS = env.flag("HTTPS")
SECRET_KEY = env.secret_key(VAR_DIR)
ALLOWED_HOSTS = env.allowed_hosts()
# What codes on paper and on the wall say to phones: the club's own address, else this machine's in the LAN.
PUBLIC_ADDRESS = env.text("PUBLIC_ADDRESS").rstrip("/")
LAN_ADDRESSES = env.lan_addresses if env.flag("LAN") else list
CSRF_TRUSTED_ORIGINS = env.words("TRUSTED_ORIGINS")

INSTALLED_APPS = [
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "axes",
    "django_htmx",
    "rest_framework",
    "drf_spectacular",
    "club",
    "tournaments",
    "ledger",
    "clock",
    "tables",
    "payouts",
    "acts",
    "director",
    "display",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.middleware.csp.ContentSecurityPolicyMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    # A view that strangers may open says so with login_not_required; everything else asks for a sign-in.
    "django.contrib.auth.middleware.LoginRequiredMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "axes.middleware.AxesMiddleware",
]

ROOT_URLCONF = "config.urls"
WSGI_APPLICATION = "config.wsgi.application"
ASGI_APPLICATION = "config.asgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "director.web.context.console",
            ],
        },
    },
]

# The table of levels is posted field by field: 300 levels of 13 fields.
DATA_UPLOAD_MAX_NUMBER_FIELDS = 5_000
# One act = one durable transaction opened by its wrapper, so requests open none.
DATABASES = {"default": {**env.database(VAR_DIR), "ATOMIC_REQUESTS": False}}
# For commands that are told another database: what DATABASE_URL says by then.
READ_DATABASE = partial(env.database, VAR_DIR)
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

AUTH_USER_MODEL = "club.User"
AUTHENTICATION_BACKENDS = [
    "axes.backends.AxesStandaloneBackend",
    "django.contrib.auth.backends.ModelBackend",
]
PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.Argon2PasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 10}},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.NumericPasswordValidator"},
]
LOGIN_URL = "/login"
LOGIN_REDIRECT_URL = "/"
LOGOUT_REDIRECT_URL = "/login"

# Five wrong passwords for one account from one address close that pair for fifteen minutes, and trying on
# does not lengthen it. Keyed by the pair: nobody at another device can lock the director out, and whoever is
# signed in stays so. `manage.py axes_reset_username NAME` opens it at once.
AXES_LOCKOUT_PARAMETERS = [["username", "ip_address"]]
AXES_LOCKOUT_CALLABLE = "director.house.door_views.locked"
AXES_FAILURE_LIMIT = 5
AXES_COOLOFF_TIME = timedelta(minutes=15)
AXES_RESET_COOL_OFF_ON_FAILURE_DURING_LOCKOUT = False
AXES_RESET_ON_SUCCESS = True
AXES_DISABLE_ACCESS_LOG = True
AXES_ENABLE_ADMIN = False
AXES_VERBOSE = False
AXES_ALLOWED_CORS_ORIGINS = ""

LANGUAGE_CODE = "en"
LANGUAGES = [("en", _("English")), ("et", _("Estonian")), ("ro", _("Romanian"))]
LOCALE_PATHS = [BASE_DIR / "locale"]
USE_TZ = True
TIME_ZONE = "UTC"

STATIC_URL = "/static/"
STATIC_ROOT = VAR_DIR / "static"
STATICFILES_DIRS = [BASE_DIR / "static"]
# Only our own: what the libraries bring along belongs to pages that are not served here.
STATICFILES_FINDERS = [
    "django.contrib.staticfiles.finders.FileSystemFinder",
    "config.static_files.BundleFinder",
]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "config.static_files.HashedStaticFiles"},
}
# Pages name the hashed files only, which may be cached for ever.
WHITENOISE_KEEP_ONLY_HASHED_FILES = True
MEDIA_ROOT = VAR_DIR / "media"

SECURE_CSP = {
    "default-src": [CSP.NONE],
    "script-src": [CSP.SELF],
    "style-src": [CSP.SELF],
    "img-src": [CSP.SELF, "data:"],
    # The muted video that keeps a display awake where there is no wake lock.
    "media-src": [CSP.SELF, "data:"],
    "font-src": [CSP.SELF],
    "connect-src": [CSP.SELF],
    "manifest-src": [CSP.SELF],
    "worker-src": [CSP.SELF],
    "form-action": [CSP.SELF],
    "base-uri": [CSP.NONE],
    "frame-ancestors": [CSP.NONE],
    "object-src": [CSP.NONE],
}
X_FRAME_OPTIONS = "DENY"
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = LANGUAGE_COOKIE_SECURE = HTTPS
SESSION_COOKIE_HTTPONLY = CSRF_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = LANGUAGE_COOKIE_SAMESITE = "Lax"
# With the prefix a browser takes the cookie from this host over HTTPS only; on plain HTTP it never would.
SESSION_COOKIE_NAME = "__Host-session" if HTTPS else "session"
CSRF_COOKIE_NAME = "__Host-csrf" if HTTPS else "csrf"
SECURE_SSL_REDIRECT = HTTPS
# Health checks come from inside, without TLS.
SECURE_REDIRECT_EXEMPT = [r"^healthz$", r"^readyz$"]
SECURE_HSTS_SECONDS = 31_536_000 if HTTPS else 0
# Whether the club's other hosts speak HTTPS is not known: neither subdomains nor preloading are promised.
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "director.api.authentication.ApiTokenAuthentication",
        "rest_framework.authentication.SessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["director.api.permissions.RolesAreNamed"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["director.api.parsers.BoundedJson"],
    "DEFAULT_SCHEMA_CLASS": "director.api.schema.Schema",
    "DEFAULT_METADATA_CLASS": None,
    "EXCEPTION_HANDLER": "director.api.errors.answer_refusal",
    # Of volume only, per token or person and web process; nothing secret rests on them.
    "DEFAULT_THROTTLE_RATES": {"api_read": "1200/min", "api_act": "300/min", "api_password": "10/hour"},
    "NUM_PROXIES": 0,
    "URL_FORMAT_OVERRIDE": None,
    "TEST_REQUEST_DEFAULT_FORMAT": "json",
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Tournament director API",
    "DESCRIPTION": "Everything the console shows, and every act, for a club's own programs.",
    "VERSION": "1",
    "SERVE_INCLUDE_SCHEMA": False,
    "SCHEMA_PATH_PREFIX": "/api/v1/",
    "ENUM_GENERATE_CHOICE_DESCRIPTION": False,
    "ENUM_NAME_OVERRIDES": {
        "EntryStatus": "tournaments.models_entries.EntryStatus",
        "PurchaseStatus": "tournaments.models_entries.Purchase.Status",
        "WaitingStatus": "tournaments.models_entries.WaitingListEntry.Status",
        "TournamentStatus": "tournaments.models_tournament.TournamentStatus",
        "TableStatus": "tables.models.Table.Status",
    },
    "POSTPROCESSING_HOOKS": [
        "drf_spectacular.hooks.postprocess_schema_enums",
        "director.api.schema.describe_acts",
    ],
}

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"format": "{asctime} {levelname} {name}: {message}", "style": "{"}},
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {"handlers": ["console"], "level": env.text("LOG_LEVEL", "INFO")},
    "loggers": {
        "django": {"handlers": ["console"], "level": "INFO", "propagate": False},
        # Every task of every second, otherwise.
        "celery": {"level": "WARNING"},
        # Every sign-in, otherwise; failed ones are in its table.
        "axes": {"level": "WARNING"},
        # A wrong Host header is the visitor's mistake, and scanners send many.
        "django.security.DisallowedHost": {"handlers": [], "propagate": False},
    },
}
