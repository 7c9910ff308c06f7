import re
from itertools import pairwise

import numpy as np
from playwright.sync_api import Page, expect

from benchlab.analysis.runs.series import Series, pack
from benchlab.models import Chunk, Run, State
from tests import factories

CHART = "window.Chart.getChart(document.querySelector('[data-panel={}] canvas'))"
POINTS = f"{CHART.format('rate')}.data.datasets.map((each) => each.data.length)"


def test_a_live_page_extends_its_lines_and_changes_its_figures(page: Page) -> None:
    run = factories.make_run(State.RUNNING, seconds=20)
    page.goto(run.get_absolute_url())
    before = page.evaluate(POINTS)

    arrive(run, 31_415.0)

    expect(page.locator("#run-figures")).to_contain_text("31,415")
    assert page.evaluate(POINTS)[0] > before[0]


def test_nothing_moves_when_a_page_is_updated(page: Page) -> None:
    run = factories.make_run(State.RUNNING, seconds=20)
    page.goto(run.get_absolute_url())
    expect(page.locator("[data-panel=rate] .chart-legend li")).not_to_have_count(0)
    page.wait_for_timeout(500)
    page.evaluate("window.shifts.length = 0; window.scrollTo(0, 300)")

    arrive(run, 31_415.0)

    expect(page.locator("#run-figures")).to_contain_text("31,415")
    assert sum(page.evaluate("window.shifts")) < 0.001
    assert page.evaluate("window.scrollY") == 300


def test_a_page_stops_asking_when_its_run_is_over(page: Page) -> None:
    run = factories.make_run(State.RUNNING, seconds=20)
    page.goto(run.get_absolute_url())
    expect(page.locator("#run-poll")).to_have_attribute("hx-get", re.compile("after="))

    run.finish()

    expect(page.locator("#run-badges")).to_contain_text("finished")
    expect(page.locator("[data-panel=rate] .chart-legend b").first).not_to_be_empty()
    expect(page.locator("#run-poll")).not_to_have_attribute("hx-get", re.compile("."))
    expect(page.get_by_role("button", name="Cancel")).to_have_count(0)


def test_a_legend_tells_the_mean_of_what_is_shown_once_a_run_is_over(page: Page) -> None:
    run = factories.make_run(State.FINISHED, seconds=20)
    page.goto(run.get_absolute_url())
    first = page.locator("[data-panel=rate] .chart-legend b").first
    expect(first).to_contain_text("avg ")
    whole = first.inner_text()

    page.evaluate("import('/static/benchlab/charts/axis.js').then(({ zoomTo }) => zoomTo({ min: 0, max: 5 }))")

    expect(first).not_to_have_text(whole)


def test_the_axis_of_a_short_run_ends_with_it(page: Page) -> None:
    run = factories.make_run(State.FINISHED, seconds=5)

    page.goto(run.get_absolute_url())

    expect(page.locator("[data-panel=rate] .chart-legend li")).not_to_have_count(0)
    assert page.evaluate(f"{CHART.format('rate')}.scales.x.max") == run.phases.latest("finished_s").finished_s


def test_names_of_phases_do_not_run_into_each_other(page: Page) -> None:
    run = factories.make_run(State.FINISHED, seconds=600)
    page.goto(run.get_absolute_url())

    shown = page.locator(".phases .phase-words").evaluate_all(
        "(all) => all.filter((each) => getComputedStyle(each).opacity === '1').map((each) => each.innerText)"
    )

    assert [words.split("\n")[0] for words in shown] == ["insert"]
    expect(page.locator(".phases-key")).to_contain_text("create tables")


def test_a_hidden_page_does_not_ask_and_catches_up_when_seen(page: Page) -> None:
    run = factories.make_run(State.RUNNING, seconds=20)
    page.goto(run.get_absolute_url())
    page.evaluate("Object.defineProperty(document, 'hidden', {value: true, configurable: true})")
    page.wait_for_timeout(1500)
    asked: list[str] = []
    page.on("request", lambda sent: asked.append(sent.url))

    page.wait_for_timeout(2500)
    hidden = list(asked)
    page.evaluate("delete document.hidden; document.dispatchEvent(new Event('visibilitychange'))")
    page.wait_for_timeout(1500)

    assert hidden == []
    assert asked != []


