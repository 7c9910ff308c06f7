"""What the arguments name, or Refused with what there is instead."""

from benchlab.api.finding import find_experiment, find_run
from benchlab.bench.looking import RUN_OR_EXPERIMENT
from benchlab.definitions.problems import Problem, Refused
from benchlab.models import Experiment, Run

__all__ = ["RUN_OR_EXPERIMENT", "find_run", "find_run_or_experiment"]


def find_run_or_experiment(named: str) -> Run | Experiment:
    """A run by its number, or an experiment by its number after an e: e4."""
    number = named.lower().removeprefix("e")
    if not number.isdecimal() or len(number) > 15:
        raise Refused([Problem("run", f"“{named}” is no {RUN_OR_EXPERIMENT}.")])
    return find_run(int(number)) if number == named else find_experiment(int(number))
