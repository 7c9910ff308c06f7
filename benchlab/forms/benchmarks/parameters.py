"""Form fields for parameters, which parse and validate their values."""

from collections.abc import Iterable, Sequence
from typing import Any

from django import forms

from benchlab.definitions.language.problems import Refused
from benchlab.definitions.parameters.experiment_grid import Grid
from benchlab.definitions.parameters.parameters import Parameter
from benchlab.forms.benchmarks.value_lists import SeveralSelect, YesNoBoth
from benchlab.models import Server


def parameter_field(
    parameter: Parameter, initial: Any, *, servers: Sequence[Server], given: Sequence[str]
) -> forms.Field:
    """``given``: the current choice, kept even if the servers do not offer it."""
    shared: dict[str, Any] = {"label": parameter.label, "help_text": parameter.help, "initial": initial}
    if parameter.type == "boolean":
        return BothField(parameter, **shared) if parameter.sweep else YesNoField(required=False, **shared)
    if choices := _choices(parameter, servers, given):
        select = SeveralSelect if parameter.sweep else forms.Select
        return ParameterField(parameter, widget=select(choices=choices), **shared)
    return ParameterField(parameter, widget=_text_input(initial), **shared)


class ParameterField(forms.Field):
    """A list of values as the parameter formats them; one value if it takes no list."""

    def __init__(self, parameter: Parameter, **kwargs: Any) -> None:
        super().__init__(required=False, **kwargs)
        self.parameter = parameter
        self.bounds = parameter.bounds
        self.takes_list = parameter.sweep

    def clean(self, value: Any) -> list[str]:
        given = value or self.parameter.format(self.parameter.default)
        try:
            grid = Grid.read({self.parameter.name: self.parameter}, {self.parameter.name: given})
        except Refused as refused:
            raise forms.ValidationError([problem.message for problem in refused.problems]) from None
        return list(grid.values[self.parameter.name])


class BothField(ParameterField):
    """Yes, no, or both of them one after the other."""

    template_name = "forms/both.html"

    def __init__(self, parameter: Parameter, **kwargs: Any) -> None:
        super().__init__(parameter, widget=YesNoBoth(), template_name=self.template_name, **kwargs)


class YesNoField(forms.BooleanField):
    def clean(self, value: Any) -> list[str]:
        return ["true" if super().clean(value) else "false"]


def _text_input(initial: str) -> forms.Widget:
    return forms.TextInput(attrs={"placeholder": initial})


def _choices(parameter: Parameter, servers: Sequence[Server], given: Iterable[str]) -> list[tuple[str, str]]:
    if parameter.type != "engine":
        return [(str(choice), str(choice)) for choice in parameter.choices]
    offered = _engines_of_all(servers)
    missing = [each for each in dict.fromkeys([*given, str(parameter.default)]) if each not in offered]
    where = " and ".join(server.name for server in servers) or "any server"
    return [*((each, each) for each in offered), *((each, f"{each} (not on {where})") for each in missing)]


def _engines_of_all(servers: Sequence[Server]) -> list[str]:
    """What each of them offers, in the order of the first."""
    offered = [server.facts.engines for server in servers if server.facts]
    return [each for each in offered[0] if all(each in others for others in offered)] if offered else []
