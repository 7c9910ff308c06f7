"""The lists whose filters can be saved."""

from typing import Any

from benchlab.forms.experiments.experiments import ExperimentFilter
from benchlab.forms.runs.runs import RunFilter
from benchlab.models import Listing

LISTS: dict[Listing, Any] = {Listing.RUNS: RunFilter, Listing.EXPERIMENTS: ExperimentFilter}
