"""The labels of a run: its parameters, host facts and capabilities in words."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from benchlab.charts.render.number_format import figure, size
from benchlab.definitions.parameters.parameters import Parameter
from benchlab.definitions.plan.plan import Plan
from benchlab.definitions.values.units import Value


@dataclass(frozen=True)
class Word:
    """A parameter: ``text`` says it within a sentence, ``value`` alone."""

    label: str
    text: str
    value: str
    matters: bool
    """Whether it is worth showing: varied parameters, and values other than the default."""


@dataclass(frozen=True)
class Fact:
    name: str
    value: str


def parameter_words(plan: Plan, parameters: Mapping[str, Parameter]) -> list[Word]:
    """Every parameter of the plan, as the definition that it was made from writes it."""
    return [_word(name, value, parameters.get(name)) for name, value in plan.parameters.items()]


def differences(wanted: Mapping[str, Value], plan: Plan, parameters: Mapping[str, Parameter]) -> list[str]:
    """In what a plan is other than wanted: “Engine InnoDB, not MyISAM”."""
    return [
        f"{parameters[name].label} {plan.written[name]}, not {parameters[name].format(wanted[name])}"
        for name in _other(wanted, plan, parameters)
    ]


def is_scaled(wanted: Mapping[str, Value], plan: Plan, parameters: Mapping[str, Parameter]) -> bool:
    """Whether an amount, such as rows, is other than wanted: times and sizes are then those of other work."""
    return any(parameters[name].type == "count" for name in _other(wanted, plan, parameters))


def _other(wanted: Mapping[str, Value], plan: Plan, parameters: Mapping[str, Parameter]) -> list[str]:
    known = {name: value for name, value in wanted.items() if name in parameters}
    return [name for name, value in known.items() if str(plan.parameters[name]).lower() != str(value).lower()]


def _word(name: str, value: Value, parameter: Parameter | None) -> Word:
    label = parameter.label if parameter else name.capitalize()
    written = parameter.format(value) if parameter else str(value)
    matters = parameter is None or parameter.sweep or value != parameter.default
    says_itself = parameter is not None and parameter.type == "engine"
    return Word(label, written if says_itself else _sentence(label, value, written), written, matters)


def _sentence(label: str, value: Value, written: str) -> str:
    small = label[0].lower() + label[1:]
    if isinstance(value, bool):
        return small if value else f"no {small}"
    return f"{small} {written}"


def facts_of(described: Mapping[str, Any] | None) -> list[Fact]:
    """What is known of a host or its storage; what is not is listed elsewhere, with the reason."""
    known = {name: value for name, value in (described or {}).items() if value is not None}
    return [Fact(_title(name), _described(name, value)) for name, value in known.items()]


def _title(name: str) -> str:
    plain = name.removesuffix("_bytes").removesuffix("_ms").replace("_", " ")
    return _WRITTEN.get(plain, plain.capitalize())


_WRITTEN = {"cpu model": "CPU", "numa nodes": "NUMA nodes", "fdatasync": "fdatasync", "datadir": "Data directory"}


def _described(name: str, value: Any) -> str:
    match value:
        case bool():
            return "yes" if value else "no"
        case {"median": median, "max": most}:
            return f"{figure(median)} ms, {figure(most)} ms at most"
        case list():
            return ", ".join(map(str, value))
        case int() | float() if name.endswith("_bytes"):
            return size(value)
        case float():
            return figure(value)
    return str(value)


def cache_words(label: str) -> str:
    """What was in memory when reads began, as pages say it."""
    return "cold (verified)" if label == "cold" else label


_CAPABILITIES = {
    "account": "An account for each run",
    "settings": "Global settings",
    "process": "Its own statements seen and ended",
    "bulk_load": "Bulk load",
    "myisamchk": "myisamchk on its files",
}


def capability_title(name: str) -> str:
    return _CAPABILITIES.get(name, name if name in ("iostat", "sar") else name.capitalize())
