"""Reports to read, freeze, share and export."""

import pytest

from benchlab.models import Report, State, User
from benchlab.models.publishing.report import SectionKind
from tests import factories
from tests.experiment_records import make_experiment
from tests.report_records import make_report


@pytest.fixture
def report() -> Report:
    """Of every kind a section with all that there is."""
    run = factories.make_run(State.FINISHED, pk=1, seconds=20)
    return make_report(run=run.pk, experiment=make_experiment(repeats=2, states=[State.FINISHED] * 4).pk)


@pytest.fixture
def short(db: None) -> Report:
    """Of one run."""
    run = factories.make_run(State.FINISHED, pk=1, seconds=5)
    made = Report.make("What we saw", by=User.objects.first())
    made.add(SectionKind.RUN, query=f"run={run.pk}", shows=["summary", "phases", "chart:rate"])
    return made
