"""The page of a trend: its runs, levels, changes and baseline."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Any, Literal

from benchlab.analysis.statistics.change_points import Change
from benchlab.charts.runs.varying_parameters import varied
from benchlab.definitions.language.problems import Refused
from benchlab.definitions.parameters.parameters import Parameter
from benchlab.models import Regression, Run
from benchlab.models.comparisons import ParameterChoice, Trend, TrendPoint
from benchlab.models.comparisons.trend import choices


@dataclass(frozen=True)
class LevelChange:
    """A change of level, the run that it began with, and how people judged it."""

    change: Change
    run: Run
    direction: Literal["better", "worse", "other"]
    regression: Regression | None


class TrendPage:
    def __init__(self, trend: Trend) -> None:
        self.trend = trend

    @cached_property
    def choices(self) -> list[ParameterChoice]:
        return choices(self.trend.benchmark, self.trend.server)

    @property
    def told_choices(self) -> list[tuple[ParameterChoice, str]]:
        """Each with the parameters in which it differs."""
        names = varied([each.parameters for each in self.choices])
        return [(each, ", ".join(self._words(each, names))) for each in self.choices]

    def _words(self, choice: ParameterChoice, names: Sequence[str]) -> Iterator[str]:
        """As the definition writes them now."""
        for name in names:
            if name in choice.parameters:
                value, parameter = choice.parameters[name], self._parameters.get(name)
                yield f"{name} {parameter.format(value) if parameter else value}"

    @cached_property
    def _parameters(self) -> Mapping[str, Parameter]:
        try:
            return self.trend.benchmark.latest.definition.parameters
        except Refused:  # Written for another version of the language.
            return {}

    @property
    def measured(self) -> Sequence[TrendPoint]:
        return self.trend.measured

    @property
    def latest_first(self) -> list[TrendPoint]:
        return list(reversed(self.trend.measured))

    @cached_property
    def turns(self) -> list[LevelChange]:
        """The latest first."""
        better = self.trend.figure.better if self.trend.figure else "neither"
        known = {each.run_id: each for each in Regression.objects.of(self.trend).listed()}
        runs = [(change, self.trend.points[change.at].run) for change in reversed(self.trend.changes)]
        return [LevelChange(change, run, change.direction(better), known.get(run.pk)) for change, run in runs]

    @property
    def content(self) -> dict[str, Any]:
        """What trend.js draws: places count the runs from 0."""
        place = {point.run.pk: at for at, point in enumerate(self.trend.measured)}
        of_point = [place[point.run.pk] for point in self.trend.points]
        panel = {
            "key": "trend",
            "kind": "trend",
            "unit": self.trend.figure.unit if self.trend.figure else "",
            "points": [_told(point) for point in self.trend.measured],
            "levels": list(self._levels(of_point)),
            "turns": [_turned(turn, of_point[turn.change.at]) for turn in self.turns],
            "events": list(_events(self.trend.measured)),
            "baseline": self.trend.baseline_value,
        }
        return {"panels": [panel]}

    def _levels(self, of_point: Sequence[int]) -> Iterator[dict[str, float]]:
        changes = self.trend.changes
        edges = [0, *(change.at for change in changes), len(of_point)]
        levels = [changes[0].before, *(change.after for change in changes)] if changes else []
        for (start, end), level in zip(pairwise(edges), levels, strict=bool(levels)):
            yield {"from": of_point[start], "to": of_point[end - 1], "value": level}


def _turned(turn: LevelChange, place: int) -> dict[str, Any]:
    return {"x": place - 0.5, "direction": turn.direction, "provisional": turn.change.is_provisional}


def _told(point: TrendPoint) -> dict[str, Any]:
    run = point.run
    known = {"y": float(f"{point.value:.4g}"), "label": f"run {run.pk}", "href": run.get_absolute_url()}
    return {**known, "at": run.started_at.isoformat() if run.started_at else None, "counts": not run.is_excluded}


def _events(points: Sequence[TrendPoint]) -> Iterator[dict[str, Any]]:
    """Where another version of the server or another revision was run for the first time."""
    for at, (one, next_one) in enumerate(pairwise(points), start=1):
        told = [*_changed(one.version, next_one.version, "")]
        told += _changed(str(one.run.revision_id), str(next_one.run.revision_id), "new revision")
        if told:
            yield {"x": at - 0.5, "words": ", ".join(told)}


def _changed(before: str, after: str, words: str) -> list[str]:
    return [words or after] if before != after else []
