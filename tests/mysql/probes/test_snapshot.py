"""A snapshot says how a server was set up, and what is different from how it comes."""

import json
import threading
import time

from benchlab import mysql
from benchlab.mysql import Address
from benchlab.probes import redaction
from benchlab.probes.snapshot import snapshot
from tests.conftest import MariaDBFactory


def test_a_snapshot_can_be_stored_and_gives_a_reason_for_every_null(any_server: Address) -> None:
    with mysql.connected(any_server) as connection:
        taken = snapshot.take(connection, local=True)

    assert json.loads(json.dumps(taken)) == taken
    parts = ("host", "storage", "variables")
    nulls = {f"{part}.{field}" for part in parts for field, value in taken[part].items() if value is None}
    assert nulls == set(taken["unknown"])


def test_version_variables_and_the_engine_s_status_are_there(any_server: Address) -> None:
    with mysql.connected(any_server) as connection:
        taken = snapshot.take(connection, local=True)

    assert taken["version"] == taken["variables"]["version"]
    assert len(taken["variables"]) > 400
    assert "BUFFER POOL AND MEMORY" in taken["innodb_status"]


def test_the_schema_s_tables_are_written_down_and_benchlab_s_is_not(any_server: Address, schema: str) -> None:
    with mysql.connected(any_server, database=schema) as connection:
        mysql.run(connection, "CREATE TABLE sold (id INT PRIMARY KEY) ENGINE=MyISAM")
        mysql.run(connection, "CREATE TABLE benchlab_owner (run INT)")

        taken = snapshot.take(connection, local=True, schema=schema)

    assert list(taken["tables"]) == ["sold"]
    assert taken["tables"]["sold"].startswith("CREATE TABLE `sold`")
    assert taken["durability"]["badge"] == "not crash-safe"
    assert "MyISAM tables have no transactions" in taken["durability"]["reason"]


def test_only_what_differs_from_the_default_is_marked_as_changed(mariadb_server: MariaDBFactory) -> None:
    server = mariadb_server("--innodb-flush-log-at-trx-commit=2", "--sync-binlog=0", "--max-connections=77")
    with mysql.connected(server.address) as connection:
        mysql.run(connection, "SET GLOBAL long_query_time = 3")

        changed = snapshot.take(connection, local=True)["changed"]

    assert changed["innodb_flush_log_at_trx_commit"] == {"default": "1", "value": "2"}
    assert changed["max_connections"] == {"default": "151", "value": "77"}
    assert changed["long_query_time"] == {"default": "10.000000", "value": "3.000000"}
    assert "sync_binlog" not in changed


def test_one_connection_s_own_settings_are_no_change_of_the_server_s(any_server: Address) -> None:
    with mysql.connected(any_server) as connection:
        mysql.run(connection, "SET SESSION lock_wait_timeout = 5, foreign_key_checks = 0")

        changed = snapshot.take(connection, local=True)["changed"]

    assert "lock_wait_timeout" not in changed
    assert "foreign_key_checks" not in changed


def test_the_machine_of_a_server_elsewhere_is_unknown_and_not_ours(any_server: Address) -> None:
    with mysql.connected(any_server) as connection:
        taken = snapshot.take(connection, local=False)

    assert taken["host"] is None
    assert taken["storage"] is None
    assert {name for name in taken["unknown"] if not name.startswith("variables.")} == {"host", "storage"}


def test_without_the_right_the_engine_s_status_is_unknown(poor_account: Address) -> None:
    with mysql.connected(poor_account) as connection:
        taken = snapshot.take(connection, local=True)

    assert taken["innodb_status"] is None
    assert "PROCESS" in taken["unknown"]["innodb_status"]


def test_what_may_hold_a_secret_is_null_with_the_reason(mariadb_server: MariaDBFactory) -> None:
    server = mariadb_server("--report-password=12345", "--wsrep-sst-auth=who:knows")
    with mysql.connected(server.address) as connection:
        taken = snapshot.take(connection, local=True)

    for name in ("report_password", "wsrep_sst_auth"):
        assert taken["variables"][name] is None
        assert "password or a key" in taken["unknown"][f"variables.{name}"]
    assert "12345" not in json.dumps(taken["variables"])
    assert "who:knows" not in json.dumps(taken)


def test_the_change_of_a_secret_is_told_and_not_what_it_became(mariadb_server: MariaDBFactory) -> None:
    server = mariadb_server("--report-password=topsecret")
    with mysql.connected(server.address) as connection:
        taken = snapshot.take(connection, local=True)

    assert taken["changed"]["report_password"] == {"default": None, "value": None}


def test_other_sessions_statements_are_cut_out_of_the_engine_s_status(any_server: Address, schema: str) -> None:
    with mysql.connected(any_server, database=schema) as other, mysql.connected(any_server) as admin:
        mysql.run(other, "CREATE TABLE kept (id INT PRIMARY KEY, word VARCHAR(50)) ENGINE=InnoDB")
        mysql.run(other, "INSERT INTO kept VALUES (1, 'confidential')")
        waiting = _wait_for_a_row(any_server, other, schema)
        raw = mysql.rows(admin, "SHOW ENGINE INNODB STATUS")[0][2]
        status = snapshot.take(admin, local=False)["innodb_status"]
        own = snapshot.take(admin, local=False, schema=any_server.user)["innodb_status"]
        mysql.run(other, "ROLLBACK")
        waiting.join()

    assert "very private" in raw
    assert "very private" not in status
    assert "confidential" not in status
    assert redaction.CUT in status
    assert {"LIST OF TRANSACTIONS FOR EACH SESSION:", "BUFFER POOL AND MEMORY"} <= set(status.splitlines())
    assert "very private" in own


def _wait_for_a_row(address: Address, other: mysql.Connection, schema: str) -> threading.Thread:
    """A session that waits in a statement, while ``other`` holds the row."""
    mysql.run(other, "BEGIN")
    mysql.run(other, "UPDATE kept SET word = 'mine' WHERE id = 1")

    def update() -> None:
        with mysql.connected(address, database=schema) as connection:
            mysql.run(connection, "UPDATE kept SET word = 'very private'\n  WHERE id = 1")

    waiting = threading.Thread(target=update)
    waiting.start()
    while not mysql.rows(other, "SELECT 1 FROM information_schema.PROCESSLIST WHERE INFO LIKE 'UPDATE kept%very%'"):
        time.sleep(0.05)
    return waiting
