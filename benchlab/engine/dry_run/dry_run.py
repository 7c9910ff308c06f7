"""The dry run of a plan before its launch: every statement once, on empty tables, in a scratch schema."""

from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from benchlab import mysql
from benchlab.definitions.language.problems import Problem
from benchlab.definitions.phases.load import LoadPhase
from benchlab.definitions.phases.load_file_source import FileSource
from benchlab.definitions.phases.phase import PlannedPhase
from benchlab.definitions.phases.sql import SqlPhase
from benchlab.definitions.phases.statements import session_statements
from benchlab.definitions.plan.plan import Plan
from benchlab.engine import error_messages
from benchlab.engine.dry_run import scratch_schema
from benchlab.engine.dry_run.scratch_schema import NotTriedError
from benchlab.engine.execution import Access
from benchlab.engine.generator import load_data_files as files
from benchlab.engine.generator import local_infile
from benchlab.engine.generator.client.load_process import load_statement
from benchlab.engine.generator.client.load_row_stream import FileRows, RowsLostError
from benchlab.engine.generator.load_data_files import NoFileError
from benchlab.engine.generator.sequence_positions import Sequences
from benchlab.engine.generator.statement_rendering import Template, Values
from benchlab.engine.phases.sql import SUBSTITUTED, executed
from benchlab.engine.places import global_settings, sessions
from benchlab.engine.places.workspace import Owner

LONGEST_S = 10
"""A statement that takes longer, on empty tables, is skipped; that is not a problem."""
COUNTED = frozenset({1062, 1205, 1213, 1586})
"""Errors that a run counts and continues after: duplicate keys, lock waits, deadlocks."""
FIXED_BY_BENCHLAB = frozenset({1148, 1418, 1419, 3948, 4166})
"""Errors that a run does not meet: benchlab permits stored programs under a binary log, and LOAD DATA LOCAL, for it."""
SAMPLE_ROWS = 3


def rehearse(plan: Plan, access: Access, *, owner: Owner) -> list[Problem]:
    """What would go wrong, a sentence each; nothing of it stays on the server. Raises ``NotTriedError``."""
    try:
        with scratch_schema.opened(plan, access, owner=owner, longest_s=LONGEST_S) as scratch:
            dry_run = DryRun(plan, scratch.account, scratch.name, files=access.files)
            return [*_settings(scratch.admin, plan), *dry_run.problems()]
    except mysql.Error as error:
        raise NotTriedError(error_messages.sentence(error, doing="Trying the plan")) from error


def _settings(admin: mysql.Connection, plan: Plan) -> Iterator[Problem]:
    """Variables that the server does not have; changes nothing."""
    for name in plan.settings:
        try:
            global_settings.read(admin, [name])
        except mysql.Error as error:
            if mysql.error_code(error) in mysql.LOST_CODES:
                raise
            yield Problem(f"settings.{name}", error_messages.sentence(error, doing=f"Reading the variable {name}"))


class DryRun:
    def __init__(self, plan: Plan, account: mysql.Address, schema: str, *, files: Path | None) -> None:
        self._plan = plan
        self._account = account
        self._schema = schema
        self._files = files
        self._sequences = Sequences(plan.values)
        self._problems: list[Problem] = []

    def problems(self) -> list[Problem]:
        for table, ddl in self._plan.tables.items():
            self._try_sql(f"table {table}", ddl, doing=f"Creating the table {table}")
        # Without the tables every phase would only report that they are missing.
        for phase in () if self._problems else self._plan.all_phases():
            self._try_phase(phase)
        return list(dict.fromkeys(self._problems))

    def _try_phase(self, phase: PlannedPhase) -> None:
        where = f"phase {phase.name}"
        if isinstance(phase, LoadPhase):
            self._try(where, lambda: self._load(phase), doing=f"Loading {phase.table}")
        for sql in phase.statements_to_try:
            doing = f"The statement “{error_messages.quoted_sql(sql)}”"
            self._try_sql(where, sql, doing=doing, may_fail=phase.may_fail if isinstance(phase, SqlPhase) else ())

    def _try_sql(self, where: str, sql: str, *, doing: str, may_fail: Collection[int] = ()) -> None:
        self._try(where, lambda: self._execute(where, sql), doing=doing, may_fail=may_fail)

    def _try(self, where: str, attempt: Callable[[], None], *, doing: str, may_fail: Collection[int] = ()) -> None:
        try:
            attempt()
        except (NoFileError, RowsLostError) as error:
            self._problems.append(Problem(where, f"{doing} would fail: {error}"))
        except mysql.Error as error:
            code = mysql.error_code(error)
            if code not in mysql.LOST_CODES | COUNTED | FIXED_BY_BENCHLAB and code not in may_fail:
                self._problems.append(Problem(where, error_messages.sentence(error, doing=doing)))

    def _execute(self, where: str, sql: str) -> None:
        with self._connected() as connection:
            done = executed(connection, self._bound(sql))
        for answer in done.answers:
            if answer.is_failure:
                self._problems.append(Problem(where, f"The server answers “{answer.text}”."))
        for _, code, text in done.warnings:
            if code in SUBSTITUTED:
                self._problems.append(
                    Problem(where, f"The server would take another engine than the one named: {text}.")
                )

    def _bound(self, sql: str) -> str:
        template = Template(sql)
        values = self._values(set(template.names), 1)
        return template.render_one({name: values.batch(name, 1) for name in template.names}).decode()

    def _values(self, names: Iterable[str], count: int) -> Values:
        names = set(names)
        positions = self._sequences.reserve(names, count)
        return Values(self._plan.values, names, seed=self._plan.seed, path=("dry_run",), positions=positions)

    def _load(self, phase: LoadPhase) -> None:
        blocks = iter([self._of_file(phase, phase.file) if phase.file else self._generated(phase)])
        with local_infile.connected(self._account, database=self._schema) as loader:
            for statement in session_statements(phase.session):
                loader.run(statement)
            loader.load(load_statement(phase), blocks)

    def _generated(self, phase: LoadPhase) -> bytes:
        values = self._values(phase.columns.values(), SAMPLE_ROWS)
        fields = {name: values.batch_text(name, SAMPLE_ROWS) for name in set(phase.columns.values())}
        rows = zip(*(fields[name] for name in phase.columns.values()), strict=True)
        return b"".join(b"\t".join(row) + b"\n" for row in rows)

    def _of_file(self, phase: LoadPhase, source: FileSource) -> bytes:
        """Its first lines. Raises ``NoFileError``, ``RowsLostError``."""
        part = files.parts(source, files.found(source, self._files), streams=1)
        rows = FileRows(part[0], source, columns=len(phase.columns), stop_at_fault=phase.on_error == "stop")
        first = next(rows.pieces(), None)
        return b"".join(first.text.splitlines(keepends=True)[:SAMPLE_ROWS]) if first else b""

    @contextmanager
    def _connected(self) -> Iterator[mysql.Connection]:
        connection = sessions.opened(self._account, self._schema, read_timeout_s=LONGEST_S)
        try:
            yield connection
        finally:
            with suppress(mysql.Error):
                connection.close()
