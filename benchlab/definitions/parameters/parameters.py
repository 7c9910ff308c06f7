"""Parameters: what a launch may set. Form, validation, command line and API all come from this one declaration."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from benchlab.definitions.language.suggestions import Unknown
from benchlab.definitions.values import units
from benchlab.definitions.values.units import Value

PARSERS: dict[str, Callable[[str], Value]] = {
    "boolean": units.parse_boolean,
    "integer": units.parse_integer,
    "number": units.parse_number,
    "duration": units.parse_duration,
    "size": units.parse_size,
    "count": units.parse_count,
    "text": str,
    "engine": str,
    "choice": str,
}
BOUNDED = frozenset({"integer", "number", "duration", "size", "count"})
_UNITS = {"duration": "s", "size": "B"}
_FORMATS: dict[str, Callable[[Any], str]] = {
    "duration": units.format_duration,
    "size": units.format_size,
    "count": units.format_count,
    "boolean": units.format_boolean,
    "number": lambda value: f"{value:.15g}",
}
_WORD = re.compile(r"\w+")


@dataclass(frozen=True)
class Parameter:
    name: str
    type: str
    default: Value
    label: str
    help: str = ""
    minimum: float | None = None
    maximum: float | None = None
    choices: tuple[Value, ...] = ()
    """For the type engine these come from the server's facts."""
    given_unit: str = ""
    sweep: bool = False
    """Whether a launch may give a list of values."""

    @property
    def unit(self) -> str:
        """Of the value in results: seconds and bytes, or what the definition says that it counts."""
        return self.given_unit or _UNITS.get(self.type, "")

    @property
    def is_empty(self) -> bool:
        """Whether no value can lie within the bounds."""
        return self.minimum is not None and self.maximum is not None and self.minimum > self.maximum

    def parse(self, given: object) -> Value:
        """The value of a text or number as given. Raises ValueError with a sentence."""
        if self.type == "choice":
            return self._chosen(given)
        value = PARSERS[self.type](str(given))
        if self.type == "engine" and not _WORD.fullmatch(str(value)):
            raise ValueError(f"“{value}” is not the name of a storage engine. Give one such as InnoDB.")
        self._check_bounds(value)
        return value

    def format(self, value: Value) -> str:
        """The value as a person would write it; ``parse`` reads it back."""
        return _FORMATS.get(self.type, str)(value)

    def to_json(self) -> dict[str, Any]:
        return {
            "name": self.name,
            "type": self.type,
            "label": self.label,
            "help": self.help,
            "default": self.default,
            "min": self.minimum,
            "max": self.maximum,
            "choices": list(self.choices),
            "unit": self.unit,
            "sweep": self.sweep,
        }

    def _chosen(self, given: object) -> Value:
        for choice in self.choices:
            if str(choice) == str(given).strip():
                return choice
        raise Unknown(f"“{given}” is not among the choices.", str(given), map(str, self.choices))

    def _check_bounds(self, value: Value) -> None:
        if isinstance(value, str | bool):
            return
        too_low = self.minimum is not None and value < self.minimum
        if too_low or (self.maximum is not None and value > self.maximum):
            raise ValueError(f"{self.format(value)} is out of bounds: give {self.bounds}.")

    @property
    def bounds(self) -> str:
        """As a person would say them: “1s to 1h”, “at least 1”; empty where there are none."""
        least, most = (None if bound is None else self.format(bound) for bound in (self.minimum, self.maximum))
        if least is not None and most is not None:
            return f"{least} to {most}"
        return f"at least {least}" if least is not None else f"at most {most}" if most is not None else ""
