"""Compares what a schedule launched with the pinned baselines, once it is over."""

import logging
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django.db import DatabaseError
from django.utils import timezone

from benchlab.analysis.comparisons.comparison import Comparison
from benchlab.analysis.comparisons.paired_combinations import Pairings
from benchlab.analysis.comparisons.verdict import WORST_FIRST
from benchlab.definitions.language.problems import Refused
from benchlab.models.comparisons import Baseline, compare_by_pairs
from benchlab.models.runs import Run
from benchlab.models.schedules.occurrence import Occurrence

NO_BASELINE = "No baseline is pinned for its server and parameters. Pin a run that is as it should be, on its page."
BUG = "The comparison failed because of a bug in benchlab; the keeper's log has the details."
IS_BASELINE = "It is the baseline itself."

log = logging.getLogger(__name__)


def judge_ended(**launched: Any) -> list[Occurrence]:
    """Judge those that are over: all, or those that launched a run or an experiment (``run=run``)."""
    ended = list(Occurrence.objects.unjudged().filter(**launched))
    for occurrence in ended:
        _judge_safely(occurrence)
    return ended


def _judge_safely(occurrence: Occurrence) -> None:
    """One that can not be judged is not tried again each second."""
    try:
        judge(occurrence)
    except DatabaseError:
        raise
    except Exception:
        log.exception("%s can not be judged", occurrence)
        _keep(occurrence, [{"label": "", "runs": [], "against": [], **_no_verdict(BUG)}], "")


def judge(occurrence: Occurrence) -> None:
    runs = list(occurrence.runs.order_by("cell", "pk"))
    pinned = _against(runs)
    without = [run for run in runs if run.pk not in pinned]
    found = [*_without_baseline(without), *_compared(pinned, runs, occurrence.schedule.factors)]
    in_order = sorted(found, key=lambda each: [run.pk for run in runs].index(each["runs"][0]))
    _keep(occurrence, in_order, max((run.trust_grade or "" for run in runs), default=""))


def _keep(occurrence: Occurrence, verdicts: list[dict[str, Any]], grade: str) -> None:
    words = [each["word"] for each in verdicts]
    occurrence.verdicts, occurrence.grade = verdicts, grade
    occurrence.verdict = next((word for word in WORST_FIRST if word in words), "")
    occurrence.judged_at = timezone.now()
    occurrence.save(update_fields=["verdicts", "verdict", "grade", "judged_at"])


def _against(runs: Sequence[Run]) -> dict[int, list[int]]:
    """By run those that it is to be compared with; none of a run that is a baseline itself."""
    found = {run.pk: Baseline.objects.of(run) for run in runs}
    pinned = {run: [each.pk for each in baseline.repeats.order_by("pk")] for run, baseline in found.items() if baseline}
    return {run: against for run, against in pinned.items() if not {each.pk for each in runs} & set(against)}


def _without_baseline(runs: Sequence[Run]) -> Iterator[dict[str, Any]]:
    """A sentence for each combination that has no baseline."""
    by_label: dict[str, list[Run]] = defaultdict(list)
    for run in runs:
        by_label[_label(run)].append(run)
    for label, repeats in by_label.items():
        reason = IS_BASELINE if Baseline.objects.of(repeats[0]) else NO_BASELINE
        yield {"label": label, "runs": [run.pk for run in repeats], "against": [], **_no_verdict(reason)}


def _compared(pinned: Mapping[int, Sequence[int]], runs: Sequence[Run], factors: Sequence[str]) -> list[dict[str, Any]]:
    labels = {run.pk: _label(run) for run in runs}
    against = list(dict.fromkeys(number for each in pinned.values() for number in each))
    try:
        found = compare_by_pairs(list(pinned), against=against, factors=factors) if pinned else None
    except Refused as refused:
        return [{"label": "", "runs": list(pinned), "against": [], **_no_verdict(str(refused))}]
    comparisons = [pair.comparison for pair in found.pairs] if isinstance(found, Pairings) else [found] if found else []
    return [_verdict(each, labels) for each in comparisons]


def _verdict(comparison: Comparison, labels: Mapping[int, str]) -> dict[str, Any]:
    against, runs = ([member.run for member in side.members] for side in comparison.sides)
    found = comparison.verdict.to_json()
    verdict = {"word": found["verdict"], "reason": found["reason"], "ratio": found["ratio"]}
    return {"label": labels[runs[0]], "runs": runs, "against": against, **verdict}


def _no_verdict(reason: str) -> dict[str, Any]:
    return {"word": "", "reason": reason, "ratio": None}


def _label(run: Run) -> str:
    return run.experiment.cell_words(run.cell) if run.experiment else ""
