"""Global variables of a server: what a plan needs set, what they were, and setting them."""

import re
from collections.abc import Iterable, Mapping

from benchlab import mysql
from benchlab.definitions.phases.load import LoadPhase
from benchlab.definitions.plan.plan import Plan
from benchlab.definitions.plan.server_facts import Facts
from benchlab.definitions.values.units import Value

NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*\Z")


def needed_settings(plan: Plan, facts: Facts) -> dict[str, Value]:
    """All that must be set for the plan on a server with these facts: its own settings and what its steps need."""
    needed: dict[str, Value] = {}
    if "triggers" in plan.needs and facts.binary_log:
        # Or else CREATE TRIGGER wants SUPER (error 1419), which the trigger's body would then have as well.
        needed["log_bin_trust_function_creators"] = 1
    if not facts.local_infile and any(_streams(phase) for phase in plan.all_phases()):
        needed["local_infile"] = 1
    return {**needed, **plan.settings}


def _streams(phase: object) -> bool:
    return isinstance(phase, LoadPhase) and phase.method == "load data"


def read(admin: mysql.Connection, names: Iterable[str]) -> dict[str, Value]:
    """The present global values. Raises ``mysql.Error`` (1193: unknown variable)."""
    return {name: mysql.rows(admin, f"SELECT @@GLOBAL.{_checked(name)}")[0][0] for name in names}


def apply(admin: mysql.Connection, values: Mapping[str, Value]) -> None:
    """Set them. Raises ``mysql.Error`` (1227: a right is missing; 1238: read only)."""
    for name, value in values.items():
        mysql.run(admin, f"SET GLOBAL {_checked(name)} = %s", [value])


def _checked(name: str) -> str:
    if not NAME.match(name):
        raise ValueError(f"{name!r} is not the name of a variable")
    return name
