"""The audit log's filter; every choice is part of the address."""

from typing import Any

import django_filters
from django import forms
from django.db.models import Q, QuerySet

from benchlab.models import AuditEntry

_DAY = forms.DateInput(attrs={"type": "date"})


def _known(name: str) -> Any:
    """The values of a field in the log, read at each request."""

    def choices() -> list[tuple[str, str]]:
        found = AuditEntry.objects.order_by(name).values_list(name, flat=True).distinct()
        return [(value, value) for value in found]

    return choices


class AuditFilter(django_filters.FilterSet):  # type: ignore[misc]
    who = django_filters.ChoiceFilter(choices=_known("who"), label="Who", empty_label="All")
    action = django_filters.ChoiceFilter(choices=_known("action"), label="Action", empty_label="All")
    kind = django_filters.ChoiceFilter(choices=_known("kind"), label="Object type", empty_label="All")
    since = django_filters.DateFilter(field_name="at", lookup_expr="date__gte", label="From day", widget=_DAY)
    until = django_filters.DateFilter(field_name="at", lookup_expr="date__lte", label="To day", widget=_DAY)
    q = django_filters.CharFilter(method="search", label="Text", widget=forms.TextInput(attrs={"type": "search"}))

    class Meta:
        model = AuditEntry
        fields = ("who", "action", "kind", "since", "until", "q")

    def search(self, found: QuerySet[AuditEntry], name: str, text: str) -> QuerySet[AuditEntry]:  # noqa: ARG002
        """Search objects, tokens and means."""
        return found.filter(Q(subject__icontains=text) | Q(means__icontains=text))
