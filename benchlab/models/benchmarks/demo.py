"""The demo: a short run on the sandbox, so that a newcomer has something to watch."""

from benchlab.definitions.language.problems import Problem, Refused
from benchlab.models.accounts import User
from benchlab.models.benchmarks.benchmark import Benchmark
from benchlab.models.experiments import Experiment
from benchlab.models.runs import DEMO, Run
from benchlab.models.servers import Server

LABEL = DEMO
_NO_DEMO = Problem("demo", "There is no sandbox, or no benchmark with a demo.")


def launch(*, by: User | None = None) -> Run | Experiment:
    """Refused says why it can not be."""
    server = Server.objects.filter(sandbox="sandbox").first()
    benchmark = next((each for each in Benchmark.objects.all() if each.latest.definition.demo), None)
    if server is None or benchmark is None:
        raise Refused([_NO_DEMO])
    return benchmark.launch([server], benchmark.latest.definition.demo, by=by, label=LABEL)


def was_missed() -> bool:
    """Whether it is over and nobody ran anything since: then nobody may have seen one live."""
    states = [run.is_over and run.label == LABEL for run in Run.objects.only("state", "label")[:2]]
    return states == [True]
