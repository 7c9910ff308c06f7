"""`bench baseline`, and what `--against baseline` means."""

from collections.abc import Mapping, Sequence
from typing import Any

from benchlab.definitions import Problem, Refused
from benchlab.management.bench.console import Console, Exit, add_verb
from benchlab.management.bench.finding import RUN_OR_EXPERIMENT, find_run_or_experiment
from benchlab.models import Baseline, Run

BASELINE = "baseline"


def add_verbs(verbs: Any) -> None:
    pinning = add_verb(verbs, "baseline", pin, help="Hold later runs with the same parameters against this one.")
    pinning.add_argument("run", help=RUN_OR_EXPERIMENT)
    pinning.add_argument("--unpin", action="store_true", help="Do so no more.")


def pin(options: Mapping[str, Any], console: Console) -> Exit:
    runs = _one_of_each_combination(options["run"])
    baselines = _pinned(runs) if options["unpin"] else [run.pin_as_baseline(by=None) for run in runs]
    told = [_document(baseline) for baseline in baselines]
    for baseline in baselines if options["unpin"] else ():
        baseline.unpin()
    word = "no baseline any more" if options["unpin"] else "the baseline"
    console.answer(told, [f"{each['benchmark']} on {each['server']}: {_runs(each)} {word}." for each in told])
    return Exit.FINISHED


def runs_of_baseline(numbers: Sequence[int]) -> list[int]:
    """The one that all these runs are to be held against; Refused where there is none, or more than one."""
    found = {run: Baseline.objects.of(run) for run in Run.objects.filter(pk__in=numbers).select_related("benchmark")}
    if without := [run for run, baseline in found.items() if baseline is None]:
        remedy = "Pin one with `bench baseline RUN`."
        raise Refused(
            [Problem("--against", f"{without[0]} has no baseline of its benchmark, server and parameters. {remedy}")]
        )
    baselines = {baseline for baseline in found.values() if baseline}
    if len(baselines) > 1:
        raise Refused([Problem("--against", "These runs have several baselines. Compare one combination at a time.")])
    return [run.pk for baseline in baselines for run in baseline.repeats]


def _one_of_each_combination(named: str) -> list[Run]:
    """It stands for its repeats."""
    found = find_run_or_experiment(named)
    if isinstance(found, Run):
        return [found]
    first = {run.cell: run for run in found.current_runs.counting().order_by("-repeat")}
    if not first:
        raise Refused([Problem("experiment", f"{found} has no finished run that counts.")])
    return [first[cell] for cell in sorted(first, key=lambda cell: cell or 0)]


def _pinned(runs: Sequence[Run]) -> list[Baseline]:
    found = [Baseline.objects.of(run) for run in runs]
    pinned = [baseline for baseline in found if baseline]
    if not pinned:
        raise Refused([Problem("run", "There is no baseline of its benchmark, server and parameters.")])
    return pinned


def _document(baseline: Baseline) -> dict[str, Any]:
    runs = [run.pk for run in baseline.repeats.order_by("pk")]
    return {"benchmark": baseline.benchmark.slug, "server": baseline.server.name, "run": baseline.run_id, "runs": runs}


def _runs(told: Mapping[str, Any]) -> str:
    numbers = ", ".join(map(str, told["runs"]))
    return f"run {numbers} is" if len(told["runs"]) == 1 else f"runs {numbers} are"
