"""The pieces of a report's document, as JSON: text, facts, tables, layouts."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from benchlab.analysis.comparisons import Verdict
from benchlab.charts.render.number_format import UNKNOWN, Amount, figure, known
from benchlab.charts.runs.summary_cards import Card

Piece = dict[str, Any]
Cell = dict[str, Any]


@dataclass(frozen=True)
class Part:
    """Something of a source that a section may show; made only where it does."""

    title: str
    make: Callable[[], Iterable[Piece]]
    is_usual: bool = False
    """Whether a new section shows it by default."""


Parts = Mapping[str, Part]


def words(text: object, *, strong: bool = False) -> Cell:
    return {"text": str(text), **({"strong": True} if strong else {})}


def number(value: Amount, told: str = "", *, strong: bool = False) -> Cell:
    """A figure, and its text on the page."""
    cell = words(told or figure(value), strong=strong)
    return {**cell, "value": value if known(value) else None}


def column(title: str, unit: str = "", *, is_number: bool = True, says_unit: bool = True) -> dict[str, Any]:
    """``says_unit``: the head of the column says it, as the words of times and sizes have units of their own."""
    return {"title": title, "unit": unit, "is_number": is_number, "says_unit": says_unit and unit != "B"}


def of_words(*titles: str) -> list[dict[str, Any]]:
    return [column(title, is_number=False) for title in titles]


def table(title: str, columns: Sequence[Mapping[str, Any]], rows: Iterable[Sequence[Cell]]) -> Piece:
    """Columns of which nothing is known are left out."""
    told = [list(row) for row in rows]
    kept = [at for at in range(len(columns)) if at == 0 or any(row[at]["text"] not in ("", UNKNOWN) for row in told)]
    shown = [[row[at] for at in kept] for row in told]
    return {"type": "table", "title": title, "columns": [columns[at] for at in kept], "rows": shown}


def figures(cards: Iterable[Card]) -> Piece:
    told = [{"name": card.name, "value": card.value, "unit": card.unit, "note": card.note} for card in cards]
    return {"type": "figures", "figures": told}


def facts(pairs: Iterable[tuple[str, str]], *, title: str = "") -> Piece:
    return {
        "type": "facts",
        "title": title,
        "facts": [{"name": name, "value": value} for name, value in pairs if value],
    }


def listed(title: str, sentences: Iterable[str]) -> Piece:
    return {"type": "list", "title": title, "sentences": list(sentences)}


def signs(*told: tuple[str, str]) -> Piece:
    """Words with a tone: good, care, bad, or none."""
    return {"type": "signs", "signs": [{"word": word, "tone": tone} for word, tone in told if word]}


def verdict(found: Verdict) -> Piece:
    told = {"word": found.word, "reason": found.reason, "cautions": list(found.cautions)}
    return {"type": "verdict", **told, "is_doubtful": found.is_doubtful}
