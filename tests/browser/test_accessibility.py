"""Every page by the rules of axe-core, light, dark and on a phone: nothing serious."""

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from benchlab.models import State
from tests import factories
from tests.browser.conftest import PHONE, WIDE
from tests.browser.test_pictures import PAGES, furnish

AXE = Path(__file__).resolve().parents[2] / "node_modules/axe-core/axe.min.js"
SEVERE = ("serious", "critical")


@pytest.mark.usefixtures("worker")
@pytest.mark.parametrize(("look", "scheme"), [("wide", "light"), ("wide", "dark"), ("phone", "light")])
def test_no_page_breaks_a_serious_rule_of_accessibility(page: Page, look: str, scheme: str) -> None:
    numbers = furnish()
    page.set_viewport_size(PHONE if look == "phone" else WIDE)
    page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]

    pages = {name: address.format(**numbers) for name, address in PAGES.items()}
    found = {name: rules for name, address in pages.items() if (rules := broken_rules(page, address))}

    assert found == {}, "\n".join(f"{name}: {rule}" for name, rules in found.items() for rule in rules)


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
    assert page.evaluate("document.activeElement.textContent") == "Skip to the content"
    page.locator("#tab-overview").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")

    assert page.locator("#panel-response-times").is_visible()


def broken_rules(page: Page, address: str) -> list[str]:
    page.goto(address)
    page.wait_for_timeout(300)
    return severe(page)


def severe(page: Page) -> list[str]:
    page.evaluate(AXE.read_text())
    violations: list[dict[str, Any]] = page.evaluate("axe.run().then((found) => found.violations)")
    return [
        f"{rule['id']}: {node['target']} {node['any'][0]['message'] if node['any'] else ''}"
        for rule in violations
        if rule["impact"] in SEVERE
        for node in rule["nodes"]
    ]
