"""How the connections of a run are set up."""

from collections.abc import Mapping

from benchlab import mysql

METADATA_WAIT_S = 300
"""How long DDL and statements wait for each other: MariaDB would wait a day, MySQL a year."""
SETUP = f"SET SESSION lock_wait_timeout = {METADATA_WAIT_S}"


def statements(variables: Mapping[str, str]) -> list[str]:
    """Numbers and words were told apart from anything else when the definition was read."""
    return [f"SET SESSION {name} = {value}" for name, value in variables.items()]


def opened(account: mysql.Address, schema: str, *, read_timeout_s: int | None = None) -> mysql.Connection:
    connection = mysql.connect(account, database=schema, read_timeout_s=read_timeout_s)
    mysql.run(connection, SETUP)
    return connection


def opened_raw(account: mysql.Address, schema: str) -> mysql.RawConnection:
    connection = mysql.connect_raw(account, database=schema)
    connection.query(SETUP.encode())
    return connection
