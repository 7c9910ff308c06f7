"""The sides of a comparison: groups of repeats, each a member with its stored summaries."""

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from statistics import median
from typing import Any

from benchlab.analysis.runs import Figure
from benchlab.definitions.phases import repeat
from benchlab.definitions.phases.figure_names import figure_at
from benchlab.definitions.plan.plan import Plan

Result = Mapping[str, Any]


@dataclass(frozen=True)
class Member:
    """A run as its stored summaries describe it, without series."""

    run: int
    plan: Plan
    revision: int
    """As it is numbered here; a plan that was imported has the number of where it was made."""
    state: str = "finished"
    """Any other state, such as “failed” or “excluded”, does not count."""
    grade: str = ""
    """How far its figures can be trusted, A to D; empty where that was not judged."""
    phases: Mapping[str, Result] = field(default_factory=dict)
    """What they showed, by name, in order; shots under names of their own."""
    snapshot: Mapping[str, Any] = field(default_factory=dict)
    """As it began."""
    durability: Mapping[str, Any] = field(default_factory=dict)
    """As judged at its end, with the tables that it had."""
    host: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    """Of the measured windows: {metric: {unit, mean, max}}."""
    layout: Sequence[Mapping[str, Any]] = ()
    """The partitions of its tables at the end."""

    @property
    def counts(self) -> bool:
        return self.state == "finished"

    @property
    def choice(self) -> Hashable:
        """All that was chosen at its launch: equal for repeats."""
        servers = tuple(server.name for server in self.plan.servers)
        return self.plan.benchmark, self.revision, tuple(sorted(self.plan.parameters.items())), servers

    def value(self, figure: Figure) -> float | None:
        """The median of its shots."""
        names = repeat.of(figure.phase, self.phases)
        found = [figure_at(self.phases[name], figure.path) for name in names]
        known = [each for each in found if each is not None]
        return median(known) if known else None


@dataclass(frozen=True)
class Side:
    """Runs that are repeats of each other, in the order in which they were made."""

    label: str
    members: tuple[Member, ...]

    @property
    def finished(self) -> tuple[Member, ...]:
        """Those that count: what others measured until they broke off is no result, and some were excluded."""
        return tuple(member for member in self.members if member.counts)

    def values(self, figure: Figure) -> tuple[float, ...]:
        """One of each run that has it."""
        found = (member.value(figure) for member in self.finished)
        return tuple(each for each in found if each is not None)


def sides_of(members: Iterable[Member], labels: Mapping[int, str]) -> list[Side]:
    """The members grouped by what was chosen at their launch; each its own side where all chose the same.

    ``labels`` says by run to which group of an experiment it belongs, where it does: such groups stay apart.
    """
    given = list(members)
    groups: dict[Hashable, list[Member]] = {}
    for member in given:
        groups.setdefault((labels.get(member.run), member.choice), []).append(member)
    if len(groups) < 2:
        return [side_of([member]) for member in given]
    return [side_of(part, label=labels.get(part[0].run, "")) for part in groups.values()]


def side_of(members: Sequence[Member], *, label: str = "") -> Side:
    """The members as one group, in the order of their launch."""
    ordered = sorted(members, key=lambda member: member.run)
    return Side(label or _runs_label(ordered), tuple(ordered))


def _runs_label(members: Sequence[Member]) -> str:
    """“run 12”, “runs 12, 13, 14”, “runs 12 to 20, 9 of them”."""
    numbers = [member.run for member in members]
    if len(numbers) == 1:
        return f"run {numbers[0]}"
    if len(numbers) <= 4:
        return f"runs {', '.join(map(str, numbers))}"
    return f"runs {min(numbers)} to {max(numbers)}, {len(numbers)} of them"
