"""Every statement of the shipped definitions is tried on real servers, in every layout."""

import re
import secrets
from collections.abc import Iterator

import pytest

from benchlab import mysql
from benchlab.definitions import Definition, Facts, Plan, catalog
from benchlab.definitions.language import sql_lexer
from benchlab.definitions.phases.drive import DrivePhase
from benchlab.definitions.phases.query import QueryPhase
from benchlab.definitions.phases.sql import SqlPhase
from benchlab.definitions.values import generator_arguments, generators
from benchlab.mysql import Address, Connection
from benchlab.probes.snapshot import server_check as probe

LAYOUTS = {
    "unpartitioned": (1, 1),
    "month": (12, 32),
    "month-seller": (120, 320),
    "date": (17, 32),
    "date-seller": (170, 320),
}
NOT_PARTITIONED_HERE = 1178


@pytest.fixture(scope="session")
def facts(any_server: Address) -> Facts:
    return probe.inspect(any_server)


@pytest.fixture
def connection(any_server: Address) -> Iterator[Connection]:
    schema = f"benchlab_catalogue_{secrets.token_hex(4)}"
    with mysql.connected(any_server) as connection:
        mysql.run(connection, f"CREATE DATABASE {schema}")
        try:
            mysql.run(connection, f"USE {schema}")
            yield connection
        finally:
            mysql.run(connection, f"DROP DATABASE {schema}")


def study(facts: Facts, **given: str) -> Plan:
    definition = Definition.parse(catalog.shipped()["sell-transactions"])
    return definition.plan(definition.values({"purge": "0", **given}), revision=1, seed=7, servers=(), facts=facts)


def make_tables(connection: Connection, plan: Plan) -> None:
    for ddl in plan.tables.values():
        mysql.run(connection, ddl)


def rendered(plan: Plan, statement: str, *, count: int, first: int = 0) -> list[str]:
    """The statement ``count`` times over with values drawn for it; keys begin behind the ``first`` that were used."""
    fragments, names = sql_lexer.split(statement)
    drawn = {
        name: generators.make(plan.values[name], generators.seeded(plan.seed, name, first), offset=first).batch(count)
        for name in names
    }
    return [
        fragments[0]
        + "".join(drawn[name][row].decode() + fragment for name, fragment in zip(names, fragments[1:], strict=True))
        for row in range(count)
    ]


def insert(connection: Connection, plan: Plan, *, count: int, first: int = 0) -> None:
    [drive] = [phase for phase in plan.phases if isinstance(phase, DrivePhase) and phase.name == "insert"]
    for statement in rendered(plan, drive.transactions[0].statements[0].sql, count=count, first=first):
        mysql.run(connection, statement)


def execute(connection: Connection, plan: Plan, phase_name: str) -> None:
    for phase in plan.phases:
        if isinstance(phase, SqlPhase) and phase.name == phase_name:
            for statement in phase.statements:
                mysql.run(connection, statement.sql)


def partitions(connection: Connection, table: str) -> list[tuple[str | None, int]]:
    """Partition by partition of the table: its name, and the number of its rows, counted."""
    names = mysql.rows(
        connection,
        "SELECT DISTINCT PARTITION_NAME, PARTITION_ORDINAL_POSITION FROM information_schema.PARTITIONS "
        "WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME = %s ORDER BY PARTITION_ORDINAL_POSITION",
        [table],
    )
    return [
        (name, mysql.rows(connection, f"SELECT COUNT(*) FROM `{table}` PARTITION ({name})")[0][0]) for name, _ in names
    ]


@pytest.mark.parametrize("layout", LAYOUTS)
def test_the_tables_are_cut_as_their_layout_says(connection: Connection, facts: Facts, layout: str) -> None:
    plan = study(facts, layout=layout)

    make_tables(connection, plan)

    cut = dict(
        mysql.rows(
            connection,
            "SELECT TABLE_NAME, COUNT(*) FROM information_schema.PARTITIONS "
            "WHERE TABLE_SCHEMA = DATABASE() GROUP BY TABLE_NAME",
        )
    )
    assert (cut["transaction"], cut["daily_sell_amount_summary"]) == LAYOUTS[layout]


