import numpy as np
import pytest

from benchlab.engine.generator import pacing

MS = 1_000_000


def first(arrivals: pacing.Arrivals, count: int) -> list[int]:
    return [arrivals.take() for _ in range(count)]


@pytest.mark.parametrize(
    ("rate_per_s", "lanes", "of", "dues_ms"),
    [
        (1_000, [0], 1, [0, 1, 2, 3]),
        (1_000, [0, 1], 2, [0, 1, 2, 3]),
        (1_000, [0, 2], 4, [0, 2, 4, 6]),
        (1_000, [1, 3], 4, [1, 3, 5, 7]),
        (1_000, [2], 3, [2, 5, 8, 11]),
        (0.5, [0], 1, [0, 2_000, 4_000, 6_000]),
    ],
)
def test_a_fixed_rate_is_dealt_out_over_the_lanes(rate_per_s, lanes, of, dues_ms):
    assert first(pacing.fixed(rate_per_s, lanes, of), 4) == [due * MS for due in dues_ms]


def test_the_processes_lanes_together_are_the_whole_rate():
    processes = [pacing.fixed(2_000, lanes, 10) for lanes in ([0, 3, 6, 9], [1, 4, 7], [2, 5, 8])]

    together = sorted(first(processes[0], 400) + first(processes[1], 300) + first(processes[2], 300))

    assert together == [number * MS // 2 for number in range(1_000)]


def test_a_fixed_rate_does_not_drift():
    arrivals = pacing.fixed(3_000, [0], 1)

    last = first(arrivals, 3_000 * 60 + 1)[-1]

    assert last == 60_000 * MS


def test_poisson_arrivals_have_the_rate_and_its_spread():
    arrivals = pacing.poisson(2_000, np.random.default_rng(1))

    gaps = np.diff(first(arrivals, 100_000)) / 1e9

    assert gaps.mean() == pytest.approx(1 / 2_000, rel=0.02)
    assert gaps.std() == pytest.approx(1 / 2_000, rel=0.02)


def test_the_same_seed_gives_the_same_arrivals():
    one, other = (pacing.poisson(100, np.random.default_rng(5)) for _ in range(2))

    assert first(one, 50) == first(other, 50)


@pytest.mark.parametrize(("taken", "at_ms", "waiting"), [(0, 0, 1), (0, 9, 10), (10, 9, 0), (3, 9, 7), (11, 9, 0)])
def test_what_is_due_and_not_taken_waits(taken, at_ms, waiting):
    arrivals = pacing.fixed(1_000, [0], 1)
    first(arrivals, taken)

    assert arrivals.waiting(at_ms * MS) == waiting


def test_waiting_work_is_counted_however_much_it_is_and_not_lost():
    arrivals = pacing.fixed(1_000, [0], 1)

    assert arrivals.waiting(59_999 * MS) == 60_000
    assert first(arrivals, 3) == [0, MS, 2 * MS]
