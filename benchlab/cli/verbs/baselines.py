"""`bench baseline`."""

from collections.abc import Mapping
from typing import Any

from benchlab.cli.console import Console, Exit, add_verb
from benchlab.cli.lab import Lab
from benchlab.cli.verbs.runs import RUN_OR_EXPERIMENT, path_of

FIELDS = ("benchmark", "server", "run", "runs", "cautions")


def add_verbs(verbs: Any) -> None:
    pinning = add_verb(verbs, "baseline", pin, help="Pin a run as the baseline for runs with the same parameters.")
    pinning.add_argument("run", help=RUN_OR_EXPERIMENT)
    pinning.add_argument("--unpin", action="store_true", help="Remove the baseline.")


def pin(lab: Lab, options: Mapping[str, Any], console: Console) -> Exit:
    path = path_of(options["run"])
    address = f"{path}/baseline" if path.startswith("/runs") else f"{path}/baselines"
    answer = lab.delete(address) if options["unpin"] else lab.post(address)
    baselines = answer if isinstance(answer, list) else [answer]
    pinned = [{name: each[name] for name in FIELDS} for each in baselines]
    console.answer(pinned, [_line(each, options) for each in pinned])
    return Exit.FINISHED


def _line(baseline: Mapping[str, Any], options: Mapping[str, Any]) -> str:
    word, cautions = ("no longer the baseline", []) if options["unpin"] else ("the baseline", baseline["cautions"])
    return " ".join([f"{baseline['benchmark']} on {baseline['server']}: {_runs(baseline)} {word}.", *cautions])


def _runs(baseline: Mapping[str, Any]) -> str:
    numbers = ", ".join(map(str, baseline["runs"]))
    return f"run {numbers} is" if len(baseline["runs"]) == 1 else f"runs {numbers} are"
