"""A client that reads pages as a browser does: how a template's lines are divided is no part of a page."""

import re
from typing import Any

from django.http import HttpResponse
from django.test import Client

_VERBATIM = re.compile(r"(<(textarea|pre|script)\b.*?</\2>)", re.DOTALL)
_BLOCKS = "p|td|th|li|div|h1|h2|h3|dt|dd|summary|section|tr|tbody|table"


class Reader(Client):
    def request(self, **request: Any) -> HttpResponse:
        response = super().request(**request)
        if response.get("Content-Type", "").startswith("text/html") and not response.streaming:
            response.content = as_read(response.content.decode()).encode()
        return response


def as_read(html: str) -> str:
    parts = _VERBATIM.split(html)
    return "".join(_collapsed(part) if at % 3 == 0 else part for at, part in enumerate(parts) if at % 3 != 2)


def _collapsed(html: str) -> str:
    html = re.sub(r"\s*\n\s*(/?>)", r"\1", html)
    html = re.sub(r"\s*\n\s*", "\n", html)
    html = re.sub(rf"(<(?:{_BLOCKS})\b[^>]*>)\n|\n(</(?:{_BLOCKS})>)", r"\1\2", html)
    html = re.sub(rf"(</(?:{_BLOCKS})>)\n(?=<(?:{_BLOCKS})\b)", r"\1", html)
    return html.replace("\n", " ")
