import json
import re
from typing import Any

import pytest
from django.test import Client

from benchlab.charts.runs.panels import TABS
from benchlab.models import Run, State
from tests import factories


def drawing_of(page: str) -> dict[str, Any]:
    found = re.search(r'<script type="application/json" data-charts>(.*?)</script>', page, re.DOTALL)
    assert found
    drawn: dict[str, Any] = json.loads(found[1])
    return drawn


def test_the_answer_comes_first(viewer: Client, finished: Run) -> None:
    page = viewer.get(finished.get_absolute_url()).content.decode()

    assert "18,420" in page
    assert "3 \N{MULTIPLICATION SIGN} 1213" in page
    assert "loses up to 1 s on crash" in page


def test_published_figures_stand_beside_our_own(viewer: Client, finished: Run) -> None:
    page = viewer.get(finished.get_absolute_url()).content.decode()

    assert "InnoDB, 10 clients" in page
    assert ">13.2<" in page


def test_each_phase_has_its_line(viewer: Client) -> None:
    run = factories.make_run(State.RUNNING)
    drawing = drawing_of(viewer.get(run.get_absolute_url()).content.decode())

    rate = next(panel for panel in drawing["panels"] if panel["key"] == "rate")

    assert [series["label"] for series in rate["series"]] == ["insert", "writes"]


def test_charts_have_their_place_before_anything_is_measured(viewer: Client) -> None:
    run = factories.make_run(State.QUEUED)

    page = viewer.get(run.get_absolute_url()).content.decode()

    assert [key for key in ("rate", "latency", "loading", "cpu", "disk") if f'data-panel="{key}"' not in page] == []


@pytest.mark.parametrize("tab", TABS)
def test_every_tab_opens_within_the_page_and_alone(viewer: Client, finished: Run, tab: str) -> None:
    within = viewer.get(f"{finished.get_absolute_url()}?tab={tab}")
    alone = viewer.get(f"{finished.get_absolute_url()}tabs/{tab}/")

    assert (within.status_code, alone.status_code) == (200, 200)
    assert "<html" not in alone.content.decode()


def test_an_unknown_tab_is_not_there(viewer: Client, finished: Run) -> None:
    response = viewer.get(f"{finished.get_absolute_url()}tabs/nonsense/")

    assert response.status_code == 404


def test_a_poll_carries_only_what_is_new_and_its_own_next_address(viewer: Client, running: Run) -> None:
    page = viewer.get(f"{running.get_absolute_url()}update/?after=30").content.decode()

    assert all(moment > 30 for times in drawing_of(page)["times"] for moment in times)
    assert re.search(rf"/runs/{running.pk}/update/\?after=\d", page)


def test_a_poll_carries_the_points_of_the_tabs_that_are_open(viewer: Client, running: Run) -> None:
    page = viewer.get(
        f"{running.get_absolute_url()}update/?after=30&open-tab=overview&open-tab=server"
    ).content.decode()

    assert {"rate", "threads"} <= {panel["key"] for panel in drawing_of(page)["panels"]}


def test_a_poll_draws_growth_anew_where_it_is_looked_at_and_the_layout_is_known_anew(
    viewer: Client, running: Run
) -> None:
    address = f"{running.get_absolute_url()}update/?open-tab=growth"

    new, old = (viewer.get(f"{address}&after={after}").content.decode() for after in (30, 60))

    assert '"kind":"growth"' in new
    assert '"kind":"growth"' not in old


def test_the_last_poll_comes_back_without_another(viewer: Client, finished: Run) -> None:
    response = viewer.get(f"{finished.get_absolute_url()}update/?after=30")

    assert "hx-trigger" not in response.content.decode().split("data-charts")[0]
    assert "run-ended" in response["HX-Trigger-After-Settle"]


def test_a_failed_run_says_why_at_the_top(viewer: Client) -> None:
    run = factories.make_run(State.FAILED, error="The server closed the connection.")

    page = viewer.get(run.get_absolute_url()).content.decode()

    assert page.index("The server closed the connection.") < page.index('role="tablist"')


