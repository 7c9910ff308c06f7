"""Django's settings. Whatever differs between installations comes from the environment; `bin/up` and Compose set it."""

import os
import secrets
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path

import dj_database_url
from cryptography.fernet import Fernet

from benchlab.mail_url import read_mail_url
from benchlab.site_url import read_site_url

BASE_DIR = Path(__file__).resolve().parent.parent
VAR_DIR = Path(os.environ.get("BENCHLAB_VAR", BASE_DIR / "var"))
RUNS_DIR = VAR_DIR / "runs"
SANDBOXES_DIR = VAR_DIR / "sandboxes"
# What a load may read; files of nowhere else.
FILES_DIR = Path(os.environ.get("BENCHLAB_FILES", VAR_DIR / "data"))


def _kept_secret(name: str, make: Callable[[], str]) -> str:
    """The secret from the environment, or from its file under var/secrets, made on first use."""
    if given := os.environ.get(f"BENCHLAB_{name.upper()}"):
        return given
    file = VAR_DIR / "secrets" / name
    if not file.exists():
        file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        file.touch(mode=0o600)
        file.write_text(make())
    return file.read_text()


SECRET_KEY = _kept_secret("secret_key", lambda: secrets.token_urlsafe(50))
# Server passwords have a key of their own, so that changing the one does not lose the other.
CREDENTIALS_KEY = _kept_secret("credentials_key", lambda: Fernet.generate_key().decode())

DEBUG = os.environ.get("BENCHLAB_DEBUG") == "1"


def _listed(name: str) -> list[str]:
    return [each for each in os.environ.get(name, "").split(",") if each]


# What else a proxy needs follows from the address, unless it is named.
_site = read_site_url(os.environ.get("BENCHLAB_URL") or "http://127.0.0.1:8000")
SITE_URL = _site.url
ALLOWED_HOSTS = _listed("BENCHLAB_HOSTS") or [_site.host, "127.0.0.1", "localhost", "[::1]"]
CSRF_TRUSTED_ORIGINS = _listed("BENCHLAB_ORIGINS") or [_site.origin]
# How many proxies stand before benchlab: each adds to X-Forwarded-For, in which anybody else can write, too.
PROXIES = int(os.environ.get("BENCHLAB_PROXIES") or _site.is_https)

INSTALLED_APPS = [
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "django.contrib.humanize",
    "django.forms",
    "django_htmx",
    "template_partials",
    "django_filters",
    "django_rq",
    "benchlab",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "benchlab.views.middleware.content_security_policy",
    "benchlab.views.health.answer_by_any_name",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.middleware.gzip.GZipMiddleware",
    "benchlab.views.middleware.api_answers_in_json",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "benchlab.views.middleware.actors",
    "benchlab.views.middleware.SignInRequired",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
]

ROOT_URLCONF = "benchlab.urls"
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
                "benchlab.views.context.navigation",
                "benchlab.views.context.workers",
            ],
        },
    },
]
FORM_RENDERER = "benchlab.forms.rendering.HouseRenderer"

_database_url = os.environ.get("DATABASE_URL") or f"sqlite:///{VAR_DIR / 'benchlab.sqlite3'}"
DATABASES = {"default": dj_database_url.parse(_database_url, conn_health_checks=True)}
# Compose keeps the password of its own database in a file.
if (_password_file := os.environ.get("DATABASE_PASSWORD_FILE")) and not DATABASES["default"]["PASSWORD"]:
    DATABASES["default"]["PASSWORD"] = Path(_password_file).read_text().strip()
if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    DATABASES["default"]["OPTIONS"] = {
        "transaction_mode": "IMMEDIATE",
        "timeout": 20,
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;",
    }
else:
    DATABASES["default"]["OPTIONS"] = DATABASES["default"].get("OPTIONS", {}) | {
        "charset": "utf8mb4",
        "isolation_level": "read committed",
        "init_command": "SET sql_mode='STRICT_TRANS_TABLES', time_zone='+00:00'",
    }
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

REDIS_URL = os.environ.get("REDIS_URL", "redis://127.0.0.1:6379/0")
# RQ kills a job after 180 s unless told otherwise.
RQ_QUEUES = {name: {"URL": REDIS_URL, "DEFAULT_TIMEOUT": -1} for name in ("default", "notices")}
RQ = {"COMMIT_MODE": "auto"}  # models.waking sends after the commit itself, so that it sees Redis fail.

