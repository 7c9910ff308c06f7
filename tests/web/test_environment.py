"""What the settings make of the environment."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SHOW = """\
import json
from benchlab import settings as s
database = {name: s.DATABASES["default"][name] for name in ("ENGINE", "HOST", "PASSWORD")}
print(json.dumps([database, s.ALLOWED_HOSTS, s.CSRF_TRUSTED_ORIGINS, s.PROXIES]))
"""
LOCAL = ["127.0.0.1", "localhost", "[::1]"]


def settings_of(folder: Path, **given: str) -> tuple[dict[str, str], list[str], list[str], int]:
    kept = {name: value for name, value in os.environ.items() if name != "DATABASE_URL" and "BENCHLAB" not in name}
    environment = {**kept, "BENCHLAB_VAR": str(folder), **given}
    command = [sys.executable, "-c", SHOW]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=True)
    database, hosts, origins, proxies = json.loads(done.stdout)
    return database, hosts, origins, proxies


@pytest.mark.parametrize(
    ("given", "hosts", "origins", "proxies"),
    [
        ({}, ["127.0.0.1", *LOCAL], ["http://127.0.0.1:8000"], 0),
        ({"BENCHLAB_URL": "https://bench.test"}, ["bench.test", *LOCAL], ["https://bench.test"], 1),
        (
            {
                "BENCHLAB_URL": "https://bench.test",
                "BENCHLAB_HOSTS": "b,c",
                "BENCHLAB_ORIGINS": "https://b",
                "BENCHLAB_PROXIES": "0",
            },
            ["b", "c"],
            ["https://b"],
            0,
        ),
    ],
    ids=["nothing", "the address alone", "each by itself"],
)
def test_what_a_proxy_needs_follows_from_the_address_unless_it_is_named(
    given: dict[str, str], hosts: list[str], origins: list[str], proxies: int, tmp_path: Path
):
    assert settings_of(tmp_path, **given)[1:] == (hosts, origins, proxies)


def test_an_empty_database_address_is_as_good_as_none(tmp_path: Path):
    database, *_ = settings_of(tmp_path, DATABASE_URL="")

    assert database["ENGINE"].endswith("sqlite3")


@pytest.mark.parametrize(("account", "password"), [("ann", "from the file"), ("ann:own", "own")])
def test_a_database_address_without_a_password_takes_the_one_in_the_file(account: str, password: str, tmp_path: Path):
    file = tmp_path / "password"
    file.write_text("from the file\n")

    database, *_ = settings_of(tmp_path, DATABASE_URL=f"mysql://{account}@db/b", DATABASE_PASSWORD_FILE=str(file))

    assert (database["HOST"], database["PASSWORD"]) == ("db", password)
