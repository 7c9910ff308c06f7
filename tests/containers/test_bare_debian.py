"""In this order on one machine: each test goes on from where the last one left it."""

import json
import re
import time

import pytest

from tests.containers.conftest import Machine

LINK = re.compile(r"benchlab is up: (http://127\.0\.0\.1:8000/\S+)")
FETCH = "import sys, urllib.request as r; print(r.urlopen(sys.argv[1]).read().decode())"
SECOND_START_S = 10
SHORT = "--set clients=2 --set duration=2s --set preload=10k --set purge=0 --set acceptance=2s --set rate=20"
SERVICES = "redis|maria|mysql|sysstat"


def test_up_says_first_what_it_installs_and_last_where_it_is(machine: Machine):
    done = machine.run("bin/up --background")

    lines = done.stdout.splitlines()
    assert done.returncode == 0, done.stdout + done.stderr
    assert lines[0].startswith("Installing what this machine lacks: python3 ")
    assert LINK.fullmatch(lines[-1])


def test_no_service_of_the_system_is_started_or_enabled(machine: Machine):
    enabled = machine.run(
        f"find /etc/systemd/system /etc/rc?.d -name 'S*' -o -type l | grep -E '{SERVICES}' | grep -v /K"
    )
    started = machine.run("pgrep -a 'redis|maria' | grep -v benchlab")
    policy = machine.run("ls /usr/sbin/policy-rc.d")

    assert enabled.stdout == ""
    assert started.stdout == ""
    assert policy.returncode != 0


def test_the_sign_in_link_opens_a_page(machine: Machine):
    link = machine.run("bin/up --link").stdout.strip()

    page = machine.run(f".venv/bin/python -c '{FETCH}' '{link}'")

    assert "benchlab" in page.stdout, page.stderr


def test_a_run_from_the_command_line_finishes(machine: Machine):
    done = machine.run(f"bin/bench run sell-transactions --server sandbox {SHORT} --json")

    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-1000:]
    assert json.loads(done.stdout)["state"] == "finished"


def test_up_again_says_that_it_is_up(machine: Machine):
    done = machine.run("bin/up")

    assert done.returncode == 0
    assert done.stdout.startswith("benchlab is already up: http://127.0.0.1:8000/")


def test_down_leaves_no_process(machine: Machine):
    done = machine.run("bin/down")

    left = machine.run("ps -eo stat=,comm= | grep -v ^Z | grep -E 'redis|maria|gunicorn|python|supervisord'")
    assert done.returncode == 0, done.stderr
    assert left.stdout == ""


def test_a_second_start_takes_under_ten_seconds(machine: Machine):
    began = time.monotonic()
    done = machine.run("bin/up --background")
    took_s = time.monotonic() - began

    assert done.returncode == 0, done.stdout + done.stderr
    assert took_s < SECOND_START_S


def test_a_dead_process_is_started_again(machine: Machine):
    before = machine.run("pgrep -of '[m] gunicorn'").stdout

    machine.run("kill -9 $(pgrep -of '[m] gunicorn'); sleep 4")

    after = machine.run("pgrep -of '[m] gunicorn'").stdout
    assert after
    assert after != before


def test_a_taken_port_is_refused_in_one_sentence(machine: Machine):
    machine.run("bin/down; setsid .venv/bin/python -m http.server 8000 >/dev/null 2>&1 & sleep 2")

    done = machine.run("bin/up --background")

    machine.run("pkill -f http.server")
    assert done.returncode == 1
    assert done.stderr == "Port 8000 is taken by another program: choose another with bin/up --port.\n"


def test_wiping_forgets_everything(machine: Machine):
    done = machine.run("bin/down --wipe --yes && ls -d var")

    assert "deleted" in done.stdout
    assert "No such file" in done.stderr


def test_every_test_passes(machine: Machine):
    if not machine.runs_all_tests:
        pytest.skip("takes a quarter of an hour more: BENCHLAB_TEST_CONTAINERS=all bin/test containers")

    done = machine.run("bin/test")

    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-1000:]
