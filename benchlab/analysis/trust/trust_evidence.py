"""The evidence that a run's trust grade is based on, and the reasons found in it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import Any

from benchlab.analysis.runs import Series


class Weight(IntEnum):
    """What a reason does to the grade."""

    NOTE = 0
    RESERVATION = 1
    DOUBT = 2
    RUIN = 3


@dataclass(frozen=True)
class TrustReason:
    """A sentence or two: what was found, the figure against its limit, and what to do."""

    weight: Weight
    sentence: str


@dataclass(frozen=True)
class TrustEvidence:
    """Of a finished run: the results of its phases, its series by source, and both its snapshots."""

    phases: Sequence[Mapping[str, Any]]
    sources: Mapping[str, Series]
    start: Mapping[str, Any]
    end: Mapping[str, Any]

    @property
    def host(self) -> Mapping[str, Any]:
        """Nothing where the server's host is not the one that benchlab sees."""
        return self.start.get("host") or {}


def percent(share: float, digits: int = 0) -> str:
    return f"{100 * share:.{digits}f} %"
