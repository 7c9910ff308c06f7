"""Layouts and load decay of runs, loaded when the page that shows them is scrolled to, or a page of their own."""

from django.test import Client

from benchlab.models import State
from tests import factories
from tests.experiment_records import make_experiment


def test_two_runs_are_shown_in_the_order_of_the_address(viewer: Client) -> None:
    first, second = (factories.make_run(State.FINISHED, label=label) for label in ("old disk", "new disk"))

    page = viewer.get(f"/runs/side-by-side/?run={second.pk}&run={first.pk}").content.decode()

    assert page.index("new disk") < page.index("old disk")
    assert "the same layout" in page
    assert 'data-panel="growth"' in page


def test_a_page_that_asks_gets_the_parts_alone(viewer: Client) -> None:
    runs = [factories.make_run(State.FINISHED) for _ in range(2)]

    page = viewer.get(f"/runs/side-by-side/?run={runs[0].pk}&run={runs[1].pk}", headers={"HX-Request": "true"})

    assert "<html" not in page.content.decode()
    assert "Layouts side by side" in page.content.decode()


def test_numbers_that_are_no_runs_are_left_out(viewer: Client) -> None:
    response = viewer.get("/runs/side-by-side/?run=999&run=x&run=12345678901234567890")

    assert response.status_code == 200
    assert "no run: add some to the address" in response.content.decode()


def test_of_runs_that_cut_their_tables_alike_only_growth_is_shown(viewer: Client) -> None:
    runs = [factories.make_run(State.FINISHED) for _ in range(3)]

    page = viewer.get("/runs/side-by-side/?" + "&".join(f"run={run.pk}" for run in runs)).content.decode()

    assert "Layouts side by side" not in page
    assert 'data-panel="growth"' in page


def test_an_experiment_asks_for_a_run_of_each_of_its_cells(viewer: Client) -> None:
    experiment = make_experiment(states=[State.FINISHED] * 4)
    first, second, *_ = experiment.current_runs

    page = viewer.get(experiment.get_absolute_url()).content.decode()

    assert f'hx-get="/runs/side-by-side/?run={first.pk}&amp;run={second.pk}"' in page
