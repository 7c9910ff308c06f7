"""The varied parameters of an experiment."""

from collections.abc import Mapping
from dataclasses import dataclass

from benchlab.definitions.parameters.experiment_grid import SERVER
from benchlab.definitions.parameters.parameters import BOUNDED, Parameter
from benchlab.models import Experiment


@dataclass(frozen=True)
class Factor:
    """A parameter that varies, or the server; its values as people write them."""

    name: str
    label: str
    values: tuple[str, ...]
    numbers: tuple[float, ...] = ()
    """The same as numbers, where they are."""
    unit: str = ""

    @property
    def is_number(self) -> bool:
        return bool(self.numbers)


def factors_of(experiment: Experiment, parameters: Mapping[str, Parameter]) -> list[Factor]:
    return [_factor(name, tuple(values), parameters.get(name)) for name, values in experiment.grid.items()]


def _factor(name: str, values: tuple[str, ...], parameter: Parameter | None) -> Factor:
    if parameter is None:
        return Factor(name, "Server" if name == SERVER else name.capitalize(), values)
    return Factor(name, parameter.label, values, _numbers(parameter, values), parameter.unit)


def _numbers(parameter: Parameter, values: tuple[str, ...]) -> tuple[float, ...]:
    if parameter.type not in BOUNDED:
        return ()
    return tuple(float(parameter.parse(value)) for value in values)
