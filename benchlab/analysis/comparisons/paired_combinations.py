"""Two experiments compared combination by combination, with a correction for their number."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from benchlab.analysis.comparisons.comparison import Comparison, compare
from benchlab.analysis.comparisons.sides import Member, side_of
from benchlab.analysis.comparisons.verdict import WORST_FIRST, Verdict, judged
from benchlab.analysis.statistics.mann_whitney import holm
from benchlab.analysis.trust.trust_grade import distrust

SERVER = "server"
Combination = tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Pair:
    label: str
    """“clients 10”"""
    comparison: Comparison
    """Of two sides."""


@dataclass(frozen=True)
class Pairings:
    pairs: tuple[Pair, ...]
    left_out: tuple[str, ...] = ()
    """Combinations that one part alone has."""

    @property
    def verdict(self) -> Verdict:
        """The worst, which says whose it is."""
        worst = min(self.pairs, key=lambda pair: WORST_FIRST.index(pair.comparison.verdict.word))
        verdict = worst.comparison.verdict
        grade = max(pair.comparison.verdict.grade for pair in self.pairs)
        return replace(verdict, reason=f"{worst.label}: {verdict.reason}", grade=grade)

    @property
    def distrust(self) -> str:
        """As a comparison's; a run that several pairs share is one."""
        sides = (side for pair in self.pairs for side in pair.comparison.sides)
        return distrust({member.run: member.grade for side in sides for member in side.finished}.values())

    @property
    def cautions(self) -> tuple[str, ...]:
        told = (f"{pair.label}: {each}" for pair in self.pairs for each in pair.comparison.verdict.cautions)
        return (*filter(None, (self.distrust,)), *told)

    def to_json(self) -> dict[str, Any]:
        """As a comparison's; ``pairs`` has that of each, and ``metrics`` say of which they are."""
        told = [(pair.label, pair.comparison.to_json()) for pair in self.pairs]
        differences = {str(each): each for _, found in told for each in found["differences"]}
        return {
            "verdict": self.verdict.word,
            "reason": self.verdict.reason,
            "cautions": list(self.cautions),
            "metrics": [{"pair": label, **metric} for label, found in told for metric in found["metrics"]],
            "differences": list(differences.values()),
            "pairs": [{"pair": label, **found} for label, found in told],
            "left_out": list(self.left_out),
        }


def pair_up(
    baseline: Sequence[Member],
    others: Sequence[Member],
    *,
    factors: Collection[str] = (),
    anyway: bool = False,
    min_grade: str = "",
) -> Pairings | None:
    """By what varies within one of the parts; None where nothing does, or where no combination is in both."""
    names = [name for name in _names((*baseline, *others)) if _varies(name, baseline) or _varies(name, others)]
    ours, theirs = (_grouped(part, names) for part in (baseline, others))
    both = [each for each in theirs if each in ours]
    if not names or not both:
        return None
    sides = [(side_of(ours[each]), side_of(theirs[each])) for each in both]
    found = corrected([compare(pair, factors=factors, anyway=anyway, min_grade=min_grade) for pair in sides])
    alone = [each for each in (*ours, *theirs) if each not in both]
    pairs = tuple(Pair(_words(each), comparison) for each, comparison in zip(both, found, strict=True))
    return Pairings(pairs, tuple(map(_words, alone)))


def corrected(comparisons: Sequence[Comparison]) -> list[Comparison]:
    """Of two sides each; the more of them were tested, the more it takes (Holm)."""
    ps = [each.verdicts[0].p for each in comparisons]
    tested = [at for at, p in enumerate(ps) if p is not None]
    again = dict(zip(tested, holm([p for p in ps if p is not None]), strict=True))
    return [
        replace(each, verdicts=(_again(each, again[at], of=len(tested)),)) if at in again else each
        for at, each in enumerate(comparisons)
    ]


def _again(comparison: Comparison, p: float, *, of: int) -> Verdict:
    [before], figure = comparison.verdicts, comparison.primary
    if figure is None:
        return before
    ours, theirs = (side.values(figure) for side in comparison.sides)
    return replace(judged(ours, theirs, figure, p, of=of), cautions=before.cautions, grade=before.grade)


def _names(members: Iterable[Member]) -> list[str]:
    return list(dict.fromkeys(name for member in members for name in _told(member)))


def _varies(name: str, part: Sequence[Member]) -> bool:
    return len({_told(member).get(name) for member in part}) > 1


def _grouped(part: Sequence[Member], names: Sequence[str]) -> dict[Combination, list[Member]]:
    found: dict[Combination, list[Member]] = {}
    for member in part:
        told = _told(member)
        found.setdefault(tuple((name, told.get(name, "none")) for name in names), []).append(member)
    return found


def _told(member: Member) -> Mapping[str, str]:
    plan = member.plan
    parameters = {name: plan.written.get(name, str(value)) for name, value in plan.parameters.items()}
    return {**parameters, SERVER: ", ".join(server.name for server in plan.servers)}


def _words(combination: Combination) -> str:
    return ", ".join(f"{name} {value}" for name, value in combination)
