"""The grid of an experiment: which values of each parameter it runs, and in which order."""

import csv
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from math import prod

from benchlab.definitions.language.problems import Problem, Refused
from benchlab.definitions.language.suggestions import did_you_mean
from benchlab.definitions.parameters.parameters import Parameter

MOST_RUNS = 200
"""About as many as one page can show."""
SERVER = "server"
"""Servers vary too, in addition to the parameters, none of which can have this name."""
ONE_VALUE = "It takes one value: the definition does not declare it with “sweep: true”."

Given = Mapping[str, str | Sequence[object]]
"""The values of each parameter: a list, or a text such as ``1,10``."""
Cell = dict[str, str]


@dataclass(frozen=True)
class Grid:
    """Values are texts, as people write them; ``definition.values`` reads them."""

    values: dict[str, tuple[str, ...]]
    repeats: int = 1

    @classmethod
    def read(cls, parameters: Mapping[str, Parameter], given: Given, *, repeats: int = 1) -> "Grid":
        """Refused with a sentence for each value that can not be, and where there would be too many runs."""
        problems = _unknown(given, parameters)
        values = {name: _values(name, texts, parameters.get(name), problems) for name, texts in given.items()}
        grid = cls(values, repeats)
        problems += grid._size_problems()
        if problems:
            raise Refused(problems)
        return grid

    @property
    def varying(self) -> dict[str, tuple[str, ...]]:
        return {name: values for name, values in self.values.items() if len(values) > 1}

    @property
    def cell_count(self) -> int:
        return prod(len(values) for values in self.values.values())

    @property
    def run_count(self) -> int:
        return self.cell_count * self.repeats

    @property
    def cells(self) -> list[Cell]:
        """Every combination; the last parameter changes the fastest."""
        return [dict(zip(self.values, chosen, strict=True)) for chosen in product(*self.values.values())]

    @property
    def each_value_once(self) -> list[Cell]:
        """The fewest cells that together contain every value, for checking that they can be run."""
        most = max((len(values) for values in self.values.values()), default=1)
        return [{name: values[at % len(values)] for name, values in self.values.items()} for at in range(most)]

    def words(self, cell: Cell) -> str:
        """What the cell differs in from others: “engine InnoDB, clients 10”."""
        return ", ".join(f"{name} {cell[name]}" for name in self.varying)

    def _size_problems(self) -> list[Problem]:
        if self.repeats < 1:
            return [Problem("repeats", "It takes one repeat at least.")]
        if self.run_count <= MOST_RUNS:
            return []
        runs = f"{self.cell_count:,} combinations \N{MULTIPLICATION SIGN} {self.repeats:,} repeats"
        sentence = f"{runs} are {self.run_count:,} runs, and an experiment has {MOST_RUNS} at most."
        return [Problem("repeats", f"{sentence} Take fewer values or repeats.")]


def listed(text: str) -> list[str]:
    """The values of ``1,10``; one that contains a comma is written in quotes."""
    [row] = csv.reader([text.replace("\r", " ").replace("\n", " ")], skipinitialspace=True)
    return [value.strip() for value in row]


def _values(
    name: str, given: str | Sequence[object], parameter: Parameter | None, problems: list[Problem]
) -> tuple[str, ...]:
    where = name if name == SERVER else f"parameter {name}"
    texts = _texts(given, parameter)
    if parameter is not None and not parameter.sweep and len(texts) > 1:
        problems.append(Problem(where, ONE_VALUE))
        return (texts[0],)
    read = [_read(text, parameter, where, problems) for text in texts]
    for text in dict.fromkeys(text for text in read if read.count(text) > 1):
        problems.append(Problem(where, f"{text} is listed {read.count(text)} times. Give each value once."))
    return tuple(dict.fromkeys(read))


def _texts(given: str | Sequence[object], parameter: Parameter | None) -> list[str]:
    if not isinstance(given, str):
        return [str(value) for value in given]
    # Where there can be no list, a comma belongs to the value.
    takes_list = parameter is not None and parameter.sweep
    return (listed(given) if given else [given]) if takes_list else [given]


def _read(text: str, parameter: Parameter | None, where: str, problems: list[Problem]) -> str:
    """The text of the value, always spelled the same."""
    if parameter is None:
        return text
    try:
        return parameter.format(parameter.parse(text))
    except ValueError as error:
        hint = f" {ONE_VALUE}" if "," in text and not parameter.sweep else ""
        problems.append(Problem(where, f"{error}{hint}"))
        return text


def _unknown(given: Given, parameters: Mapping[str, Parameter]) -> list[Problem]:
    return [
        Problem(f"parameter {name}", f"There is no such parameter. {did_you_mean(name, parameters)}")
        for name in given
        if name not in parameters and name != SERVER
    ]
