"""Paced drives on a real server: rates are kept, and waiting is charged to whoever waited."""

import os
import signal
import threading
import time

import pytest

from benchlab.engine.events import Event, Second
from tests.mysql.engine.plans import Runs, drive, one

STALL_S = 0.5


@pytest.mark.parametrize(
    "pace", [{"rate_per_s": 400.0}, {"pace_per_s": 100.0}, {"rate_per_s": 400.0, "arrival": "poisson"}]
)
def test_the_rate_is_kept(mariadb_runs: Runs, pace):
    phase = mariadb_runs.carry_out(drive(duration_s=3.0, **pace)).phases["insert"]

    assert phase["per_second"] == pytest.approx(400, rel=0.1)
    assert phase["details"]["rate_per_s"] == 400


def test_a_stall_is_charged_to_every_transaction_it_delayed(mariadb_server):
    server = mariadb_server()
    runs = Runs(server.address, "MariaDB")
    freezing = threading.Thread(target=freeze, args=[server.pid])

    def on_event(event: Event) -> None:
        if isinstance(event, Second) and not freezing.ident:
            freezing.start()

    outcome = runs.carry_out(drive(duration_s=4.0, rate_per_s=500.0, clients=2), on_event=on_event)

    phase = outcome.phases["insert"]
    delayed = 500 * STALL_S
    assert phase["latency_ms"]["max"] == pytest.approx(1_000 * STALL_S, rel=0.3)
    assert phase["details"]["late"] >= 0.8 * delayed
    # Each client had one statement under way: service time alone would show two slow ones.
    assert phase["details"]["service_ms"]["p99"] < 100 < phase["latency_ms"]["p95"]
    assert phase["transactions"] == pytest.approx(2_000, rel=0.05)


def freeze(pid: int) -> None:
    os.kill(pid, signal.SIGSTOP)
    time.sleep(STALL_S)
    os.kill(pid, signal.SIGCONT)


def test_a_server_that_can_not_keep_up_is_told(mariadb_runs: Runs):
    slow = one("SELECT SLEEP(0.05)")

    outcome = mariadb_runs.carry_out(drive(slow, duration_s=2.0, rate_per_s=100.0, clients=2))

    phase = outcome.phases["insert"]
    assert phase["per_second"] == pytest.approx(40, rel=0.15)
    assert phase["details"]["unstarted"] == pytest.approx(120, abs=15)
    assert any("had not begun" in problem.message for problem in outcome.problems)
    assert outcome.seconds("phase:insert")[-1].sample.values["behind"] == pytest.approx(120, abs=15)
