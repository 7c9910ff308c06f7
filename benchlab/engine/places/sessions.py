"""How the connections of a run are set up."""

from benchlab import mysql

METADATA_WAIT_S = 300
"""How long DDL and statements wait for each other: MariaDB would wait a day, MySQL a year."""
SETUP = f"SET SESSION lock_wait_timeout = {METADATA_WAIT_S}"


def opened(account: mysql.Address, schema: str, *, read_timeout_s: int | None = None) -> mysql.Connection:
    connection = mysql.connect(account, database=schema, read_timeout_s=read_timeout_s)
    mysql.run(connection, SETUP)
    return connection


def opened_raw(account: mysql.Address, schema: str) -> mysql.RawConnection:
    connection = mysql.connect_raw(account, database=schema)
    connection.query(SETUP.encode())
    return connection
