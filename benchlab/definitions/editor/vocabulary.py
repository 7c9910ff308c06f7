"""The words that the editor offers at each place of a definition, as the validator itself names them."""

import re
from functools import cache
from typing import Any

from benchlab.definitions.definition import UNKNOWN_SERVER, Definition
from benchlab.definitions.editor.help_texts import help_on, kinds_of_phases
from benchlab.definitions.language.problems import Problem, Refused

TOP = "definition"
_NAMES = {"any_table": "tables", "any_value": "values", "any_choice": "parameters", "any_phase": "phases"}
"""Where the words are names of the same document: those under this key, or those of its phases."""
_QUESTIONS = """
"?": 1
name: any
title: any
parameters:
  any_parameter: {"?": 1, type: "?", sweep: "?"}
  any_choice: {type: boolean, default: true}
tables:
  any_table: CREATE TABLE any_table (any_column INT)
values:
  any_value: {"?": 1}
  any_integer: {integer: {"?": 1, min: 1, max: 2}}
  any_sequence: {sequence: {"?": 1}}
  any_decimal: {decimal: {"?": 1, min: 1, max: 2}}
  any_date: {date: {"?": 1, min: 2026-01-01, max: 2026-01-01}}
  any_time: {time: {"?": 1, min: "00:00:00", max: "00:00:00"}}
  any_datetime: {datetime: {"?": 1, min: "2026-01-01 00:00:00", max: "2026-01-01 00:00:00"}}
  any_string: {string: {"?": 1, length: 1}}
  any_word: {word: {"?": 1, count: 1}}
phases:
  - "?": {}
  - sql: {name: any_phase, statements: ["SELECT 1"]}
{phases}
needs: ["?"]
published:
  - {"?": 1, label: any, phase: "?", figure: "?", value: 1, plus: ["?"], when: {"?": 1}, circumstances: {"?": 1}}
compared: [{"?": 1, label: any, phase: "?", figure: "?", plus: ["?"]}]
primary: {"?": 1, phase: "?", figure: "?", better: "?"}
demo: {"?": 1}
"""
"""A “?” at every place: for each the validator answers which words it knows there."""


@cache
def words() -> dict[str, dict[str, Any]]:
    """By place (``phases[].drive``, ``values.*``): ``words`` with their help, or whose ``names`` are used there.

    ``keys`` says whether they are keys of the mapping at this place, or values.
    """
    found: dict[str, dict[str, Any]] = {"templates": {"words": _of_templates(), "keys": False}}
    for problem in _answers():
        place = _position(problem.where)
        known = found.setdefault(place, {"words": {}, "keys": problem.where.endswith("?")})
        if problem.known[0] in _NAMES:
            known["names"] = _NAMES[problem.known[0]]
        else:
            known["words"] |= {word: help_on(place, word) for word in problem.known}
    return found


def _of_templates() -> dict[str, str]:
    """What templates know in addition to the parameters."""
    return {f"server.{name}": help_on("templates", f"server.{name}") for name in UNKNOWN_SERVER}


def _questions() -> str:
    kinds = kinds_of_phases().items()
    phases = "\n".join(f"  - {kind}: {question}" for kind, each in kinds for question in each.questions)
    return _QUESTIONS.replace("{phases}", phases)


def _answers() -> list[Problem]:
    try:
        Definition.parse(_questions())
    except Refused as refused:
        return [problem for problem in refused.problems if problem.known]
    return []


def _position(where: str) -> str:
    """``phases[3].drive.?`` is ``phases[].drive``; a name that a person chose is ``*``."""
    path = re.sub(r"\[\d+\]", "[]", where).removesuffix("?").removesuffix(".")
    return re.sub(r"\bany_\w+", "*", path) or TOP
