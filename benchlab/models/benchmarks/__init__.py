"""Stored definitions with their revisions, and launching them."""

from benchlab.models.benchmarks.benchmark import Benchmark
from benchlab.models.benchmarks.definition_trial import TrialOutcome
from benchlab.models.benchmarks.drafting import drafts
from benchlab.models.benchmarks.launch import PreparedLaunch, queue_reruns
from benchlab.models.benchmarks.queueing import LaunchOrder
from benchlab.models.benchmarks.rehearsal import rehearse, try_on
from benchlab.models.benchmarks.revision import Revision

__all__ = [
    "Benchmark",
    "LaunchOrder",
    "PreparedLaunch",
    "Revision",
    "TrialOutcome",
    "drafts",
    "queue_reruns",
    "rehearse",
    "try_on",
]
