"""The export formats of reports."""

import json
from collections.abc import Callable
from dataclasses import dataclass

from benchlab.charts.reports.csv_export import as_csv
from benchlab.charts.reports.document import Document
from benchlab.charts.reports.html_export import as_html
from benchlab.charts.reports.markdown_export import as_markdown


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
