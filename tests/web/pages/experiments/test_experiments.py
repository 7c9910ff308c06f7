"""The page of an experiment while it goes on and after."""

import json
import re
from typing import Any

from django.test import Client

from benchlab.charts.render.number_format import figure
from benchlab.models import Benchmark, Experiment, Run, State
from tests import factories
from tests.experiment_records import LOST, MIDDLE, make_experiment, put_into
from tests.web.pages.conftest import CountQueries


def page_of(client: Client, experiment: Experiment, rest: str = "") -> str:
    response = client.get(experiment.get_absolute_url() + rest)
    assert response.status_code == 200
    return response.content.decode()


def panels_in(page: str) -> dict[str, Any]:
    [drawing] = re.findall(r"<script[^>]*data-charts>(.*?)</script>", page, re.S)
    return {panel["key"]: panel for panel in json.loads(drawing)["panels"]}


def slots_in(page: str) -> list[tuple[str, str]]:
    return re.findall(r'class="slot slot-(\w+)" id="slot-([\d-]+)"', page)


def test_the_grid_shows_each_repeat_of_each_cell(viewer: Client) -> None:
    page = page_of(viewer, make_experiment(states=MIDDLE))

    assert slots_in(page) == [("finished", "0-1"), ("running", "0-2"), ("failed", "1-1"), ("queued", "1-2")]


def test_a_repeat_that_is_not_to_be_trusted_is_no_green_tick(viewer: Client) -> None:
    experiment = make_experiment(repeats=2, states=[State.FINISHED] * 4)
    experiment.runs.filter(cell=0).update(grade="B")
    experiment.runs.filter(cell=1).update(grade="D")

    page = page_of(viewer, experiment)

    assert page.count("slot-doubtful") == page.count('aria-label="finished, not to be trusted"') == 2
    assert page.count('aria-label="finished"') == 2
    assert 'class="sign grade grade-d" title="How trustworthy the results of its runs are">trust B to D<' in page


def test_a_failed_cell_says_why_and_is_no_figure(viewer: Client) -> None:
    experiment = make_experiment(states=(State.FINISHED, State.FAILED, State.FINISHED, State.FINISHED))
    Run.objects.filter(state=State.FAILED).update(headline=3.0)

    page = page_of(viewer, experiment)

    assert LOST in page
    assert "1 of 4 runs failed" in page
    assert ">3.00<" not in page
    only = experiment.current_runs.get(cell=1, repeat=2)
    assert panels_in(page)["phase-0-repeats"]["values"][1] == [float(f"{only.headline:.4g}")]


def test_medians_and_every_repeat_stand_in_the_tables(viewer: Client) -> None:
    experiment = make_experiment(repeats=3, states=[State.FINISHED] * 6)

    page = page_of(viewer, experiment)

    figures = sorted(run.headline or 0 for run in experiment.current_runs.filter(cell=0))
    assert f'<strong id="median-0">{figures[1]:,.0f}</strong>' in page
    assert all(f">{figure:,.0f}<" in page for figure in figures)
    assert "Response time p99" in page


def test_boxes_hold_repeats_and_merged_response_times(viewer: Client) -> None:
    panels = panels_in(page_of(viewer, make_experiment(repeats=3, states=[State.FINISHED] * 6)))

    assert [len(items) for items in panels["phase-0-repeats"]["values"]] == [3, 3]
    box = panels["phase-0-response"]["values"][0]
    assert box["count"] == 3 * 2000
    assert box["whiskerMin"] < box["q1"] < box["median"] < box["q3"] < box["whiskerMax"] < box["outliers"][0]


def test_a_cell_without_a_finished_run_is_a_gap(viewer: Client) -> None:
    states = (State.FINISHED, State.FAILED, State.FINISHED, State.FAILED)

    panels = panels_in(page_of(viewer, make_experiment(states=states)))

    assert [panel["values"][1] for key, panel in panels.items() if panel["kind"] == "boxes"] == [None, None]
    assert panels["phase-0-per_second"]["series"][0]["medians"][1] == [10.0, None]


