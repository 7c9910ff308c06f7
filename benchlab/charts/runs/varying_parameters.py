"""The parameters in which runs of one benchmark differ."""

import json
from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from operator import attrgetter
from typing import Any

from benchlab.models import Run


def varied(found: Sequence[Mapping[str, Any]]) -> list[str]:
    names = dict.fromkeys(name for each in found for name in each)
    return [name for name in names if len({str(each.get(name)) for each in found}) > 1]


def differing_parameters(runs: Iterable[Run]) -> dict[int, str]:
    """By run, “clients 10, engine MyISAM”; of runs that were listed ``with_parameters``."""
    by_benchmark = sorted(runs, key=attrgetter("benchmark_id"))
    return {
        run: words
        for _, alike in groupby(by_benchmark, key=attrgetter("benchmark_id"))
        for run, words in _differing_parameters({run.pk: _parameters(run) for run in alike})
    }


def _differing_parameters(parameters: Mapping[int, Mapping[str, Any]]) -> Iterable[tuple[int, str]]:
    names = varied(list(parameters.values()))
    for run, chosen in parameters.items():
        yield run, ", ".join(f"{name} {_written(chosen[name])}" for name in names if name in chosen)


def _parameters(run: Run) -> Mapping[str, Any]:
    """As people write them, where the plan has that."""
    written = json.loads(run.written_parameters or "{}")  # type: ignore[attr-defined]
    return written or json.loads(run.launched_parameters)  # type: ignore[attr-defined, no-any-return]


def _written(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
