"""What a probe starts ends with it, and what is missing is named with its package."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

import psutil
import pytest

from benchlab.probes import child_process
from benchlab.probes.host.iostat import Iostat
from benchlab.probes.probe import Findings
from tests.processes import still_running

START_AND_WAIT = """
import time
from benchlab.probes.child_process import start_tied
print(start_tied(["sleep", "60"]).pid, flush=True)
time.sleep(60)
"""


class ZeroClock:
    def now_s(self) -> float:
        return 0.0


class OneLine(child_process.ChildProbe):
    what = "Nothing is watched"
    needs = ()

    def follow(self, output: Iterable[str]) -> None:
        list(output)


def test_a_killed_parent_leaves_no_child() -> None:
    parent = subprocess.Popen([sys.executable, "-c", START_AND_WAIT], stdout=subprocess.PIPE, text=True)
    assert parent.stdout
    orphan = psutil.Process(int(parent.stdout.readline()))

    parent.send_signal(signal.SIGKILL)
    parent.wait()

    assert still_running([orphan], within_s=2) == []


def test_a_missing_tool_is_named_with_its_package(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    findings = Findings()

    Iostat(ZeroClock(), findings, raw=tmp_path / "raw").run()

    assert findings.problems() == [
        "CPU and disks are not watched: setpriv and iostat are not installed on this machine: "
        "apt-get install sysstat util-linux"
    ]


def test_a_child_that_ends_by_itself_is_told_with_its_words() -> None:
    findings = Findings()

    OneLine("ls", ["ls", "--no-such-option"], ZeroClock(), findings).run()

    [problem] = findings.problems()
    assert problem.startswith("ls ended by itself (status 2): ")
    assert "unrecognized option" in problem


def test_a_child_that_was_stopped_is_no_problem() -> None:
    findings = Findings()
    probe = OneLine("sleep", ["sleep", "60"], ZeroClock(), findings)
    probe.start()
    while not probe._child:
        os.sched_yield()

    probe.stop()
    probe.join(timeout=5)

    assert not probe.is_alive()
    assert findings.problems() == []
