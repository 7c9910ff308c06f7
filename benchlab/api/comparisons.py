"""Groups of runs against the first of them, and a verdict on each."""

from collections.abc import Sequence

from django.http import HttpRequest
from ninja import Query, Router, Schema
from pydantic import Field

from benchlab.analysis.comparison import Comparison
from benchlab.analysis.explanation import explain
from benchlab.api.access import may
from benchlab.api.comparison_lines import lines_of
from benchlab.api.finding import find_run_or_experiment
from benchlab.api.pipeline import exits_of, junit
from benchlab.api.shapes import Document, Text, answers
from benchlab.models import Baseline, Run
from benchlab.models.comparing import compared

BASELINE = "baseline"

router = Router(tags=["Comparisons"])


class Choice(Schema):
    """Runs and experiments by number, ``?run=12&run=e4``; ``against`` others as one group, or ``against=baseline``, the
    pinned ones; ``factor`` names what is compared."""

    run: list[Text]
    against: list[Text] = []
    factor: list[Text] = Field([], max_length=50)
    anyway: bool = False


class Gate(Choice):
    threshold: float | None = Field(None, ge=0, lt=1)
    """How much slower may pass, as a share: 0.05."""


@router.get("", response=answers(Document), auth=may("view"))
def compare(request: HttpRequest, given: Query[Choice]) -> Document:  # noqa: ARG001
    """As `bench compare --json`."""
    return _document(_compared(given))


@router.get("/summary", response=answers(Document), auth=may("view"))
def summary(request: HttpRequest, given: Query[Gate]) -> Document:  # noqa: ARG001
    """All that `bench compare` tells: the document, lines for people, JUnit's XML, and its exit code."""
    comparison = _compared(given)
    exits = exits_of(comparison, given.threshold)
    return {
        "comparison": _document(comparison),
        "lines": list(lines_of(comparison)),
        "junit": junit(comparison, exits),
        "exit_code": max(exits),
    }


def _compared(given: Choice) -> Comparison:
    runs = _numbers(given.run)
    against = Baseline.objects.runs_for(runs) if given.against == [BASELINE] else _numbers(given.against)
    return compared(runs, against=against, factors=given.factor, anyway=given.anyway)


def _numbers(named: Sequence[str]) -> list[int]:
    """Of the runs, and of those of the experiments."""
    found = [find_run_or_experiment(each) for each in dict.fromkeys(named)]
    parts = [[each] if isinstance(each, Run) else list(each.current_runs.order_by("cell", "repeat")) for each in found]
    return [run.pk for part in parts for run in part]


def _document(comparison: Comparison) -> Document:
    """With two groups also what may explain their difference."""
    document = comparison.to_json()
    return {**document, "why": explain(comparison).to_json()} if len(comparison.sides) == 2 else document
