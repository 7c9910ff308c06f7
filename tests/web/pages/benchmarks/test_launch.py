from django.test import Client

from benchlab.models import Experiment, Run, State
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

    page = runner.post(f"{benchmark.get_absolute_url()}dry-run/", VALUES).content.decode()

    assert "It can be launched" in page


def test_a_check_of_a_server_that_is_away_says_so(runner: Client) -> None:
    factories.make_server("db1", port=1, facts_json=None)
    benchmark = factories.make_benchmark()

    page = runner.post(f"{benchmark.get_absolute_url()}dry-run/", VALUES).content.decode()

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


def test_a_list_of_values_and_repeats_queue_an_experiment(runner: Client) -> None:
    factories.make_server("db1")
    benchmark = factories.make_benchmark()

    response = runner.post(
        f"{benchmark.get_absolute_url()}runs/", {**VALUES, "set-clients": "1, 10", "repeats": "2", "label": "both"}
    )

    experiment = Experiment.objects.get()
    assert response["Location"] == experiment.get_absolute_url()
    assert (experiment.grid, experiment.repeats, experiment.label) == ({"clients": ["1", "10"]}, 2, "both")
    assert [run.plan.parameters["clients"] for run in Run.objects.order_by("pk")] == [1, 10, 1, 10]


def test_a_box_can_be_tried_both_ways(runner: Client) -> None:
    factories.make_server("db1")
    benchmark = factories.make_benchmark()

    runner.post(f"{benchmark.get_absolute_url()}runs/", {**VALUES, "set-trigger": ["on", "both"]})

    assert [run.plan.parameters["trigger"] for run in Run.objects.order_by("pk")] == [True, False]


def test_several_servers_are_run_on_in_turn(runner: Client) -> None:
    factories.make_server("db1")
    factories.make_server("db2")
    benchmark = factories.make_benchmark()

    runner.post(f"{benchmark.get_absolute_url()}runs/", {**VALUES, "server": ["db1", "db2"], "repeats": "2"})

    assert [run.servers.get().name for run in Run.objects.order_by("pk")] == ["db1", "db2", "db1", "db2"]


def test_each_bad_value_of_a_list_gets_its_sentence(runner: Client) -> None:
    factories.make_server("db1")
    benchmark = factories.make_benchmark()

    response = runner.post(f"{benchmark.get_absolute_url()}runs/", {**VALUES, "set-clients": "1,no,5000"})

    errors = response.context["form"].errors["set-clients"]
    assert response.status_code == 422
    assert ["“no” is not a whole number" in errors[0], "5000 is out of bounds" in errors[1]] == [True, True]
    assert not Experiment.objects.exists()


def test_repeats_out_of_bounds_get_a_sentence_that_says_what_to_give(runner: Client) -> None:
    factories.make_server("db1")
    benchmark = factories.make_benchmark()

    response = runner.post(f"{benchmark.get_absolute_url()}runs/", {**VALUES, "repeats": "-1"})

    assert response.context["form"].errors["repeats"] == ["Enter a whole number, 1 to 200."]


def test_an_absurd_grid_is_refused_with_a_sentence(runner: Client) -> None:
    factories.make_server("db1")
    benchmark = factories.make_benchmark()
    many = ",".join(map(str, range(1, 101)))

    response = runner.post(f"{benchmark.get_absolute_url()}runs/", {**VALUES, "set-clients": many, "repeats": "3"})

    assert response.status_code == 422
    assert "300 runs, and an experiment has 200 at most" in response.content.decode()
    assert not Run.objects.exists()


def test_the_preview_counts_the_runs_and_tells_how_long_they_take(runner: Client) -> None:
    factories.make_server("db1", port=1)
    benchmark = factories.make_benchmark()

    page = runner.post(
        f"{benchmark.get_absolute_url()}preview/", {**VALUES, "set-clients": "1,10", "repeats": "3"}
    ).content.decode()

    assert "An experiment of 6 runs" in page
    assert "at least 30 s" in page
    assert "clients 1, 10; each 3 times, in turn." in page


def test_launch_anew_begins_with_the_lists_of_the_experiment(runner: Client) -> None:
    factories.make_server("db1")
    benchmark = factories.make_benchmark()
    lists = {"set-clients": "1,10", "set-trigger": ["on", "both"], "repeats": "2"}
    runner.post(f"{benchmark.get_absolute_url()}runs/", {**VALUES, **lists})

    page = runner.get(f"{benchmark.get_absolute_url()}?experiment={Experiment.objects.get().pk}").content.decode()

    assert 'name="set-clients" value="1,10"' in page
    assert 'value="both" checked' in page
    assert 'name="repeats" value="2"' in page
