"""The lines of a data file as LOAD DATA reads them, each checked before it is sent."""

import csv
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from io import BytesIO
from itertools import accumulate, pairwise
from pathlib import Path
from typing import Any

import numpy as np

from benchlab.definitions.phases.load_file_source import FileSource
from benchlab.definitions.values import text_pool
from benchlab.engine.generator import load_data_files
from benchlab.engine.generator.process_messages import FilePart

READ_BYTES = 128 * 1024
"""Between two looks at whether to go on; also how finely rows are counted by the second."""
SHOWN_CHARACTERS = 80

Fault = str
"""What is wrong with a line, as a clause behind its number; empty where nothing is."""
Spoil = Callable[[int, bytes, Fault], None]
"""Takes the offset of a bad line, its text, and what is wrong. It raises where the load is to stop."""


@dataclass(frozen=True)
class RowPiece:
    rows: int
    text: bytes


def good_pieces(part: FilePart, source: FileSource, columns: int, spoil: Spoil) -> Iterator[RowPiece]:
    """Good lines, each ending in a newline alone, as the clause of ``fields_clause`` has the server read them."""
    form = _FixedWidth(source) if source.widths else _Delimited(source, columns)
    for offset, text in _chunks(part):
        if form.is_good(text):
            yield RowPiece(text.count(b"\n"), text)
        elif good := _good_lines(form, offset, text, spoil):
            yield RowPiece(len(good), b"".join(good))


def _chunks(part: FilePart) -> Iterator[tuple[int, bytes]]:
    """Whole lines and the byte at which they begin; only the last of a file may lack its end."""
    offset = part.start
    with Path(part.path).open("rb") as file:
        file.seek(offset)
        while offset < part.end and (text := file.read(min(READ_BYTES, part.end - offset))):
            text = text if text.endswith(b"\n") else text + file.readline()
            yield offset, text
            offset += len(text)


def _good_lines(form: "_Delimited | _FixedWidth", offset: int, text: bytes, spoil: Spoil) -> list[bytes]:
    good = []
    for line in BytesIO(text):
        content = line.rstrip(b"\r\n")
        if fault := form.fault(content) if line.endswith(b"\n") else CUT:
            spoil(offset, content, fault)
        else:
            good.append(form.sent(content))
        offset += len(line)
    return good


CUT = "has no line end, so that it may have been cut"


def sentence(path: Path, offset: int, text: bytes, fault: Fault) -> str:
    shown = text.decode(errors="replace")
    shown = shown if len(shown) <= SHOWN_CHARACTERS else shown[:SHOWN_CHARACTERS] + "…"
    return f"line {load_data_files.line_at(path, offset):,} of {path.name} {fault}: “{shown}”"


class _Delimited:
    """Sent as it is; the server splits its fields."""

    def __init__(self, source: FileSource, columns: int) -> None:
        self._columns = columns
        self._delimiter = source.delimiter.encode()
        self._special = [each.encode() for each in (source.enclosed, source.escaped) if each]
        self._dialect: dict[str, Any] = {
            "delimiter": source.delimiter,
            "quotechar": source.enclosed or None,
            "quoting": csv.QUOTE_MINIMAL if source.enclosed else csv.QUOTE_NONE,
            "escapechar": source.escaped or None,
            "strict": True,
        }

    def is_good(self, text: bytes) -> bool:
        """Whether all lines can be sent as they are, as far as a quick look shows."""
        if not text.endswith(b"\n") or any(each in text for each in (b"\r", *self._special)):
            return False
        characters = np.frombuffer(text, np.uint8)
        ends = np.flatnonzero(characters == ord("\n"))
        marks = np.flatnonzero(characters == ord(self._delimiter))
        if not len(marks) == len(ends) * (self._columns - 1) > 0:
            return False
        by_line = marks.reshape(len(ends), -1)
        return bool((by_line[1:, 0] > ends[:-1]).all() and (by_line[:, -1] < ends).all())

    def fault(self, text: bytes) -> Fault:
        try:
            fields = self._fields(text)
        except csv.Error:
            return "has an enclosed field without an end"
        return "" if fields == self._columns else f"has {fields} fields, not {self._columns}"

    def _fields(self, text: bytes) -> int:
        if not any(each in text for each in self._special):
            return text.count(self._delimiter) + 1
        row = next(csv.reader([text.decode("latin-1")], **self._dialect))
        return len(row)

    def sent(self, text: bytes) -> bytes:
        return text + b"\n"


class _FixedWidth:
    """Cut here: the server could do it only through a variable for each line."""

    def __init__(self, source: FileSource) -> None:
        self._width = sum(source.widths)
        self._slices = [slice(*bounds) for bounds in pairwise(accumulate(source.widths, initial=0))]

    def is_good(self, text: bytes) -> bool:  # noqa: ARG002
        """Each line is to be cut."""
        return False

    def fault(self, text: bytes) -> Fault:
        return "" if len(text) == self._width else f"has {len(text)} bytes, not {self._width}"

    def sent(self, text: bytes) -> bytes:
        if b"\\" in text or b"\t" in text:
            return b"\t".join(_escaped(text[each].strip(b" ")) for each in self._slices) + b"\n"
        return b"\t".join([text[each].strip(b" ") for each in self._slices]) + b"\n"


def _escaped(field: bytes) -> bytes:
    return field.replace(b"\\", rb"\\").replace(b"\t", rb"\t")


def fields_clause(source: FileSource) -> str:
    """How LOAD DATA reads what ``good_pieces`` gives."""
    if source.widths:
        return TAB_SEPARATED
    enclosed = f"OPTIONALLY ENCLOSED BY {_literal(source.enclosed)} " if source.enclosed else ""
    return (
        f"CHARACTER SET utf8mb4 FIELDS TERMINATED BY {_literal(source.delimiter)} {enclosed}"
        rf"ESCAPED BY {_literal(source.escaped)} LINES TERMINATED BY '\n'"
    )


def _literal(character: str) -> str:
    return text_pool.literal(character.encode()).decode()


TAB_SEPARATED = r"CHARACTER SET utf8mb4 FIELDS TERMINATED BY '\t' ESCAPED BY '\\' LINES TERMINATED BY '\n'"
