"""A report as somebody writes it, and its file as somebody else opens it."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from benchlab.models import Report, State
from tests import factories
from tests.browser.conftest import PHONE
from tests.experiment_records import make_experiment
from tests.report_records import make_report

DRAWN = """[...document.querySelectorAll('svg.plot, svg.layout-picture')].filter((each) => each.checkVisibility())
  .map((each) => each.getBBox().width > 200 && getComputedStyle(each.querySelector('path, rect')).stroke !== '')"""


def test_a_report_is_composed_by_mouse_and_keyboard(page: Page) -> None:
    run = factories.make_run(State.FINISHED, seconds=20)
    page.goto(run.get_absolute_url())
    page.get_by_role("link", name="Add Transactions per second to a report").click()
    page.get_by_label("Title of the new report").fill("What a trigger costs")
    page.get_by_role("button", name="Add").click()
    page.get_by_role("button", name="Add text").click()
    page.get_by_label("Heading").fill("The question")
    page.get_by_label("Text").fill("What does a summary trigger **cost**?")
    page.get_by_role("button", name="Save", exact=True).click()

    page.get_by_role("button", name="Up The question").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("status").filter(has_text="is moved")).to_be_visible()
    expect(page.locator(".outline li").first).to_contain_text("The question")
    expect(page.get_by_role("button", name="Up The question")).to_be_focused()
    page.get_by_role("link", name="View").click()

    expect(page.get_by_role("heading", level=1)).to_have_text("What a trigger costs")
    expect(page.locator("strong", has_text="cost")).to_be_visible()
    assert page.evaluate(DRAWN) == [True]


def test_the_file_opens_from_a_disk_without_a_network_and_shows_its_charts(
    page: Page, browser: Browser, tmp_path: Path
) -> None:
    run = factories.make_run(State.FINISHED, seconds=20)
    report = make_report(run=run.pk, experiment=make_experiment(states=[State.FINISHED] * 4).pk)
    page.goto(report.get_absolute_url())
    page.get_by_text("Export", exact=True).click()
    with page.expect_download() as download:
        page.get_by_role("link", name="One HTML file").click()
    file = tmp_path / download.value.suggested_filename
    download.value.save_as(file)

    elsewhere = browser.new_context(offline=True)
    reading = elsewhere.new_page()
    asked: list[str] = []
    reading.on("request", lambda sent: asked.append(sent.url))
    reading.on("console", lambda said: asked.append(said.text))
    reading.goto(file.as_uri())

    drawn = reading.evaluate(DRAWN)
    assert len(drawn) > 20
    assert all(drawn)
    reading.set_viewport_size(PHONE)
    assert reading.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    assert all(reading.evaluate(DRAWN))
    assert asked == [file.as_uri()]
    elsewhere.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_on_paper_there_is_the_article_alone_on_white(page: Page, scheme: str) -> None:
    run = factories.make_run(State.FINISHED, seconds=20)
    report = Report.make("What a trigger costs", by=None)
    report.add("run", query=f"run={run.pk}", shows=["phases", "chart:rate"])
    page.emulate_media(media="print", color_scheme=scheme)  # type: ignore[arg-type]
    page.goto(report.get_absolute_url())

    for part in (".topbar", ".actions"):
        expect(page.locator(part).first).to_be_hidden()
    ink, paper = page.evaluate(
        "[getComputedStyle(document.querySelector('h1')).color, getComputedStyle(document.body).backgroundColor]"
    )
    assert (ink, paper) == ("rgb(27, 36, 51)", "rgb(255, 255, 255)")
    assert page.locator("figure").first.evaluate("(each) => getComputedStyle(each).breakInside") in ("auto", "avoid")
    assert page.pdf(format="A4").startswith(b"%PDF")