def test_a_month_lies_in_its_partition_and_a_day_in_its_own(connection: Connection, facts: Facts) -> None:
    plan = study(facts, layout="month", dates="year")
    make_tables(connection, plan)

    for month in range(1, 13):
        sale = f"INSERT INTO `transaction` VALUES (1, {month}, 1, '2026-{month:02d}-28', '12:00:00')"
        mysql.run(connection, sale)
    for day in range(1, 32):
        mysql.run(connection, f"INSERT INTO daily_sell_amount_summary VALUES (1, 1, '2026-01-{day:02d}')")

    assert partitions(connection, "transaction") == [(f"p{month}", 1) for month in range(1, 13)]
    assert partitions(connection, "daily_sell_amount_summary") == [
        *((f"d{day}", 1) for day in range(1, 32)),
        ("rest", 0),
    ]


@pytest.mark.parametrize("layout", ["unpartitioned", "month", "month-seller"])
@pytest.mark.parametrize("dates", ["one day", "kept months", "year"])
def test_the_summary_adds_up_before_and_under_the_trigger(
    connection: Connection, facts: Facts, layout: str, dates: str
) -> None:
    plan = study(facts, layout=layout, dates=dates, sellers="20")
    make_tables(connection, plan)

    insert(connection, plan, count=60)
    execute(connection, plan, "fill summary")
    execute(connection, plan, "create trigger")
    insert(connection, plan, count=60, first=60)

    [(rows, amount)] = mysql.rows(connection, "SELECT COUNT(*), SUM(amount) FROM `transaction`")
    [(summed,)] = mysql.rows(connection, "SELECT SUM(amount_summary) FROM daily_sell_amount_summary")
    assert (rows, summed) == (120, amount)


def test_both_reads_of_the_study_find_rows(connection: Connection, facts: Facts) -> None:
    plan = study(facts, layout="month", dates="one day", sellers="5")
    make_tables(connection, plan)
    insert(connection, plan, count=60)
    execute(connection, plan, "fill summary")

    reads = [phase for phase in plan.all_phases() if isinstance(phase, QueryPhase)]

    assert len(reads) >= 8
    for read in reads:
        [statement] = rendered(plan, read.sql, count=1)
        assert mysql.rows(connection, statement)


def test_partitioned_myisam_is_refused_by_mysql_as_the_requirements_say(connection: Connection, facts: Facts) -> None:
    plan = study(facts, engine="MyISAM")

    if facts.flavour == "MariaDB":
        make_tables(connection, plan)
    else:
        with pytest.raises(mysql.Error) as refused:
            make_tables(connection, plan)
        assert mysql.error_code(refused.value) == NOT_PARTITIONED_HERE


def test_every_generator_writes_literals_that_the_server_reads_back(connection: Connection) -> None:
    values = {
        "a": ("integer", {"min": -9, "max": 9, "zipf": 1.1}, "INT"),
        "b": ("decimal", ["-5.00", "5.00"], "DECIMAL(5,2)"),
        "c": ("datetime", ["2026-01-01 00:00:00", "2026-01-03 00:00:00"], "DATETIME"),
        "d": ("string", {"length": [0, 9], "alphabet": "a'\\\"\t\né😀"}, "VARCHAR(9) CHARACTER SET utf8mb4"),
        "e": ("word", [1, 3], "VARCHAR(60)"),
        "f": ("ip", "10.0.0.0/8", "VARCHAR(15)"),
        "g": ("choice", ["it's", "a\\b"], "VARCHAR(9)"),
    }
    columns = ", ".join(f"{name} {column}" for name, (_, _, column) in values.items())
    mysql.run(connection, f"CREATE TABLE drawn ({columns})")
    specs = [generator_arguments.check(kind, given) for kind, given, _ in values.values()]
    drawn = [generators.make(spec, generators.seeded(1, spec.kind)).batch(200) for spec in specs]

    for row in zip(*drawn, strict=True):
        mysql.run(connection, f"INSERT INTO drawn VALUES ({b', '.join(row).decode()})")

    fields = [generators.make(spec, generators.seeded(1, spec.kind)).batch_text(200) for spec in specs]
    found = mysql.rows(connection, "SELECT CONCAT_WS('|', a, b, c, d, e, f, g) FROM drawn")
    expected = ["|".join(unescaped(field) for field in row) for row in zip(*fields, strict=True)]
    assert sorted(text for (text,) in found) == sorted(expected)


def unescaped(field: bytes) -> str:
    """What LOAD DATA makes of a field."""
    specials = {"t": "\t", "n": "\n", "r": "\r", "0": "\0"}
    return re.sub(r"\\(.)", lambda found: specials.get(found[1], found[1]), field.decode(), flags=re.DOTALL)
