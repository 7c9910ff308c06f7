"""What a load phase may say, and the shipped bulk load."""

import json

import pytest

from benchlab.definitions import Definition, Plan, catalog
from benchlab.definitions.language.problems import Refused
from benchlab.definitions.phases.load import LoadPhase
from benchlab.definitions.phases.load_file_source import FileSource
from tests.unit.definitions.samples import SMALL, facts, plan

FILE = "load: {name: preload, table: sale, "


def load(says: str) -> LoadPhase:
    [line] = [line for line in SMALL.splitlines() if "- load:" in line]
    found = plan(SMALL.replace(line, f"  - {FILE}{says}}}")).phases[0]
    assert isinstance(found, LoadPhase)
    return found


def refusal(says: str) -> str:
    with pytest.raises(Refused) as refused:
        load(says)
    return " ".join(problem.message for problem in refused.value.problems)


def bulk_load(**given: str) -> Plan:
    definition = Definition.parse(catalog.shipped()["bulk-load"])
    return definition.plan(definition.values(given), revision=1, seed=1, servers=(), facts=facts())


def phase(**given: str) -> LoadPhase:
    [found] = [each for each in bulk_load(**given).phases if isinstance(each, LoadPhase)]
    return found


def test_a_file_fills_the_tables_columns_in_order_unless_told() -> None:
    assert load("file: sales/1.csv").file == FileSource("sales/1.csv")
    assert list(load("file: a, columns: [amount, id]").columns) == ["amount", "id"]


def test_a_file_load_comes_back_from_json_as_it_was() -> None:
    made = plan(SMALL.replace("rows:", "file: a, columns: [id], widths: [8], on_error: skip, statement:"))

    assert Plan.from_json(json.loads(json.dumps(made.to_json()))) == made


@pytest.mark.parametrize("path", ["/etc/passwd", "../keys", "a/../../keys", "''"])
def test_a_file_is_named_within_its_folder(path: str) -> None:
    assert "folder for data files" in refusal(f"file: {path}")


@pytest.mark.parametrize(
    ("says", "said"),
    [
        ("file: a, columns: [id, nothing]", "no column “nothing”"),
        ("file: a, columns: [id], widths: [8, 9]", "2 widths are given for 1 columns"),
        ("file: a, columns: [id], widths: [8], delimiter: ';'", "not both"),
        ("file: a, widths: [0]", "not above 0"),
        ("file: a, delimiter: '::'", "not one ASCII character"),
        ("file: a, on_error: stumble", "“stumble” is not known"),
        ("file: a, rows: 5", "“rows” is not known here"),
        ("rows: 5, on_error: skip", "“on_error” is not known here"),
        ("rows: 5, session: {sql_mode: \"'', x = 1\"}", "no value for sql_mode"),
        ("rows: 5, session: {'@@GLOBAL.x': 1}", "not the name of a session variable"),
    ],
)
def test_what_a_load_can_not_do_is_refused_with_a_sentence(says: str, said: str) -> None:
    assert said in refusal(says)


def test_session_variables_with_an_empty_value_are_left_alone() -> None:
    assert load("rows: 5, session: {unique_checks: 0, sort_buffer_size: ''}").session == {"unique_checks": "0"}


@pytest.mark.parametrize(
    ("key", "ddl"),
    [
        ("explicit", "PRIMARY KEY (id)"),
        ("unique", "UNIQUE KEY (id)"),
        ("auto with values", "AUTO_INCREMENT"),
        ("auto without values", "AUTO_INCREMENT"),
    ],
)
def test_the_kinds_of_key_are_the_studys(key: str, ddl: str) -> None:
    assert ddl in bulk_load(key=key).tables["narrow"]
    assert ("id" in phase(key=key).columns) == (key != "auto without values")


def test_a_table_without_a_key_has_none() -> None:
    assert "KEY" not in bulk_load(key="none").tables["narrow"].upper()


def test_the_bulk_loader_of_each_engine_is_asked_for() -> None:
    assert phase().session == {"unique_checks": "0", "foreign_key_checks": "0"}
    assert phase(engine="ROCKSDB").session["rocksdb_bulk_load"] == "1"
    assert phase(engine="ROCKSDB", bulk_loader="false").session == {"rocksdb_commit_in_the_middle": "1"}


def test_all_rows_of_a_stream_go_in_one_statement_and_both_ends_are_measured() -> None:
    assert (phase().statement_rows, phase().flushed) == (0, True)
    assert phase(statement="50k").statement_rows == 50_000


def test_the_buffer_pool_is_set_only_where_a_launch_says_so() -> None:
    assert bulk_load().settings == {}
    assert bulk_load(buffer_pool="64MB").settings == {"innodb_buffer_pool_size": 67108864}


def test_the_published_scale_is_allowed_and_its_figures_then_apply() -> None:
    at_scale = bulk_load(rows="2000M", key="auto with values")

    assert "InnoDB, 2 billion rows" in {figure.label for figure in at_scale.published if figure.applies}
