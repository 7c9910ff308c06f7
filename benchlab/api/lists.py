"""Lists: filtered as on the pages, and in pages."""

from collections.abc import Callable, Iterable
from typing import Any

import django_filters
from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.http import HttpRequest

from benchlab.api.shapes import Document, Page
from benchlab.definitions.problems import Problem, Refused

Reader = Callable[[Any], Iterable[Any]]


def filtered(kind: type[django_filters.FilterSet], request: HttpRequest, listed: QuerySet[Any]) -> QuerySet[Any]:
    """What fits; Refused for a choice that there is not, because an empty list would say that there is no such run."""
    found = kind(request.GET, queryset=listed)
    if found.is_valid():
        return found.qs  # type: ignore[no-any-return]
    errors = found.errors.items()
    raise Refused([Problem(name, str(message)) for name, messages in errors for message in messages])


def page_of(
    found: QuerySet[Any], asked: Page, *, name: str, document: Callable[[Any], Document], read: Reader = list
) -> Document:
    """``read`` makes of the page's part of what was found what ``document`` takes."""
    paginator = Paginator(found, asked.limit)
    shown = paginator.get_page(asked.page)
    counts = {"count": paginator.count, "page": shown.number, "pages": paginator.num_pages}
    return {name: [document(each) for each in read(shown.object_list)], **counts}
