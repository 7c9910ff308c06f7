"""A report as one HTML file that opens without a network."""

from functools import lru_cache
from pathlib import Path
from typing import Any

from django.contrib.staticfiles import finders
from django.template.loader import render_to_string
from django.utils.safestring import mark_safe

from benchlab.charts.reports.document import Document

SHEETS = ("colours", "frame", "run", "report")
DARK_HERE, DARK_THERE = (
    '@media screen {\n[data-bs-theme="dark"]',
    "@media screen and (prefers-color-scheme: dark) {\n:root",
)
"""A page is dark by a script; the file has none, and follows the system."""


def as_html(document: Document) -> str:
    return render_to_string("publishing/article/file.html", {**in_page(document), "styles": _styles()})


def in_page(document: Document) -> dict[str, Any]:
    """What publishing/article/article.html takes."""
    return {"document": document, "headings": [each for each in document["sections"] if each["heading"]]}


@lru_cache
def _styles() -> str:
    sheets = "\n".join(Path(str(finders.find(f"benchlab/styles/{name}.css"))).read_text() for name in SHEETS)
    return mark_safe(sheets.replace(DARK_HERE, DARK_THERE))  # noqa: S308
