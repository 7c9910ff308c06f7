"""A report as a team writes one."""

from benchlab.charts.reports.section_sources import EVERYTHING, found
from benchlab.models import Experiment, Report, ReportSection, Run, User
from benchlab.models.comparisons.baseline import combination_of_parameters
from benchlab.models.publishing.report import SectionKind

TEXT = """\
The daily flow is 20 to 30 million inserts. **What does a summary trigger cost?**

## How it was measured

- ten clients, each on a connection of its own
- InnoDB, `innodb_flush_log_at_trx_commit = 0`
"""


def make_report(*, run: int, experiment: int, title: str = "What a summary trigger costs") -> Report:
    """Of each kind a section with all its parts; both are finished."""
    report = Report.make(title, by=User.objects.first())
    report.add(SectionKind.TEXT, heading="The question", text=TEXT)
    show_all(report, SectionKind.RUN, f"run={run}", heading="One run", caption="What one run showed")
    show_all(report, SectionKind.EXPERIMENT, f"experiment={experiment}", heading="More clients")
    runs = Experiment.objects.get(pk=experiment).current_runs.values_list("pk", flat=True)
    show_all(
        report, SectionKind.COMPARISON, "&".join(f"run={number}" for number in runs), heading="Held against each other"
    )
    show_all(report, SectionKind.TREND, trend_of(run), heading="Run after run")
    return report


def show_all(report: Report, kind: str, query: str, **told: str) -> ReportSection:
    return report.add(kind, query=query, shows=list(found(kind, query, EVERYTHING).parts), **told)


def trend_of(run: int) -> str:
    measured = Run.objects.get(pk=run)
    choice = combination_of_parameters(measured.plan.parameters)
    return f"benchmark={measured.benchmark.slug}&server={measured.servers.get().name}&choice={choice}"
