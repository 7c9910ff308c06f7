"""Executes checks: acceptances on figures of earlier phases."""

import operator
from collections.abc import Callable, Mapping
from typing import Any

from benchlab.definitions.phases.check import CheckPhase, Condition
from benchlab.definitions.phases.figure_names import figure_at
from benchlab.engine.events import CheckResult
from benchlab.engine.phases.phase import PhaseExecution
from benchlab.engine.run_context import RunContext
from benchlab.histogram import PERCENTILES

OPERATORS: dict[str, Callable[[float, float], bool]] = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}


class CheckExecution(PhaseExecution[CheckPhase]):
    executes = CheckPhase

    def __init__(self, phase: CheckPhase, context: RunContext, *, parent: str | None = None) -> None:
        super().__init__(phase, context, parent=parent)
        self._passed = 0

    def run(self) -> None:
        for condition in self.phase.conditions:
            result = judged(condition, self.context.results, title=self._title(condition))
            self._passed += result.passed
            self.context.report(result)

    def _title(self, condition: Condition) -> str:
        if len(self.phase.conditions) == 1:
            return self.phase.name
        return f"{self.phase.name}: {condition.figure} of {condition.phase}"

    def figures(self) -> dict[str, Any]:
        return {"details": {"passed": self._passed, "conditions": len(self.phase.conditions)}}


def judged(condition: Condition, phases: Mapping[str, dict[str, Any]], *, title: str) -> CheckResult:
    """An acceptance on a figure that does not exist is missed."""
    result = phases.get(condition.phase, {})
    value = figure_at(result, condition.figure)
    if value is None and condition.operator in ("<", "<="):
        value = _at_most(result, condition.figure)
    passed = value is not None and OPERATORS[condition.operator](value, condition.limit)
    return CheckResult(title, passed, value, f"{condition.operator} {condition.limit:g}")


def _at_most(result: Mapping[str, Any], path: str) -> float | None:
    """A percentile of too few values is not known, but no percentile is above the longest."""
    place, _, name = path.rpartition(".")
    return (
        figure_at(result, f"{place}.max") if name in PERCENTILES and path.split(".")[-2:-1] == ["latency_ms"] else None
    )
