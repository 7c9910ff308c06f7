"""The words for what is measured over time: metrics with their units, and samples of a second each."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

Better = Literal["higher", "lower", "neither"]


@dataclass(frozen=True, slots=True)
class Metric:
    """What a source measures: its unit (``ms``, ``%``, ``/s``, ``MB/s``, or empty) and which direction is better."""

    name: str
    title: str
    unit: str
    better: Better = "neither"


@dataclass(frozen=True, slots=True)
class Sample:
    """One second of one source.

    ``source`` is ``KIND`` or ``KIND:DETAIL``: ``phase:insert``, ``cpu``, ``disk:vda``, ``server``, ``generator``.
    ``at_s`` is when the second ended, in seconds since the run began. A metric that could not be read is left out, and
    becomes a gap; a second in which nothing happened has the value 0.
    """

    source: str
    at_s: float
    values: Mapping[str, float]


def kind_of(source: str) -> str:
    return source.partition(":")[0]
