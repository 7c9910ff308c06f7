from django.test import Client

from benchlab.models import Run, State
from benchlab.mysql import Address
from tests import factories

VALUES = {"server": "db1", "label": "", "set-clients": "4", "set-duration": "5s", "set-trigger": "on"}


def test_a_launch_queues_a_run_and_shows_it(runner: Client) -> None:
    factories.make_server("db1")
    benchmark = factories.make_benchmark()

    response = runner.post(f"{benchmark.get_absolute_url()}runs/", {**VALUES, "label": "first try"})

    run = Run.objects.get()
    assert response["Location"] == run.get_absolute_url()
    assert (run.state, run.label, run.created_by.username) == (State.QUEUED, "first try", "the-runner")
    assert run.plan.parameters == {"clients": 4, "duration": 5.0, "trigger": True}


def test_a_box_that_is_not_ticked_means_no(runner: Client) -> None:
    factories.make_server("db1")
    benchmark = factories.make_benchmark()
    unticked = {name: value for name, value in VALUES.items() if name != "set-trigger"}

    runner.post(f"{benchmark.get_absolute_url()}runs/", unticked)

    assert Run.objects.get().plan.parameters["trigger"] is False


def test_every_bad_value_gets_a_sentence_and_nothing_is_queued(runner: Client) -> None:
    factories.make_server("db1")
    benchmark = factories.make_benchmark()

    response = runner.post(
        f"{benchmark.get_absolute_url()}runs/", {**VALUES, "set-clients": "5000", "set-duration": "soon"}
    )

    page = response.content.decode()
    assert response.status_code == 422
    assert "out of bounds" in page
    assert "is not a duration" in page
    assert not Run.objects.exists()


def test_a_server_that_can_not_be_reached_is_named_beside_its_field(runner: Client) -> None:
    factories.make_server("db1", port=1, facts_json=None)
    benchmark = factories.make_benchmark()

    response = runner.post(f"{benchmark.get_absolute_url()}runs/", VALUES)

    assert response.status_code == 422
    assert "connect" in response.context["form"].errors["server"][0]


def test_a_preview_says_what_would_be_run_and_asks_no_server(runner: Client) -> None:
    factories.make_server("db1", port=1)
    benchmark = factories.make_benchmark()

    page = runner.post(f"{benchmark.get_absolute_url()}preview/", VALUES).content.decode()

    assert "4 clients as fast as they can" in page


def test_a_check_connects_and_tries(runner: Client, mariadb: Address) -> None:
    server = factories.make_server("db1", socket=mariadb.socket, user=mariadb.user, password=mariadb.password)
    server.check_now()
    benchmark = factories.make_benchmark()

    page = runner.post(f"{benchmark.get_absolute_url()}rehearsal/", VALUES).content.decode()

    assert "It can be launched" in page


def test_a_check_of_a_server_that_is_away_says_so(runner: Client) -> None:
    factories.make_server("db1", port=1, facts_json=None)
    benchmark = factories.make_benchmark()

    page = runner.post(f"{benchmark.get_absolute_url()}rehearsal/", VALUES).content.decode()

    assert "connect" in page


def test_run_again_begins_with_the_values_of_the_run(runner: Client) -> None:
    factories.make_server("db1")
    benchmark = factories.make_benchmark()
    runner.post(f"{benchmark.get_absolute_url()}runs/", {**VALUES, "set-clients": "7"})

    page = runner.get(f"{benchmark.get_absolute_url()}?from={Run.objects.get().pk}").content.decode()

    assert 'name="set-clients" value="7"' in page


def test_a_viewer_sees_the_parameters_and_no_form(viewer: Client) -> None:
    benchmark = factories.make_benchmark()

    page = viewer.get(benchmark.get_absolute_url()).content.decode()

    assert "How many connections insert at once." in page
    assert 'id="launch"' not in page
