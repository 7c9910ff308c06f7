"""Trends and regressions by the API."""

import pytest

from benchlab.models import AuditEntry, Regression, Run, State
from tests import factories
from tests.web.api.conftest import API
from tests.web.pages.comparisons.test_trends import finish_again, set_rate


@pytest.fixture
def fallen(transactional_db) -> list[Run]:
    made = [factories.make_run(State.FINISHED, seconds=5) for _ in range(16)]
    for at, run in enumerate(made):
        set_rate(run, (18_000 if at < 8 else 14_400) + at % 5)
    finish_again(made[-1])
    return made


def test_a_trend_tells_every_run_and_where_its_level_changed(viewer, fallen):
    shown = viewer.get(f"{API}/trends/notes/db1").json()

    assert [point["run"] for point in shown["points"]] == [run.pk for run in fallen]
    assert [(each["since_run"], each["is_provisional"]) for each in shown["changes"]] == [(fallen[8].pk, False)]
    assert shown["figure"]["unit"] == "transactions/s"


def test_parameters_that_no_run_has_are_not_found(viewer, fallen):
    assert viewer.get(f"{API}/trends/notes/db1?choice=none").status_code == 404
    assert viewer.get(f"{API}/trends/notes/nowhere").status_code == 404


def test_a_regression_is_triaged_and_the_audit_log_says_by_whom(runner, fallen):
    [listed] = runner.get(f"{API}/regressions").json()["regressions"]
    address = f"{API}/regressions/{listed['regression']}/triage"

    without = runner.post(address, {"state": "fixed"}, content_type="application/json")
    triaged = runner.post(address, {"state": "fixed", "reason": "index back"}, content_type="application/json")

    assert without.status_code == 422
    assert triaged.json()["state"] == "fixed"
    assert Regression.objects.get().reason == "index back"
    assert AuditEntry.objects.filter(action="triaged", who="the-runner").exists()
