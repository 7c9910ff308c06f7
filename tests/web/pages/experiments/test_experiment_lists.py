"""Where experiments are found: their list, their runs, the first page."""

import pytest
from django.test import Client

from benchlab.models import Run, State
from benchlab.models.benchmarks import queue_reruns
from tests.experiment_records import MIDDLE, make_experiment
from tests.web.pages.conftest import CountQueries


def test_the_list_tells_what_varies_and_how_far_it_is(viewer: Client) -> None:
    make_experiment(states=MIDDLE, label="night")

    page = viewer.get("/experiments/").content.decode()

    assert "clients 1, 10" in page
    assert "2 of 4" in page
    assert "night" in page


@pytest.mark.parametrize(
    ("query", "count"),
    [
        ("state=over", 1),
        ("state=going+on", 1),
        ("benchmark=notes", 2),
        ("server=db1", 2),
        ("q=night", 1),
        ("q=nothing", 0),
    ],
)
def test_experiments_are_found_by_the_address(viewer: Client, query: str, count: int) -> None:
    make_experiment(states=MIDDLE, label="night")
    make_experiment(states=[State.FINISHED] * 4)

    page = viewer.get(f"/experiments/?{query}")

    assert page.context["page"].paginator.count == count


def test_a_mistyped_address_says_what_it_left_out(viewer: Client) -> None:
    make_experiment()

    page = viewer.get("/experiments/?server=nowhere").content.decode()

    assert "There is no server “nowhere”; all are shown." in page


def test_the_list_of_many_asks_no_more_of_the_database(viewer: Client, count_queries: CountQueries) -> None:
    make_experiment()
    few = count_queries(lambda: viewer.get("/experiments/"))
    for _ in range(4):
        make_experiment(states=MIDDLE)

    assert count_queries(lambda: viewer.get("/experiments/")) <= few


def test_a_run_leads_to_its_experiment_and_to_what_took_its_place(viewer: Client) -> None:
    experiment = make_experiment(states=MIDDLE)
    failed = Run.objects.get(state=State.FAILED)
    [again] = queue_reruns(experiment, experiment.runs.filter(pk=failed.pk), by=None)

    page = viewer.get(failed.get_absolute_url()).content.decode()
    listed = viewer.get(f"/runs/?experiment={experiment.pk}").content.decode()

    assert experiment.get_absolute_url() in page
    assert f"replaced by run {again.pk}" in page
    assert experiment.get_absolute_url() in listed


def test_the_first_page_shows_one_that_goes_on_and_not_all_its_queue(viewer: Client) -> None:
    experiment = make_experiment(repeats=5, states=MIDDLE)

    page = viewer.get("/").content.decode()

    assert f"Experiment {experiment.pk}" in page
    assert "2 <span" in page
    assert page.count("now-title") == 2
