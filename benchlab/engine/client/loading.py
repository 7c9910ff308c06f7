"""A process that writes one stream of a bulk load."""

import itertools
import threading
import time
from collections.abc import Callable, Iterator

from benchlab import mysql
from benchlab.definitions.plan import LoadPhase
from benchlab.engine import infile, sentences, sessions
from benchlab.engine.client.channel import Channel
from benchlab.engine.client.connection import ClientConnection
from benchlab.engine.client.telling import Telling
from benchlab.engine.clock import NS
from benchlab.engine.messages import Done, Failed, Go, LoadTask, Ready
from benchlab.engine.rendering import Values

CHUNK_ROWS = 50_000
"""Rows a LOAD DATA statement: what a cancel loses at most, and what the server then has to undo."""
PIECE_ROWS = 500
"""Rows between two looks at whether to go on; also how finely rows are counted by the second."""
FORMAT = r"CHARACTER SET utf8mb4 FIELDS TERMINATED BY '\t' ESCAPED BY '\\' LINES TERMINATED BY '\n'"


class StoppedError(Exception):
    """The run is over before the load is."""


class RowsLostError(Exception):
    """The server did not take the rows as they were sent; says why."""


def load(task: LoadTask, channel: Channel) -> None:
    doing = f"Loading {task.phase.table} in the phase “{task.phase.name}”"
    writer = LoadDataWriter(task) if task.phase.method == "load data" else InsertWriter(task)
    try:
        writer.open()
        _write(writer, task, channel)
    except mysql.Error as error:
        channel.send(Failed(sentences.sentence(error, doing=doing), mysql.error_code(error)))
    except RowsLostError as failed:
        channel.send(Failed(f"{doing} failed: {failed}"))


def _write(writer: "LoadDataWriter | InsertWriter", task: LoadTask, channel: Channel) -> None:
    channel.send(Ready())
    go = channel.receive()
    if not isinstance(go, Go):
        return
    stopped = threading.Event()
    channel.on_stop(lambda _: stopped.set())
    telling = Telling(channel, run_started_ns=task.run_started_ns, start_ns=go.start_ns)
    time.sleep(max(0, go.start_ns - time.monotonic_ns()) / NS)
    try:
        writer.write(telling, stopped.is_set)
    except StoppedError:
        pass
    finally:
        telling.finish()
    channel.send(Done(telling.last_ns, rows=writer.written))


def load_statement(phase: LoadPhase) -> str:
    """What follows LOAD DATA LOCAL INFILE and its name."""
    return f"INTO TABLE {mysql.quoted(phase.table)} {FORMAT} ({_columns(phase)})"


def _columns(phase: LoadPhase) -> str:
    return ", ".join(mysql.quoted(column) for column in phase.columns)


class _Writer:
    """``written``: the rows that the server acknowledged."""

    def __init__(self, task: LoadTask) -> None:
        self._task = task
        self._names = list(task.phase.columns.values())
        self.written = 0

    def _blocks(self) -> Iterator[tuple[int, Values]]:
        """Size and values of each block; the same in every run with this seed, however many streams there are."""
        task = self._task
        for number in range(task.first_block, task.end_block):
            first = number * task.block_rows
            positions = {name: base + first for name, base in task.bases.items()}
            path = (task.phase.name, number)
            values = Values(task.values, set(self._names), seed=task.seed, path=path, positions=positions)
            yield min(task.block_rows, task.phase.rows - first), values

    def _pieces(self, rows: list[bytes], size: int) -> Iterator[list[bytes]]:
        return (rows[start : start + size] for start in range(0, len(rows), size))


class LoadDataWriter(_Writer):
    """LOAD DATA LOCAL, a statement for every CHUNK_ROWS."""

    def open(self) -> None:
        """Raises ``mysql.Error``."""
        self._loader = infile.Loader(self._task.account, database=self._task.schema)
        self._loader.run(sessions.SETUP)

    def write(self, telling: Telling, stopped: Callable[[], bool]) -> None:
        into = load_statement(self._task.phase)
        blocks = self._blocks()
        blocks_a_chunk = max(1, CHUNK_ROWS // self._task.block_rows)
        while chunk := list(itertools.islice(blocks, blocks_a_chunk)):
            sent = sum(rows for rows, _ in chunk)
            pieces = self._streamed(chunk, telling, stopped)
            with telling.timed("LOAD DATA"):
                receipt = self._loader.load(into, lambda pieces=pieces: next(pieces, b""))  # type: ignore[misc]
            self._reconcile(sent, receipt)
            self.written += sent

    def _streamed(
        self, chunk: list[tuple[int, Values]], telling: Telling, stopped: Callable[[], bool]
    ) -> Iterator[bytes]:
        for count, values in chunk:
            for piece in self._pieces(self._lines(count, values), PIECE_ROWS):
                if stopped():
                    raise StoppedError
                yield b"".join(piece)
                telling.count_rows(len(piece))

    def _lines(self, count: int, values: Values) -> list[bytes]:
        drawn = {name: values.batch_text(name, count) for name in set(self._names)}
        return [b"\t".join(fields) + b"\n" for fields in zip(*(drawn[name] for name in self._names), strict=True)]

    def _reconcile(self, sent: int, receipt: infile.Receipt) -> None:
        if receipt == infile.Receipt(records=sent, deleted=0, skipped=0, warnings=0):
            return
        said = "; ".join(self._loader.warnings()) or "it left no warning"
        raise RowsLostError(
            f"of {sent} rows sent the server took {receipt.records}, skipped {receipt.skipped} and warned "
            f"{receipt.warnings} times: {said}. Make the generators fit the table's keys and columns."
        )


class InsertWriter(_Writer):
    """INSERT statements of ``batch_rows`` rows."""

    def open(self) -> None:
        """Raises ``mysql.Error``."""
        self._connection = ClientConnection(self._task.account, self._task.schema)
        self._connection.open()

    def write(self, telling: Telling, stopped: Callable[[], bool]) -> None:
        phase = self._task.phase
        head = f"INSERT INTO {mysql.quoted(phase.table)} ({_columns(phase)}) VALUES ".encode()  # noqa: S608
        for count, values in self._blocks():
            for piece in self._pieces(self._tuples(count, values), phase.batch_rows):
                if stopped():
                    raise StoppedError
                with telling.timed("INSERT"):
                    self._connection.query(head + b",".join(piece))
                telling.count_rows(len(piece))
                self.written += len(piece)

    def _tuples(self, count: int, values: Values) -> list[bytes]:
        drawn = {name: values.batch(name, count) for name in set(self._names)}
        return [b"(" + b",".join(fields) + b")" for fields in zip(*(drawn[name] for name in self._names), strict=True)]
