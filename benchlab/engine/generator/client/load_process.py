"""A process that writes one stream of a bulk load."""

import threading
import time
from collections.abc import Callable, Iterator

from benchlab import mysql
from benchlab.definitions.phases.load import LoadPhase
from benchlab.definitions.phases.statements import session_statements
from benchlab.engine import error_messages
from benchlab.engine.generator import local_infile
from benchlab.engine.generator.client.client_connection import ClientConnection
from benchlab.engine.generator.client.file_lines import TAB_SEPARATED, RowPiece, fields_clause
from benchlab.engine.generator.client.load_row_stream import FileRows, GeneratedRows, ReadAhead, Rows, RowsLostError
from benchlab.engine.generator.client.load_second_reporter import SecondReporter
from benchlab.engine.generator.client.parent_channel import Channel
from benchlab.engine.generator.process_messages import Done, Failed, Go, LoadTask, Ready
from benchlab.engine.places import sessions
from benchlab.engine.run_clock import NS

MYROCKS_BULK_LOAD = "rocksdb_bulk_load"


class StoppedError(Exception):
    """The run is over before the load is."""


def load(task: LoadTask, channel: Channel) -> None:
    doing = f"Loading {task.phase.table} in the phase “{task.phase.name}”"
    writer = LoadDataWriter(task) if task.phase.method == "load data" else InsertWriter(task)
    try:
        writer.open()
        _write(writer, task, channel)
    except mysql.Error as error:
        channel.send(Failed(error_messages.sentence(error, doing=doing), mysql.error_code(error)))
    except RowsLostError as failed:
        channel.send(Failed(f"{doing} failed: {failed}"))
    finally:
        writer.close()


def _write(writer: "LoadDataWriter | InsertWriter", task: LoadTask, channel: Channel) -> None:
    channel.send(Ready())
    go = channel.receive()
    if not isinstance(go, Go):
        return
    stopped = threading.Event()
    channel.on_stop(lambda _: stopped.set())
    reporter = SecondReporter(channel, run_started_ns=task.run_started_ns, start_ns=go.start_ns)
    time.sleep(max(0, go.start_ns - time.monotonic_ns()) / NS)
    try:
        writer.write(reporter, stopped.is_set)
    except StoppedError:
        pass
    finally:
        reporter.finish()
    remarks = tuple(writer.rows.remarks)
    channel.send(Done(reporter.last_ns, rows=writer.written, left_out=writer.rows.left_out, remarks=remarks))


def load_statement(phase: LoadPhase) -> str:
    """What follows LOAD DATA LOCAL INFILE and its name."""
    fields = fields_clause(phase.file) if phase.file else TAB_SEPARATED
    return f"INTO TABLE {mysql.quoted(phase.table)} {fields} ({_columns(phase)})"


def _columns(phase: LoadPhase) -> str:
    return ", ".join(mysql.quoted(column) for column in phase.columns)


class LoadDataWriter:
    """LOAD DATA LOCAL, a statement for every so many rows. ``written``: the rows that the server acknowledged."""

    def __init__(self, task: LoadTask) -> None:
        self._task = task
        self._skip = task.phase.on_error == "skip"
        self.rows = _rows_of(task)
        self.written = 0
        self._ahead = ReadAhead(self.rows.pieces())
        self._sent = 0
        """Rows of the statement that is under way."""

    def open(self) -> None:
        """Raises ``mysql.Error``."""
        self._loader = local_infile.Loader(self._task.account, database=self._task.schema)
        for statement in (sessions.SETUP, *session_statements(self._task.phase.session)):
            self._loader.run(statement)
        self._ahead.wait_until_full()

    def close(self) -> None:
        self._ahead.close()

    def write(self, reporter: SecondReporter, stopped: Callable[[], bool]) -> None:
        into, pieces = load_statement(self._task.phase), iter(self._ahead)
        while first := next(pieces, None):
            self._sent = 0
            streamed = self._streamed(self._statement(first, pieces), reporter, stopped)
            with reporter.timed("LOAD DATA"):
                receipt = self._loader.load(into, streamed)
            self._reconcile(self._sent, receipt)
        self._end_bulk_load(reporter)

    def _end_bulk_load(self, reporter: SecondReporter) -> None:
        """Nobody sees what MyRocks has loaded in bulk before this: it is part of the load's time."""
        if MYROCKS_BULK_LOAD in self._task.phase.session:
            with reporter.timed("end of the bulk load"):
                self._loader.run(f"SET SESSION {MYROCKS_BULK_LOAD} = 0")

    def _statement(self, first: RowPiece, pieces: Iterator[RowPiece]) -> Iterator[RowPiece]:
        most, rows = self._task.phase.statement_rows, first.rows
        yield first
        while not most or rows < most:
            if (piece := next(pieces, None)) is None:
                return
            rows += piece.rows
            yield piece

    def _streamed(
        self, pieces: Iterator[RowPiece], reporter: SecondReporter, stopped: Callable[[], bool]
    ) -> Iterator[bytes]:
        for piece in pieces:
            if stopped():
                raise StoppedError
            yield piece.text
            self._sent += piece.rows
            reporter.count_rows(piece.rows, len(piece.text))

    def _reconcile(self, sent: int, receipt: local_infile.Receipt) -> None:
        if receipt == local_infile.Receipt(records=sent, deleted=0, skipped=0, warnings=0):
            self.written += sent
            return
        said = "; ".join(self._loader.warnings()) or "it left no warning"
        sentence = (
            f"of {sent:,} rows sent the server took {(receipt.records or 0) - receipt.skipped:,}, skipped "
            f"{receipt.skipped:,} and warned {receipt.warnings:,} times: {said}"
        )
        if not self._skip or receipt.records != sent:
            raise RowsLostError(f"{sentence}. Make the rows fit the table's keys and columns.")
        self.written += sent - receipt.skipped
        self.rows.left_out += receipt.skipped
        self.rows.remark(sentence)


class InsertWriter:
    """INSERT statements of ``batch_rows`` rows."""

    def __init__(self, task: LoadTask) -> None:
        self._task = task
        self.rows = GeneratedRows(task)
        self.written = 0

    def open(self) -> None:
        """Raises ``mysql.Error``."""
        self._connection = ClientConnection(self._task.account, self._task.schema)
        self._connection.open()
        for statement in session_statements(self._task.phase.session):
            self._connection.query(statement.encode())

    def close(self) -> None:
        """Its connection ends with the process."""

    def write(self, reporter: SecondReporter, stopped: Callable[[], bool]) -> None:
        phase = self._task.phase
        head = f"INSERT INTO {mysql.quoted(phase.table)} ({_columns(phase)}) VALUES ".encode()  # noqa: S608
        for batch in self.rows.tuples(phase.batch_rows):
            if stopped():
                raise StoppedError
            statement = head + b",".join(batch)
            with reporter.timed("INSERT"):
                self._connection.query(statement)
            reporter.count_rows(len(batch), len(statement))
            self.written += len(batch)


def _rows_of(task: LoadTask) -> Rows:
    phase = task.phase
    if task.part and phase.file:
        stop = phase.on_error == "stop"
        return FileRows(task.part, phase.file, columns=len(phase.columns), stop_at_fault=stop)
    return GeneratedRows(task)
