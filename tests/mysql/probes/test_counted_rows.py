"""What the servers' counters of written rows count: what the chart of rows says of them."""

import pytest

from benchlab import mysql
from benchlab.charts.runs.panels import panels_of
from benchlab.mysql import Address
from benchlab.probes.server import status_counters

PLAIN, PARTITIONED = "", " PARTITION BY HASH (id) PARTITIONS 4"
ROWS = 500
STEPS = {
    "rows_inserted": f"INSERT INTO counted (id) VALUES {', '.join(f'({number})' for number in range(ROWS))}",
    "rows_updated": "UPDATE counted SET amount = 1",
    "rows_deleted": "DELETE FROM counted WHERE amount = 1",
}


def counted(connection: mysql.Connection, metric: str) -> float:
    """By how much the counter grows that the metric is made of."""
    before = status_counters.read(connection, innodb_metrics=False)
    mysql.run(connection, STEPS[metric])
    after = status_counters.read(connection, innodb_metrics=False)
    growth = status_counters.figures(status_counters.Reading(0.0, before), status_counters.Reading(1.0, after))
    return growth[metric]


@pytest.mark.parametrize("partitions", [PLAIN, PARTITIONED], ids=["plain", "partitioned"])
def test_mariadb_counts_a_partitioned_table_s_rows_twice_and_mysql_once(
    any_server: Address, schema: str, partitions: str
) -> None:
    with mysql.connected(any_server, database=schema) as connection:
        is_mariadb = "MariaDB" in mysql.rows(connection, "SELECT VERSION()")[0][0]
        mysql.run(connection, f"CREATE TABLE counted (id INT PRIMARY KEY, amount INT) ENGINE=InnoDB{partitions}")
        grown = {metric: counted(connection, metric) for metric in STEPS}

    times = 2 if is_mariadb and partitions else 1
    for growth in grown.values():
        # The session's own statements for the status write a few rows, too, and others may use the MySQL.
        assert growth == pytest.approx(times * ROWS, rel=0.3)


def test_the_chart_of_rows_says_so() -> None:
    (rows,) = [panel for panel in panels_of("server") if panel.key == "rows"]

    assert rows.hint == "MariaDB counts rows written to partitioned tables twice"
