"""The words for what is measured over time: a Metric has a unit and a better direction, a Sample is one second of one source."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

Better = Literal["higher", "lower", "neither"]


@dataclass(frozen=True, slots=True)
class Metric:
    """One thing that a source measures: its unit (``ms``, ``%``, ``/s``, ``B``, ``MB/s``, ``""``) and which direction is better."""

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
