"""Tables made on a server to be looked at: what it refuses is told in its words, and nothing stays."""

from functools import partial
from typing import Any

import pytest

from benchlab import mysql
from benchlab.engine import Access, Owner
from benchlab.engine.dry_run import table_creation
from benchlab.engine.dry_run.table_creation import CreatedTables, NotTriedError
from benchlab.probes.server import layout
from tests.mysql.engine.plans import Runs, plan

MONTHS = """CREATE TABLE sale (day DATE NOT NULL, seller INT NOT NULL) ENGINE={engine} PARTITION BY RANGE (MONTH(day))
SUBPARTITION BY HASH (seller) SUBPARTITIONS 2 (PARTITION p1 VALUES LESS THAN (2), PARTITION p2 VALUES LESS THAN (3))"""
RANGED = "CREATE TABLE t (id INT NOT NULL) PARTITION BY RANGE (id) ({})"
LOOK = partial(layout.read, at="start", time_s=0.0, exact=False)


def made(runs: Runs, **ddl: str) -> CreatedTables[list[dict[str, Any]]]:
    return table_creation.create(
        plan(tables=ddl, flavour=runs.flavour), Access(runs.address), owner=Owner("tests", 0), look=LOOK
    )


def left_on(address: mysql.Address) -> list[Any]:
    with mysql.connected(address) as admin:
        schemas = mysql.rows(admin, "SHOW DATABASES LIKE 'benchlab\\_try\\_tests%'")
        return [*schemas, *mysql.rows(admin, "SELECT User FROM mysql.user WHERE User LIKE 'benchlab\\_try\\_tests%'")]


def test_a_server_tells_the_layout_of_what_it_makes_and_keeps_nothing(runs: Runs):
    found = made(runs, sale=MONTHS.format(engine="InnoDB"), plain="CREATE TABLE plain (id INT)")

    told = [(row["table"], row["partition"], row["description"]) for row in found.seen]
    assert told == [("plain", None, None), *[("sale", "p1", "2")] * 2, *[("sale", "p2", "3")] * 2]
    assert found.refusals == ()
    assert left_on(runs.address) == []


@pytest.mark.parametrize(
    ("ddl", "code", "advice"),
    [
        (RANGED.format("PARTITION a VALUES LESS THAN (5), PARTITION b VALUES LESS THAN (5)"), 1493, "must rise"),
        (RANGED.format("PARTITION a VALUES LESS THAN MAXVALUE, PARTITION b VALUES LESS THAN (5)"), 1481, "the last"),
        ("CREATE TABLE t (id INT PRIMARY KEY, x INT) PARTITION BY HASH (x) PARTITIONS 2", 1503, "Correct the table"),
        ("CREATE TABLE t (id INT) PARTITION BY HASH (id) PARTITIONS 9000", 1499, "Make fewer"),
    ],
)
def test_what_a_server_refuses_is_told_in_its_words_and_the_other_tables_all_the_same(
    runs: Runs, ddl: str, code: int, advice: str
):
    found = made(runs, t=ddl, plain="CREATE TABLE plain (id INT)")

    [refusal] = found.refusals
    assert (refusal.table, refusal.said.startswith(f"error {code}: ")) == ("t", True)
    assert advice in refusal.advice
    assert [row["table"] for row in found.seen] == ["plain"]


def test_partitioned_myisam_is_refused_by_mysql_with_innodb_suggested(mysql_runs: Runs):
    [refusal] = made(mysql_runs, sale=MONTHS.format(engine="MyISAM")).refusals

    assert refusal.said.startswith("error 1178: ")
    assert "Choose InnoDB" in refusal.advice


def test_a_server_that_takes_too_long_is_given_up_and_left_clean(mariadb_runs: Runs, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(table_creation, "LONGEST_S", 1)

    with pytest.raises(NotTriedError, match="gave no answer for"):
        made(mariadb_runs, slow="CREATE TABLE slow AS SELECT SLEEP(60) AS slept")

    assert left_on(mariadb_runs.address) == []


def test_one_at_a_time_makes_tables_on_a_server(mariadb_runs: Runs, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(table_creation, "TURN_WAIT_S", 0)
    with mysql.connected(mariadb_runs.address) as other:
        mysql.rows(other, "SELECT GET_LOCK('benchlab_tables_tests', 0)")

        with pytest.raises(NotTriedError, match="Try again in a moment"):
            made(mariadb_runs, plain="CREATE TABLE plain (id INT)")


def test_a_server_that_is_down_is_told_so():
    nowhere = Access(mysql.Address(port=1))

    with pytest.raises(NotTriedError, match="nothing answers at this address"):
        table_creation.create(plan(), nowhere, owner=Owner("tests", 0), look=LOOK)