def test_one_number_that_varies_is_drawn_as_a_sweep(viewer: Client) -> None:
    states = [State.FINISHED] * 8

    panels = panels_in(page_of(viewer, make_experiment({"clients": "1,2,10,100"}, states=states)))

    sweep = panels["phase-0-per_second"]
    assert sweep["x"]["ticks"] == [[1.0, "1"], [2.0, "2"], [10.0, "10"], [100.0, "100"]]
    assert sweep["x"]["scale"] == "log"
    assert (len(sweep["series"][0]["medians"]), len(sweep["series"][0]["points"])) == (4, 8)


def test_what_else_varies_is_a_line_each(viewer: Client) -> None:
    experiment = make_experiment({"clients": "1,10", "trigger": "true,false"}, states=[State.FINISHED] * 8)

    sweep = panels_in(page_of(viewer, experiment))["phase-0-per_second"]

    assert [series["label"] for series in sweep["series"]] == ["true", "false"]


def test_repeats_alone_are_no_sweep(viewer: Client) -> None:
    page = page_of(viewer, make_experiment({"clients": "5"}, repeats=3, states=[State.FINISHED] * 3))

    assert {panel["kind"] for panel in panels_in(page).values()} == {"boxes"}
    assert "3 repeats" in page


def test_the_time_left_follows_those_that_finished(viewer: Client) -> None:
    page = page_of(viewer, make_experiment(states=[State.FINISHED, State.FINISHED]))

    # Two that are to come: 33 s each, and 7 s between one and the next.
    assert re.search(r'Time left</div>\s*<div class="figure-value">1:20', page)


def test_before_any_has_finished_the_least_is_told(viewer: Client) -> None:
    page = page_of(viewer, make_experiment())

    assert re.search(r'Time left</div>\s*<div class="figure-value">at least 2:00', page)
    assert "No results yet" in page


def test_a_poll_carries_the_cells_that_changed_and_its_own_next_address(viewer: Client) -> None:
    experiment = make_experiment(states=MIDDLE)
    now = Run.objects.get(state=State.RUNNING)

    page = page_of(viewer, experiment, f"update/?after={now.beat_at.timestamp()}&over=2")

    assert slots_in(page) == [("running", f"{now.cell}-{now.repeat}")]
    assert re.search(r'hx-get="[^"]*/update/\?after=[\d.]+&amp;over=2"', page)
    assert 'id="experiment-results"' not in page


def test_a_poll_brings_the_figures_once_another_run_is_over(viewer: Client) -> None:
    experiment = make_experiment(states=(State.FINISHED, State.FINISHED, State.RUNNING))

    page = page_of(viewer, experiment, "update/?after=0&over=1")

    assert 'id="experiment-results"' in page


def test_the_last_poll_has_no_next(viewer: Client) -> None:
    page = page_of(viewer, make_experiment(states=[State.FINISHED] * 4), "update/?after=0&over=3")

    assert "data-poll" not in page
    assert 'id="experiment-actions"' in page


def test_a_poll_with_nonsense_is_answered(viewer: Client) -> None:
    assert "slot-0-1" in page_of(viewer, make_experiment(states=MIDDLE), "update/?after=soon&over=x")


def test_a_page_of_many_cells_asks_no_more_of_the_database(viewer: Client, count_queries: CountQueries) -> None:
    few = make_experiment(states=[State.FINISHED] * 4)
    many = make_experiment({"clients": "1,2,3,4,5,6,7,8"}, repeats=4, states=[State.FINISHED] * 32)

    assert count_queries(lambda: page_of(viewer, many)) <= count_queries(lambda: page_of(viewer, few))


def test_the_document_can_be_taken_away(viewer: Client) -> None:
    experiment = make_experiment(states=[State.FINISHED] * 4)

    document = viewer.get(f"{experiment.get_absolute_url()}result.json").json()

    assert (document["format"], len(document["runs"])) == ("benchlab.experiment/1", 4)


def test_names_in_it_are_escaped(viewer: Client) -> None:
    factories.make_server("<b>db1")
    experiment = make_experiment(states=[State.FINISHED] * 4, label="<script>alert(1)</script>")
    put_into(experiment.current_runs[0], State.FAILED)
    Run.objects.filter(state=State.FAILED).update(error="<img src=x>")

    page = page_of(viewer, experiment)

    assert "<script>alert" not in page
    assert "<img src=x>" not in page
    assert "<b>db1" not in page


