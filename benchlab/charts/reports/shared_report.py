"""A report as a share link shows it."""

from collections.abc import Collection, Iterator
from functools import cached_property
from typing import Any

from benchlab.analysis.trust.trust_grade import DOUBTFUL, GRADES
from benchlab.charts.render.chart_json import has_values
from benchlab.charts.render.svg.chart_svg import KINDS
from benchlab.charts.reports.comparison_parts import UNLIKE
from benchlab.charts.reports.document import Document, open_document_of
from benchlab.charts.reports.document_pieces import Piece
from benchlab.models import Report, Reveal

SOME = "Not all of its figures are to be trusted or compared, as its notes say."


class SharedReport:
    kind = "report"

    def __init__(self, report: Report, reveals: Collection[str]) -> None:
        self.report, self._reveals = report, reveals
        self.offers = () if report.is_frozen else tuple(Reveal)

    @property
    def title(self) -> str:
        return self.report.title

    @property
    def description(self) -> str:
        """The first words of it."""
        texts = (piece["text"] for piece in self._pieces if piece["type"] == "prose")
        return " ".join(next(texts, self.title).split())[:200]

    @property
    def distrust(self) -> str:
        """Of a frozen one the notes alone are known."""
        doubtful = [f"trust {grade}, {GRADES[grade]}" for grade in sorted(DOUBTFUL)]
        notes = [note for note in self.document["notes"] if any(words in note for words in (*doubtful, UNLIKE))]
        return SOME if notes else ""

    @property
    def preview(self) -> Piece | None:
        """Its first chart that shows anything."""
        charts = (each for each in self._pieces if each["type"] == "chart")
        return next((each for each in charts if each["panel"]["kind"] in KINDS and has_values(each["panel"])), None)

    @property
    def _pieces(self) -> Iterator[Piece]:
        return (piece for section in self.document["sections"] for piece in section["pieces"])

    @cached_property
    def document(self) -> Document:
        return open_document_of(self.report, self._reveals)

    @property
    def headings(self) -> list[dict[str, Any]]:
        return [each for each in self.document["sections"] if each["heading"]]
