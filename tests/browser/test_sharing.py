"""A shared page in a browser that nobody is signed in on."""

from playwright.sync_api import BrowserContext, Page, expect

from benchlab.models import Role, Shared, ShareLink, State
from tests import factories
from tests.experiment_records import make_experiment

DRAWN = "[...document.querySelectorAll('canvas')].map((each) => Boolean(window.Chart.getChart(each)))"


def link_to(kind: str, query: str) -> str:
    sharer = factories.make_user("ann", Role.RUNNER)
    return f"/shared/{ShareLink.make(sharer, days=7, kind=kind, query=query, title='What we saw', reveals=[])[1]}/"


def test_a_stranger_sees_the_charts_of_a_run_and_has_no_cookie(stranger: Page, context: BrowserContext) -> None:
    run = factories.make_run(State.FINISHED, seconds=20)
    stranger.goto(link_to(Shared.RUN, f"run={run.pk}"))

    expect(stranger.locator("[data-panel=rate] .chart-legend li")).not_to_have_count(0)
    drawn = stranger.evaluate(DRAWN)
    assert len(drawn) >= 4
    assert all(drawn)
    assert context.cookies() == []
    expect(stranger.get_by_role("link")).to_have_count(0)


def test_a_stranger_sees_the_charts_of_an_experiment(stranger: Page) -> None:
    experiment = make_experiment(states=[State.FINISHED] * 4)
    stranger.goto(link_to(Shared.EXPERIMENT, f"experiment={experiment.pk}"))

    stranger.wait_for_function(f"({DRAWN}).length >= 2 && ({DRAWN}).every(Boolean)")


def test_a_zoom_on_a_shared_page_asks_benchlab_for_nothing(stranger: Page) -> None:
    run = factories.make_run(State.FINISHED, seconds=900)
    stranger.goto(link_to(Shared.RUN, f"run={run.pk}"))
    stranger.wait_for_function(f"({DRAWN}).every(Boolean)")
    asked: list[str] = []
    stranger.on("request", lambda sent: asked.append(sent.url))

    box = stranger.locator("[data-panel=rate] canvas").bounding_box()
    assert box
    stranger.mouse.move(box["x"] + 200, box["y"] + 50)
    stranger.mouse.down()
    stranger.mouse.move(box["x"] + 500, box["y"] + 50, steps=5)
    stranger.mouse.up()
    expect(stranger.locator("[data-zoom-reset]")).to_be_visible()
    stranger.wait_for_timeout(400)

    assert asked == []