@pytest.mark.parametrize(("state", "words"), [(State.FAILED, "until it failed"), (State.CANCELLED, "until cancelled")])
def test_figures_of_a_run_that_broke_off_are_told_from_a_runs(viewer: Client, state: str, words: str) -> None:
    run = factories.make_run(state)

    page = viewer.get(run.get_absolute_url()).content.decode()

    assert page.count("figure-partial") == page.count(words) == 6


def test_the_measured_time_of_a_phase_is_told_from_the_whole(viewer: Client, finished: Run) -> None:
    insert = finished.phases.get(name="insert")
    insert.result["seconds"] = 58.5
    insert.save()

    page = viewer.get(finished.get_absolute_url()).content.decode()
    row = page[page.index('title="drive">insert') :].partition("</tr>")[0]

    assert row.index("58.5 s") < row.index("1 min 00 s")


def test_the_time_axis_ends_with_the_run(viewer: Client, finished: Run) -> None:
    drawing = drawing_of(viewer.get(finished.get_absolute_url()).content.decode())

    assert (drawing["over"], drawing["end"]) == (True, finished.phases.latest("finished_s").finished_s)


def test_what_is_still_to_come_has_its_place(viewer: Client) -> None:
    run = factories.make_run(State.QUEUED)
    run.plan_json["tables"] = {"transaction": "CREATE TABLE ... PARTITION BY RANGE (month)"}
    run.save()

    page = viewer.get(run.get_absolute_url()).content.decode()

    assert "acceptance: latency_ms.max of insert" in page
    assert "Rows and bytes per partition are read" in page


def test_a_time_is_told_with_its_zone(viewer: Client, finished: Run) -> None:
    page = viewer.get(finished.get_absolute_url()).content.decode()

    assert re.search(r'started <time [^>]*datetime="\d{4}-[^"]+\+00:00"[^>]*>\d\d:\d\d:\d\d UTC</time>', page)


def test_a_queued_run_says_what_it_waits_for(viewer: Client) -> None:
    run = factories.make_run(State.QUEUED, waiting_for="Waits for run 7, which uses server db1.")

    page = viewer.get(run.get_absolute_url()).content.decode()

    assert "Waits for run 7, which uses server db1." in page


def test_a_cancelled_run_says_by_whom(viewer: Client) -> None:
    run = factories.make_run(State.CANCELLED, cancelled_by=factories.make_user("bob"))

    page = viewer.get(run.get_absolute_url()).content.decode()

    assert "Cancelled by bob" in page


def test_a_note_is_kept_with_its_author(runner: Client, finished: Run) -> None:
    address = f"{finished.get_absolute_url()}notes/"

    response = runner.post(address, {"text": "Before the new disk"}, follow=True)

    assert "Before the new disk" in response.content.decode()
    assert finished.notes.get().author.username == "the-runner"


def test_a_name_in_a_definition_can_not_end_the_script(viewer: Client) -> None:
    run = factories.make_run(State.RUNNING)
    run.phases.filter(name="insert").update(name="</script><b>")

    page = viewer.get(run.get_absolute_url()).content.decode()

    assert "</script><b>" not in page


def test_an_hour_of_sixty_metrics_is_drawn_with_few_points(viewer: Client) -> None:
    run = factories.make_run(State.FINISHED, seconds=3600)

    drawing = drawing_of(viewer.get(run.get_absolute_url()).content.decode())

    assert max(map(len, drawing["times"])) <= 450


def test_what_is_not_applicable_is_named_with_its_reason(viewer: Client, finished: Run) -> None:
    finished.plan_json = {**finished.plan_json, "left_out": {"repair": "not applicable: InnoDB does not repair"}}
    finished.save(update_fields=["plan_json"])

    page = viewer.get(finished.get_absolute_url()).content.decode()

    assert "<strong>repair</strong>: not applicable: InnoDB does not repair." in page


def test_a_restart_says_what_it_left_in_memory(viewer: Client, finished: Run) -> None:
    result = {"name": "start cold", "kind": "restart", "details": {"cache": "restarted, page cache warm"}}
    finished.phases.create(ordinal=9, name="start cold", kind="restart", started_s=70, finished_s=71, result=result)

    page = viewer.get(finished.get_absolute_url()).content.decode()

    assert re.search(r'start cold <span class="soft">restarted, page cache warm</span>', page)
