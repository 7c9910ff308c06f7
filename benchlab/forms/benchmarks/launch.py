"""The launch form, made from a definition's parameters."""

from functools import cached_property
from typing import Any

from django import forms

from benchlab.analysis.comparisons.verdict_text import HOW_MANY
from benchlab.definitions import Definition
from benchlab.definitions.language.problems import Problem, Refused
from benchlab.definitions.parameters.experiment_grid import MOST_RUNS, SERVER, Grid
from benchlab.definitions.parameters.parameters import Parameter
from benchlab.definitions.values.units import Value
from benchlab.forms.benchmarks.parameters import parameter_field
from benchlab.forms.benchmarks.value_lists import SeveralSelect, joined
from benchlab.models import Benchmark, Experiment, Revision, Run, Server

PREFIX = "set-"
"""Before a parameter's name, so that one called "server" does not meet the form's own."""

_LABEL_HELP = "Optional. Helps to find the run later."
_NO_SERVER = "Choose a server to run on. If the list is empty, an admin adds one under Servers."
_REPEATS_HELP = f"Runs of each combination of values, interleaved: A B A B. {HOW_MANY}"


class ServerField(forms.ModelChoiceField):  # type: ignore[type-arg]
    """Servers by name, marked if their last check failed."""

    def label_from_instance(self, obj: Any) -> str:
        return _named(obj)


class ServersField(forms.ModelMultipleChoiceField):  # type: ignore[type-arg]
    """The same, with a choice of several."""

    def label_from_instance(self, obj: Any) -> str:
        return _named(obj)


class LaunchForm(forms.Form):
    """Errors come from the parameter or the plan, and are shown at their field."""

    server = ServersField(
        Server.objects.all(),
        to_field_name="name",
        widget=SeveralSelect,
        error_messages={"required": _NO_SERVER, "invalid_choice": "There is no server “%(value)s”. Choose another."},
    )
    repeats = forms.IntegerField(
        required=False,
        min_value=1,
        max_value=MOST_RUNS,
        initial=1,
        help_text=_REPEATS_HELP,
        error_messages=dict.fromkeys(("invalid", "min_value", "max_value"), f"Enter a whole number, 1 to {MOST_RUNS}."),
    )
    label = forms.CharField(max_length=100, required=False, help_text=_LABEL_HELP)

    def __init__(self, benchmark: Benchmark, *args: Any, **kwargs: Any) -> None:
        self.benchmark = benchmark
        self.grid = Grid({})
        super().__init__(*args, **kwargs)
        self.of_revision = self.chosen_revision()
        self.definition: Definition = self.of_revision.definition
        self.fields["server"].initial = _likely_server(benchmark)
        for parameter in self.definition.parameters.values():
            self.fields[PREFIX + parameter.name] = self._parameter_field(parameter)

    def chosen_revision(self) -> Revision:
        return self.benchmark.latest

    def _parameter_field(self, parameter: Parameter) -> forms.Field:
        initial = initial_text(parameter, parameter.default)
        given = SeveralSelect().format_value(self._given(PREFIX + parameter.name))
        return parameter_field(parameter, initial, servers=self.chosen, given=given)

    @cached_property
    def chosen(self) -> list[Server]:
        """The servers chosen so far; the offered engines depend on them."""
        named = SeveralSelect().format_value(self._given(SERVER) or self.fields[SERVER].initial)
        return list(Server.objects.filter(name__in=named))

    def _given(self, name: str) -> Any:
        if self.is_bound:
            return self.data.getlist(name) if hasattr(self.data, "getlist") else self.data.get(name)
        return self.initial.get(name)

    @property
    def engines_of(self) -> str:
        """The servers whose engines are offered; the page posts it back, and is redrawn when it changes."""
        return ",".join(server.name for server in self.chosen)

    @property
    def engine_fields(self) -> list[forms.BoundField]:
        return [self[PREFIX + each.name] for each in self.definition.parameters.values() if each.type == "engine"]

    def clean_repeats(self) -> int:
        return self.cleaned_data["repeats"] or 1

    def clean(self) -> dict[str, Any]:
        """Expand valid values into a grid."""
        if not self.errors:
            try:
                self.grid = self.definition.grid(self.given, repeats=self.cleaned_data["repeats"])
            except Refused as refused:
                self.refuse(refused.problems)
        return self.cleaned_data

    @property
    def parameter_fields(self) -> list[forms.BoundField]:
        return [self[PREFIX + parameter.name] for parameter in self.definition.parameters.values()]

    @property
    def servers(self) -> list[Server]:
        return list(self.cleaned_data["server"])

    @property
    def given(self) -> dict[str, list[str]]:
        """The values of each parameter as text, which the definition parses. Several servers are a parameter, too."""
        servers = {SERVER: [server.name for server in self.servers]} if len(self.servers) > 1 else {}
        names = self.definition.parameters
        return {**servers, **{name: self.cleaned_data[PREFIX + name] for name in names}}

    def refuse(self, problems: tuple[Problem, ...]) -> None:
        """Show each problem at its field, or above the form."""
        for problem in problems:
            self.add_error(self._field_about(problem.where), problem.message)

    def _field_about(self, where: str) -> str | None:
        kind, _, name = where.partition(" ")
        field = {"parameter": f"{PREFIX}{name}", "servers": SERVER}.get(kind, kind)
        return field if field in self.fields else None


def _named(server: Server) -> str:
    return f"{server.name} (last check failed)" if server.check_error else server.name


def _likely_server(benchmark: Benchmark) -> str | None:
    """The server of its last run, otherwise the first whose last check succeeded."""
    last = benchmark.runs.filter(servers__check_error="").order_by("-pk").values_list("servers__name", flat=True)
    answering = Server.objects.filter(check_error="").values_list("name", flat=True)
    return last.first() or answering.first()


def initial_of(run: Run) -> dict[str, Any]:
    """A run's values, to launch it again."""
    server = run.servers.first()
    given = run.plan.parameters
    known = [each for each in run.benchmark.latest.definition.parameters.values() if each.name in given]
    values = {PREFIX + parameter.name: initial_text(parameter, given[parameter.name]) for parameter in known}
    return {"server": [server.name] if server else None, "label": run.label, **values}


def initial_of_experiment(experiment: Experiment) -> dict[str, Any]:
    """An experiment's values and lists, to launch it again."""
    first = experiment.current_runs.first()
    shared = initial_of(first) if first else {}
    lists = {PREFIX + name: joined(values) for name, values in experiment.grid.items() if name != SERVER}
    servers = {"server": experiment.grid[SERVER]} if experiment.varies_servers else {}
    return {**shared, **lists, **servers, "repeats": experiment.repeats, "label": experiment.label}


def initial_text(parameter: Parameter, value: Value) -> str | bool:
    return value if isinstance(value, bool) and not parameter.sweep else parameter.format(value)
