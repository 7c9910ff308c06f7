"""Every table and every figure of a report as rows, one for each cell."""

import csv
from collections.abc import Iterator
from io import StringIO

from benchlab.charts.reports.chart_rows import rows_of
from benchlab.charts.reports.document import NUMBERED, Document
from benchlab.charts.reports.document_pieces import Piece

HEAD = ("section", "name", "title", "row", "column", "unit", "value", "text")
FORMULA = ("=", "+", "-", "@", "\t", "\r")
Row = tuple[object, ...]


def as_csv(document: Document) -> str:
    written = StringIO()
    writer = csv.writer(written, lineterminator="\n")
    writer.writerow(HEAD)
    for section in document["sections"]:
        for piece in (piece for piece in section["pieces"] if piece["type"] in NUMBERED):
            told = (section["heading"], piece["name"], piece["caption"] or piece["title"])
            writer.writerows(tuple(map(_tame, (*told, *row))) for row in _rows(piece))
    return written.getvalue()


def _rows(piece: Piece) -> Iterator[Row]:
    """``text`` is a figure as the page writes it; charts have none."""
    if piece["type"] != "table":
        unit = piece.get("unit", "")
        yield from ((row, column, unit, value, "") for row, column, value in rows_of(piece) if value is not None)
        return
    for row in piece["rows"]:
        for column, cell in list(zip(piece["columns"], row, strict=True))[1:]:
            yield row[0]["text"], column["title"], column["unit"], cell.get("value"), cell["text"]


def _tame(value: object) -> object:
    """A spreadsheet must take no words for a formula."""
    return f"'{value}" if isinstance(value, str) and value.startswith(FORMULA) and len(value) > 1 else value
