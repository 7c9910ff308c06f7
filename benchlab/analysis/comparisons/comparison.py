"""The comparison of runs with the first group: whether they are comparable, the verdict, and every figure."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from benchlab.analysis.comparisons.differences import MIXED, Difference, differences
from benchlab.analysis.comparisons.figure_table import FigureTableRow, rows_of
from benchlab.analysis.comparisons.primary_figure import primary_of
from benchlab.analysis.comparisons.sides import Member, Side
from benchlab.analysis.comparisons.verdict import WORST_FIRST, Verdict, not_comparable, verdicts
from benchlab.analysis.runs import Figure
from benchlab.analysis.statistics.location_shift import median
from benchlab.analysis.trust.trust_grade import DOUBTFUL, distrust

UNTRUSTED = "Figures not to be trusted, as the runs' pages explain: "
NAMED = 5
"""So many differences are named in a reason; the rest is counted."""


@dataclass(frozen=True)
class Comparison:
    """``sides[0]`` is the baseline. ``verdicts`` has one for each other side, in their order."""

    sides: tuple[Side, ...]
    factors: tuple[str, ...]
    primary: Figure | None
    verdicts: tuple[Verdict, ...]
    differences: tuple[Difference, ...]
    anyway: bool

    @property
    def verdict(self) -> Verdict:
        """The one of two; of more, the worst, which says whose it is."""
        if len(self.verdicts) == 1:
            return self.verdicts[0]
        at = min(range(len(self.verdicts)), key=lambda each: WORST_FIRST.index(self.verdicts[each].word))
        worst = self.verdicts[at]
        grade = max(each.grade for each in self.verdicts)
        return replace(worst, reason=f"{self.sides[at + 1].label}: {worst.reason}", grade=grade)

    @property
    def distrust(self) -> str:
        """Why the verdict is not reliable; shown wherever the verdict is, empty where it is."""
        grades = distrust(member.grade for side in self.sides for member in side.finished)
        unlike = sum(each.word == "not comparable" for each in self.verdicts)
        groups = f"{unlike} of {len(self.sides)} groups can not be compared with the first."
        return " ".join(filter(None, (grades, groups if unlike and len(self.verdicts) > 1 else "")))

    @property
    def cautions(self) -> tuple[str, ...]:
        """Of all its verdicts; of more than one each says whose it is."""
        several = len(self.verdicts) > 1
        labelled = zip(self.sides[1:], self.verdicts, strict=True)
        told = (f"{side.label}: {each}" if several else each for side, found in labelled for each in found.cautions)
        return (*filter(None, (self.distrust,)), *told)

    @cached_property
    def rows(self) -> tuple[FigureTableRow, ...]:
        """Every figure of every phase; the primary one is not corrected for the number of the others."""
        return rows_of(self.sides, self.primary)

    @property
    def outside(self) -> tuple[Difference, ...]:
        """Differences other than the factors that are compared."""
        return tuple(each for each in self.differences if each.is_outside)

    def to_json(self) -> dict[str, Any]:
        """As `bench compare --json` and the API give it."""
        verdict = self.verdict
        return {
            "verdict": verdict.word,
            "reason": verdict.reason,
            "cautions": list(self.cautions),
            "metrics": [row.to_json() for row in self.rows],
            "differences": [each.to_json() for each in self.differences],
            "primary": {"phase": self.primary.phase, "name": self.primary.path} if self.primary else None,
            "factors": list(self.factors),
            "groups": [_group(self, at) for at in range(len(self.sides))],
        }


def compare(
    sides: Sequence[Side], *, factors: Collection[str] = (), anyway: bool = False, min_grade: str = ""
) -> Comparison:
    """Two sides or more, compared with the first.

    ``factors`` name what is compared: parameters (“clients”), settings (“innodb_buffer_pool_size”), or a kind of
    difference (“server”, which covers its version and hardware, “version”, “durability”, “hardware”, “revision”,
    “setting”, “data”). Whatever else differs makes two sides not comparable; ``anyway`` judges them nevertheless.
    ``min_grade`` refuses a verdict on runs of a lower grade of trust, and on those that have none.

    From charts/: ``models.comparing.compared(runs, factors=..., anyway=...)`` reads runs, groups them and calls this.
    A page shows ``verdict`` (word, reason, cautions), ``verdicts`` beside each side but the first, ``rows`` as its
    table, ``differences`` by ``title``, each with a tick that puts its ``name`` into ``factors`` (``factor`` says what
    covers it already), and ``explanation.explain(comparison, at)`` as “why different?” of one side. No series is read.
    """
    primary = primary_of(sides[0].members[0].plan)
    found = differences(sides, factors)
    return Comparison(
        sides=tuple(sides),
        factors=tuple(factors),
        primary=primary,
        verdicts=tuple(_verdicts(sides, primary, found, anyway=anyway, min_grade=min_grade)),
        differences=found,
        anyway=anyway,
    )


def _verdicts(
    sides: Sequence[Side], primary: Figure | None, found: Sequence[Difference], *, anyway: bool, min_grade: str
) -> list[Verdict]:
    """Those that can not be compared are not judged, and do not count among those that are."""
    if primary is None:
        return [not_comparable("Their definition measures nothing.")] * (len(sides) - 1)
    outside = {at: [each for each in found if each.is_outside and each.parts(at)] for at in range(1, len(sides))}
    refused = {at: _obstacle(sides, at, () if anyway else outside[at], min_grade=min_grade) for at in outside}
    free = [at for at in outside if not refused[at]]
    judged = verdicts(sides[0].values(primary), [sides[at].values(primary) for at in free], primary)
    told = {at: _with_cautions(each, sides, at, outside[at]) for at, each in zip(free, judged, strict=True)}
    each = {at: told[at] if at in told else not_comparable(refused[at]) for at in outside}
    return [replace(each[at], grade=max((run.grade for run in _counting(sides, at)), default="")) for at in outside]


def _obstacle(sides: Sequence[Side], at: int, outside: Sequence[Difference], *, min_grade: str) -> str:
    """Why there can be no verdict; empty where there can."""
    if not (sides[0].finished and sides[at].finished):
        return f"There is no result to compare: {_left_out(sides, at)}."
    if min_grade and (below := _below(sides, at, min_grade)):
        return f"Runs below grade {min_grade} are not judged: {below}. Their pages say why, and what to do about it."
    if not outside:
        return ""
    remedy = "Add what you want to compare as a factor, or compare anyway."
    return f"The groups differ in more than the compared factors: {_told(outside, at)}. {remedy}"


def _with_cautions(verdict: Verdict, sides: Sequence[Side], at: int, outside: Sequence[Difference]) -> Verdict:
    doubtful = _graded(each for each in _counting(sides, at) if each.grade in DOUBTFUL)
    left_out = _left_out(sides, at)
    cautions = [f"Some runs do not count: {left_out}."] if left_out else []
    cautions += [f"{UNTRUSTED}{doubtful}."] if doubtful else []
    cautions += [f"Compared although they differ in {_told(outside, at)}."] if outside else []
    return replace(verdict, cautions=(*cautions, *verdict.cautions))


def _below(sides: Sequence[Side], at: int, min_grade: str) -> str:
    return _graded(each for each in _counting(sides, at) if not each.grade or each.grade > min_grade)


def _counting(sides: Sequence[Side], at: int) -> list[Member]:
    return [*sides[0].finished, *sides[at].finished]


def _graded(members: Iterable[Member]) -> str:
    return ", ".join(f"run {each.run} ({f'grade {each.grade}' if each.grade else 'no grade'})" for each in members)


def _left_out(sides: Sequence[Side], at: int) -> str:
    members = [each for side in (sides[0], sides[at]) for each in side.members]
    return ", ".join(f"run {each.run} is {each.state}" for each in members if not each.counts)


def _told(outside: Sequence[Difference], at: int) -> str:
    """parameter clients 1 / 10, version MariaDB 10.11.19 / MariaDB 11.4.2"""
    named = ", ".join(_values(each, at) for each in outside[:NAMED])
    return named if len(outside) <= NAMED else f"{named} and {len(outside) - NAMED} more"


def _values(difference: Difference, at: int) -> str:
    first, other = (difference.values[each] for each in (0, at))
    if MIXED in (first, other):
        return f"{difference.title}, which differs between the repeats of one group"
    return f"{difference.title} {_word(first)} / {_word(other)}"


def _word(value: object) -> str:
    return "none" if value is None else str(value).lower() if isinstance(value, bool) else str(value)


def _group(comparison: Comparison, at: int) -> dict[str, Any]:
    side = comparison.sides[at]
    judged = comparison.verdicts[at - 1] if at else None
    values = side.values(comparison.primary) if comparison.primary else ()
    known = {"label": side.label, "runs": [member.run for member in side.members]}
    middle = {"median": median(values).to_json() if values else None}
    return {**known, **middle, **(judged.to_json() if judged else {})}
