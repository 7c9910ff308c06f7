"""Knees are looked for in curves whose knee is known, under noise of 5 %, for many seeds."""

from collections.abc import Callable

import numpy as np

from benchlab.analysis.runs.load_decay import Knee, knee
from benchlab.analysis.runs.series import Floats

ROWS = np.linspace(0, 10e6, 300)
SEEDS = 40


def found(curve: Callable[[Floats], Floats], *, noise: float = 0.05) -> list[Knee | None]:
    def measured(seed: int) -> Floats:
        dice = np.random.default_rng(seed)
        rates: Floats = curve(ROWS) * (1 + dice.normal(0, noise, len(ROWS)))
        return rates

    return [knee(ROWS, measured(seed)) for seed in range(SEEDS)]


def falling_from(at: float, *, to: float) -> Callable[[Floats], Floats]:
    """A rate of 40,000 until so many rows, which falls steadily from there to its end."""
    return lambda rows: 40_000 - (40_000 - to) * np.maximum(rows - at, 0) / (ROWS[-1] - at)


def test_a_level_rate_has_no_knee() -> None:
    assert sum(each is not None for each in found(lambda rows: np.full(len(rows), 40_000.0))) == 0


def test_a_rate_that_falls_from_the_start_has_no_knee() -> None:
    assert sum(each is not None for each in found(lambda rows: 40_000 - 0.002 * rows)) == 0
    assert sum(each is not None for each in found(lambda rows: 40_000 / (1 + rows / 2e6))) == 0


def test_a_rate_that_rises_has_no_knee() -> None:
    assert sum(each is not None for each in found(lambda rows: 20_000 + 0.002 * np.maximum(rows - 4e6, 0))) == 0


def test_a_rate_that_holds_and_then_falls_has_its_knee_there() -> None:
    told = found(falling_from(6e6, to=10_000))

    assert all(each and abs(each.at - 6e6) < 0.6e6 for each in told)
    assert all(each and abs(each.before - 40_000) < 2_000 and abs(each.after - 11_000) < 2_500 for each in told)


def test_a_rate_that_drops_at_once_has_its_knee_there() -> None:
    told = found(lambda rows: np.where(rows < 3e6, 40_000.0, 25_000.0))

    assert all(each and abs(each.at - 3e6) < 0.4e6 for each in told)


def test_a_fall_of_less_than_a_fifth_is_not_stated() -> None:
    assert found(lambda rows: np.where(rows < 3e6, 40_000.0, 36_000.0)) == [None] * SEEDS


def test_stalls_of_a_second_are_no_knee() -> None:
    def stalling(rows: Floats) -> Floats:
        rates = np.full(len(rows), 40_000.0)
        rates[200::20] = 500.0
        return rates

    assert found(stalling) == [None] * SEEDS


def test_a_short_load_has_no_knee_that_could_be_stated() -> None:
    rows = np.linspace(0, 1e6, 30)

    assert knee(rows, np.where(rows < 5e5, 40_000.0, 10_000.0)) is None


def test_seconds_that_were_not_measured_are_left_out() -> None:
    rates = falling_from(6e6, to=10_000)(ROWS)
    rates[50:60] = np.nan

    bend = knee(ROWS, rates)

    assert bend
    assert abs(bend.at - 6e6) < 0.4e6
