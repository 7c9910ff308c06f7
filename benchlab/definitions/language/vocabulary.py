"""The words that may stand at each place of a definition, as the validator itself names them."""

import re
from functools import cache
from typing import Any

from benchlab.definitions.definition import UNKNOWN_SERVER, Definition
from benchlab.definitions.language.help_texts import help_on
from benchlab.definitions.language.problems import Problem, Refused

TOP = "definition"
_NAMES = {"any_table": "tables", "any_value": "values", "any_choice": "parameters", "any_phase": "phases"}
"""Where the words are names of the same document: those under this key, or those of its phases."""
_PROBE = """
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
  - sql: {"?": 1, name: any_phase, statements: ["SELECT 1"]}
  - load: {"?": 1, table: "?", method: "?", flushed: "?", rows: 1}
  - load: {"?": 1, name: any_file_load, table: any_table, file: any, on_error: "?"}
  - load: {name: any_load, table: any_table, rows: 1, columns: {any_column: "?"}}
  - drive:
      "?": 1
      arrival: "?"
      prepared: "?"
      transactions: {any_transaction: {"?": 1, statements: ["SELECT 1"]}}
  - query: {"?": 1, sql: SELECT 1}
  - restart: {"?": 1, cache: "?"}
  - myisamchk: {"?": 1, table: "?", keys: "?"}
  - size: {"?": 1, table: "?"}
  - parallel: {"?": 1, phases: [{sql: {name: any_sql, statements: ["SELECT 1"]}}]}
  - repeat: {"?": 1, times: 1, phases: []}
  - check: {"?": 1, expect: [{"?": 1, phase: "?", figure: "?", below: 1}]}
needs: ["?"]
published:
  - {"?": 1, label: any, phase: "?", figure: "?", value: 1, plus: ["?"], when: {"?": 1}, circumstances: {"?": 1}}
compared: [{"?": 1, label: any, phase: "?", figure: "?", plus: ["?"]}]
primary: {"?": 1, phase: "?", figure: "?", better: "?"}
demo: {"?": 1}
"""
"""A “?” at every place, to each of which the validator answers what may stand there."""


@cache
def words() -> dict[str, dict[str, Any]]:
    """By place (``phases[].drive``, ``values.*``): ``words`` with their help, or whose ``names`` stand there.

    ``keys`` says whether they are the keys of a mapping at this place, or else the value there.
    """
    found: dict[str, dict[str, Any]] = {"templates": {"words": _of_templates(), "keys": False}}
    for problem in _answers():
        place = _place(problem.where)
        known = found.setdefault(place, {"words": {}, "keys": problem.where.endswith("?")})
        if problem.known[0] in _NAMES:
            known["names"] = _NAMES[problem.known[0]]
        else:
            known["words"] |= {word: help_on(place, word) for word in problem.known}
    return found


def _of_templates() -> dict[str, str]:
    """What every template knows beside the parameters."""
    return {f"server.{name}": help_on("templates", f"server.{name}") for name in UNKNOWN_SERVER}


def _answers() -> list[Problem]:
    try:
        Definition.parse(_PROBE)
    except Refused as refused:
        return [problem for problem in refused.problems if problem.known]
    return []


def _place(where: str) -> str:
    """``phases[3].drive.?`` is ``phases[].drive``; what somebody names is ``*``."""
    path = re.sub(r"\[\d+\]", "[]", where).removesuffix("?").removesuffix(".")
    return re.sub(r"\bany_\w+", "*", path) or TOP
