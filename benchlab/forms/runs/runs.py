"""The filter of the list of runs; every choice is part of the address."""

from typing import Any

import django_filters
from django import forms
from django.db.models import Exists, OuterRef, Q, QuerySet

from benchlab.forms.runs.parameter_filter import ParametersFilter
from benchlab.models import Benchmark, Note, Run, Server, State, Tag, User

GRADES_CHOSEN = (("A", "A"), ("AB", "A or B"), ("B", "B"), ("C", "C"), ("D", "D"), ("CD", "C or D"))


class RunFilter(django_filters.FilterSet):  # type: ignore[misc]
    benchmark = django_filters.ModelChoiceFilter(
        queryset=Benchmark.objects.all(), to_field_name="slug", empty_label="All"
    )
    server = django_filters.ModelChoiceFilter(
        field_name="servers", queryset=Server.objects.all(), to_field_name="name", label="Server", empty_label="All"
    )
    state = django_filters.ChoiceFilter(choices=State, empty_label="All")
    by = django_filters.ModelChoiceFilter(
        field_name="created_by",
        queryset=User.objects.all(),
        to_field_name="username",
        label="Launched by",
        empty_label="All",
    )
    tag = django_filters.ModelChoiceFilter(
        field_name="tags", queryset=Tag.objects.filter(runs__isnull=False).distinct(), to_field_name="name",
        label="Tag", empty_label="All",
    )  # fmt: skip
    grade = django_filters.ChoiceFilter(choices=GRADES_CHOSEN, method="graded", label="Trust", empty_label="All")
    excluded = django_filters.ChoiceFilter(
        choices=(("no", "No"), ("yes", "Yes")), method="is_excluded", label="Excluded", empty_label="All"
    )
    parameters = ParametersFilter(method="with_parameters")
    q = django_filters.CharFilter(
        method="search", label="Label or text", widget=forms.TextInput(attrs={"type": "search"})
    )
    experiment = django_filters.NumberFilter(field_name="experiment", widget=forms.HiddenInput)
    sort = django_filters.OrderingFilter(
        fields={
            "pk": "run",
            "benchmark__title": "benchmark",
            "state": "state",
            "headline": "headline",
            "started_at": "started",
            "finished_at": "finished",
        },
        widget=forms.HiddenInput,
    )

    class Meta:
        model = Run
        fields = ("benchmark", "server", "state", "by", "tag", "grade", "excluded", "parameters", "q", "experiment")

    def graded(self, runs: Any, name: str, grades: str) -> Any:  # noqa: ARG002
        return runs.filter(state=State.FINISHED, grade__in=list(grades))

    def is_excluded(self, runs: Any, name: str, word: str) -> Any:  # noqa: ARG002
        return runs.filter(excluded_at__isnull=word == "no")

    def with_parameters(self, runs: Any, name: str, pairs: list[tuple[str, str]]) -> Any:  # noqa: ARG002
        return runs.launched_with(pairs)

    def search(self, runs: QuerySet[Run], name: str, text: str) -> QuerySet[Run]:  # noqa: ARG002
        """Search by number, label, benchmark title or notes."""
        noted = Exists(Note.objects.filter(run=OuterRef("pk"), text__icontains=text))
        words = Q(label__icontains=text) | Q(benchmark__title__icontains=text) | Q(noted)
        return runs.filter(words | Q(pk=int(text)) if text.isdecimal() and len(text) < 16 else words)


class NoteForm(forms.Form):
    text = forms.CharField(
        label="Note",
        max_length=5000,
        widget=forms.Textarea(attrs={"rows": 2, "placeholder": "Add a note. Markdown is supported."}),
    )
