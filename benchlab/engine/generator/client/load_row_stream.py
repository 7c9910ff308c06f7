"""The rows that a load stream sends: generated or read from a file, ahead of the server."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from queue import Empty, Full, Queue
from threading import Event, Thread

from benchlab.definitions.phases.load_file_source import FileSource
from benchlab.engine.generator import compiled_core
from benchlab.engine.generator.client import file_lines
from benchlab.engine.generator.client.file_lines import Fault, RowPiece
from benchlab.engine.generator.process_messages import FilePart, LoadTask
from benchlab.engine.generator.statement_rendering import Values

PIECE_ROWS = 2_000
"""Rows between two looks at whether to go on; also how finely rows are counted by the second."""
PIECES_AHEAD = 32
REMARKS_KEPT = 5
LOOK_S = 0.2


class RowsLostError(Exception):
    """The rows can not be sent, or the server did not take them unchanged; says why."""


class Rows:
    """The rows of one stream, in order; ``left_out`` of them were not sent."""

    left_out = 0

    def __init__(self) -> None:
        self.remarks: list[str] = []

    def pieces(self) -> Iterator[RowPiece]:
        raise NotImplementedError

    def remark(self, sentence: str) -> None:
        if len(self.remarks) < REMARKS_KEPT:
            self.remarks.append(sentence)


class GeneratedRows(Rows):
    def __init__(self, task: LoadTask) -> None:
        super().__init__()
        self._task = task
        self._names = list(task.phase.columns.values())

    def pieces(self) -> Iterator[RowPiece]:
        write = written_by_the_core if compiled_core.is_built() else written
        for count, values in self._blocks():
            for number, text in enumerate(write(values, self._names, count)):
                yield RowPiece(min(PIECE_ROWS, count - number * PIECE_ROWS), text)

    def tuples(self, most: int) -> Iterator[list[bytes]]:
        """As INSERT writes them, ``most`` at a time."""
        for count, values in self._blocks():
            drawn = {name: values.batch(name, count) for name in set(self._names)}
            columns = (drawn[name] for name in self._names)
            tuples = [b"(" + b",".join(fields) + b")" for fields in zip(*columns, strict=True)]
            yield from (tuples[start : start + most] for start in range(0, count, most))

    def _blocks(self) -> Iterator[tuple[int, Values]]:
        """Size and values of each block; the same in every run with this seed, however many streams there are."""
        task = self._task
        for number in range(task.first_block, task.end_block):
            first = number * task.block_rows
            positions = {name: base + first for name, base in task.bases.items()}
            path = (task.phase.name, number)
            values = Values(task.values, set(self._names), seed=task.seed, path=path, positions=positions)
            yield min(task.block_rows, task.phase.rows - first), values


def written_by_the_core(values: Values, names: Sequence[str], count: int) -> Iterator[bytes]:
    """Texts of ``PIECE_ROWS`` rows each."""
    import benchlab_core

    drawn = {name: values.batch_parts(name, count) for name in set(names)}
    fields = [drawn[name] for name in names]
    return (benchlab_core.write_rows(fields, start, start + PIECE_ROWS) for start in range(0, count, PIECE_ROWS))


def written(values: Values, names: Sequence[str], count: int) -> Iterator[bytes]:
    """The same, in Python."""
    drawn = {name: values.batch_text(name, count) for name in set(names)}
    for start in range(0, count, PIECE_ROWS):
        fields = (drawn[name][start : start + PIECE_ROWS] for name in names)
        yield b"\n".join(map(b"\t".join, zip(*fields, strict=True))) + b"\n"


class FileRows(Rows):
    def __init__(self, part: FilePart, source: FileSource, *, columns: int, stop_at_fault: bool) -> None:
        super().__init__()
        self._part, self._source, self._columns = part, source, columns
        self._stop_at_fault = stop_at_fault

    def pieces(self) -> Iterator[RowPiece]:
        return file_lines.good_pieces(self._part, self._source, self._columns, self._spoil)

    def _spoil(self, offset: int, text: bytes, fault: Fault) -> None:
        if self._stop_at_fault:
            sentence = file_lines.sentence(Path(self._part.path), offset, text, fault)
            raise RowsLostError(f"{sentence}. Fix the file, or let the load leave such lines out (“on_error: skip”).")
        self.left_out += 1
        if len(self.remarks) < REMARKS_KEPT:
            self.remark(file_lines.sentence(Path(self._part.path), offset, text, fault))


class ReadAhead:
    """Reads an iterator in a thread of its own, so that rows are made while the server takes earlier ones."""

    def __init__(self, source: Iterable[RowPiece]) -> None:
        self._source = source
        self._made: Queue[RowPiece | BaseException | None] = Queue(PIECES_AHEAD)
        self._unwanted = Event()
        self._thread = Thread(target=self._make, name="rows", daemon=True)
        self._thread.start()

    def __iter__(self) -> Iterator[RowPiece]:
        while (made := self._made.get()) is not None:
            if isinstance(made, BaseException):
                raise made
            yield made

    def wait_until_full(self) -> None:
        """Wait until the queue is full, or the source is exhausted."""
        while self._thread.is_alive() and not self._made.full():
            self._thread.join(0.002)

    def close(self) -> None:
        self._unwanted.set()
        with suppress(Empty):
            while True:
                self._made.get_nowait()
        self._thread.join()

    def _make(self) -> None:
        last: BaseException | None = None
        try:
            for piece in self._source:
                if not self._put(piece):
                    return
        except BaseException as failure:
            last = failure  # It is raised where the pieces are wanted.
        self._put(last)

    def _put(self, made: RowPiece | BaseException | None) -> bool:
        while not self._unwanted.is_set():
            with suppress(Full):
                self._made.put(made, timeout=LOOK_S)
                return True
        return False
