"""Every page by the rules of axe-core, and one of each kind in the dark and on a phone: nothing serious."""

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from benchlab.models import State
from tests import factories
from tests.browser.conftest import PHONE
from tests.browser.test_pictures import PAGES, furnish

AXE = Path(__file__).resolve().parents[2] / "node_modules/axe-core/axe.min.js"
SEVERE = ("serious", "critical")
PARTS = 4
"""Each a test of its own, for several workers to share."""
KINDS = (
    "first-page", "runs", "run-page", "run-layout", "run-growth", "run-live", "run-failed", "runs-side-by-side",
    "experiment", "comparison", "trend", "regressions", "schedule", "benchmark", "editor", "revision", "server",
    "server-form", "report", "report-edit", "shared-report", "people", "notifications", "webhook", "join",
)  # fmt: skip
"""Pages that between them show every component; a page in another look differs by its colors and its layout alone."""
DRAWN = "new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))"
DARK = {"runOnly": ["color-contrast"]}


@pytest.mark.usefixtures("worker")
@pytest.mark.parametrize("part", range(PARTS))
def test_no_page_breaks_a_serious_rule_of_accessibility(page: Page, part: int) -> None:
    assert broken_rules(page, list(PAGES)[part::PARTS]) == []


@pytest.mark.usefixtures("worker")
def test_no_kind_of_page_is_hard_to_read_in_the_dark(page: Page) -> None:
    page.emulate_media(color_scheme="dark")

    assert broken_rules(page, KINDS, **DARK) == []


@pytest.mark.usefixtures("worker")
def test_no_kind_of_page_breaks_a_serious_rule_on_a_phone(page: Page) -> None:
    page.set_viewport_size(PHONE)

    assert broken_rules(page, KINDS) == []


def test_a_refused_form_breaks_no_serious_rule(page: Page) -> None:
    factories.make_server("db1")
    factories.make_benchmark()
    page = page.context.new_page()  # The browser itself tells the console of every 422.
    page.goto("/benchmarks/notes/")
    page.get_by_label("Clients", exact=True).fill("5000")
    page.get_by_role("button", name="Launch").click()

    page.get_by_text("Nothing was launched").wait_for()

    assert severe(page) == []


def test_the_keyboard_leads_from_the_content_to_the_tabs(page: Page) -> None:
    page.goto(factories.make_run(State.FINISHED).get_absolute_url())

    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.textContent") == "Skip to content"
    page.locator("#tab-overview").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")

    assert page.locator("#panel-response-times").is_visible()


def broken_rules(page: Page, names: Iterable[str], **options: Any) -> list[str]:
    numbers = furnish()
    found = []
    for name in names:
        page.goto(PAGES[name].format(**numbers))
        page.evaluate(DRAWN)
        found += [f"{name}: {rule}" for rule in severe(page, **options)]
    return found


def severe(page: Page, **options: Any) -> list[str]:
    page.evaluate(AXE.read_text())
    run = f"axe.run({json.dumps({'resultTypes': ['violations'], **options})}).then((found) => found.violations)"
    violations: list[dict[str, Any]] = page.evaluate(run)
    return [
        f"{rule['id']}: {node['target']} {node['any'][0]['message'] if node['any'] else ''}"
        for rule in violations
        if rule["impact"] in SEVERE
        for node in rule["nodes"]
    ]
