import re

from playwright.sync_api import Page, expect

from benchlab.models import Benchmark
from benchlab.mysql import Address
from tests import factories
from tests.web.pages.benchmarks.test_launch_marks import make_engine_benchmark
from tests.web.pages.benchmarks.test_layout_preview import TEXT as CUT


def test_a_run_is_launched_with_two_clicks_from_the_first_page(page: Page) -> None:
    factories.make_server("db1")
    factories.make_benchmark()
    page.goto("/")

    page.get_by_role("link", name="Launch").click()
    page.get_by_role("button", name="Launch").click()

    expect(page).to_have_url(re.compile(r"/runs/\d+/$"))
    expect(page.locator("#run-badges")).to_contain_text("queued")


def test_a_bad_value_gets_its_sentence_while_one_types(page: Page) -> None:
    factories.make_server("db1")
    factories.make_benchmark()
    page.goto("/benchmarks/notes/")

    page.get_by_label("Clients").fill("5000")

    expect(page.locator("#error_set-clients")).to_contain_text("out of bounds")


def test_the_preview_says_what_will_be_run(page: Page) -> None:
    factories.make_server("db1")
    factories.make_benchmark()

    page.goto("/benchmarks/notes/")

    expect(page.locator("#preview")).to_contain_text("10 clients as fast as they can")


def test_what_was_entered_is_still_there_on_the_way_back(page: Page) -> None:
    factories.make_server("db1")
    factories.make_benchmark()
    page.goto("/benchmarks/notes/")
    page.get_by_label("Clients").fill("4")
    page.get_by_label("Repeats").fill("7")
    expect(page.locator("#preview")).to_contain_text("An experiment of 7 runs")

    page.get_by_role("link", name="Servers").click()
    page.go_back()

    expect(page.get_by_label("Clients")).to_have_value("4")
    expect(page.get_by_label("Repeats")).to_have_value("7")
    expect(page.locator("#preview")).to_contain_text("4 clients as fast as they can")


def test_the_layout_follows_the_values_once_it_was_asked_for(page: Page, mariadb: Address) -> None:
    factories.make_server("db1", socket=mariadb.socket, user=mariadb.user, password=mariadb.password)
    Benchmark.store(CUT, by=None)
    page.goto("/benchmarks/cut/")
    layouts = page.locator("#layouts")

    page.get_by_label("Parts").fill("4")
    page.get_by_role("button", name="Show the layout").click()
    expect(layouts).to_contain_text("4 partitions")
    page.get_by_label("Parts").fill("7")

    expect(layouts).to_contain_text("7 partitions")


def test_the_engines_follow_the_server_and_what_it_lacks_is_marked_before_the_launch(page: Page) -> None:
    factories.make_server("db1")
    factories.make_server("db2", facts_json=factories.make_facts(engines=("InnoDB", "TokuDB")).to_json())
    make_engine_benchmark()
    page.goto("/benchmarks/notes/?server=db1")
    page.get_by_label("Engine").select_option("Aria")

    page.get_by_label("Server", exact=True).select_option("db2")

    expect(page.locator("#error_set-engine")).to_contain_text("does not offer the engine Aria")
    expect(page.locator("#field_set-engine option")).to_have_text(["InnoDB", "TokuDB", "Aria (not on db2)"])
    page.get_by_label("Engine").select_option("TokuDB")
    expect(page.locator("#error_set-engine")).to_be_empty()


def test_the_first_bad_field_of_a_refused_form_has_the_focus(page: Page) -> None:
    factories.make_server("db1")
    factories.make_benchmark()
    page = page.context.new_page()  # The browser itself tells the console of every 422.
    page.goto("/benchmarks/notes/")
    page.get_by_label("Duration").fill("soon")

    page.get_by_role("button", name="Launch").click()

    expect(page.get_by_label("Duration")).to_be_focused()
    expect(page.get_by_label("Duration")).to_have_accessible_description(re.compile("is not a duration"))
