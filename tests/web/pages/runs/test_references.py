"""What whoever deletes a run or an experiment is told before, and answered afterwards."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from benchlab.models import Experiment, Report, Run, ShareLink, State
from benchlab.models.comparisons import pin_run
from benchlab.models.publishing import references_to
from benchlab.models.publishing.report import SectionKind
from tests import factories
from tests.experiment_records import make_experiment

pytestmark = pytest.mark.django_db


@pytest.fixture
def experiment() -> Experiment:
    """Its first run is pinned, shown in a report, and shared twice: with that report, and beside another run."""
    made = make_experiment({"clients": "1,10"}, repeats=2, states=[State.FINISHED] * 4)
    first, second = made.runs.filter(cell=0).order_by("repeat")
    pin_run(first, by=None)
    report = Report.make("What we saw", by=None)
    report.add(SectionKind.RUN, query=f"run={first.pk}")
    share("comparison", f"against={second.pk}&run={first.pk}")
    share("report", f"report={report.pk}")
    share("run", f"run={first.pk}0")
    return made


def share(kind: str, query: str, *, days: int = 7) -> ShareLink:
    return ShareLink.make(None, days=days, kind=kind, query=query, title="What we saw", reveals=[])[0]


def first_of(experiment: Experiment) -> Run:
    return experiment.runs.get(cell=0, repeat=1)


def test_it_is_said_where_a_run_is_used(experiment: Experiment) -> None:
    first = first_of(experiment)
    told = f"the pinned baseline, part of {str(experiment).lower()}, 1 report and 2 shared links."

    assert references_to(first) == f"{first} is {told}"
    assert references_to(experiment.runs.get(cell=1, repeat=1)).endswith(f" is part of {str(experiment).lower()}.")
    assert references_to(factories.make_run()) == ""


def test_it_is_said_where_an_experiment_is_used(experiment: Experiment) -> None:
    share("experiment", f"experiment={experiment.pk}")

    told = "the pinned baseline of 1 combination, part of 1 report and 3 shared links."
    assert references_to(experiment) == f"{experiment} is {told}"


def test_what_is_frozen_revoked_or_expired_is_no_use() -> None:
    run = factories.make_run()
    report = Report.make("What we saw", by=None)
    report.add(SectionKind.RUN, query=f"run={run.pk}")
    report.freeze({}, open_content={}, reveals=[], by="ann")
    share("run", f"run={run.pk}").revoke()
    ShareLink.objects.filter(pk=share("run", f"run={run.pk}").pk).update(expires_at=timezone.now() - timedelta(1))
    ShareLink.make(None, days=7, kind="run", query=f"run={run.pk}", title="Kept", reveals=[], frozen={"html": ""})

    assert references_to(run) == ""


def test_the_confirmation_and_the_answer_of_the_api_say_it(admin: Client, experiment: Experiment) -> None:
    first = first_of(experiment)
    told, told_of_all = references_to(first), references_to(experiment)

    assert f"files and tables? {told} This cannot be undone." in admin.get(first.get_absolute_url()).content.decode()
    assert f"files and tables? {told_of_all} This" in admin.get(experiment.get_absolute_url()).content.decode()
    assert admin.delete(f"/api/v1/runs/{first.pk}").json() == {"run": first.pk, "uses": told}