def test_a_tab_is_loaded_when_it_is_first_opened(page: Page) -> None:
    run = factories.make_run(State.FINISHED)
    page.goto(run.get_absolute_url())

    page.get_by_role("tab", name="Server").click()

    expect(page.locator("[data-panel=threads] .chart-legend li")).to_have_count(2)
    assert page.url.endswith("?tab=server")


def test_charts_share_their_zoom(page: Page) -> None:
    run = factories.make_run(State.FINISHED)
    page.goto(run.get_absolute_url())
    place = page.locator("[data-panel=rate] canvas").bounding_box()
    assert place

    page.mouse.move(place["x"] + 300, place["y"] + 60)
    page.mouse.down()
    page.mouse.move(place["x"] + 500, place["y"] + 60, steps=5)
    page.mouse.up()

    expect(page.get_by_role("button", name="Whole run")).to_be_visible()
    starts = [page.evaluate(f"{CHART.format(key)}.scales.x.min") for key in ("rate", "cpu")]
    assert starts[0] == starts[1] > 0


def test_zooming_into_a_long_run_shows_every_second(page: Page) -> None:
    run = factories.make_run(State.FINISHED, seconds=3600)
    page.goto(run.get_absolute_url())
    place = page.locator("[data-panel=rate] canvas").bounding_box()
    assert place

    with page.expect_response("**/series.json?*"):
        page.mouse.move(place["x"] + 300, place["y"] + 60)
        page.mouse.down()
        page.mouse.move(place["x"] + 340, place["y"] + 60, steps=5)
        page.mouse.up()
    page.wait_for_timeout(300)

    steps = page.evaluate(f"{CHART.format('rate')}.data.datasets[0].data.slice(0, 9).map((point) => point.x)")
    assert [after - before for before, after in pairwise(steps)] == [1] * 8


def test_a_run_is_cancelled_after_a_question(page: Page) -> None:
    run = factories.make_run(State.RUNNING, seconds=20)
    page.goto(run.get_absolute_url())
    page.once("dialog", lambda dialog: dialog.accept())

    page.get_by_role("button", name="Cancel").click()

    expect(page.locator("#run-actions")).to_contain_text("cancelling")
    run.refresh_from_db()
    assert run.canceller == "ann"


def test_a_signed_out_poll_leads_to_the_sign_in(page: Page) -> None:
    run = factories.make_run(State.RUNNING, seconds=20)
    page.goto(run.get_absolute_url())

    page.context.clear_cookies()

    page.wait_for_url(re.compile(r"/sign-in/\?next=%2Fruns%2F"))


def test_a_page_that_gets_no_answer_says_so_and_goes_on_when_there_is_one(page: Page) -> None:
    run = factories.make_run(State.RUNNING, seconds=20)
    watching = page.context.new_page()  # Not the one that may have no error in its console.
    watching.goto(run.get_absolute_url())

    watching.route("**/runs/**", lambda route: route.abort())
    expect(watching.get_by_text("Connection to benchlab lost")).to_be_visible()
    watching.get_by_role("tab", name="Log").click()
    arrive(run, 31_415.0)
    watching.unroute("**/runs/**")

    expect(watching.locator("#run-figures")).to_contain_text("31,415")
    expect(watching.get_by_text("Connection to benchlab lost")).to_be_hidden()
    expect(watching.locator("#panel-log")).to_contain_text("The schema benchlab_x_1 was made.")


def arrive(run: Run, per_second: float) -> None:
    """Another ten seconds of the phase that goes on."""
    start = run.chunks.filter(source="phase:insert").latest("end_s").end_s
    times = np.arange(start + 1, start + 11)
    packed = pack(Series(times, {"per_second": np.full(10, per_second), "p99_ms": np.full(10, 2.0)}))
    Chunk.objects.create(run=run, source="phase:insert", start_s=start + 1, end_s=start + 10, packed=packed)
