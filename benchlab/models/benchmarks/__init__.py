"""Stored definitions with their revisions, and launching them."""

from benchlab.models.benchmarks.benchmark import Benchmark
from benchlab.models.benchmarks.definition_trial import TrialOutcome
from benchlab.models.benchmarks.dry_run_on_server import rehearse, try_on
from benchlab.models.benchmarks.launch import PreparedLaunch, queue_reruns
from benchlab.models.benchmarks.plan_drafts import drafts
from benchlab.models.benchmarks.revision import Revision
from benchlab.models.benchmarks.run_queueing import LaunchOrder

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
