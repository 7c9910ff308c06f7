"""What is to be compared, all of it in the address."""

from dataclasses import dataclass, replace
from typing import Self

from django.http import QueryDict

from benchlab.analysis.comparisons.comparison import Comparison
from benchlab.analysis.comparisons.sides import Side
from benchlab.definitions.language.problems import Problem, Refused
from benchlab.models import Experiment, Run

MOST_DIGITS = 15
"""More are no run's number."""


@dataclass(frozen=True)
class ComparisonChoice:
    """``against`` are the runs of the baseline where they were grouped by hand; else runs are grouped by themselves."""

    runs: tuple[int, ...] = ()
    against: tuple[int, ...] = ()
    factors: tuple[str, ...] = ()
    anyway: bool = False
    phase: str = ""
    why: int = 1
    """Whose difference is explained: the place of a group, the baseline's being 0."""
    deleted: int = 0
    """How many runs of its experiments are not there any more."""

    @classmethod
    def of(cls, given: QueryDict) -> Self:
        """Refused where something is no run's number. ``experiment``, ``against-experiment``: all of its runs."""
        experiments = [_experiments(given.getlist(name)) for name in ("against-experiment", "experiment")]
        against = [*_numbers(given.getlist("against")), *_runs_of(experiments[0])]
        named = [*_numbers(given.getlist("run")), *_runs_of(experiments[1])]
        return cls(
            runs=tuple(number for number in dict.fromkeys(named) if number not in against),
            against=tuple(dict.fromkeys(against)),
            factors=tuple(dict.fromkeys(filter(None, given.getlist("factor")))),
            anyway=given.get("anyway") == "1",
            phase=given.get("phase", ""),
            why=_numbers(given.getlist("why")[:1] or ["1"])[0],
            deleted=sum(each.deleted_count for part in experiments for each in part),
        )

    @property
    def chosen(self) -> tuple[int, ...]:
        return (*self.against, *self.runs)

    @property
    def left(self) -> Self:
        """The same of those runs that are still there, and how many are not."""
        there = set(Run.objects.filter(pk__in=self.chosen).values_list("pk", flat=True))
        runs, against = (tuple(number for number in part if number in there) for part in (self.runs, self.against))
        return replace(self, runs=runs, against=against, deleted=len(self.chosen) - len(there))

    def query(self) -> str:
        """The address's part behind the question mark."""
        told = QueryDict(mutable=True)
        for name, values in (("against", self.against), ("run", self.runs), ("factor", self.factors)):
            told.setlist(name, list(map(str, values)))
        told.setlist("anyway", ["1"] if self.anyway else [])
        told.setlist("phase", [self.phase] if self.phase else [])
        told.setlist("why", [str(self.why)] if self.why > 1 else [])
        return told.urlencode()

    def with_factor(self, name: str) -> Self:
        return replace(self, factors=(*self.factors, name))

    def without_factor(self, name: str) -> Self:
        return replace(self, factors=tuple(each for each in self.factors if each != name))

    def based_on(self, side: Side) -> Self:
        """The same runs, compared with those of one side."""
        runs = [member.run for member in side.members]
        others = [number for number in self.chosen if number not in runs]
        if self.against:
            return replace(self, runs=tuple(others), against=tuple(runs))
        return replace(self, runs=(*runs, *others))

    def of_pair(self, comparison: Comparison) -> Self:
        """The same, of one of its pairs."""
        against, runs = (tuple(member.run for member in side.members) for side in comparison.sides)
        return replace(self, runs=runs, against=against)

    def of_phase(self, name: str) -> Self:
        return replace(self, phase=name)

    def explaining(self, place: int) -> Self:
        return replace(self, why=place)

    @property
    def despite_all(self) -> Self:
        return replace(self, anyway=not self.anyway)


def _numbers(given: list[str]) -> list[int]:
    words = [word.strip() for each in given for word in each.split(",") if word.strip()]
    wrong = [word for word in words if not word.isdecimal() or len(word) > MOST_DIGITS]
    if wrong:
        raise Refused([Problem("runs", f"“{wrong[0][:60]}” is no run's number.")])
    return [int(word) for word in words]


def _experiments(given: list[str]) -> list[Experiment]:
    numbers = _numbers(given)
    found = Experiment.objects.in_bulk(numbers)
    if missing := [number for number in numbers if number not in found]:
        raise Refused([Problem("experiment", f"There is no experiment {missing[0]}.")])
    return list(found.values())


def _runs_of(experiments: list[Experiment]) -> list[int]:
    """The first combination's first: it is the baseline for as long as one of its runs is left."""
    runs = Run.objects.current().filter(experiment__in=experiments).order_by("experiment", "cell", "repeat", "pk")
    return list(runs.values_list("pk", flat=True))
