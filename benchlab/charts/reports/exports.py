"""The forms that a report is exported in."""

import json
from collections.abc import Callable
from dataclasses import dataclass

from benchlab.charts.reports.as_csv import as_csv
from benchlab.charts.reports.as_html import as_html
from benchlab.charts.reports.as_markdown import as_markdown
from benchlab.charts.reports.document import Document


@dataclass(frozen=True)
class Export:
    title: str
    content_type: str
    write: Callable[[Document], str]


def _as_json(document: Document) -> str:
    return json.dumps(document, indent=1, ensure_ascii=False)


EXPORTS = {
    "html": Export("One HTML file", "text/html; charset=utf-8", as_html),
    "md": Export("Markdown", "text/markdown; charset=utf-8", as_markdown),
    "csv": Export("Tables and figures as CSV", "text/csv; charset=utf-8", as_csv),
    "json": Export("JSON", "application/json", _as_json),
}
