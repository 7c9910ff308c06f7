"""What a report's page and its document say."""

import html
from typing import Any

from django.test import Client

from benchlab.charts.reports.document import document_of
from benchlab.models import Report


def text_of(client: Client, address: str) -> str:
    answer = client.get(address)
    assert answer.status_code == 200, answer.content
    return html.unescape(answer.content.decode())


def tables_of(report: Report) -> list[dict[str, Any]]:
    sections = document_of(report)["sections"]
    return [piece for section in sections for piece in section["pieces"] if piece["type"] == "table"]
