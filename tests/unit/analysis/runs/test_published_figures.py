"""A run's figure beside a published one: the median of its shots, each with the phases that belong to it."""

from dataclasses import replace

import pytest

from benchlab.analysis.runs import published_figures
from benchlab.definitions.plan.published_figures import Published

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
    assert published_figures.our_shots(LOAD, RESULTS) == [11.0, 32.0, 23.0]
    assert published_figures.ours(LOAD, RESULTS) == 23.0


def test_a_phase_that_is_not_applicable_adds_nothing() -> None:
    loads_alone = {name: result for name, result in RESULTS.items() if name.startswith("load")}

    assert published_figures.ours(LOAD, loads_alone) == 20.0


@pytest.mark.parametrize("results", [{}, {"load": {"seconds": None}}])
def test_nothing_measured_is_no_figure(results: published_figures.Results) -> None:
    assert published_figures.ours(LOAD, results) is None


def test_all_phases_that_a_figure_is_about_are_named() -> None:
    assert published_figures.names_of(replace(LOAD, plus=()), RESULTS) == ["load", "load, shot 2", "load, shot 3"]
    assert set(published_figures.names_of(LOAD, RESULTS)) == set(RESULTS)


def test_what_was_in_memory_when_shots_began_is_told_once() -> None:
    shots = {"load": {"details": {"cache": "cold"}}, "load, shot 2": {"details": {"cache": "cold"}}}
    warm = {"load": {"details": {"cache": "warm"}}}

    assert published_figures.caches(LOAD, [shots]) == ["cold"]
    assert published_figures.caches(LOAD, [shots, warm, RESULTS]) == ["cold", "warm"]
