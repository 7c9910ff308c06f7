"""The metrics of every source, wherever they come from."""

from benchlab.engine.generator import phase_seconds
from benchlab.metrics import kind_of
from benchlab.probes import METRICS


def unit_of(source: str, name: str) -> str:
    """Empty where the metric has none, or is not known any more."""
    known = METRICS.get((kind_of(source), name)) or phase_seconds.METRICS.get(name)
    return known.unit if known else ""
