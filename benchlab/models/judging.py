"""Holding what a schedule launched against the pinned baselines, once it is over."""

from collections import defaultdict
from collections.abc import Sequence
from typing import Any

from django.utils import timezone

from benchlab.analysis.verdict import WORST_FIRST
from benchlab.definitions.problems import Refused
from benchlab.models.baseline import Baseline
from benchlab.models.comparing import compared
from benchlab.models.occurrence import Occurrence
from benchlab.models.run import Run

NO_BASELINE = "No baseline is pinned for its server and parameters. Pin a run that is as it should be, on its page."
IS_BASELINE = "It is the baseline itself."


def judge_ended() -> list[Occurrence]:
    """Each is judged once; where two keepers do it, they come to the same."""
    ended = list(Occurrence.objects.unjudged())
    for occurrence in ended:
        judge(occurrence)
    return ended


def judge(occurrence: Occurrence) -> None:
    runs = list(occurrence.runs)
    groups: dict[int | None, list[Run]] = defaultdict(list)
    for run in runs:
        groups[run.cell].append(run)
    occurrence.verdicts = [_verdict(groups[cell], occurrence.schedule.factors) for cell in sorted(groups, key=_place)]
    words = [each["word"] for each in occurrence.verdicts]
    occurrence.verdict = next((word for word in WORST_FIRST if word in words), "")
    occurrence.grade = max((run.trust_grade or "" for run in runs), default="")
    occurrence.judged_at = timezone.now()
    occurrence.save(update_fields=["verdicts", "verdict", "grade", "judged_at"])


def _place(cell: int | None) -> int:
    return cell or 0


def _verdict(repeats: Sequence[Run], factors: Sequence[str]) -> dict[str, Any]:
    first, numbers = repeats[0], [run.pk for run in repeats]
    told = {"label": first.experiment.cell_words(first.cell) if first.experiment else "", "runs": numbers}
    baseline = Baseline.objects.of(first)
    if baseline is None:
        return {**told, **_none(NO_BASELINE)}
    against = [run.pk for run in baseline.repeats.order_by("pk")]
    if set(against) & set(numbers):
        return {**told, **_none(IS_BASELINE)}
    try:
        found = compared(numbers, against=against, factors=factors).verdict.to_json()
    except Refused as refused:
        return {**told, **_none(str(refused))}
    return {**told, "against": against, "word": found["verdict"], "reason": found["reason"], "ratio": found["ratio"]}


def _none(reason: str) -> dict[str, Any]:
    return {"against": [], "word": "", "reason": reason, "ratio": None}
