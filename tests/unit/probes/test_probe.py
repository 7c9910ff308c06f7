"""Each whole second of a run gets one look, and nothing drifts."""

import threading
from collections.abc import Iterator
from itertools import islice

import pytest

from benchlab.metrics import Sample
from benchlab.probes.probe import Findings, Probe, WholeSeconds


class SteppedClock:
    """Shows the times it was given, one a look."""

    def __init__(self, *times_s: float) -> None:
        self._times = iter(times_s)

    def now_s(self) -> float:
        return next(self._times)


class Looking(Probe):
    def observe(self) -> None: ...


class Broken(Probe):
    def observe(self) -> None:
        raise ZeroDivisionError("a bug")


def test_each_second_is_due_a_second_after_the_last_and_not_after_the_look() -> None:
    # Begun at 0.2; woken a little late each time, the look at second 2 taking until 2.7.
    clock = SteppedClock(0.2, 0.99, 1.03, 1.99, 2.01, 2.99, 3.002)
    probe = Looking("test", clock, Findings())

    seconds = list(islice(probe.seconds(), 3))

    assert seconds == [1, 2, 3]


def test_seconds_that_the_machine_did_not_give_are_left_out() -> None:
    clock = SteppedClock(0.2, 0.99, 1.0, 1.99, 5.4, 5.9, 6.0)
    probe = Looking("test", clock, Findings())

    seconds = list(islice(probe.seconds(), 3))

    assert seconds == [1, 5, 6]


def test_a_stopped_probe_sees_no_more_seconds() -> None:
    probe = Looking("test", SteppedClock(0.2, 0.3), Findings())
    probe.stop()

    assert list(probe.seconds()) == []


def test_a_probe_that_dies_of_a_bug_says_so(caplog: pytest.LogCaptureFixture) -> None:
    findings = Findings()

    Broken("disks", SteppedClock(), findings).run()

    assert findings.problems() == [
        "The probe disks failed, and its figures end there: ZeroDivisionError('a bug')",
    ]
    assert "ZeroDivisionError" in caplog.text


def test_a_problem_is_told_once() -> None:
    findings = Findings()

    findings.report("The disk is gone.")
    findings.report("The disk is gone.")

    assert findings.problems() == ["The disk is gone."]


@pytest.mark.parametrize(
    ("arrivals_s", "seconds"),
    [
        ([1.01, 2.01, 3.02], [1, 2, 3]),
        ([1.49, 2.51, 3.49, 4.52], [1, 2, 3, 4]),  # rounding alone would give 1, 3, 3, 5
        ([1.0, 2.0, 5.0, 6.0], [1, 2, 5, 6]),
        ([1.0, 1.1, 3.0], [1, 2, 3]),
    ],
)
def test_every_arrival_gets_a_second_of_its_own(arrivals_s: list[float], seconds: list[int]) -> None:
    whole = WholeSeconds()

    assert [whole.of(arrived_s) for arrived_s in arrivals_s] == seconds


def test_samples_that_come_in_while_they_are_taken_are_not_lost() -> None:
    findings = Findings()
    writers = [threading.Thread(target=_write, args=(findings, name)) for name in "abcd"]

    for writer in writers:
        writer.start()
    taken = [sample for _ in _until_done(writers) for sample in findings.take()]
    taken += findings.take()

    assert len(taken) == 4000


def _write(findings: Findings, name: str) -> None:
    for second in range(1000):
        findings.add(Sample(name, second, {"value": 1.0}))


def _until_done(threads: list[threading.Thread]) -> Iterator[None]:
    while any(thread.is_alive() for thread in threads):
        yield
