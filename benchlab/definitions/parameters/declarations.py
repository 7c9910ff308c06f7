"""Reading the parameters that a definition declares."""

import re
from dataclasses import replace

from jinja2.defaults import DEFAULT_NAMESPACE

from benchlab.definitions.language.node_readers import DefinitionSection, entries, items, one_of, plain, scalar, text
from benchlab.definitions.language.problems import Problem
from benchlab.definitions.language.yaml_document import Node
from benchlab.definitions.parameters.parameters import BOUNDED, PARSERS, Parameter
from benchlab.definitions.values import units
from benchlab.definitions.values.units import Value

_NAME = re.compile(r"[a-z][a-z0-9_]{0,63}")
_WORDS = {"and", "else", "false", "if", "in", "is", "loop", "none", "not", "or", "self", "true"}
_RESERVED = {*_WORDS, *DEFAULT_NAMESPACE, "server"}


def parameters(node: Node, problems: list[Problem]) -> dict[str, Parameter]:
    """The valid ones; what is wrong with the others is added to the problems."""
    found = {}
    for name, child in entries(node).items():
        if not _NAME.fullmatch(name) or name in _RESERVED:
            sentence = f"“{name}” can not be a parameter's name: use lower-case letters, digits and _."
            problems.append(child.key_problem(sentence))
        elif parameter := _parameter(name, DefinitionSection(child, problems)):
            found[name] = parameter
    return found


def _parameter(name: str, section: DefinitionSection) -> Parameter | None:
    before = len(section.problems)
    kind = section.get("type", one_of(tuple(PARSERS)))
    bound = scalar(PARSERS.get(kind, str))
    unready = Parameter(
        name=name,
        type=kind,
        default="",
        label=section.get("label", text, default=name.replace("_", " ").capitalize()),
        help=section.get("help", text, default=""),
        minimum=section.get("min", bound, default=None),  # type: ignore[arg-type]
        maximum=section.get("max", bound, default=None),  # type: ignore[arg-type]
        choices=section.get("choices", _choices, default=()),
        given_unit=section.get("unit", text, default=""),
        sweep=section.get("sweep", scalar(units.parse_boolean), default=False),
    )
    _check_form(section, unready)
    if len(section.problems) > before:
        section.child("default")
        section.finish()
        return None
    default = section.get("default", scalar(unready.parse))
    section.finish()
    return replace(unready, default=default) if len(section.problems) == before else None


def _check_form(section: DefinitionSection, parameter: Parameter) -> None:
    if parameter.type == "choice" and not section.has("choices"):
        section.refuse("choices", "A choice needs “choices”.")
    if parameter.type != "choice" and parameter.choices:
        section.refuse("choices", "Only a parameter of the type choice has “choices”.")
    for key, given in (("min", parameter.minimum), ("max", parameter.maximum)):
        if given is not None and parameter.type and parameter.type not in BOUNDED:
            section.refuse(key, f"A parameter of the type {parameter.type} has no bounds.")
    if parameter.type in BOUNDED and parameter.is_empty:
        section.refuse("max", "“max” is below “min”.")


def _choices(node: Node) -> tuple[Value, ...]:
    found = tuple(plain(item) for item in items(node))
    if not found or any(isinstance(each, dict | list) or each is None for each in found):
        raise ValueError("A list of values to choose from is expected here.")
    if len({str(each) for each in found}) < len(found):
        raise ValueError("The same choice is listed twice.")
    return found
