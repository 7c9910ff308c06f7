"""An experiment from its launch to its figures, with a real worker and a real MariaDB."""

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from benchlab.models import Experiment, Server, State
from benchlab.mysql import Address
from tests import factories
from tests.experiment_records import make_experiment, put_into

ROOT = Path(__file__).resolve().parents[2]
PATIENCE_MS = 90_000
ROOM_FOR_LONGEST = """[...document.querySelectorAll('[data-panel] canvas')].map((canvas) => Chart.getChart(canvas))
  .filter((chart) => chart?.config.type === 'boxplot')
  .every((chart) => chart.data.datasets[0].data.every((box) => !(box?.outliers?.[0] > chart.scales.y.max)))"""


@pytest.fixture
def working(command_environment: dict[str, str], redis_server: str) -> Iterator[None]:
    """A worker and a keeper in processes of their own, on this test's database."""
    verbs = ("worker", "keeper")
    started = [
        subprocess.Popen([sys.executable, "manage.py", verb], cwd=ROOT, env=command_environment) for verb in verbs
    ]
    yield
    for process in started:
        process.terminate()
    for process in started:
        process.wait(20)


def prepare(mariadb: Address) -> None:
    address = {"socket": mariadb.socket, "user": mariadb.user, "password": mariadb.password}
    assert Server.objects.create(name="mine", **address).check_now()
    factories.make_benchmark()


def launch(page: Page, *, clients: str, duration: str, repeats: str) -> None:
    page.goto("/benchmarks/notes/")
    page.get_by_label("Clients").fill(clients)
    page.get_by_label("Duration").fill(duration)
    page.get_by_label("Repeats").fill(repeats)
    expect(page.locator("#preview")).to_contain_text("An experiment of")
    page.get_by_role("button", name="Launch").click()
    expect(page).to_have_url(re.compile(r"/experiments/\d+/$"))


@pytest.mark.usefixtures("working")
def test_an_experiment_is_launched_its_grid_fills_and_it_ends_by_itself(page: Page, mariadb: Address) -> None:
    prepare(mariadb)

    launch(page, clients="1,10", duration="2s", repeats="2")

    expect(page.locator(".slot")).to_have_count(4)
    expect(page.locator("#slot-0-1")).to_contain_text("insert", timeout=PATIENCE_MS)
    expect(page.locator("#slot-0-1.slot-finished")).to_be_visible(timeout=PATIENCE_MS)
    expect(page.locator("#median-0")).to_contain_text(re.compile(r"\d"))
    expect(page.locator("#experiment-results canvas").first).to_be_visible()
    expect(page.locator("#experiment-badges")).to_contain_text("finished", timeout=PATIENCE_MS)
    expect(page.locator(".slot-finished")).to_have_count(4)
    expect(page.locator("#experiment-poll[data-poll]")).to_have_count(0)
    expect(page.locator("#experiment-results")).to_contain_text("Response time p99")
    runs = Experiment.objects.get().runs.order_by("started_at")
    assert [run.plan.parameters["clients"] for run in runs] == [1, 10, 1, 10]


@pytest.mark.usefixtures("working")
def test_the_rest_is_cancelled_and_a_run_of_it_run_again(page: Page, mariadb: Address) -> None:
    prepare(mariadb)
    page.on("dialog", lambda dialog: dialog.accept())
    launch(page, clients="1,10", duration="20s", repeats="2")
    expect(page.locator("#slot-0-1")).to_contain_text("insert", timeout=PATIENCE_MS)

    page.get_by_role("button", name="Cancel remaining runs").click()

    expect(page.locator(".slot-cancelled")).to_have_count(4, timeout=PATIENCE_MS)
    expect(page.locator("#experiment-badges")).to_contain_text("cancelled")
    expect(page.locator("#experiment-poll[data-poll]")).to_have_count(0)
    page.locator("#slot-1-2").get_by_role("button", name="Run this repeat again").click()
    expect(page.locator("#slot-1-2")).to_contain_text("replaces")
    page.get_by_role("button", name="Cancel remaining runs").click()
    expect(page.locator("#experiment-badges")).to_contain_text("cancelled", timeout=PATIENCE_MS)


@pytest.mark.usefixtures("worker")
def test_nothing_jumps_while_cells_fill(page: Page) -> None:
    experiment = make_experiment(states=(State.FINISHED, State.RUNNING))
    page.goto(experiment.get_absolute_url())
    expect(page.locator("#slot-1-1")).to_contain_text("insert")
    page.wait_for_timeout(500)
    before = page.evaluate("window.shifts.length")

    put_into(experiment.current_runs[1], State.FINISHED, began_s_ago=33)

    expect(page.locator("#slot-1-1.slot-finished")).to_be_visible()
    page.wait_for_timeout(1200)
    assert boxes_drawn(page) == [[1, 1], [1, 1]]
    assert page.evaluate(ROOM_FOR_LONGEST)
    assert sum(page.evaluate("window.shifts")[before:]) < 0.02


def boxes_drawn(page: Page) -> list[list[int]]:
    """Of each chart of boxes, whether each cell has one."""
    drawn: list[list[int]] = page.evaluate(
        "[...document.querySelectorAll('[data-panel] canvas')].map((canvas) => Chart.getChart(canvas))"
        ".filter((chart) => chart?.config.type === 'boxplot')"
        ".map((chart) => chart.data.datasets[0].data.map((value) => (value ? 1 : 0)))"
    )
    return drawn


@pytest.mark.usefixtures("worker")
def test_what_is_drawn_follows_the_theme_and_leaves_gaps(page: Page) -> None:
    experiment = make_experiment(states=(State.FINISHED, State.FAILED, State.FINISHED, State.FAILED))
    page.goto(experiment.get_absolute_url())
    page.wait_for_timeout(500)
    assert boxes_drawn(page) == [[1, 0], [1, 0]]
    light = page.evaluate("Chart.getChart(document.querySelector('[data-panel] canvas')).options.scales.y.ticks.color")

    page.evaluate("window.benchlabTheme.choose('dark')")

    dark = page.evaluate("Chart.getChart(document.querySelector('[data-panel] canvas')).options.scales.y.ticks.color")
    assert dark != light


@pytest.mark.usefixtures("worker")
def test_a_menu_takes_several_choices_when_asked(page: Page) -> None:
    factories.make_server("db1")
    factories.make_server("db2")
    factories.make_benchmark()
    page.goto("/benchmarks/notes/")
    servers = page.get_by_label("Server", exact=True)
    expect(servers).not_to_have_attribute("multiple", re.compile(""))

    page.get_by_role("button", name="several").click()
    servers.locator("option", has_text="db2").dispatch_event("mousedown")

    expect(page.locator("#preview")).to_contain_text("server db1, db2")
    page.get_by_role("button", name="several").click()
    expect(page.locator("#preview")).to_contain_text("Steps of the run")