def test_phases_that_began_in_another_order_keep_their_own_charts(viewer: Client) -> None:
    experiment = make_experiment({"clients": "5"}, states=[State.FINISHED] * 2)
    for run, order in zip(experiment.current_runs, (("left", "right"), ("right", "left")), strict=True):
        for ordinal, name in enumerate(order, start=2):
            result = {"name": name, "kind": "load", "per_second": 10.0 if name == "left" else 20.0, "seconds": 1.0}
            run.phases.create(ordinal=ordinal, name=name, kind="load", started_s=31, finished_s=32, result=result)

    drawn = panels_in(page_of(viewer, experiment))

    assert sorted(drawn[key]["values"] for key in ("phase-1-repeats", "phase-2-repeats")) == [[[10, 10]], [[20, 20]]]


def test_warnings_that_differ_in_a_figure_alone_are_one(viewer: Client) -> None:
    experiment = make_experiment(states=[State.FINISHED] * 4)
    for run, share in zip(experiment.current_runs, (86, 74, 91), strict=False):
        Run.objects.filter(pk=run.pk).update(warnings=[f"{share} % of the CPU went elsewhere."])

    page = page_of(viewer, experiment)

    assert "1 warning about these results" in page
    assert "<li>74 to 91 % of the CPU went elsewhere. <span>(<a" in page


def test_an_acceptance_that_was_missed_is_told(viewer: Client) -> None:
    experiment = make_experiment(states=[State.FINISHED] * 4)
    experiment.current_runs[0].checks.create(name="p99", passed=False, value=3, limit="< 1")

    assert "1 failed an acceptance check" in page_of(viewer, experiment)


def test_another_version_of_the_server_meanwhile_is_a_warning(viewer: Client) -> None:
    experiment = make_experiment(states=[State.FINISHED] * 4)
    run = experiment.current_runs[0]
    run.plan_json["servers"][0]["version"] = "11.8.2-MariaDB"
    run.save()

    assert "not made on one version of the server: 11.8.2-MariaDB, 10.11.19-MariaDB" in page_of(viewer, experiment)


PUBLISHED = """\
published:
  - {label: "1 client", when: {clients: 1}, phase: insert, per_second: 400, conditions: "2009, over a network"}
  - {label: "10 clients", when: {clients: 10}, phase: insert, per_second: 1400}
  - {label: "99 clients", when: {clients: 99}, phase: insert, per_second: 9900}
"""


def test_the_studys_figures_stand_beside_the_medians_of_their_combinations(viewer: Client) -> None:
    Benchmark.store(factories.DEFINITION.format(name="study", title="A study") + PUBLISHED, by=None)
    experiment = make_experiment({"clients": "1,10"}, repeats=3, states=[State.FINISHED] * 6)

    page = page_of(viewer, experiment)

    [table] = re.findall(r'id="results-published".*?</table>', page, re.S)
    median = sorted(run.headline or 0 for run in experiment.current_runs.filter(cell=1))[1]
    assert f"<strong>{median:,.0f} /s</strong>" in table
    assert f">{figure(median / 1400)}<" in table
    assert ("10 clients" in table, "99 clients" in table, "2009, over a network" in page) == (True, False, True)


RELATED = """\
published:
  - {label: few, when: {clients: 1}, circumstances: {duration: 60s}, phase: insert, per_second: 400}
  - {label: many, when: {clients: 10}, phase: insert, per_second: 1400, against: few}
"""


def test_the_studys_ratio_stands_beside_ours_with_what_was_other(viewer: Client) -> None:
    Benchmark.store(factories.DEFINITION.format(name="study", title="A study") + RELATED, by=None)
    experiment = make_experiment({"clients": "1,10"}, repeats=1, states=[State.FINISHED] * 2)

    page = page_of(viewer, experiment)

    few, many = (run.headline or 0 for run in experiment.current_runs)
    [row] = re.findall(r"many / few</td>.*?</tr>", page, re.S)
    assert "1 / 10" not in row
    assert "10 / 1" in row
    assert ">3.50 <" in row
    assert f"<strong>{figure(many / few)}</strong>" in row
    assert re.search(r"here: Duration \w+, not 1m", page)
