from django.test import Client

from benchlab.models import Benchmark
from tests import factories
from tests.web.pages.benchmarks.test_launch import VALUES

ENGINE = "parameters:\n  engine:   {type: engine, default: InnoDB}\n"


def make_engine_benchmark() -> Benchmark:
    text = factories.DEFINITION.format(name="notes", title="Notes").replace("parameters:\n", ENGINE)
    return Benchmark.store(
        text.replace("amount DECIMAL(10,2) NOT NULL)", "amount DECIMAL(10,2)) ENGINE={{ engine }}"), by=None
    )


def test_the_engines_are_those_of_the_chosen_server(runner: Client) -> None:
    factories.make_server("db1")
    factories.make_server("db2", facts_json=factories.make_facts(engines=("InnoDB", "TokuDB")).to_json())
    benchmark = make_engine_benchmark()

    page = runner.get(f"{benchmark.get_absolute_url()}?server=db2").content.decode()

    assert "TokuDB</option>" in page
    assert "Aria</option>" not in page


def test_another_server_brings_its_engines_and_marks_one_that_it_lacks(runner: Client) -> None:
    factories.make_server("db1")
    factories.make_server("db2", facts_json=factories.make_facts(engines=("InnoDB", "TokuDB")).to_json())
    benchmark = make_engine_benchmark()
    chosen = {**VALUES, "server": "db2", "engines-of": "db1", "set-engine": "Aria"}

    page = runner.post(f"{benchmark.get_absolute_url()}preview/", chosen).content.decode()

    field = page[page.index('id="field_set-engine"') :].partition("form-hint")[0]
    assert "Aria (not on db2)</option>" in field
    assert "does not offer the engine Aria" in field


def test_a_field_keeps_its_place_while_its_server_stays(runner: Client) -> None:
    factories.make_server("db1")
    benchmark = make_engine_benchmark()

    page = runner.post(f"{benchmark.get_absolute_url()}preview/", {**VALUES, "engines-of": "db1"}).content.decode()

    assert 'id="field_set-engine"' not in page


def test_an_empty_server_is_marked_with_its_sentence_and_takes_the_focus(runner: Client) -> None:
    benchmark = factories.make_benchmark()

    without = {**VALUES, "server": [], "set-clients": "0"}
    page = runner.post(f"{benchmark.get_absolute_url()}runs/", without).content.decode()

    field = page[page.index('id="field_server"') :].partition('id="field_repeats"')[0]
    assert "autofocus" in field
    assert 'aria-invalid="true"' in field
    assert "Choose a server to run on." in field
    assert page.count("autofocus") == 1
