"""Parameters: what a launch may set. Form, validation, command line and API all come from this one declaration."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from benchlab.definitions import units
from benchlab.definitions.plan import Value

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
UNITS = {"duration": "s", "size": "B"}
_FORMATS: dict[str, Callable[[Any], str]] = {
    "duration": units.format_duration,
    "size": units.format_size,
    "count": units.format_count,
    "boolean": units.format_boolean,
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
    sweep: bool = False
    """Whether a launch may give a list of values."""

    @property
    def unit(self) -> str:
        return UNITS.get(self.type, "")

    def parse(self, given: object) -> Value:
        """The value of what somebody wrote. Raises ValueError with a sentence."""
        if self.type == "choice":
            return self._chosen(given)
        value = PARSERS[self.type](str(given))
        if self.type == "engine" and not _WORD.fullmatch(str(value)):
            raise ValueError(f"“{value}” is not the name of a storage engine.")
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
        offered = ", ".join(str(choice) for choice in self.choices)
        raise ValueError(f"“{given}” is not one of {offered}.")

    def _check_bounds(self, value: Value) -> None:
        if isinstance(value, str | bool):
            return
        if self.minimum is not None and value < self.minimum:
            raise ValueError(f"{self.format(value)} is less than {self.format(self.minimum)}, the least allowed.")
        if self.maximum is not None and value > self.maximum:
            raise ValueError(f"{self.format(value)} is more than {self.format(self.maximum)}, the most allowed.")
