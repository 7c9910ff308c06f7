"""The test for a steady state finds drifts, steps and wild variation, and leaves noise in peace."""

import numpy as np
import pytest

from benchlab.analysis.statistics.steady_state import unsteady

DICE = np.random.default_rng(5)


def noise(count: int, share: float = 0.05) -> np.ndarray:
    return 1000 * (1 + DICE.normal(0, share, count))


@pytest.mark.parametrize("count", [20, 60, 600])
def test_noise_is_steady_at_least_99_times_in_100(count: int) -> None:
    found = [unsteady(noise(count)) for _ in range(300)]

    assert sum(each is not None for each in found) <= 3


def test_a_drift_is_told_with_what_it_moved() -> None:
    found = unsteady(noise(60) * np.linspace(1, 0.7, 60))

    assert found is not None
    assert found.kind == "drift"
    assert found.share == pytest.approx(-0.35, abs=0.06)


def test_a_step_is_told_with_its_place() -> None:
    found = unsteady(np.concatenate([noise(40), 0.6 * noise(20)]))

    assert found is not None
    assert found.kind == "step"
    assert found.share == pytest.approx(-0.4, abs=0.05)
    assert found.at == pytest.approx(2 / 3, abs=0.05)


def test_a_drift_that_is_sure_but_small_is_of_no_matter() -> None:
    assert unsteady(np.linspace(1000, 1050, 100)) is None


def test_seconds_that_differ_wildly_are_told() -> None:
    found = unsteady(np.where(np.arange(60) % 2, 500.0, 1500.0) + noise(60) * 0.01)

    assert found is not None
    assert found.kind == "variation"


def test_gaps_are_left_out() -> None:
    seconds = noise(60)
    seconds[10:20] = np.nan

    assert unsteady(seconds) is None


@pytest.mark.parametrize("seconds", [np.linspace(1, 100, 19), np.zeros(60)])
def test_too_few_seconds_and_nothing_at_all_tell_nothing(seconds: np.ndarray) -> None:
    assert unsteady(seconds) is None
