"""The lines of a data file as LOAD DATA is to read them, each checked before it is sent."""

import csv
from collections.abc import Callable, Iterator
from itertools import accumulate, pairwise
from pathlib import Path
from typing import Any

from benchlab.definitions import texts
from benchlab.definitions.plan import FileSource
from benchlab.engine import files
from benchlab.engine.messages import FilePart

READ_BYTES = 64 * 1024
SHOWN_CHARACTERS = 80

Fault = str
"""What is wrong with a line, as a clause behind its number; empty where nothing is."""
Spoil = Callable[[int, bytes, Fault], None]
"""Told the byte at which a bad line begins, its text, and what is wrong. It raises where the load is to stop."""


def good_lines(part: FilePart, source: FileSource, columns: int, spoil: Spoil) -> Iterator[list[bytes]]:
    """Lines in batches, each ending in a newline alone, as the clause of ``fields_clause`` has the server read them."""
    form = _FixedWidth(source) if source.widths else _Delimited(source, columns)
    offset = part.start
    with Path(part.path).open("rb") as file:
        file.seek(offset)
        while offset < part.end and (read := file.readlines(min(READ_BYTES, part.end - offset))):
            good = []
            for line in read:
                if offset >= part.end:
                    break
                text = line.rstrip(b"\r\n")
                if fault := form.fault(text) if line.endswith(b"\n") else CUT:
                    spoil(offset, text, fault)
                else:
                    good.append(form.sent(text))
                offset += len(line)
            yield good


CUT = "has no line end, so that it may have been cut"


def sentence(path: Path, offset: int, text: bytes, fault: Fault) -> str:
    shown = text.decode(errors="replace")
    shown = shown if len(shown) <= SHOWN_CHARACTERS else shown[:SHOWN_CHARACTERS] + "…"
    return f"line {files.line_at(path, offset):,} of {path.name} {fault}: “{shown}”"


class _Delimited:
    """Sent as it is; the server parts its fields."""

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

    def fault(self, text: bytes) -> Fault:
        return "" if len(text) == self._width else f"has {len(text)} bytes, not {self._width}"

    def sent(self, text: bytes) -> bytes:
        if b"\\" in text or b"\t" in text:
            return b"\t".join(_escaped(text[each].strip(b" ")) for each in self._slices) + b"\n"
        return b"\t".join([text[each].strip(b" ") for each in self._slices]) + b"\n"


def _escaped(field: bytes) -> bytes:
    return field.replace(b"\\", rb"\\").replace(b"\t", rb"\t")


def fields_clause(source: FileSource) -> str:
    """How LOAD DATA reads what ``good_lines`` gives."""
    if source.widths:
        return TAB_SEPARATED
    enclosed = f"OPTIONALLY ENCLOSED BY {_literal(source.enclosed)} " if source.enclosed else ""
    return (
        f"CHARACTER SET utf8mb4 FIELDS TERMINATED BY {_literal(source.delimiter)} {enclosed}"
        rf"ESCAPED BY {_literal(source.escaped)} LINES TERMINATED BY '\n'"
    )


def _literal(character: str) -> str:
    return texts.literal(character.encode()).decode()


TAB_SEPARATED = r"CHARACTER SET utf8mb4 FIELDS TERMINATED BY '\t' ESCAPED BY '\\' LINES TERMINATED BY '\n'"
