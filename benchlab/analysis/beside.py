"""A run's own figure beside one that a study published."""

from collections.abc import Collection, Mapping
from statistics import median
from typing import Any

from benchlab.analysis.figures import figure_at
from benchlab.definitions import shots
from benchlab.definitions.plan import Published

Results = Mapping[str, Mapping[str, Any]]
"""What the phases of a run showed, by name."""


def names_of(published: Published, phases: Collection[str]) -> list[str]:
    """All phases, among those of a run, that a published figure is about."""
    return [name for phase in (published.phase, *published.plus) for name in shots.of(phase, phases)]


def our_shots(published: Published, results: Results) -> list[float]:
    """The figure in each shot, with that of the phases which belong to it and are part of the run."""
    names = shots.of(published.phase, results)
    found = [_with(published, results, number) for number in range(1, len(names) + 1)]
    return [each for each in found if each is not None]


def ours(published: Published, results: Results) -> float | None:
    """The median of the shots; None where there is none."""
    return median(found) if (found := our_shots(published, results)) else None


def _with(published: Published, results: Results, shot: int) -> float | None:
    own = figure_at(results.get(shots.named(published.phase, shot)), published.figure)
    more = [figure_at(results.get(shots.named(phase, shot)), published.figure) for phase in published.plus]
    return None if own is None else own + sum(each for each in more if each is not None)
