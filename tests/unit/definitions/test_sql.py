"""Placeholders stand outside quotes and comments; what reaches out of the run's schema is seen."""

import pytest

from benchlab.definitions.language import create_table, sql_lexer
from benchlab.definitions.language.sql_guard import trespasses


@pytest.mark.parametrize(
    ("statement", "names"),
    [
        ("INSERT INTO t VALUES (:a, :b, :a)", ("a", "b", "a")),
        ("SELECT '12:30', \":x\", `a:b`, :a", ("a",)),
        ("SELECT 1 -- :no\n, :yes", ("yes",)),
        ("SELECT @x := 1 /* :no */", ()),
        ("SELECT 'it''s :no' , :yes", ("yes",)),
        (r"SELECT 'it\'s :no', :yes", ("yes",)),
        ("SELECT a::b, @@x:=1, 12:30 # :no", ()),
        ("SELECT 1 --:yes", ("yes",)),
        ("/*!50100 PARTITION BY HASH (:yes) */", ("yes",)),
        ("SELECT ':never closed", ()),
    ],
)
def test_only_names_outside_quotes_and_comments_are_placeholders(statement: str, names: tuple[str, ...]) -> None:
    fragments, found = sql_lexer.split(statement)

    assert found == names
    assert len(fragments) == len(names) + 1


@pytest.mark.parametrize(
    "statement",
    [
        "SELECT * FROM mysql.user",
        "INSERT INTO `mysql` . `user` VALUES (1)",
        "USE other",
        "SELECT 1; DROP DATABASE other",
        "SELECT 1;\n SHUTDOWN",
        "CREATE DATABASE other",
        "GRANT ALL ON *.* TO me",
        "SET GLOBAL general_log = 1",
        "SET @@GLOBAL.general_log = 1",
        "SELECT 1 INTO OUTFILE '/tmp/x'",
        "SELECT LOAD_FILE('/etc/passwd')",
        "LOAD DATA INFILE '/etc/passwd' INTO TABLE t",
        "/* hidden */ DROP SCHEMA other",
        "/*!50000 DROP */ SCHEMA other",
        "SELECT * FROM t, other.s",
        "INSERT INTO other.t (a) SELECT 1",
        "SELECT other.f(1)",
        "DELETE other.* FROM t",
        "CREATE TRIGGER fires AFTER INSERT ON other.t FOR EACH ROW SET @a = 1",
        "CREATE TRIGGER fires AFTER INSERT ON t FOR EACH ROW SET GLOBAL general_log = 1",
        "SET PASSWORD = 'x'",
    ],
)
def test_what_reaches_out_of_the_schema_is_seen(statement: str) -> None:
    assert trespasses(statement)


@pytest.mark.parametrize(
    "statement",
    [
        "SELECT a.x FROM t AS a JOIN s AS b ON a.x = b.x WHERE a.x IN (1, 2)",
        "UPDATE t SET t.a = t.b",
        "SELECT 'FROM mysql.user'",
        "SELECT EXTRACT(YEAR FROM s.day), s.* FROM t s WHERE s.amount > 1.5",
        "WITH c AS (SELECT 1 AS a) SELECT c.a FROM c",
        "SELECT TABLE_NAME FROM information_schema.TABLES",
        "SELECT @@global.max_connections, @@session.autocommit",
        "UPDATE t SET global = 1, password = 'x'",
        "INSERT INTO t VALUES (1) ON DUPLICATE KEY UPDATE t.a = t.a + 1",
        "CREATE TRIGGER fires AFTER INSERT ON t FOR EACH ROW INSERT INTO s VALUES (NEW.a)",
        "SET SESSION lock_wait_timeout = 1",
        "ALTER TABLE t TRUNCATE PARTITION p1",
    ],
)
def test_what_stays_in_the_schema_is_let_through(statement: str) -> None:
    assert trespasses(statement) == []


def test_a_create_table_tells_its_columns_engine_and_partitions() -> None:
    table = """CREATE TABLE `t` (a INT, `key` DECIMAL(5,2), when_at DATETIME DEFAULT '2026-01-01',
    PRIMARY KEY (a, `key`), INDEX (when_at)) ENGINE = Aria
    PARTITION BY RANGE (a) SUBPARTITION BY HASH (a) SUBPARTITIONS 3
    (PARTITION p1 VALUES LESS THAN (2), PARTITION p2 VALUES LESS THAN MAXVALUE)"""

    assert create_table.column_names(table) == ["a", "key", "when_at"]
    assert create_table.engine(table) == "Aria"
    assert create_table.partition_count(table) == 6


def test_hash_partitions_are_counted_by_their_number() -> None:
    assert create_table.partition_count("CREATE TABLE t (a INT) PARTITION BY HASH (a) PARTITIONS 8") == 8
    assert create_table.partition_count("CREATE TABLE t (a INT)") == 1
