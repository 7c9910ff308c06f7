import pytest

from benchlab.definitions.phases.drive import DrivePhase
from benchlab.definitions.phases.statements import Statement, Transaction
from benchlab.engine.generator.tally import Tally
from benchlab.engine.phases.drive_figures import SecondValues, only_inserts


def drive(*statements: str) -> DrivePhase:
    named = tuple(Statement(f"statement {number}", sql) for number, sql in enumerate(statements))
    return DrivePhase("write", clients=1, transactions=(Transaction("write", 1, named),), duration_s=1.0)


@pytest.mark.parametrize(
    ("statements", "grows"),
    [
        (["INSERT INTO t VALUES (:a)"], True),
        (["/* fast */ insert ignore into t VALUES (:a)", "INSERT INTO u VALUES (:a), (:b)"], True),
        (["INSERT INTO t VALUES (:a) ON DUPLICATE KEY UPDATE a = 1"], False),
        (["INSERT INTO t VALUES (:a)", "SELECT * FROM t WHERE a = :a"], False),
        (["DELETE FROM t WHERE a = :a"], False),
    ],
)
def test_a_drive_of_inserts_alone_makes_tables_grow(statements: list[str], grows: bool) -> None:
    assert only_inserts(drive(*statements)) is grows


def test_rows_are_added_up_from_second_to_second() -> None:
    values = SecondValues(drive("INSERT INTO t VALUES (:a), (:b)"))

    told = [values.of(Tally(rows=rows), 1.0)["rows_so_far"] for rows in (20, 0, 4)]

    assert told == [20, 20, 24]


def test_a_drive_that_reads_tells_no_rows_so_far() -> None:
    assert "rows_so_far" not in SecondValues(drive("SELECT 1")).of(Tally(rows=5), 1.0)
