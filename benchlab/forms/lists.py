"""Filters of lists; every choice is part of the address."""

from typing import Any

import django_filters
from django.db.models import QuerySet
from django.http import QueryDict


def filtered(
    kind: type[django_filters.FilterSet], given: QueryDict, listed: QuerySet[Any]
) -> tuple[django_filters.FilterSet, list[str]]:
    """The filtered list, and a sentence for each choice of an outdated or mistyped address that does not exist."""
    found = kind(given, queryset=listed)
    wrong = list(found.form.errors)
    if not wrong:
        return found, []
    known = given.copy()
    ignored = [f"There is no {name} “{','.join(known.pop(name))[:60]}”; all are shown." for name in wrong]
    return kind(known, queryset=listed), ignored
