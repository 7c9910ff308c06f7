"""The settings of the tests: everything a test writes lies in a temporary folder, and the servers' sockets with it."""

import atexit
import os
import shutil
import tempfile
from pathlib import Path


def _session_folder() -> Path:
    """Made by the first process of a test session and inherited by all that it starts."""
    if given := os.environ.get("BENCHLAB_TEST_VAR"):
        return Path(given)
    made = tempfile.mkdtemp(prefix="benchlab-test-")
    os.environ["BENCHLAB_TEST_VAR"] = made
    atexit.register(shutil.rmtree, made, ignore_errors=True)
    return Path(made)


SESSION_DIR = _session_folder()
WORKER_DIR = SESSION_DIR / os.environ.get("PYTEST_XDIST_WORKER", "main")
(WORKER_DIR / "static").mkdir(parents=True, exist_ok=True)
MARIADB_DIR = WORKER_DIR / "mariadb"
MYSQL_DIR = WORKER_DIR / "mysql"
REDIS_DIR = WORKER_DIR / "redis"
# Nothing answers here until a test asks for the `redis_server` fixture.
os.environ["REDIS_URL"] = f"unix://{REDIS_DIR}/server.sock?db=0"
os.environ["BENCHLAB_VAR"] = str(WORKER_DIR)
os.environ["DATABASE_URL"] = {
    "sqlite": f"sqlite:///{WORKER_DIR}/benchlab.sqlite3",
    "mariadb": f"mysql://bench:bench@localhost/benchlab?unix_socket={MARIADB_DIR}/server.sock",
    "mysql": os.environ.get("BENCHLAB_TEST_MYSQL", "mysql://127.0.0.1/").rstrip("/") + "/benchlab",
}[os.environ.get("BENCHLAB_TEST_DATABASE", "sqlite")]

from benchlab.settings import *  # noqa: E402, F403
from benchlab.settings import DATABASES, STORAGES  # noqa: E402

# Named after the session, because several sessions may share one MySQL; a file, because workers are other processes.
_suffix = ".sqlite3" if "sqlite" in DATABASES["default"]["ENGINE"] else ""
_folder = f"{WORKER_DIR}/" if _suffix else ""
DATABASES["default"]["TEST"] = {"NAME": f"{_folder}test_{SESSION_DIR.name.replace('-', '_')}{_suffix}"}
STORAGES["staticfiles"] = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]  # The slow ones are a quarter second a person.
