"""What may be done to an experiment: ending it, repeating runs of it, deleting it."""

import re

import pytest
from django.test import Client

from benchlab.models import Experiment, Run, State
from tests.experiment_records import MIDDLE, make_experiment


def page_of(client: Client, experiment: Experiment, rest: str = "") -> str:
    response = client.get(experiment.get_absolute_url() + rest)
    assert response.status_code == 200
    return response.content.decode()


def slots_in(page: str) -> list[tuple[str, str]]:
    return re.findall(r'class="slot slot-(\w+)" id="slot-([\d-]+)"', page)


def test_a_runner_cancels_the_rest(runner: Client) -> None:
    experiment = make_experiment(states=(State.FINISHED, State.RUNNING))

    runner.post(f"{experiment.get_absolute_url()}cancellation/")

    assert experiment.tally == {"queued": 0, "running": 1, "finished": 1, "failed": 0, "cancelled": 2}
    assert Run.objects.get(state=State.RUNNING).canceller == "the-runner"


def test_one_failed_run_is_queued_again(runner: Client) -> None:
    experiment = make_experiment(states=MIDDLE)
    failed = Run.objects.get(state=State.FAILED)

    response = runner.post(f"{experiment.get_absolute_url()}reruns/", {"run": failed.pk}, follow=True)

    assert "1 run is queued again, with the same data." in response.content.decode()
    assert "replaces " in response.content.decode()
    again = experiment.runs.get(supersedes=failed)
    assert (again.state, again.created_by.username) == (State.QUEUED, "the-runner")


def test_all_that_failed_or_was_cancelled_is_queued_again(runner: Client) -> None:
    experiment = make_experiment(states=(State.FINISHED, State.FAILED, State.CANCELLED, State.FINISHED))

    runner.post(f"{experiment.get_absolute_url()}reruns/")

    assert experiment.tally == {"queued": 2, "running": 0, "finished": 2, "failed": 0, "cancelled": 0}


@pytest.mark.parametrize("run", ["", "0", "x", "99999999999999999999"])
def test_what_can_not_be_run_again_is_told(runner: Client, run: str) -> None:
    experiment = make_experiment(states=[State.FINISHED] * 4)

    response = runner.post(f"{experiment.get_absolute_url()}reruns/", {"run": run}, follow=True)

    assert "nothing to run again" in response.content.decode()


def test_an_admin_deletes_it_with_its_runs(admin: Client) -> None:
    experiment = make_experiment(states=[State.CANCELLED] * 4)

    response = admin.post(f"{experiment.get_absolute_url()}deletion/")

    assert response["Location"] == "/experiments/"
    assert not Run.objects.exists()


def test_one_that_goes_on_is_not_deleted(admin: Client) -> None:
    experiment = make_experiment(states=[State.CANCELLED])

    response = admin.post(f"{experiment.get_absolute_url()}deletion/", follow=True)

    assert "Cancel the experiment, then delete it." in response.content.decode()
    assert Experiment.objects.exists()


def test_a_deleted_run_leaves_a_gap(admin: Client) -> None:
    experiment = make_experiment(states=[State.FINISHED] * 4)
    experiment.current_runs[0].delete()

    page = page_of(admin, experiment)

    assert ("gone", "0-1") in slots_in(page)
    assert "The run was deleted." in page


def test_a_viewer_may_only_look(viewer: Client) -> None:
    page = page_of(viewer, make_experiment(states=MIDDLE))

    assert "Cancel remaining runs" not in page
    assert "slot-button" not in page
