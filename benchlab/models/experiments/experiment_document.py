"""The experiment document: the result documents of its runs."""

from typing import Any

from benchlab.models.experiments.experiment import Experiment
from benchlab.models.results import result_document

FORMAT = "benchlab.experiment/1"


def document(experiment: Experiment) -> dict[str, Any]:
    """Its current runs in the order of the launch: A B A B."""
    runs = [result_document.document(run) for run in experiment.current_runs]
    return {"format": FORMAT, "id": experiment.pk, "state": experiment.state, "runs": runs}
