"""A report as Markdown: tables as tables, charts as tables of what they draw."""

import re
from collections.abc import Iterable, Iterator, Sequence

from benchlab.charts.render import markdown
from benchlab.charts.render.number_format import UNKNOWN, figure
from benchlab.charts.reports.chart_rows import across_of, rows_of
from benchlab.charts.reports.document import NUMBERED, Document
from benchlab.charts.reports.document_pieces import Piece

MOST_ROWS = 24
"""Of a chart's points; the CSV has all."""
_MARKS = re.compile(r"([\\`*_\[\]<>|#~$])")


def as_markdown(document: Document) -> str:
    return markdown.as_markdown("\n\n".join(block for block in _blocks(document) if block)) + "\n"


def _blocks(document: Document) -> Iterator[str]:
    yield f"# {plain(document['title'])}"
    frozen = document["frozen"]
    when = f"frozen {frozen['at']}" if frozen else f"as of {document['drawn_at']}"
    yield ", ".join(filter(None, (plain(document["authors"]), when)))
    for section in document["sections"]:
        yield f"## {plain(section['heading'])}" if section["heading"] else ""
        yield f"*{plain(section['gap'])}*" if section["gap"] else ""
        for piece in section["pieces"]:
            yield from _piece(piece)
    yield "\n".join(f"[^{number}]: {plain(note)}" for number, note in enumerate(document["notes"], start=1))


def _piece(piece: Piece) -> Iterator[str]:
    write = _numbered if piece["type"] in NUMBERED else _WRITERS[piece["type"]]
    yield from write(piece)


def _words(piece: Piece) -> Iterator[str]:
    """As its author wrote it; what could do harm is taken from the whole, for a text may go on in what follows."""
    yield piece["text"]


def _gap(piece: Piece) -> Iterator[str]:
    yield f"*{plain(piece['text'])}*"


def _signs(piece: Piece) -> Iterator[str]:
    yield ", ".join(f"**{plain(sign['word'])}**" for sign in piece["signs"])


def _figures(piece: Piece) -> Iterator[str]:
    yield _list(f"{each['name']}: {each['value']} {each['unit']} ({each['note']})" for each in piece["figures"])


def _facts(piece: Piece) -> Iterator[str]:
    yield plain(piece["title"])
    yield _list(f"{fact['name']}: {fact['value']}" for fact in piece["facts"])


def _listed(piece: Piece) -> Iterator[str]:
    yield plain(piece["title"])
    yield _list(piece["sentences"])


def _verdict(piece: Piece) -> Iterator[str]:
    yield f"**{plain(piece['word'])}**: {plain(' '.join((piece['reason'], *piece['cautions'])))}"


_WRITERS = {
    "prose": _words,
    "gap": _gap,
    "signs": _signs,
    "figures": _figures,
    "facts": _facts,
    "list": _listed,
    "verdict": _verdict,
}


def _numbered(piece: Piece) -> Iterator[str]:
    notes = "".join(f"[^{number}]" for number in piece["notes"])
    title = piece["caption"] or f"{piece['title']}."
    yield f"**{piece['name']}.** {plain(title)} *{plain(piece['source'])}*{notes}"
    if piece["type"] != "table":
        yield plain(piece["words"])
        yield _table(*_of_points(piece))
        return
    heads = [", ".join(filter(None, (each["title"], each["says_unit"] and each["unit"]))) for each in piece["columns"]]
    yield _table(heads, [[cell["text"] for cell in row] for row in piece["rows"]])


def _of_points(piece: Piece) -> tuple[list[str], list[list[str]]]:
    """A row for each place, evenly thinned; a column for each line."""
    rows = list(rows_of(piece))
    columns, places = list(dict.fromkeys(row[1] for row in rows)), list(dict.fromkeys(row[0] for row in rows))
    step = max(1, -(-len(places) // MOST_ROWS))
    known = {(place, column): value for place, column, value in rows}
    shown = [[place, *(figure(known.get((place, column))) for column in columns)] for place in places[::step]]
    unit = piece.get("unit", "")
    return [across_of(piece), *(", ".join(filter(None, (column, unit))) for column in columns)], shown


def _table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    lines = [heads, ["---"] * len(heads), *rows]
    return "\n".join(f"| {' | '.join(plain(cell) if cell != '---' else cell for cell in line)} |" for line in lines)


def _list(sentences: Iterable[str]) -> str:
    return "\n".join(f"- {plain(sentence)}" for sentence in sentences)


def plain(text: object) -> str:
    """Words that mean nothing but themselves."""
    return _MARKS.sub(r"\\\1", " ".join(str(text if text is not None else UNKNOWN).split()))
