"""Reading what a request holds."""

import json
from typing import Any

from django.http import HttpRequest
from ninja.parser import Parser


class TextParser(Parser):
    """Refuses texts that no database and no page could hold, before they come to either."""

    def parse_body(self, request: HttpRequest) -> dict[str, Any]:
        document = super().parse_body(request)
        # JSON can write half of a pair, "\\ud800" alone, of which no byte can be made.
        json.dumps(document, ensure_ascii=False).encode()
        return document
