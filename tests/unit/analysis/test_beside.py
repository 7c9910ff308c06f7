"""A run's figure beside a published one: the median of its shots, each with the phases that belong to it."""

from dataclasses import replace

import pytest

from benchlab.analysis import beside
from benchlab.definitions.plan import Published

LOAD = Published("Bulk load", "load", "seconds", 100.0, "s", applies=True, plus=("enable keys",))
RESULTS = {
    "load": {"seconds": 10.0},
    "enable keys": {"seconds": 1.0},
    "load, shot 2": {"seconds": 30.0},
    "enable keys, shot 2": {"seconds": 2.0},
    "load, shot 3": {"seconds": 20.0},
    "enable keys, shot 3": {"seconds": 3.0},
}


def test_ours_is_the_median_of_the_shots_with_what_belongs_to_each() -> None:
    assert beside.our_shots(LOAD, RESULTS) == [11.0, 32.0, 23.0]
    assert beside.ours(LOAD, RESULTS) == 23.0


def test_a_phase_that_is_not_applicable_adds_nothing() -> None:
    loads_alone = {name: result for name, result in RESULTS.items() if name.startswith("load")}

    assert beside.ours(LOAD, loads_alone) == 20.0


@pytest.mark.parametrize("results", [{}, {"load": {"seconds": None}}])
def test_nothing_measured_is_no_figure(results: beside.Results) -> None:
    assert beside.ours(LOAD, results) is None


def test_all_phases_that_a_figure_is_about_are_named() -> None:
    assert beside.names_of(replace(LOAD, plus=()), RESULTS) == ["load", "load, shot 2", "load, shot 3"]
    assert set(beside.names_of(LOAD, RESULTS)) == set(RESULTS)


def test_what_was_in_memory_when_shots_began_is_told_once() -> None:
    shots = {"load": {"details": {"cache": "cold"}}, "load, shot 2": {"details": {"cache": "cold"}}}
    warm = {"load": {"details": {"cache": "warm"}}}

    assert beside.caches(LOAD, [shots]) == ["cold"]
    assert beside.caches(LOAD, [shots, warm, RESULTS]) == ["cold", "warm"]