AUTH_USER_MODEL = "benchlab.User"
AUTHENTICATION_BACKENDS = ["benchlab.models.accounts.role_backend.RoleBackend"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in ("UserAttributeSimilarityValidator", "MinimumLengthValidator", "CommonPasswordValidator")
]
LOGIN_URL = "sign-in"
LOGIN_REDIRECT_URL = "home"
LOGOUT_REDIRECT_URL = "sign-in"
SESSION_COOKIE_AGE = 60 * 60 * 24 * 14
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = _site.is_https
if _site.is_https:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")

TIME_ZONE = "UTC"
USE_TZ = True
LANGUAGE_CODE = "en-us"
USE_THOUSAND_SEPARATOR = True

_packages = BASE_DIR / "node_modules"
# Modules that find each other by name, through an import map (templatetags.modules): no bundler stands between.
STATIC_MODULES = {
    **{
        f"@codemirror/{name}": "dist/index.js"
        for name in (
            "autocomplete",
            "commands",
            "lang-sql",
            "lang-yaml",
            "language",
            "lint",
            "search",
            "state",
            "streamparser",
            "view",
        )
    },
    **{f"@lezer/{name}": "dist/index.js" for name in ("common", "highlight", "lr", "yaml")},
    "@marijn/find-cluster-break": "src/index.js",
    "crelt": "index.js",
    "style-mod": "src/style-mod.js",
    "w3c-keyname": "index.js",
}
STATIC_URL = "/static/"
STATIC_ROOT = Path(os.environ.get("BENCHLAB_STATIC", VAR_DIR / "static"))
STATICFILES_DIRS = [
    BASE_DIR / "static",
    ("tabler", _packages / "@tabler/core/dist"),
    ("chart.js", _packages / "chart.js/dist"),
    ("chartjs-chart-boxplot", _packages / "@sgratzl/chartjs-chart-boxplot/build"),
    ("chartjs-plugin-annotation", _packages / "chartjs-plugin-annotation/dist"),
    ("chartjs-plugin-zoom", _packages / "chartjs-plugin-zoom/dist"),
    ("hammerjs", _packages / "hammerjs"),
    ("htmx", _packages / "htmx.org/dist"),
    ("inter", _packages / "@fontsource-variable/inter"),
    # The font once more, for what draws the social previews: it does not read woff2.
    ("inter-ttf", _packages / "@expo-google-fonts/inter"),
    *((f"modules/{name}", _packages / name) for name in STATIC_MODULES),
    # It comes with django-ninja.
    ("swagger", Path(str(find_spec("ninja").origin)).parent / "static/ninja"),  # type: ignore[union-attr]
]
STATIC_PACKAGE_FILES = [
    "tabler/css/tabler.min.css*",
    "chart.js/chart.umd.min.js*",
    "chartjs-chart-boxplot/index.umd.min.js*",
    "chartjs-plugin-annotation/chartjs-plugin-annotation.min.js",
    "chartjs-plugin-zoom/chartjs-plugin-zoom.min.js",
    "hammerjs/hammer.min.js*",
    "htmx/htmx.min.js",
    "inter/wght.css",
    "swagger/swagger-ui.css*",
    "swagger/swagger-ui-bundle.js*",
    "inter/files/*-wght-normal.woff2",
    *(f"inter-ttf/{weight}/*.ttf" for weight in ("400Regular", "600SemiBold", "700Bold")),
    *(f"modules/{name}/{file}" for name, file in STATIC_MODULES.items()),
]
WHITENOISE_SKIP_COMPRESS_EXTENSIONS = ["map", "woff2", "ttf"]  # Source maps only have to be there for the hashing.
STATICFILES_FINDERS = ["benchlab.static.NamedFilesFinder"]
SILENCED_SYSTEM_CHECKS = ["staticfiles.W004"]  # An image holds what was collected, not the packages.
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "benchlab.static.Storage"},
}

NOTICE_TIMEOUT_S = 10
# A webhook on benchlab's own machine would reach what listens there for nobody else.
NOTICES_TO_LOOPBACK = os.environ.get("BENCHLAB_NOTICES_TO_LOOPBACK") == "1"
_mail = read_mail_url(os.environ.get("BENCHLAB_MAIL_URL", ""))
EMAIL_HOST, EMAIL_PORT = _mail.host, _mail.port
EMAIL_HOST_USER, EMAIL_HOST_PASSWORD = _mail.user, _mail.password
EMAIL_USE_TLS, EMAIL_USE_SSL = _mail.starttls, _mail.tls
EMAIL_TIMEOUT = NOTICE_TIMEOUT_S
DEFAULT_FROM_EMAIL = os.environ.get("BENCHLAB_MAIL_FROM") or f"benchlab@{_site.host}"

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"plain": {"format": "{asctime} {levelname} {name}: {message}", "style": "{"}},
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "plain"}},
    "root": {"handlers": ["console"], "level": "INFO"},
}
