"""Runs launched together."""

from benchlab.models.experiments.experiment import Experiment, state_of

__all__ = [
    "Experiment",
    "state_of",
]
