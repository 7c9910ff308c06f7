"""The definition editor: completion, marks and the way back to the plain textarea."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests import factories

TEXT = """\
name: notes
title: Notes
parameters:
  clients: {type: integer, default: 3}
  engine: {type: engine, default: InnoDB}
tables:
  note: |
    CREATE TABLE note (id INT NOT NULL PRIMARY KEY, amount INT) ENGINE={{ engine }}
values:
  id: {sequence: {start: 1}}
  amount: {integer: [1, 9]}
phases:
  - drive:
      name: insert
      clients: "{{ clients }}"
      for: 1s
      transactions:
        write: ["INSERT INTO note VALUES (:id, :amount)"]
"""
# What may be written where: a line that is added at the end, the cursor behind it, and words that are then offered.
PLACES = {
    "": ["name", "parameters", "phases"],
    "  - ": ["sql", "load", "drive"],
    "  - dr": ["drive"],
    "  - load: {": ["table", "rows"],
    "  - load: {table: ": ["note"],
    "  - load: {name: more, method: ": ["load data", "insert"],
    "  - drive:\n      arr": ["arrival"],
    "  - drive:\n      arrival: ": ["fixed", "poisson"],
    "  - drive:\n      transactions:\n        read: {": ["weight", "statements"],
    "  - parallel:\n      phases:\n        - que": ["query"],
    "  - check:\n      expect:\n        - {phase: ins": ["insert"],
    "  - check:\n      expect: [{phase: insert, figure: latency_ms.p9": ["latency_ms.p99"],
    '  - query: {sql: "SELECT :': ["id", "amount"],
    '  - query: {sql: "SELECT {{ ': ["clients", "engine", "server.version"],
    "  - sql:\n      statements: |\n        SELECT ": [],
    "needs: [": ["triggers"],
    "published: [{phase: insert,\n  figure: latency_ms.m": ["latency_ms.mean", "latency_ms.max"],
    "primary: {phase: insert, better: ": ["higher", "lower"],
    "# phases: ": [],
}

Write = Callable[[str], None]


@pytest.fixture
def write(page: Page) -> Write:
    """Makes the text of the editor another one, the cursor at its end, as if it had been typed there."""
    page.goto("/definitions/new/")
    page.locator(".cm-content").click()

    def written(text: str) -> None:
        page.evaluate(
            """async (text) => {
              const { EditorView } = await import("@codemirror/view");
              const view = EditorView.findFromDOM(document.querySelector(".cm-editor"));
              const changes = { from: 0, to: view.state.doc.length, insert: text };
              view.dispatch({ changes, selection: { anchor: text.length } });
            }""",
            text,
        )

    return written


def test_what_may_stand_at_the_cursor_is_offered_with_a_line_of_help(page: Page, write: Write) -> None:
    offered = page.locator(".cm-tooltip-autocomplete li")
    missing = {}

    for added, words in PLACES.items():
        write(TEXT + added)
        page.keyboard.press("Control+Space")
        if words:
            expect(offered.first, f"after “{added}”").to_be_visible()
        found = page.locator(".cm-completionLabel").all_inner_texts()
        missing[added] = [word for word in words if word not in found] if words else found
        page.keyboard.press("Escape")
        expect(offered).to_have_count(0)

    assert not any(missing.values()), missing


def test_a_word_is_completed_as_one_types_and_says_what_it_does(page: Page, write: Write) -> None:
    write(TEXT + "  - ")

    page.keyboard.type("rest")
    chosen = page.locator(".cm-tooltip-autocomplete li[aria-selected]")
    expect(chosen).to_contain_text("Restart a sandbox")
    page.wait_for_timeout(100)  # What has just appeared takes no key yet.
    page.keyboard.press("Enter")

    expect(page.locator(".cm-content")).to_contain_text("- restart: ")


def test_problems_are_marked_listed_and_lead_to_their_place(page: Page) -> None:
    page.goto("/definitions/new/")
    page.locator(".cm-content").click()
    page.keyboard.press("Control+Home")

    page.keyboard.type("phazes: 1\n")

    item = page.locator("#problems li", has_text="phazes")
    expect(item).to_contain_text("Did you mean “phases”?")
    expect(page.locator(".cm-lint-marker-error")).to_have_count(1)
    page.keyboard.press("F8")
    expect(page.locator(".cm-tooltip .cm-diagnostic")).to_contain_text("is not known here")
    page.keyboard.press("Control+End")
    item.get_by_role("button", name="line 1").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".cm-content")).to_be_focused()
    expect(page.locator(".cm-activeLine")).to_have_text("phazes: 1")


def test_a_misspelled_word_is_replaced_from_the_list(page: Page, write: Write) -> None:
    write(TEXT.replace('clients: "', 'clinets: "'))

    page.get_by_role("button", name="Replace with clients").click()

    expect(page.locator("#problems")).to_contain_text("No problems found")
    assert page.locator("[data-editor] textarea").input_value() == TEXT


def test_what_is_written_is_what_is_saved(page: Page, write: Write) -> None:
    write(TEXT)

    page.get_by_role("button", name="Save revision").click()

    expect(page).to_have_url(re.compile(r"/benchmarks/notes/$"))
    page.goto("/benchmarks/notes/edit/")
    expect(page.locator(".cm-content")).to_contain_text("title: Notes")


def test_the_browser_asks_before_a_changed_text_is_left(page: Page, write: Write) -> None:
    asked: list[str] = []
    page.on("dialog", lambda dialog: (asked.append(dialog.type), dialog.accept()))

    page.get_by_role("link", name="Cancel").click()
    page.goto("/definitions/new/")
    page.locator(".cm-content").click()
    page.keyboard.type("# more")
    page.get_by_role("link", name="Cancel").click()
    page.wait_for_url("**/benchmarks/")

    assert asked == ["beforeunload"]


def test_templates_values_and_sql_are_told_apart(page: Page, write: Write) -> None:
    write(TEXT)

    expect(page.locator(".tok-template").first).to_have_text("{{ engine }}")
    expect(page.locator(".tok-drawn")).to_have_text([":id", ":amount"])
    expect(page.locator(".tok-keyword", has_text="INSERT")).to_be_visible()


def test_prose_is_not_taken_for_sql(page: Page, write: Write) -> None:
    write("description: |\n  LOAD DATA is how these rows come.\nphases: []\n")

    expect(page.locator(".tok-propertyName", has_text="description")).to_be_visible()
    expect(page.locator(".tok-keyword")).to_have_count(0)


def test_without_the_library_the_textarea_is_what_it_was(page: Page) -> None:
    page = page.context.new_page()  # The browser itself tells the console of what was not loaded.
    page.route("**/modules/**", lambda route: route.abort())
    page.goto("/definitions/new/")
    text = page.locator("[data-editor] textarea")

    text.fill("name: notes\ntitle: Notes\nphazes: []\n")

    problem = page.locator("#problems button", has_text="line 3")
    expect(problem).to_be_visible()
    problem.click()
    assert text.evaluate("(element) => element.value.slice(0, element.selectionStart).split('\\n').length") == 3


def test_the_layout_of_the_text_can_be_asked_for(page: Page) -> None:
    factories.make_server("db1", check_error="Nobody answers there.")
    page.goto("/definitions/new/")

    page.get_by_role("button", name="Show the layout").click()

    expect(page.locator("#layouts")).to_contain_text("db1 did not answer its last check: Nobody answers there.")
