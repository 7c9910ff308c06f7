"""A definition's text -> checked Definition -> Plan."""

from benchlab.definitions.definition import Definition
from benchlab.definitions.language.problems import Problem, Refused
from benchlab.definitions.parameters.parameters import Parameter
from benchlab.definitions.plan.plan import Plan, Target
from benchlab.definitions.plan.server_facts import Capability, Facts
from benchlab.definitions.values.units import Value

__all__ = ["Capability", "Definition", "Facts", "Parameter", "Plan", "Problem", "Refused", "Target", "Value"]
