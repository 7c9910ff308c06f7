"""A run's own figure for one that a study published."""

from collections.abc import Collection, Iterable, Mapping
from statistics import median
from typing import Any

from benchlab.definitions.phases import repeat
from benchlab.definitions.phases.figure_names import figure_at
from benchlab.definitions.plan.published_figures import Compared, Published

Figure = Published | Compared
Results = Mapping[str, Mapping[str, Any]]
"""What the phases of a run showed, by name."""


def names_of(published: Figure, phases: Collection[str]) -> list[str]:
    """All phases, among those of a run, that a figure is about."""
    return [name for phase in (published.phase, *published.plus) for name in repeat.of(phase, phases)]


def our_shots(published: Figure, results: Results) -> list[float]:
    """The figure in each shot, with that of the phases which belong to it and are part of the run."""
    names = repeat.of(published.phase, results)
    found = [_with(published, results, number) for number in range(1, len(names) + 1)]
    return [each for each in found if each is not None]


def ours(published: Figure, results: Results) -> float | None:
    """The median of the shots; None where there is none."""
    return median(found) if (found := our_shots(published, results)) else None


def _with(published: Figure, results: Results, shot: int) -> float | None:
    own = figure_at(results.get(repeat.named(published.phase, shot)), published.figure)
    more = [figure_at(results.get(repeat.named(phase, shot)), published.figure) for phase in published.plus]
    return None if own is None else own + sum(each for each in more if each is not None)


def caches(figure: Figure, results: Iterable[Results]) -> list[str]:
    """What its shots in several runs found in memory."""
    return caches_of(each[name] for each in results for name in repeat.of(figure.phase, each))


def caches_of(phases: Iterable[Mapping[str, Any]]) -> list[str]:
    """Each said once; none where no restart came right before the phases."""
    told = (phase.get("details", {}).get("cache") for phase in phases)
    return list(dict.fromkeys(label for label in told if label))
