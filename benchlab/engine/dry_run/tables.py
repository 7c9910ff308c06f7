"""A plan's tables made in a scratch schema of its server, looked at there, and dropped again."""

import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Generic, TypeVar

from benchlab import mysql
from benchlab.definitions.plan.plan import Plan
from benchlab.engine import error_messages
from benchlab.engine.dry_run import scratch_schema
from benchlab.engine.dry_run.scratch_schema import NotTriedError
from benchlab.engine.execution import Access
from benchlab.engine.phases.sql import SUBSTITUTED, executed
from benchlab.engine.places import sessions
from benchlab.engine.places.workspace import Owner

LONGEST_S = 10
"""For all tables together; a server that takes longer, or hangs, is given up."""
TURN_WAIT_S = 3
"""For who tries tables on the same server already."""

T = TypeVar("T")
Look = Callable[[mysql.Connection, str], T]
"""What is to be known of the schema of this name."""


@dataclass(frozen=True)
class Refusal:
    """Why the server does not make a table: its own words, and what to do about it where that is known."""

    table: str
    said: str
    advice: str


@dataclass(frozen=True)
class Made(Generic[T]):
    """What came of the tables; ``seen`` is told of those that were made."""

    refusals: tuple[Refusal, ...]
    seen: T


def make(plan: Plan, access: Access, *, owner: Owner, look: Look[T]) -> Made[T]:
    """Make the tables, look at them and drop them; all within some 20 s. Raises ``NotTriedError``."""
    server = plan.servers[0].name
    began = time.monotonic()
    try:
        with (
            _turn(access, owner, server),
            scratch_schema.place(plan, access, owner=owner, longest_s=LONGEST_S) as place,
        ):
            refusals = tuple(_refusals(plan.tables, place, until=began + LONGEST_S))
            return Made(refusals, look(place.admin, place.schema))
    except mysql.Error as error:
        raise NotTriedError(_no_answer(error, server, time.monotonic() - began)) from error


@contextmanager
def _turn(access: Access, owner: Owner, server: str) -> Iterator[None]:
    """One at a time on a server, whichever process asks; the lock goes with its connection."""
    with mysql.connected(access.admin, read_timeout_s=LONGEST_S) as waiting:
        name = f"benchlab_tables_{owner.instance}"
        if mysql.rows(waiting, "SELECT GET_LOCK(%s, %s)", [name, TURN_WAIT_S])[0][0] != 1:
            raise NotTriedError(f"Somebody else has {server} make tables right now. Ask again in a moment.")
        yield


def _refusals(tables: Mapping[str, str], place: scratch_schema.Place, *, until: float) -> Iterator[Refusal]:
    connection = sessions.opened(place.account, place.schema, read_timeout_s=LONGEST_S)
    try:
        for table, ddl in tables.items():
            if time.monotonic() > until:
                raise NotTriedError(f"Making the tables before {table} took longer than {LONGEST_S} s.")
            yield from _refusal(connection, table, ddl)
    finally:
        connection.close()


def _refusal(connection: mysql.Connection, table: str, ddl: str) -> Iterator[Refusal]:
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


def _refused(table: str, code: int, text: str) -> Refusal:
    meaning = error_messages.MEANINGS.get(code, "")
    return Refusal(table, f"error {code}: {text.rstrip('.')}.", meaning[:1].upper() + meaning[1:])


def _no_answer(error: mysql.Error, server: str, seconds: float) -> str:
    if mysql.error_code(error) in mysql.LOST_CODES and seconds >= LONGEST_S:
        return (
            f"{server} gave no answer for {seconds:.0f} s: it hangs, or its tables take long to make. Look at its page."
        )
    return error_messages.sentence(error, doing=f"Making the tables on {server}")
