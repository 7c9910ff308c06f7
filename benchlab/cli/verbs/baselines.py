"""`bench baseline`."""

from collections.abc import Mapping
from typing import Any

from benchlab.cli.console import Console, Exit, add_verb
from benchlab.cli.lab import Lab
from benchlab.cli.verbs.runs import RUN_OR_EXPERIMENT, path_of

TOLD = ("benchmark", "server", "run", "runs", "cautions")


def add_verbs(verbs: Any) -> None:
    pinning = add_verb(verbs, "baseline", pin, help="Hold later runs with the same parameters against this one.")
    pinning.add_argument("run", help=RUN_OR_EXPERIMENT)
    pinning.add_argument("--unpin", action="store_true", help="Do so no more.")


def pin(lab: Lab, options: Mapping[str, Any], console: Console) -> Exit:
    path = path_of(options["run"])
    address = f"{path}/baseline" if path.startswith("/runs") else f"{path}/baselines"
    answer = lab.delete(address) if options["unpin"] else lab.post(address)
    baselines = answer if isinstance(answer, list) else [answer]
    told = [{name: each[name] for name in TOLD} for each in baselines]
    console.answer(told, [_line(each, options) for each in told])
    return Exit.FINISHED


def _line(told: Mapping[str, Any], options: Mapping[str, Any]) -> str:
    word, cautions = ("no baseline any more", []) if options["unpin"] else ("the baseline", told["cautions"])
    return " ".join([f"{told['benchmark']} on {told['server']}: {_runs(told)} {word}.", *cautions])


def _runs(told: Mapping[str, Any]) -> str:
    numbers = ", ".join(map(str, told["runs"]))
    return f"run {numbers} is" if len(told["runs"]) == 1 else f"runs {numbers} are"
