"""The launch form, made from a definition's parameters."""

from typing import Any

from django import forms

from benchlab.definitions import Definition
from benchlab.definitions.parameters import Parameter
from benchlab.definitions.plan import Value
from benchlab.definitions.problems import Problem
from benchlab.models import Benchmark, Run, Server

PREFIX = "set-"
"""Before a parameter's name, so that one called "server" does not meet the form's own."""


class ServerField(forms.ModelChoiceField):  # type: ignore[type-arg]
    """Servers by name; one that did not answer is said so, and not offered first."""

    def label_from_instance(self, obj: Any) -> str:
        return f"{obj.name} (did not answer the last check)" if obj.check_error else str(obj.name)


class LaunchForm(forms.Form):
    """Every sentence about a value comes from the parameter or the plan, and stands beside its field."""

    server = ServerField(Server.objects.all(), to_field_name="name", empty_label=None)
    label = forms.CharField(max_length=100, required=False, help_text="A word to find the run by. May stay empty.")

    def __init__(self, benchmark: Benchmark, *args: Any, **kwargs: Any) -> None:
        self.benchmark = benchmark
        self.definition: Definition = benchmark.latest.definition
        super().__init__(*args, **kwargs)
        self.fields["server"].initial = _likely_server(benchmark)
        for parameter in self.definition.parameters.values():
            self.fields[PREFIX + parameter.name] = _field(parameter)

    @property
    def parameter_fields(self) -> list[forms.BoundField]:
        return [self[PREFIX + parameter.name] for parameter in self.definition.parameters.values()]

    @property
    def servers(self) -> list[Server]:
        return [self.cleaned_data["server"]]

    @property
    def values(self) -> dict[str, Any]:
        """What was given, as text: the definition itself reads and checks it."""
        return {
            parameter.name: self.cleaned_data[PREFIX + parameter.name]
            for parameter in self.definition.parameters.values()
        }

    def refuse(self, problems: tuple[Problem, ...]) -> None:
        """Put each problem beside the field it is about, or above them all."""
        for problem in problems:
            self.add_error(self._field_about(problem.where), problem.message)

    def _field_about(self, where: str) -> str | None:
        kind, _, name = where.partition(" ")
        field = {"parameter": f"{PREFIX}{name}", "server": "server", "servers": "server"}.get(kind)
        return field if field in self.fields else None


class ParameterField(forms.CharField):
    """Text that the parameter itself reads; a value that it refuses is an error with its sentence."""

    def __init__(self, parameter: Parameter, **kwargs: Any) -> None:
        super().__init__(required=False, **kwargs)
        self.parameter = parameter
        self.bounds = _bounds(parameter)

    def clean(self, value: Any) -> str:
        given = super().clean(value) or self.parameter.format(self.parameter.default)
        try:
            self.parameter.parse(given)
        except ValueError as error:
            raise forms.ValidationError(str(error)) from None
        return given


def _likely_server(benchmark: Benchmark) -> str | None:
    """Where it ran last, else the first that answered its last check."""
    last = benchmark.runs.filter(servers__check_error="").order_by("-pk").values_list("servers__name", flat=True)
    answering = Server.objects.filter(check_error="").values_list("name", flat=True)
    return last.first() or answering.first()


def initial_of(run: Run) -> dict[str, Any]:
    """A run's values, to launch it again."""
    server = run.servers.first()
    given = run.plan.parameters
    known = [each for each in run.benchmark.latest.definition.parameters.values() if each.name in given]
    values = {PREFIX + parameter.name: _initial(parameter, given[parameter.name]) for parameter in known}
    return {"server": server.name if server else None, "label": run.label, **values}


def _field(parameter: Parameter) -> forms.Field:
    initial = _initial(parameter, parameter.default)
    shared: dict[str, Any] = {"label": parameter.label, "help_text": parameter.help, "initial": initial}
    if parameter.type == "boolean":
        return forms.BooleanField(required=False, **shared)
    if choices := _choices(parameter):
        return ParameterField(parameter, widget=forms.Select(choices=[(each, each) for each in choices]), **shared)
    widget = forms.TextInput(attrs={"autocomplete": "off", "placeholder": initial})
    return ParameterField(parameter, widget=widget, **shared)


def _choices(parameter: Parameter) -> list[str]:
    if parameter.type != "engine":
        return [str(choice) for choice in parameter.choices]
    offered = [engine for server in Server.objects.all() if server.facts for engine in server.facts.engines]
    return list(dict.fromkeys([str(parameter.default), *offered]))


def _initial(parameter: Parameter, value: Value) -> str | bool:
    return value if isinstance(value, bool) else parameter.format(value)


def _bounds(parameter: Parameter) -> str:
    least = None if parameter.minimum is None else parameter.format(parameter.minimum)
    most = None if parameter.maximum is None else parameter.format(parameter.maximum)
    if least and most:
        return f"{least} to {most}"
    return f"at least {least}" if least else f"at most {most}" if most else ""
