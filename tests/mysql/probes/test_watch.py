"""A watched run: a sample for each second of every source, through a restart of the server, and nothing left behind."""

import os
import signal
import subprocess
import sys
import time
from collections import defaultdict
from collections.abc import Iterable
from itertools import pairwise
from pathlib import Path

import psutil
import pytest

from benchlab import mysql
from benchlab.metrics import Sample, kind_of
from benchlab.mysql import Address
from benchlab.probes import METRICS
from benchlab.probes.probe import Clock
from benchlab.probes.run_watch import Watch
from tests.conftest import MariaDBFactory
from tests.mysql.core.conftest import eventually
from tests.processes import still_running

WATCH_FOR_EVER = """
import sys, time
from pathlib import Path
from benchlab.mysql import Address
from benchlab.probes.run_watch import Watch

class Zero:
    def now_s(self):
        return time.monotonic() - began

began = time.monotonic()
with Watch("gone", Address(port=1), clock=Zero(), folder=Path(sys.argv[1]), local=True):
    time.sleep(60)
"""


def everything(watching: Watch) -> list[Sample]:
    finished = watching.finish()
    return [*finished.samples, *finished.recorded]


def by_source(samples: Iterable[Sample]) -> dict[str, list[Sample]]:
    found = defaultdict(list)
    for sample in samples:
        found[sample.source].append(sample)
    return found


def seconds(samples: Iterable[Sample]) -> list[float]:
    return [sample.at_s for sample in samples]


def watch(address: Address, clock: Clock, folder: Path, *, local: bool = True) -> Watch:
    return Watch("test", address, clock=clock, folder=folder, local=local)


def seen(watching: Watch, *wanted: str, times: int = 2) -> list[Sample]:
    """What was watched until each source had so many samples."""
    found: list[Sample] = []
    give_up_at = time.monotonic() + 30
    while min(len(by_source(found)[source]) for source in wanted) < times:
        assert time.monotonic() < give_up_at, f"not within 30 s: {times} samples of each of {wanted}"
        time.sleep(0.05)
        found += watching.samples()
    return found


def test_every_source_has_one_sample_for_each_second(any_server: Address, clock: Clock, tmp_path: Path) -> None:
    with watch(any_server, clock, tmp_path) as watching:
        live = seen(watching, "server", "mysqld", "cpu", times=4)
    sources = by_source([*live, *everything(watching)])
    last_s = max(sample.at_s for sample in live)

    assert any(source.startswith("disk:") for source in sources)
    for source, samples in sources.items():
        at_s = seconds(samples)
        assert at_s == list(range(int(at_s[0]), int(at_s[0]) + len(at_s))), source
    for source in ("server", "mysqld", "cpu", "sar:cpu", "sar:memory"):  # A network may come and go.
        assert len(sources[source]) >= 2, source
        assert sources[source][-1].at_s >= last_s - 1, source


def test_every_value_has_a_metric(any_server: Address, clock: Clock, tmp_path: Path) -> None:
    with watch(any_server, clock, tmp_path) as watching:
        live = seen(watching, "server", "mysqld", "cpu")

    for sample in [*live, *everything(watching)]:
        assert {(kind_of(sample.source), name) for name in sample.values} <= set(METRICS)


def test_inserts_show_in_the_server_s_counters(any_server: Address, schema: str, clock: Clock, tmp_path: Path) -> None:
    with mysql.connected(any_server, database=schema) as connection:
        mysql.run(connection, "CREATE TABLE one (id INT AUTO_INCREMENT PRIMARY KEY)")
        with watch(any_server, clock, tmp_path, local=False) as watching:
            samples = seen(watching, "server")
            for _ in range(100):
                mysql.run(connection, "INSERT INTO one VALUES ()")
            samples += seen(watching, "server")

    # Others may use a shared server meanwhile: at least ours are there, by the second of a look that may come late.
    assert sum(sample.values["inserts"] for sample in samples) >= 50
    assert sum(sample.values["rows_inserted"] for sample in samples) >= 50
    assert max(sample.values["threads_connected"] for sample in samples) >= 2


