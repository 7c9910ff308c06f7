"""Notes, tags, exclusions and baselines by the API."""

from typing import Any

import pytest
from django.test import Client

from benchlab.models import ApiToken, AuditEntry, Baseline, Note, Role, Run, State
from tests import factories
from tests.experiment_records import make_experiment
from tests.web.api.conftest import API, client_with, token_of

JSON = {"content_type": "application/json"}


@pytest.fixture
def run() -> Run:
    return factories.make_run(State.FINISHED)


@pytest.fixture
def noted(runner: Client, run: Run) -> dict[str, Any]:
    """By a runner."""
    added: dict[str, Any] = runner.post(f"{API}/runs/{run.pk}/notes", {"text": "After the upgrade"}, **JSON).json()
    return added


def test_a_note_is_added_rewritten_and_deleted(runner: Client, run: Run, noted: dict[str, Any]) -> None:
    address = f"{API}/runs/{run.pk}/notes"

    rewritten = runner.put(f"{address}/{noted['note']}", {"text": "Before it"}, **JSON).json()
    listed = runner.get(address).json()
    runner.delete(f"{address}/{noted['note']}")

    assert (noted["by"], noted["edited_at"]) == ("the-runner", None)
    assert [(each["text"], each["edited_at"]) for each in listed] == [("Before it", rewritten["edited_at"])]
    assert rewritten["edited_at"]
    assert runner.get(address).json() == []


def test_a_note_is_changed_by_nobody_else_but_an_admin(admin: Client, run: Run, noted: dict[str, Any]) -> None:
    address = f"{API}/runs/{run.pk}/notes/{noted['note']}"
    bob = factories.make_user("bob", Role.RUNNER)
    other = client_with(ApiToken.make(bob, "CI", role=Role.RUNNER, days=90)[1])

    assert [other.put(address, {"text": "Mine"}, **JSON).status_code, other.delete(address).status_code] == [403, 403]
    assert admin.put(address, {"text": "The admin's"}, **JSON).json()["text"] == "The admin's"


def test_an_admin_s_token_with_fewer_rights_changes_no_other_s_note(run: Run, noted: dict[str, Any]) -> None:
    lesser = client_with(token_of(Role.ADMIN, role=Role.RUNNER))

    assert lesser.delete(f"{API}/runs/{run.pk}/notes/{noted['note']}").status_code == 403
    assert Note.objects.exists()


def test_a_note_of_another_run_is_not_found(runner: Client, noted: dict[str, Any]) -> None:
    other = factories.make_run()

    assert runner.delete(f"{API}/runs/{other.pk}/notes/{noted['note']}").status_code == 404
    assert Note.objects.exists()


@pytest.mark.parametrize("text", ["", "  ", "x" * 5001])
def test_a_note_is_judged_as_on_the_page(runner: Client, run: Run, text: str) -> None:
    refused = runner.post(f"{API}/runs/{run.pk}/notes", {"text": text}, **JSON)

    assert (refused.status_code, refused.json()["problems"][0]["where"]) == (422, "text")


def test_tags_take_the_place_of_those_before(runner: Client, run: Run) -> None:
    run.set_tags(["old"])

    tagged = runner.put(f"{API}/runs/{run.pk}/tags", {"tags": ["Nightly", "b"]}, **JSON)
    refused = runner.put(f"{API}/runs/{run.pk}/tags", {"tags": ["two words"]}, **JSON)

    assert tagged.json() == {"run": run.pk, "excluded": None, "tags": ["b", "nightly"]}
    assert (refused.status_code, run.tags.count()) == (422, 2)


def test_a_run_is_excluded_by_name_and_included_again(runner: Client, run: Run) -> None:
    address = f"{API}/runs/{run.pk}/exclusion"

    excluded = runner.post(address, {"reason": "The fan had failed"}, **JSON).json()
    run.refresh_from_db()
    included = runner.delete(address).json()

    assert (excluded["excluded"], run.excluded_by) == ("The fan had failed", "the-runner")
    assert included["excluded"] is None
    assert AuditEntry.objects.filter(action="included", who="the-runner", means="token CI").exists()


@pytest.mark.parametrize(
    ("state", "reason", "status"), [(State.RUNNING, "Wrong host", 409), (State.FINISHED, "  ", 422)]
)
def test_what_goes_on_or_has_no_reason_is_not_excluded(runner: Client, state: str, reason: str, status: int) -> None:
    run = factories.make_run(state)

    assert runner.post(f"{API}/runs/{run.pk}/exclusion", {"reason": reason}, **JSON).status_code == status


def test_a_later_run_is_told_its_baseline_until_it_is_unpinned(runner: Client, run: Run) -> None:
    later = factories.make_run(State.FINISHED)
    address = f"{API}/runs/{later.pk}/baseline"

    before = runner.get(address)
    pinned = runner.post(f"{API}/runs/{run.pk}/baseline").json()
    told, listed = runner.get(address).json(), runner.get(f"{API}/baselines?benchmark=notes&server=db1").json()
    runner.delete(address)

    assert before.status_code == 404
    assert told == pinned
    assert (told["run"], told["runs"], told["by"]) == (run.pk, [run.pk], "the-runner")
    assert [each["run"] for each in listed["baselines"]] == [run.pk]
    assert not Baseline.objects.exists()


def test_what_is_no_result_is_pinned_by_nobody(runner: Client) -> None:
    failed = factories.make_run(State.FAILED)

    assert runner.post(f"{API}/runs/{failed.pk}/baseline").status_code == 409


def test_an_experiment_is_the_baseline_of_each_of_its_combinations(runner: Client) -> None:
    experiment = make_experiment({"clients": "1,10"}, repeats=2, states=[State.FINISHED] * 4)
    address = f"{API}/experiments/{experiment.pk}/baselines"

    pinned = runner.post(address).json()
    unpinned = runner.delete(address).json()

    assert [len(each["runs"]) for each in pinned] == [2, 2]
    assert unpinned == pinned
    assert runner.delete(address).status_code == 404
