"""A plan's tables, created in a scratch schema of its server, inspected and dropped."""

import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Generic, TypeVar

from benchlab import mysql
from benchlab.definitions.plan.plan import Plan
from benchlab.engine import error_messages
from benchlab.engine.dry_run import scratch_schema
from benchlab.engine.dry_run.scratch_schema import NotTriedError, ScratchSchema
from benchlab.engine.execution import Access
from benchlab.engine.phases.sql import SUBSTITUTED, executed
from benchlab.engine.places import sessions
from benchlab.engine.places.workspace import Owner

LONGEST_S = 10
"""For all tables together."""
TURN_WAIT_S = 3
"""How long to wait while another process creates tables on the same server."""

T = TypeVar("T")
Look = Callable[[mysql.Connection, str], T]
"""Inspects the schema of this name."""


@dataclass(frozen=True)
class RefusedTable:
    """Why the server refuses a table: its own message, and what to do about it where that is known."""

    table: str
    said: str
    advice: str


@dataclass(frozen=True)
class CreatedTables(Generic[T]):
    """The outcome; ``seen`` is about the tables that could be created."""

    refusals: tuple[RefusedTable, ...]
    seen: T


def create(plan: Plan, access: Access, *, owner: Owner, look: Look[T]) -> CreatedTables[T]:
    """Create the tables, inspect them and drop them, all within about 20 s. Raises ``NotTriedError``."""
    server = plan.servers[0].name
    began = time.monotonic()
    try:
        with (
            _turn(access, owner, server),
            scratch_schema.opened(plan, access, owner=owner, longest_s=LONGEST_S) as scratch,
        ):
            refusals = tuple(_refusals(plan.tables, scratch, until=began + LONGEST_S))
            return CreatedTables(refusals, look(scratch.admin, scratch.name))
    except mysql.Error as error:
        raise NotTriedError(_no_answer(error, server, time.monotonic() - began)) from error


@contextmanager
def _turn(access: Access, owner: Owner, server: str) -> Iterator[None]:
    """One process at a time on a server; the lock ends with its connection."""
    with mysql.connected(access.admin, read_timeout_s=LONGEST_S) as waiting:
        name = f"benchlab_tables_{owner.instance}"
        if mysql.rows(waiting, "SELECT GET_LOCK(%s, %s)", [name, TURN_WAIT_S])[0][0] != 1:
            raise NotTriedError(f"Another check is creating tables on {server} right now. Try again in a moment.")
        yield


def _refusals(tables: Mapping[str, str], scratch: ScratchSchema, *, until: float) -> Iterator[RefusedTable]:
    connection = sessions.opened(scratch.account, scratch.name, read_timeout_s=LONGEST_S)
    try:
        for table, ddl in tables.items():
            if time.monotonic() > until:
                raise NotTriedError(f"Creating the tables before {table} took longer than {LONGEST_S} s.")
            yield from _refusal(connection, table, ddl)
    finally:
        connection.close()


def _refusal(connection: mysql.Connection, table: str, ddl: str) -> Iterator[RefusedTable]:
    try:
        done = executed(connection, ddl)
    except mysql.Error as error:
        if mysql.error_code(error) in mysql.LOST_CODES:
            raise
        yield _refused(table, mysql.error_code(error), mysql.error_text(error))
        return
    for _, code, text in done.warnings:
        if code in SUBSTITUTED:
            yield _refused(table, code, text)


def _refused(table: str, code: int, text: str) -> RefusedTable:
    meaning = error_messages.MEANINGS.get(code, "")
    return RefusedTable(table, f"error {code}: {text.rstrip('.')}.", meaning[:1].upper() + meaning[1:])


def _no_answer(error: mysql.Error, server: str, seconds: float) -> str:
    if mysql.error_code(error) in mysql.LOST_CODES and seconds >= LONGEST_S:
        return f"{server} gave no answer for {seconds:.0f} s: it hangs, or its tables take long. Look at its page."
    return error_messages.sentence(error, doing=f"Creating the tables on {server}")
