"""A small definition to spoil, and the facts of a server that can do everything."""

from dataclasses import replace
from typing import Any

from benchlab.definitions import Capability, Definition, Facts, Plan, Refused

SMALL = """\
name: small
title: A small one
parameters:
  clients: {type: integer, default: 2, min: 1, max: 100}
  layout: {type: choice, choices: [plain, cut], default: plain}
  preload: {type: count, default: 1k}
tables:
  sale: |
    CREATE TABLE sale (id INT NOT NULL PRIMARY KEY, amount DECIMAL(5,2)) ENGINE=InnoDB
    {% if layout == "cut" %} PARTITION BY HASH (id) PARTITIONS 4 {% endif %}
values:
  id: {sequence: {start: 1}}
  amount: {decimal: [0.01, 9.99]}
phases:
  - load: {name: preload, table: sale, rows: "{{ preload }}"}
  - drive:
      name: insert
      clients: "{{ clients }}"
      for: 5s
      transactions:
        sell: ["INSERT INTO sale VALUES (:id, :amount)"]
  - query: {name: total, sql: "SELECT SUM(amount) FROM sale", repeat: 3}
  - check:
      expect:
        - {phase: insert, figure: latency_ms.p99, below: 1s}
"""

NAMES = ("account", "settings", "bulk_load", "partitions", "triggers", "process", "iostat", "sar", "myisamchk")


def facts(**changes: Any) -> Facts:
    able = Facts(
        flavour="MariaDB",
        version="10.11.19-MariaDB",
        engines=("InnoDB", "MyISAM", "Aria"),
        hostname="db1",
        machine="db1",
        local=True,
        datadir="/data",
        binary_log=False,
        local_infile=True,
        max_connections=200,
        open_files_limit=20000,
        capabilities=tuple(Capability(name, possible=True) for name in NAMES),
    )
    return replace(able, **changes)


def unable(name: str) -> tuple[Capability, ...]:
    """Every capability but one, whose reason and remedy are to be found in what is said of it."""
    return tuple(
        Capability(each, possible=each != name, reason=f"no {each}.", remedy=f"mend {each}.") for each in NAMES
    )


def plan(text: str = SMALL, server: Facts | None = None, **given: str) -> Plan:
    definition = Definition.parse(text)
    values = definition.values(given)
    return definition.plan(values, revision=1, seed=1, servers=(), facts=server or facts())


def refusal(text: str) -> Refused:
    try:
        Definition.parse(text)
    except Refused as refused:
        return refused
    raise AssertionError("it was accepted")
