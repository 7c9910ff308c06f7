"""Comparisons of groups of runs with the first group, with verdicts."""

from collections.abc import Sequence

from django.http import HttpRequest
from ninja import Query, Router, Schema
from pydantic import Field

from benchlab.analysis.comparisons.comparison import Comparison
from benchlab.analysis.comparisons.paired_combinations import Pairings
from benchlab.analysis.comparisons.why_different import explain
from benchlab.analysis.trust.trust_grade import Grade
from benchlab.api.accounts.access import may
from benchlab.api.comparisons.comparison_text import lines_of, lines_of_pairs
from benchlab.api.comparisons.pipeline import exits_of, junit
from benchlab.api.finding import find_run_or_experiment
from benchlab.api.shapes import Document, Text, answers
from benchlab.models import Baseline, Run
from benchlab.models.comparisons import compare_by_pairs

BASELINE = "baseline"

router = Router(tags=["Comparisons"])


class ChosenRuns(Schema):
    """Runs and experiments by number, ``?run=12&run=e4``; ``against`` compares with others as one group,
    or combination by combination if both have several. ``against=baseline``: the pinned runs. ``factor``: the
    expected difference."""

    run: list[Text]
    against: list[Text] = []
    factor: list[Text] = Field([], max_length=50)
    anyway: bool = False
    min_grade: Grade | None = None
    """Runs with a lower trust grade, or none, are not judged."""


class Gate(ChosenRuns):
    threshold: float | None = Field(None, ge=0, lt=1)
    """Tolerated loss as a fraction: 0.05."""


@router.get("", response=answers(Document), auth=may("view"))
def compare(request: HttpRequest, given: Query[ChosenRuns]) -> Document:  # noqa: ARG001
    """As `bench compare --json`."""
    return _document(_compared(given))


@router.get("/summary", response=answers(Document), auth=may("view"))
def summary(request: HttpRequest, given: Query[Gate]) -> Document:  # noqa: ARG001
    """The output of `bench compare`: document, text lines, JUnit XML and exit code."""
    found = _compared(given)
    parts = [(pair.label, pair.comparison) for pair in found.pairs] if isinstance(found, Pairings) else [("", found)]
    fails_unjudged = given.threshold is not None or given.min_grade is not None
    exits = [exits_of(comparison, given.threshold, fails_unjudged=fails_unjudged) for _, comparison in parts]
    return {
        "comparison": _document(found),
        "caution": found.distrust,
        "lines": list(lines_of_pairs(found) if isinstance(found, Pairings) else lines_of(found)),
        "junit": junit(parts, exits),
        "exit_code": max(code for each in exits for code in each),
    }


def _compared(given: ChosenRuns) -> Comparison | Pairings:
    runs = _numbers(given.run)
    against = Baseline.objects.runs_for(runs) if given.against == [BASELINE] else _numbers(given.against)
    return compare_by_pairs(
        runs, against=against, factors=given.factor, anyway=given.anyway, min_grade=given.min_grade or ""
    )


def _numbers(named: Sequence[str]) -> list[int]:
    """The numbers of the runs, including those of experiments."""
    found = [find_run_or_experiment(each) for each in dict.fromkeys(named)]
    parts = [[each] if isinstance(each, Run) else list(each.current_runs.order_by("cell", "repeat")) for each in found]
    return [run.pk for part in parts for run in part]


def _document(found: Comparison | Pairings) -> Document:
    """With two groups, includes a possible explanation of their difference."""
    if isinstance(found, Pairings) or len(found.sides) != 2:
        return found.to_json()
    return {**found.to_json(), "why": explain(found).to_json()}
