"""Parsing of requests."""

import json
from collections.abc import Callable, Iterator
from functools import wraps
from typing import Any, get_type_hints

from django.http import HttpRequest
from ninja.params.models import Query
from ninja.parser import Parser

from benchlab.definitions.language.problems import Problem, Refused
from benchlab.definitions.language.suggestions import did_you_mean


class TextParser(Parser):
    """Refuses text that cannot be encoded."""

    def parse_body(self, request: HttpRequest) -> dict[str, Any]:
        document = super().parse_body(request)
        # JSON can write half of a pair, "\\ud800" alone, of which no byte can be made.
        json.dumps(document, ensure_ascii=False).encode()
        return document


def refuses_unknown_queries(operation: Callable[..., Any]) -> Callable[..., Any]:
    """Refuses unknown query parameters: ignoring a mistyped filter would return everything."""
    known = list(_asked_for(operation))

    @wraps(operation)
    def answer(request: HttpRequest, *arguments: Any, **named: Any) -> Any:
        if unknown := [name for name in request.GET if name not in known]:
            raise Refused(
                [Problem(name, f"No parameter “{name}” here. {did_you_mean(name, known)}") for name in unknown]
            )
        return operation(request, *arguments, **named)

    return answer


def _asked_for(operation: Callable[..., Any]) -> Iterator[str]:
    """The names of the fields of its `Query[...]` arguments."""
    for hint in get_type_hints(operation, include_extras=True).values():
        if any(isinstance(each, Query) for each in getattr(hint, "__metadata__", ())):
            yield from (field.alias or name for name, field in hint.__origin__.model_fields.items())
