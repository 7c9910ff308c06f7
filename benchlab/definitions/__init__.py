"""A definition's text -> checked Definition -> Plan."""

from benchlab.definitions.definition import Definition
from benchlab.definitions.facts import Capability, Facts
from benchlab.definitions.parameters import Parameter
from benchlab.definitions.plan import Plan, Target, Value
from benchlab.definitions.problems import Problem, Refused

__all__ = ["Capability", "Definition", "Facts", "Parameter", "Plan", "Problem", "Refused", "Target", "Value"]
