"""What bin/up is told stays in var/env until it is told otherwise, and every command reads it there."""

import sys

import pytest

from tests.unit.setup.conftest import Shell

START = 'take_settings; mkdir -p "$VAR"; keep_settings; '
PROXY = {
    "BENCHLAB_URL": "https://bench.test",
    "BENCHLAB_HOSTS": "bench.test",
    "BENCHLAB_ORIGINS": "https://bench.test",
    "BENCHLAB_PROXIES": "1",
}
READ = "from benchlab.environment import load_environment as load; import os; load(); print(os.environ.get({!r}))"


@pytest.fixture
def start(shell: Shell):
    """What `bin/up` does with its environment; answers what its processes are given."""

    def call(**environment: str) -> dict[str, str]:
        done = shell.call("common settings", START + "env", **environment)
        assert done.returncode == 0, done.stderr
        return dict(line.split("=", 1) for line in done.stdout.splitlines() if "=" in line)

    return call


def read(shell: Shell, name: str, **environment: str) -> str:
    return shell.run(f'"{sys.executable}" -c "{READ.format(name)}"', **environment).stdout.strip()


def test_what_a_proxy_wants_survives_a_plain_start(start):
    start(**PROXY)

    again = start()

    assert {name: again[name] for name in PROXY} == PROXY


def test_another_port_changes_no_address_that_was_given(start):
    start(**PROXY)

    assert start(BENCHLAB_PORT="8001")["BENCHLAB_URL"] == "https://bench.test"


def test_another_port_changes_the_address_that_follows_from_it(start):
    assert start()["BENCHLAB_URL"] == "http://127.0.0.1:8000"
    assert start(BENCHLAB_PORT="8001")["BENCHLAB_URL"] == "http://127.0.0.1:8001"
    assert start()["BENCHLAB_URL"] == "http://127.0.0.1:8001"


def test_a_value_is_taken_back_by_an_empty_one(start):
    start(**PROXY, BENCHLAB_PORT="8001")

    again = start(BENCHLAB_URL="", BENCHLAB_HOSTS="", BENCHLAB_PORT="")

    assert again["BENCHLAB_URL"] == "http://127.0.0.1:8000"
    assert "BENCHLAB_HOSTS" not in again
    assert again["BENCHLAB_PROXIES"] == "1"
    assert "BENCHLAB_HOSTS" not in start()


def test_a_value_is_replaced_by_another(start):
    start(DATABASE_URL="mysql://one/benchlab")

    assert start(DATABASE_URL="mysql://two/benchlab")["DATABASE_URL"] == "mysql://two/benchlab"
    assert start()["DATABASE_URL"] == "mysql://two/benchlab"


def test_a_value_of_an_earlier_release_is_read(shell: Shell, start):
    shell.var.mkdir()
    old = f"export BENCHLAB_VAR={shell.var}\nexport BENCHLAB_PORT=8001\nexport BENCHLAB_URL=http://127.0.0.1:8001\n"
    (shell.var / "env").write_text(old + "export DATABASE_URL=mysql://u:a\\'b\\&c@db/benchlab\n")

    again = start(BENCHLAB_PORT="8002")

    assert again["BENCHLAB_URL"] == "http://127.0.0.1:8002"
    assert again["DATABASE_URL"] == "mysql://u:a'b&c@db/benchlab"


@pytest.mark.parametrize("value", ["mysql://u:a'b\"c$d`e\\f g;h&i@db/x?y=1#z", "Zoë <zoe@example.org>"])
def test_any_value_is_read_as_it_was_given(shell: Shell, start, value: str):
    start(BENCHLAB_MAIL_FROM=value)

    assert start()["BENCHLAB_MAIL_FROM"] == value
    assert read(shell, "BENCHLAB_MAIL_FROM") == value


def test_settings_are_for_their_owner_alone(shell: Shell, start):
    start(DATABASE_URL="mysql://u:secret@db/benchlab")

    assert (shell.var / "env").stat().st_mode & 0o777 == 0o600


def test_commands_by_hand_use_them(shell: Shell, start):
    start(DATABASE_URL="mysql://u@db/benchlab")

    assert read(shell, "DATABASE_URL") == "mysql://u@db/benchlab"
    assert read(shell, "REDIS_URL") == f"unix://{shell.var}/run/redis.sock?db=0"


def test_what_the_environment_says_wins_by_hand(shell: Shell, start):
    start(DATABASE_URL="mysql://u@db/benchlab")

    assert read(shell, "DATABASE_URL", DATABASE_URL="sqlite:///other") == "sqlite:///other"


def test_manage_py_uses_them(shell: Shell, start):
    start(**PROXY)

    done = shell.run(
        f'"{sys.executable}" manage.py shell -v 0 -c "from django.conf import settings as s; print(s.SITE_URL)"'
    )

    assert done.stdout == "https://bench.test\n", done.stderr


def test_without_an_installation_there_is_nothing_to_read(shell: Shell):
    assert read(shell, "DATABASE_URL") == "None"
