"""Finding experiments; every choice is part of the address."""

from typing import Any

import django_filters
from django import forms
from django.db.models import Q, QuerySet

from benchlab.forms.runs.parameter_filter import ParametersFilter
from benchlab.forms.runs.runs import GRADES_CHOSEN
from benchlab.models import Benchmark, Experiment, Run, Server, Tag, User

STATES = (("going on", "Active"), ("over", "Ended"))


class ExperimentFilter(django_filters.FilterSet):  # type: ignore[misc]
    benchmark = django_filters.ModelChoiceFilter(
        queryset=Benchmark.objects.all(), to_field_name="slug", empty_label="All"
    )
    server = django_filters.ModelChoiceFilter(
        method="on", queryset=Server.objects.all(), to_field_name="name", label="Server", empty_label="All"
    )
    state = django_filters.ChoiceFilter(method="in_state", choices=STATES, label="State", empty_label="All")
    by = django_filters.ModelChoiceFilter(
        field_name="created_by",
        queryset=User.objects.all(),
        to_field_name="username",
        label="Launched by",
        empty_label="All",
    )
    tag = django_filters.ModelChoiceFilter(
        method="tagged", queryset=Tag.objects.filter(runs__experiment__isnull=False).distinct(), to_field_name="name",
        label="Tag", empty_label="All",
    )  # fmt: skip
    grade = django_filters.ChoiceFilter(choices=GRADES_CHOSEN, method="graded", label="Trust", empty_label="All")
    parameters = ParametersFilter(method="with_parameters")
    q = django_filters.CharFilter(method="search", label="Label", widget=forms.TextInput(attrs={"type": "search"}))

    class Meta:
        model = Experiment
        fields = ("benchmark", "server", "state", "by", "tag", "grade", "parameters", "q")

    def on(self, found: QuerySet[Experiment], name: str, server: Any) -> QuerySet[Experiment]:  # noqa: ARG002
        """A condition on the runs would change how many of them are counted."""
        return found.filter(pk__in=server.runs.filter(experiment__isnull=False).values("experiment"))

    def tagged(self, found: QuerySet[Experiment], name: str, tag: Tag) -> QuerySet[Experiment]:  # noqa: ARG002
        return found.filter(pk__in=tag.runs.filter(experiment__isnull=False).values("experiment"))

    def graded(self, found: Any, name: str, grades: str) -> Any:  # noqa: ARG002
        return found.filter(worst_grade__in=list(grades))

    def with_parameters(self, found: Any, name: str, pairs: list[tuple[str, str]]) -> Any:  # noqa: ARG002
        """One of whose runs was launched so."""
        runs = Run.objects.filter(experiment__isnull=False).launched_with(pairs)
        return found.filter(pk__in=runs.values("experiment"))

    def in_state(self, found: Any, name: str, state: str) -> Any:  # noqa: ARG002
        return found.over() if state == "over" else found.going_on()

    def search(self, found: QuerySet[Experiment], name: str, text: str) -> QuerySet[Experiment]:  # noqa: ARG002
        """An experiment's number, or words of its label or its benchmark."""
        words = Q(label__icontains=text) | Q(benchmark__title__icontains=text)
        number = text.lower().removeprefix("e")
        return found.filter(words | Q(pk=int(number)) if number.isdecimal() and len(number) < 16 else words)
