"""A plan tried before its launch: every mistake is found, nothing stays."""

from dataclasses import replace

import pytest

from benchlab import mysql
from benchlab.definitions.phases.phase import PlannedPhase
from benchlab.definitions.phases.query import QueryPhase
from benchlab.definitions.phases.sql import SqlPhase
from benchlab.definitions.phases.statements import Statement
from benchlab.engine import Access, NotTriedError, Owner, rehearse
from tests.mysql.engine.plans import Runs, drive, load, one, plan


def messages(runs: Runs, *phases: PlannedPhase, tables: dict[str, str] | None = None) -> list[str]:
    made = plan(*phases, tables=tables, flavour=runs.flavour)
    return [str(problem) for problem in rehearse(made, Access(runs.address), owner=Owner("tests", 7))]


def sql(text: str) -> SqlPhase:
    return SqlPhase("steps", (Statement("step", text),))


def test_a_plan_that_works_has_no_problem(runs: Runs):
    trigger = "CREATE TRIGGER t AFTER INSERT ON sale FOR EACH ROW BEGIN SET @sum = NEW.amount; END"

    assert (
        messages(runs, load(100), sql(trigger), drive(), QueryPhase("read", "SELECT * FROM sale WHERE id = :known"))
        == []
    )


@pytest.mark.parametrize(
    ("phase", "place", "said"),
    [
        (sql("CREAT TABLE t (id INT)"), "phase steps", "error 1064"),
        (sql("INSERT INTO elsewhere.t VALUES (1)"), "phase steps", "outside of the run's schema"),
        (drive(one("INSERT INTO missing VALUES (1)")), "phase insert", "does not exist"),
        (drive(one("INSERT INTO sale (nothing) VALUES (1)")), "phase insert", "does not have"),
        (QueryPhase("read", "SELECT FROM sale"), "phase read", "error 1064"),
    ],
)
def test_a_mistake_is_named_with_its_phase(mariadb_runs: Runs, phase, place, said):
    (message,) = messages(mariadb_runs, phase)

    assert message.startswith(place)
    assert said in message


def test_an_engine_that_is_not_there_is_named(runs: Runs):
    (message,) = messages(runs, tables={"t": "CREATE TABLE t (id INT) ENGINE=TokuDB"})

    assert "table t" in message
    assert "does not have this engine" in message


def test_a_setting_that_the_server_does_not_have_is_named(runs: Runs):
    made = replace(plan(drive(), flavour=runs.flavour), settings={"innodb_flush_log_at_trx_comit": 1})

    (problem,) = rehearse(made, Access(runs.address), owner=Owner("tests", 7))

    assert problem.where == "settings.innodb_flush_log_at_trx_comit"
    assert "the server has no such variable" in problem.message


def test_a_plan_is_not_tried_on_a_server_that_is_down():
    nowhere = Access(mysql.Address(port=1))

    with pytest.raises(NotTriedError, match="nothing answers at this address"):
        rehearse(plan(drive()), nowhere, owner=Owner("tests", 7))


def test_nothing_stays_on_the_server(runs: Runs):
    messages(runs, sql("CREAT TABLE t (id INT)"))

    with mysql.connected(runs.address) as admin:
        assert mysql.rows(admin, "SHOW DATABASES LIKE 'benchlab\\_try\\_%'") == []
        assert mysql.rows(admin, "SELECT User FROM mysql.user WHERE User LIKE 'benchlab\\_try\\_%'") == []
