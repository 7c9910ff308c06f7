"""What of a run a shared page may show: only values that are known to be harmless."""

import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from benchlab.analysis.comparisons import Side
from benchlab.analysis.comparisons.sides import side_of
from benchlab.analysis.trust.trust_grade import GRADES
from benchlab.charts.layouts import TableLayout
from benchlab.charts.runs.run_labels import Word, parameter_words
from benchlab.definitions.parameters.experiment_grid import SERVER
from benchlab.definitions.parameters.parameters import BOUNDED, Parameter
from benchlab.definitions.plan.plan import Plan
from benchlab.definitions.values.units import Value
from benchlab.models import Experiment, Reveal, Run

_PLAIN = re.compile(r"[A-Za-z][\w+-]*( [\w+-]+)*")
"""Words without dots and slashes: no path, no file and no address."""


def harmless(plan: Plan, parameters: Mapping[str, Parameter]) -> list[Word]:
    """The parameters that are numbers, yes or no, engines, or one of some plain words."""
    shown = {name for name, value in plan.parameters.items() if _is_harmless(parameters.get(name), value)}
    return [
        word
        for name, word in zip(plan.parameters, parameter_words(plan, parameters), strict=True)
        if name in shown and word.matters
    ]


def revealed_parameters(
    parameters: Mapping[str, Parameter], plan: Plan | None, reveals: Collection[str]
) -> dict[str, Parameter]:
    """Parameters whose values may be shown where a run differs from the study."""
    if plan is None or Reveal.SETTINGS in reveals:
        return dict(parameters)
    return {name: each for name, each in parameters.items() if _is_harmless(each, plan.parameters.get(name, ""))}


def _is_harmless(parameter: Parameter | None, value: Value) -> bool:
    if parameter is None:
        return False
    if parameter.type in BOUNDED or parameter.type == "boolean":
        return not isinstance(value, str)
    is_chosen = parameter.type == "engine" or (parameter.type == "choice" and value in parameter.choices)
    return is_chosen and (not isinstance(value, str) or bool(_PLAIN.fullmatch(value)))


def without_names(experiment: Experiment, parameters: Mapping[str, Parameter], reveals: Collection[str]) -> Experiment:
    """The experiment, not to be saved, with numbers in place of names: all labels are made of its grid."""
    experiment.grid = {
        name: values if _may_be_told(name, values, parameters, reveals) else _numbered(name, values)
        for name, values in experiment.grid.items()
    }
    return experiment


def _may_be_told(
    name: str, values: Iterable[str], parameters: Mapping[str, Parameter], reveals: Collection[str]
) -> bool:
    if name == SERVER:
        return Reveal.SERVERS in reveals
    parameter = parameters.get(name)
    if Reveal.SETTINGS in reveals:
        return True
    if parameter is None or parameter.type == "text":
        return False
    return parameter.type in BOUNDED or all(_PLAIN.fullmatch(str(value)) for value in values)


def _numbered(name: str, values: Iterable[str]) -> tuple[str, ...]:
    word = "server" if name == SERVER else "value"
    return tuple(f"{word} {number}" for number, _ in enumerate(values, start=1))


def labelled(sides: Iterable[Side], words: Mapping[int, str]) -> tuple[Side, ...]:
    """The sides, called by the disguised cell of their runs where they have one, else by the numbers of these."""
    return tuple(side_of(side.members, label=_shared_word(side, words)) for side in sides)


def _shared_word(side: Side, words: Mapping[int, str]) -> str:
    told = {words.get(member.run, "") for member in side.members}
    return told.pop() if len(told) == 1 else ""


@dataclass(frozen=True)
class Badges:
    """What follows runs wherever they are shown."""

    grades: str
    """From the best to the worst: A, or B to D."""
    durability: str
    excluded: int


def badges_of(runs: Iterable[Run]) -> Badges:
    every = list(runs)
    grades = sorted({run.grade for run in every if run.counts and run.grade in GRADES})
    told = list(dict.fromkeys(filter(None, map(badge_of, every))))
    durability = told[0] if len(told) == 1 else "durability differs" if told else ""
    return Badges(
        " to ".join(dict.fromkeys(grades[:1] + grades[-1:])), durability, sum(run.is_excluded for run in every)
    )


def badge_of(run: Run) -> str:
    """The run's durability, if it is in words of benchlab's own."""
    return run.durability if _DURABILITY.fullmatch(run.durability) else ""


_DURABILITY = re.compile(r"durable|not crash-safe|loses (commits|up to \d{1,9} s) on crash")


def without_expressions(table: TableLayout) -> TableLayout:
    """What a table is cut by, and at which bounds, may hold anything."""
    bare = {"expression": None, "description": None}
    return replace(table, columns=tuple(tuple({**row, **bare} for row in column) for column in table.columns))


def versions(plan: Plan, reveals: Collection[str]) -> list[str]:
    """“MariaDB 10.11.19” of each server; before it its name, if that is shown."""
    names = Reveal.SERVERS in reveals
    return [
        f"{target.name} ({_version(target.flavour, target.version)})"
        if names
        else _version(target.flavour, target.version)
        for target in plan.servers
    ]


def _version(flavour: str, version: str) -> str:
    """Without what a build calls itself after the number."""
    known = [each for each in ("MySQL", "MariaDB", "Percona Server") if each == flavour]
    number = re.match(r"\d+(\.\d+)*", version)
    return " ".join([*known, *([number[0]] if number else [])])


def anonymous(content: Mapping[str, Any]) -> dict[str, Any]:
    """Charts without the names of their sources: a line is known by its number."""
    panels = [{**panel, **_numbered_lines(panel)} for panel in content["panels"]]
    return {**content, "panels": panels}


def _numbered_lines(panel: Mapping[str, Any]) -> dict[str, Any]:
    if panel.get("kind") != "time":
        return {}
    return {"series": [{**line, "id": f"{number}"} for number, line in enumerate(panel["series"])]}
