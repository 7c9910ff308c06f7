"""How far the figures of a finished run can be trusted: a grade with its reasons, from what was stored of the run.

docs/trust.md has the table of the criteria.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, get_args

from benchlab.analysis.trust import host_reasons, load_reasons, server_reasons
from benchlab.analysis.trust.trust_evidence import TrustEvidence, TrustReason

Grade = Literal["A", "B", "C", "D"]
GRADES: Mapping[str, str] = {
    "A": "nothing disturbed the results",
    "B": "good, with a reservation",
    "C": "doubtful: something disturbed the results",
    "D": "unusable: the results do not measure what they should",
}

DOUBTFUL = frozenset({"C", "D"})
"""What they say is not to be taken for the answer."""


@dataclass(frozen=True)
class TrustGrade:
    grade: Grade
    reasons: tuple[str, ...]
    """The gravest first."""


_BY_WEIGHT: tuple[Grade, ...] = get_args(Grade)


def judge(evidence: TrustEvidence) -> TrustGrade:
    every = (load_reasons.reasons, server_reasons.reasons, host_reasons.reasons)
    return graded(reason for reasons in every for reason in reasons(evidence))


def graded(reasons: Iterable[TrustReason]) -> TrustGrade:
    """The gravest reason decides; notes leave an A."""
    found = sorted(reasons, key=lambda each: -each.weight)
    return TrustGrade(_BY_WEIGHT[found[0].weight if found else 0], tuple(each.sentence for each in found))


def distrust(grades: Iterable[str]) -> str:
    """“Figures not to be trusted: 3 of 8 runs have trust C or D.”; empty where they can be."""
    every = list(grades)
    doubtful = [grade for grade in every if grade in DOUBTFUL]
    if not doubtful:
        return ""
    of_all = f"all {len(every)} runs have" if len(every) > 1 else "the run has"
    of_some = f"{len(doubtful)} of {len(every)} runs {'has' if len(doubtful) == 1 else 'have'}"
    told = of_all if len(doubtful) == len(every) else of_some
    return f"Figures not to be trusted: {told} trust {' or '.join(sorted(set(doubtful)))}."


PHASE = re.compile("“[^”]+”")
SAID_BY_BOTH = (
    "he load generator was the limit",
    "the rate was not kept",
    "ended in an error",
    "Not one transaction",
    "went neither to the server nor to the load generator",
    "(steal)",
    "could not be told in time",
)
"""Of a warning and of the reason that makes it one of the grade."""


def beyond_reasons(warnings: Iterable[str], reasons: Sequence[str]) -> Iterator[str]:
    """The warnings that no trust reason covers, of the same phase where they are of one."""
    for warning in warnings:
        words = [*(each for each in SAID_BY_BOTH if each in warning), *PHASE.findall(warning)]
        is_known = words and words[0] in SAID_BY_BOTH
        if not (is_known and any(all(each in reason for each in words) for reason in reasons)):
            yield warning
