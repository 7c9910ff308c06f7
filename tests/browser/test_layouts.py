"""What one chooses of a layout and of a growth curve: moment, measure, query, axis."""

from playwright.sync_api import Locator, Page, expect

from benchlab.models import Run, State
from tests import factories
from tests.run_records import layout_rows

GROWTH = "window.Chart.getChart(document.querySelector('[data-panel=growth] canvas'))"


def shades(card: Locator) -> set[str]:
    found: list[str] = card.locator(".grid rect").evaluate_all("(all) => all.map((each) => each.getAttribute('class'))")
    return set(found)


def choose(card: Locator, words: str) -> None:
    card.get_by_text(words, exact=True).click()


def layout_of(page: Page, run: Run) -> Locator:
    page.goto(f"{run.get_absolute_url()}?tab=layout")
    card = page.locator("#panel-layout .layout-card")
    expect(card.locator("[data-play]")).to_be_visible()
    return card


def test_the_slider_shows_a_table_before_during_and_after(page: Page) -> None:
    card = layout_of(page, factories.make_run(State.FINISHED))
    at_the_end = card.locator("[data-held]").inner_text()

    card.get_by_label("Moment of the run").press("Home")

    expect(card.locator("output")).to_have_text("0:00, before")
    expect(card.locator("[data-held]")).to_have_text("0 rows, 0 B")
    assert shades(card) == {"c0"}
    card.get_by_label("Moment of the run").press("ArrowRight")
    expect(card.locator("output")).to_have_text("0:12, after preload")
    card.get_by_label("Moment of the run").press("End")
    expect(card.locator("[data-held]")).to_have_text(at_the_end)


def test_playback_goes_from_the_first_moment_to_the_last(page: Page) -> None:
    card = layout_of(page, factories.make_run(State.FINISHED))

    card.get_by_role("button", name="Play").click()

    expect(card.locator("output")).to_have_text("0:00, before")
    expect(card.locator("output")).to_have_text("1:16, at the end")
    expect(card.get_by_role("button", name="Play")).to_be_visible()


def test_a_layout_is_shown_by_rows_by_bytes_or_by_both(page: Page) -> None:
    card = layout_of(page, factories.make_run(State.FINISHED))
    tick = card.locator(".ticks text").last

    choose(card, "bytes")

    expect(tick).to_have_text("12 MiB")
    choose(card, "bytes per row")
    expect(tick).to_have_text("100")
    assert shades(card) == {"c4"}
    choose(card, "rows")
    expect(tick).to_have_text("100k")


def test_a_query_marks_its_partitions_by_the_keyboard_and_by_strokes(page: Page) -> None:
    card = layout_of(page, factories.make_run(State.FINISHED))
    marks = card.locator(".touched-marks")
    first = card.get_by_role("radio", name="best sellers")
    expect(first).to_be_checked()
    assert (marks.get_attribute("d") or "").count("M") == 2

    first.press("ArrowUp")

    expect(card.get_by_role("radio", name="none")).to_be_checked()
    expect(marks).to_have_attribute("d", "")


def test_a_live_layout_changes_without_a_new_picture(page: Page) -> None:
    run = factories.make_run(State.RUNNING, seconds=20)
    page.goto(run.get_absolute_url())
    side = page.locator("#run-side .layout-card[data-drawn]")
    choose(side, "bytes")
    side.evaluate("(card) => (card.mark = 1)")
    page.evaluate("window.shifts.length = 0")

    run.layouts.create(at="during", time_s=run.layouts.latest("time_s").time_s + 8, rows=layout_rows(2.0))

    expect(side.locator(".ticks text").last).to_have_text("24 MiB")
    assert side.evaluate("(card) => card.mark") == 1
    assert sum(page.evaluate("window.shifts")) < 0.001


def test_one_switch_is_for_all_layouts_side_by_side(page: Page) -> None:
    runs = [factories.make_run(State.FINISHED) for _ in range(2)]
    page.goto(f"/runs/side-by-side/?run={runs[0].pk}&run={runs[1].pk}")
    beside = page.locator(".layouts-beside")

    choose(beside, "bytes")

    expect(beside.locator(".layout-card[data-drawn]")).to_have_count(2)
    assert beside.locator(".ticks text:last-child").all_text_contents() == ["12 MiB", "12 MiB"]


def test_growth_is_held_against_rows_the_pool_or_time(page: Page) -> None:
    run = factories.make_run(State.FINISHED)
    run.plan_json = {**run.plan_json, "tables": {"transaction": "CREATE TABLE t (a INT) ENGINE=InnoDB"}}
    run.save()
    page.goto(f"{run.get_absolute_url()}?tab=growth")
    expect(page.locator("[data-panel=growth] [data-x]")).to_have_count(3)

    ends = {}
    for name in ("time", "rows so far", "data / buffer pool"):
        page.locator("[data-panel=growth] label", has_text=name).click()
        ends[name] = page.evaluate(f"{GROWTH}.data.datasets.at(-1).data.at(-1).x")

    assert ends["time"] == 75
    assert ends["rows so far"] > 1_000_000
    assert 0 < ends["data / buffer pool"] < 1
