"""Differences between runs in parameters, server, settings and data; which are the compared factors."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from statistics import median
from typing import Any

from benchlab.analysis.comparisons.run_circumstances import Describe, Kind, Told, describers
from benchlab.analysis.comparisons.sides import Member, Side

MIXED = "differs within the group"
_OF_A_SERVER: frozenset[Kind] = frozenset({"server", "version", "hardware"})
"""What the factor “server” covers."""
_MAY_BE_UNKNOWN: frozenset[Kind] = frozenset({"hardware", "durability", "data"})
SAME_SIZE = 0.01
"""Data that differ by less than this share are of one size."""


@dataclass(frozen=True)
class Difference:
    """``values`` has one for each side; ``factor`` names what covers it, empty where it is not compared."""

    kind: Kind
    name: str
    values: tuple[Told, ...]
    factor: str = ""

    @property
    def is_outside(self) -> bool:
        return not self.factor

    @property
    def title(self) -> str:
        """“parameter clients”, “setting innodb_buffer_pool_size”; “version” alone."""
        return self.kind if self.kind == self.name else f"{self.kind} {self.name}"

    def parts(self, side: int) -> bool:
        """Whether it lies between that side and the first."""
        pair = self.values[0], self.values[side]
        return MIXED in pair or not _alike(self.kind, pair)

    def to_json(self) -> dict[str, Any]:
        return {"what": self.title, "values": list(self.values), "factor": self.factor or None}


def differences(sides: Sequence[Side], factors: Collection[str]) -> tuple[Difference, ...]:
    """All of them; ``factors`` are names of parameters or settings, or kinds of difference such as “version”."""
    groups = [side.finished or side.members for side in sides]
    members = [member for group in groups for member in group]
    found = [each for kind, described in describers(members) for each in _between(groups, kind, described)]
    derives = _derived_from_factors(found, factors)
    made_here = {name for member in members for name in member.plan.settings}
    return tuple(_covered(each, factors, made_here if derives else frozenset(), derives=derives) for each in found)


def _between(groups: Sequence[Sequence[Member]], kind: Kind, described: Describe) -> Iterator[Difference]:
    told = [[described(member) for member in group] for group in groups]
    for name in dict.fromkeys(name for group in told for member in group for name in member):
        values = tuple(_one(kind, [member.get(name) for member in group]) for group in told)
        if MIXED in values or not _alike(kind, values):
            yield Difference(kind, name, values)


def _one(kind: Kind, values: Sequence[Told]) -> Told:
    """Of the repeats of a group."""
    known = _known(kind, values)
    if kind == "data":
        numbers = [value for value in known if isinstance(value, int | float)]
        return median(numbers) if numbers else None
    return None if not known else known[0] if _alike(kind, known) else MIXED


def _alike(kind: Kind, values: Sequence[Told]) -> bool:
    known = _known(kind, values)
    if kind == "data":
        numbers = [value for value in known if isinstance(value, int | float)]
        return len(numbers) < 2 or max(numbers) - min(numbers) <= SAME_SIZE * max(numbers)
    return all(value == known[0] for value in known)


def _known(kind: Kind, values: Sequence[Told]) -> Sequence[Told]:
    """What is not known of a machine or a crash is no difference; a parameter or a setting that is not there is one."""
    return [value for value in values if value is not None] if kind in _MAY_BE_UNKNOWN else values


def _derived_from_factors(found: Sequence[Difference], factors: Collection[str]) -> bool:
    """Whether the plans differ by factors alone: what follows from these is then covered, too."""
    chosen = [each for each in found if each.kind in ("benchmark", "revision", "parameter")]
    return bool(chosen) and all(_named(each, factors) and MIXED not in each.values for each in chosen)


def _covered(
    difference: Difference, factors: Collection[str], made_here: Collection[str], *, derives: bool
) -> Difference:
    name, kind = difference.name, difference.kind
    if MIXED in difference.values:
        return difference
    factor = _named(difference, factors)
    if not factor and (name in made_here or (derives and (kind == "data" or name == "engines"))):
        factor = "parameters"
    if not factor and kind == "setting" and None in difference.values:
        # One of the servers has no such setting.
        factor = next((each for each in ("version", "server") if each in factors), "")
    return replace(difference, factor=factor)


def _named(difference: Difference, factors: Collection[str]) -> str:
    if difference.kind == "benchmark":
        return ""
    covering = [difference.name, difference.kind, *(["server"] if difference.kind in _OF_A_SERVER else [])]
    return next((each for each in covering if each in factors), "")
