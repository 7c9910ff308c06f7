"""How tables are cut, and what each piece holds."""

from typing import Any

import pytest

from benchlab import mysql
from benchlab.mysql import Address
from benchlab.probes.server import layout

MONTHS_AND_SELLERS = """
CREATE TABLE sold (seller INT NOT NULL, day DATE NOT NULL, KEY (seller)) ENGINE=InnoDB
PARTITION BY RANGE (MONTH(day)) SUBPARTITION BY HASH (seller DIV 10) SUBPARTITIONS 2 (
    PARTITION winter VALUES LESS THAN (3), PARTITION `rest of it` VALUES LESS THAN (13))
"""


def read(server: Address, schema: str, **how: Any) -> list[dict[str, Any]]:
    with mysql.connected(server) as connection:
        return layout.read(connection, schema, **{"at": "end", "time_s": 12.5, "exact": True, **how})


@pytest.fixture
def sold(any_server: Address, schema: str) -> str:
    """The schema with a table in four pieces that hold 2, 1, 0 and 1 rows."""
    with mysql.connected(any_server, database=schema) as connection:
        mysql.run(connection, MONTHS_AND_SELLERS)
        mysql.run(
            connection,
            "INSERT INTO sold VALUES (1, '2026-01-05'), (2, '2026-02-05'), (15, '2026-01-05'), (15, '2026-07-05')",
        )
    return schema


def test_every_subpartition_is_a_row_in_the_order_of_the_partitions(any_server: Address, sold: str) -> None:
    rows = read(any_server, sold)

    assert [(row["partition"], row["subpartition"]) for row in rows] == [
        ("winter", "wintersp0"),
        ("winter", "wintersp1"),
        ("rest of it", "rest of itsp0"),
        ("rest of it", "rest of itsp1"),
    ]


def test_exact_rows_are_counted(any_server: Address, sold: str) -> None:
    rows = read(any_server, sold)

    assert [row["rows"] for row in rows] == [2, 1, 0, 1]
    assert all(row["exact"] for row in rows)


def test_estimates_say_that_they_are(any_server: Address, sold: str) -> None:
    rows = read(any_server, sold, at="during", exact=False)

    assert not any(row["exact"] for row in rows)
    assert all(isinstance(row["rows"], int) for row in rows)


def test_a_row_is_as_the_result_document_shows_it(any_server: Address, sold: str) -> None:
    first = read(any_server, sold)[0]

    assert set(first) == {
        *("at", "time_s", "table", "partition", "subpartition", "method", "expression", "description"),
        *("rows", "data_bytes", "index_bytes", "exact"),
    }
    assert (first["at"], first["time_s"], first["table"]) == ("end", 12.5, "sold")
    assert first["method"] == "RANGE / HASH"
    assert first["expression"].startswith("month(`day`); ")
    assert first["description"] == "3"
    assert first["data_bytes"] > 0
    assert first["index_bytes"] > 0


def test_a_table_in_one_piece_is_one_row_without_a_partition(any_server: Address, schema: str) -> None:
    with mysql.connected(any_server, database=schema) as connection:
        mysql.run(connection, "CREATE TABLE whole (id INT PRIMARY KEY)")
        mysql.run(connection, "INSERT INTO whole VALUES (1), (2), (3)")

    [row] = read(any_server, schema)

    assert (row["partition"], row["subpartition"], row["method"], row["rows"]) == (None, None, None, 3)


def test_views_and_benchlab_s_own_table_are_left_out(any_server: Address, schema: str) -> None:
    with mysql.connected(any_server, database=schema) as connection:
        mysql.run(connection, "CREATE TABLE benchlab_owner (run INT)")
        mysql.run(connection, "CREATE VIEW seen AS SELECT run FROM benchlab_owner")

    assert read(any_server, schema) == []


def test_estimates_are_fresh_after_a_load(any_server: Address, sold: str) -> None:
    read(any_server, sold, exact=False)
    with mysql.connected(any_server, database=sold) as connection:
        for _ in range(10):
            mysql.run(connection, "INSERT INTO sold SELECT * FROM sold")
        mysql.run(connection, "ANALYZE TABLE sold")

    rows = read(any_server, sold, exact=False)

    assert sum(row["rows"] for row in rows) > 1000
