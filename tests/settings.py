"""The settings under test, with a folder of its own per run and without what only costs time."""

import atexit
import os
import shutil
import tempfile

RUN_DIR = tempfile.mkdtemp(prefix="director-tests-")
atexit.register(shutil.rmtree, RUN_DIR, ignore_errors=True)
os.environ["VAR_DIR"] = RUN_DIR
for profile in ("HTTPS", "LAN", "DEBUG", "BROKER_URL", "ALLOWED_HOSTS", "TRUSTED_ORIGINS"):
    os.environ.pop(profile, None)

from config.settings import *  # noqa: E402, F403
from config.settings import DATABASES, LOGGING  # noqa: E402

# Argon2 takes 50 ms on purpose; tests sign in hundreds of times.
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}
# Static files are found where they lie, without collecting them first.
WHITENOISE_USE_FINDERS = True
WHITENOISE_AUTOREFRESH = True
ALLOWED_HOSTS = ["testserver", "localhost", "127.0.0.1", ".local"]
LOGGING["root"]["level"] = "WARNING"
LOGGING["loggers"]["django"]["level"] = "WARNING"

_database = DATABASES["default"]
if _database["ENGINE"].endswith("sqlite3"):
    # A file, since threads and browsers come by connections of their own and a memory database locks otherwise.
    _database["TEST"] = {"NAME": f"{RUN_DIR}/test.sqlite3"}
    _database["OPTIONS"]["init_command"] = "PRAGMA journal_mode=WAL; PRAGMA synchronous=OFF"
