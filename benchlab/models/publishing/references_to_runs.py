"""What refers to a run or an experiment, for the question before it is deleted."""

from collections.abc import Collection, Iterator
from urllib.parse import parse_qs

from django.utils import timezone

from benchlab.models.comparisons import Baseline
from benchlab.models.experiments import Experiment
from benchlab.models.publishing.report import ReportSection
from benchlab.models.publishing.share_link import Shared, ShareLink
from benchlab.models.runs import Run


def references_to(subject: Run | Experiment) -> str:
    """“Run 3 is the pinned baseline, part of experiment 1, 1 report and 2 shared links.”; empty where nothing does."""
    if isinstance(subject, Run):
        runs, experiment = {subject.pk}, subject.experiment_id
        within = [f"experiment {experiment}"] if experiment else []
    else:
        runs, experiment = set(subject.runs.values_list("pk", flat=True)), subject.pk
        within = []
    parts = [*within, *_shown(runs, experiment)]
    listed = " and ".join(filter(None, (", ".join(parts[:-1]), *parts[-1:])))
    roles = [*_pinned(subject, runs), *([f"part of {listed}"] if parts else [])]
    return f"{subject} is {', '.join(roles)}." if roles else ""


def _pinned(subject: Run | Experiment, runs: Collection[int]) -> Iterator[str]:
    if count := Baseline.objects.filter(run__in=runs).count():
        yield "the pinned baseline" + ("" if isinstance(subject, Run) else f" of {_counted(count, 'combination')}")


def _shown(runs: Collection[int], experiment: int | None) -> Iterator[str]:
    """In drafts and live links; what is frozen keeps what it has."""
    sections = ReportSection.objects.filter(report__frozen_at=None).exclude(query="").values_list("report", "query")
    reports = {report for report, query in sections if _names(query, runs, experiment)}
    links = ShareLink.objects.filter(is_frozen=False, revoked_at=None, expires_at__gt=timezone.now())
    shared = links.values_list("kind", "query")
    count = sum(_opens(kind, query, reports) or _names(query, runs, experiment) for kind, query in shared)
    if reports:
        yield _counted(len(reports), "report")
    if count:
        yield _counted(count, "shared link")


def _names(query: str, runs: Collection[int], experiment: int | None) -> bool:
    given = parse_qs(query)
    numbers = {*given.get("run", ()), *given.get("against", ())}
    return str(experiment) in given.get("experiment", ()) or any(str(run) in numbers for run in runs)


def _opens(kind: str, query: str, reports: Collection[int]) -> bool:
    return kind == Shared.REPORT and any(f"report={report}" == query for report in reports)


def _counted(count: int, noun: str) -> str:
    return f"{count} {noun}{'' if count == 1 else 's'}"
