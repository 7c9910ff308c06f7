"""A shared page in a browser that nobody is signed in on."""

import re
from urllib.parse import urlsplit

from playwright.sync_api import BrowserContext, Page, expect

from benchlab.models import Role, Shared, ShareLink, State
from tests import factories
from tests.browser.test_accessibility import severe
from tests.experiment_records import make_experiment

SIZED = re.compile("display: block")
"""What Chart.js writes into the style of a canvas that it has taken."""


def link_to(kind: str, query: str) -> str:
    sharer = factories.make_user("ann", Role.RUNNER)
    return f"/shared/{ShareLink.make(sharer, days=7, kind=kind, query=query, title='What we saw', reveals=[])[1]}/"


def test_a_stranger_sees_the_charts_of_a_run_and_has_no_cookie(stranger: Page, context: BrowserContext) -> None:
    run = factories.make_run(State.FINISHED, seconds=20)
    asked: list[str] = []
    stranger.on("request", lambda sent: asked.append(urlsplit(sent.url).path))
    path = link_to(Shared.RUN, f"run={run.pk}")
    stranger.goto(path)

    expect(stranger.locator("[data-panel=rate] .chart-legend li")).not_to_have_count(0)
    wait_until_drawn(stranger, at_least=4)
    assert context.cookies() == []
    expect(stranger.get_by_role("link")).to_have_count(0)
    assert [each for each in asked if not each.startswith(("/static/", path))] == []


def test_a_stranger_sees_the_charts_of_an_experiment(stranger: Page) -> None:
    experiment = make_experiment(states=[State.FINISHED] * 4)
    stranger.goto(link_to(Shared.EXPERIMENT, f"experiment={experiment.pk}"))

    wait_until_drawn(stranger, at_least=2)


def test_a_zoom_on_a_shared_page_asks_benchlab_for_nothing(stranger: Page) -> None:
    run = factories.make_run(State.FINISHED, seconds=900)
    stranger.goto(link_to(Shared.RUN, f"run={run.pk}"))
    wait_until_drawn(stranger)
    asked: list[str] = []
    stranger.on("request", lambda sent: asked.append(sent.url))

    canvas = stranger.locator("[data-panel=rate] canvas")
    canvas.scroll_into_view_if_needed()
    box = canvas.bounding_box()
    assert box
    stranger.mouse.move(box["x"] + 200, box["y"] + 50)
    stranger.mouse.down()
    stranger.mouse.move(box["x"] + 500, box["y"] + 50, steps=5)
    stranger.mouse.up()
    expect(stranger.locator("[data-zoom-reset]")).to_be_visible()
    stranger.wait_for_timeout(400)

    assert asked == []


def test_where_a_link_has_ended_the_page_says_so(context: BrowserContext) -> None:
    page = context.new_page()  # The browser itself tells the console of every 404.

    page.goto("/shared/never-made/")

    expect(page.get_by_role("heading", name="Page not found")).to_be_visible()
    assert severe(page) == []


def wait_until_drawn(page: Page, *, at_least: int = 1) -> None:
    canvases = page.locator("canvas").all()
    assert len(canvases) >= at_least
    for canvas in canvases:
        expect(canvas).to_have_attribute("style", SIZED)
