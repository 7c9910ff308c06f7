"""Lists: filters as on the pages, and pagination."""

from collections.abc import Callable, Iterable
from typing import Any

import django_filters
from django import forms
from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.http import HttpRequest

from benchlab.api.shapes import Document, Page
from benchlab.definitions.language.problems import Problem, Refused

MOST_OFFERED = 30

Reader = Callable[[Any], Iterable[Any]]


def filtered(kind: type[django_filters.FilterSet], request: HttpRequest, listed: QuerySet[Any]) -> QuerySet[Any]:
    """The filtered list. Raises Refused for an unknown choice: an empty list would look like “no such run”."""
    found = kind(request.GET, queryset=listed)
    if found.is_valid():
        return found.qs  # type: ignore[no-any-return]
    errors, fields = found.errors.items(), found.form.fields
    raise Refused(
        [Problem(name, f"{message}{_offered(fields[name])}") for name, messages in errors for message in messages]
    )


def _offered(field: forms.Field) -> str:
    """The valid choices, if the field has any."""
    words = [str(value) for value, _ in getattr(field, "choices", ()) if value][:MOST_OFFERED]
    return f" Valid: {', '.join(words)}." if words else ""


def page_of(
    found: QuerySet[Any], asked: Page, *, name: str, document: Callable[[Any], Document], read: Reader = list
) -> Document:
    """``read`` turns the page's part of the query set into what ``document`` takes."""
    paginator = Paginator(found, asked.limit)
    # Beyond the last page there is nothing; the paginator itself would fail there, or give the last.
    shown = paginator.page(asked.page).object_list if asked.page <= paginator.num_pages else []
    counts = {"count": paginator.count, "page": asked.page, "pages": paginator.num_pages}
    return {name: [document(each) for each in read(shown)], **counts}