def test_a_server_elsewhere_has_its_counters_and_nothing_of_this_machine(
    any_server: Address, clock: Clock, tmp_path: Path
) -> None:
    with watch(any_server, clock, tmp_path, local=False) as watching:
        live = seen(watching, "server")
    finished = watching.finish()

    assert set(by_source([*live, *finished.samples, *finished.recorded])) == {"server"}
    assert finished.artefacts == []
    assert watching.problems() == []


def test_samples_are_given_once_and_as_they_come(mariadb: Address, clock: Clock, tmp_path: Path) -> None:
    with watch(mariadb, clock, tmp_path) as watching:
        first = seen(watching, "server", "cpu")
        again = watching.samples()

    assert {"server", "cpu"} <= set(by_source(first))
    assert again == []


def test_the_recordings_are_whole_and_kept(mariadb: Address, clock: Clock, tmp_path: Path) -> None:
    with watch(mariadb, clock, tmp_path) as watching:
        seen(watching, "cpu")
    iostat, sar = watching.finish().artefacts

    assert iostat.read_text().rstrip().endswith("]\n}}")
    subprocess.run(["sar", "-u", "-f", sar], check=True, capture_output=True)


def test_a_restart_is_a_gap_and_a_sentence(mariadb_server: MariaDBFactory, clock: Clock, tmp_path: Path) -> None:
    server = mariadb_server()
    with watch(server.address, clock, tmp_path) as watching:
        live = seen(watching, "server", "mysqld")
        server.kill()
        eventually(watching.problems, within_s=30, what="the server's absence is told")
        server.start()
        started_s = clock.now_s()
        live += seen(watching, "server", "mysqld", times=3)
    sources = by_source([*live, *watching.finish().samples])

    counters = sources["server"]
    assert all(value >= 0 for sample in counters for value in sample.values.values())
    assert any("queries" not in sample.values for sample in counters)
    assert "queries" in counters[-1].values
    assert sources["mysqld"][-1].at_s > started_s
    assert any(problem.startswith("The counters of server test could not be read") for problem in watching.problems())


def test_when_it_ends_nothing_runs_on(mariadb: Address, clock: Clock, tmp_path: Path) -> None:
    with watch(mariadb, clock, tmp_path) as watching:
        seen(watching, "cpu", times=1)
        running = [child for child in psutil.Process().children() if child.name() in ("iostat", "sadc")]

    assert len(running) == 2
    assert not any(child.is_running() for child in running)


def test_a_killed_watcher_leaves_no_iostat_and_no_sar(tmp_path: Path) -> None:
    watcher = subprocess.Popen([sys.executable, "-c", WATCH_FOR_EVER, str(tmp_path)])
    children = _children(watcher.pid, count=2)

    watcher.send_signal(signal.SIGKILL)
    watcher.wait()

    assert {name for name, _ in children} == {"iostat", "sadc"}
    assert still_running([process for _, process in children], within_s=2) == []


def _children(pid: int, *, count: int) -> list[tuple[str, psutil.Process]]:
    deadline = time.monotonic() + 10
    while time.monotonic() < deadline:
        children = [(each.name(), each) for each in psutil.Process(pid).children()]
        if len(children) == count and all(name != "setpriv" for name, _ in children):
            return children
        time.sleep(0.05)
    pytest.fail(f"the watcher has started {children} within 10 s")


def test_a_watched_minute_has_no_gap(mariadb: Address, clock: Clock, tmp_path: Path) -> None:
    if not os.environ.get("BENCHLAB_TEST_LONG"):
        pytest.skip("takes a minute: set BENCHLAB_TEST_LONG=1")

    with watch(mariadb, clock, tmp_path) as watching:
        time.sleep(60)

    for source, samples in by_source(everything(watching)).items():
        at_s = seconds(samples)
        gaps = [after - before for before, after in pairwise(at_s)]
        assert max(gaps) <= 2, source
        assert len(at_s) >= 57, source
