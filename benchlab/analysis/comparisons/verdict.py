"""The verdict on a figure: faster, slower, within noise, too few repeats, or not comparable, each with its reason."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from statistics import median
from typing import Any, Literal

from benchlab.analysis.comparisons import statistical_power, verdict_text
from benchlab.analysis.runs import Figure
from benchlab.analysis.statistics import Estimate
from benchlab.analysis.statistics.distribution_shape import clusters, drifts
from benchlab.analysis.statistics.location_shift import cliffs_delta, ratio, shift
from benchlab.analysis.statistics.mann_whitney import ALPHA, holm, least_p, mann_whitney
from benchlab.analysis.trust.trust_grade import DOUBTFUL

Word = Literal["faster", "slower", "within noise", "too few repeats", "not comparable"]
WORST_FIRST: tuple[Word, ...] = ("slower", "not comparable", "too few repeats", "within noise", "faster")


@dataclass(frozen=True)
class Verdict:
    """On a group of repeats against the baseline's; of one run each, ``word``, ``reason`` and ``ratio`` are known."""

    word: Word
    reason: str
    ratio: Estimate | None = None
    """The other as a multiple of the baseline."""
    shift: Estimate | None = None
    """The other less the baseline, in the figure's unit."""
    delta: float | None = None
    """Cliff's: 1 where every repeat is above all of the baseline, -1 where it is below."""
    p: float | None = None
    """Of the exact test of Mann and Whitney, corrected for the number of groups compared with the baseline."""
    smallest_visible: float | None = None
    """As a share of the baseline: what would have been found four times in five."""
    more_repeats: int | None = None
    """Of each, to settle it if the difference is what it looks like; None where it is settled, or 20 would not do."""
    cautions: tuple[str, ...] = ()
    """What makes the repeats other than the test takes them for: two kinds of them, or a drift."""
    grade: str = ""
    """How far the least trusted of its runs can be trusted, A to D; empty where that was not judged."""

    @property
    def is_doubtful(self) -> bool:
        return self.grade in DOUBTFUL

    def to_json(self) -> dict[str, Any]:
        return {
            "verdict": self.word,
            "reason": self.reason,
            "ratio": self.ratio.to_json() if self.ratio else None,
            "shift": self.shift.to_json() if self.shift else None,
            "delta": self.delta,
            "p": self.p,
            "smallest_visible": self.smallest_visible,
            "more_repeats": self.more_repeats,
            "cautions": list(self.cautions),
            "grade": self.grade or None,
        }


def verdict(baseline: Sequence[float], other: Sequence[float], figure: Figure) -> Verdict:
    """Of one group against the baseline's, repeats in their order; ``figure`` says which direction is better."""
    return verdicts(baseline, [other], figure)[0]


def verdicts(baseline: Sequence[float], others: Sequence[Sequence[float]], figure: Figure) -> list[Verdict]:
    """Of each group against the baseline's; the more there are, the more it takes (Holm)."""
    ps = holm([mann_whitney(baseline, other).p if baseline and other else 1.0 for other in others])
    return [judged(baseline, other, figure, p, of=len(others)) for other, p in zip(others, ps, strict=True)]


def not_comparable(reason: str) -> Verdict:
    return Verdict("not comparable", reason)


def judged(baseline: Sequence[float], other: Sequence[float], figure: Figure, p: float, *, of: int) -> Verdict:
    """By a p that was corrected for being one ``of`` so many."""
    if not baseline or not other:
        return not_comparable(verdict_text.not_measured(figure, by_baseline=bool(baseline)))
    if len(baseline) == len(other) == 1:
        return _of_one_run_each(baseline, other, figure, of=of)
    delta, found = cliffs_delta(baseline, other), ratio(baseline, other)
    word = _word(p, delta, figure, too_few=least_p(len(baseline), len(other)) * of > ALPHA)
    is_open = word in ("within noise", "too few repeats")
    found_so = Verdict(
        word,
        "",
        ratio=found,
        shift=shift(baseline, other),
        delta=delta,
        p=p,
        smallest_visible=statistical_power.smallest_visible(baseline, other),
        more_repeats=_more_repeats(baseline, other, found, of=of) if is_open else None,
        cautions=(*_cautions(baseline, figure, "the baseline"), *_cautions(other, figure, "the other group")),
    )
    return replace(found_so, reason=_reason(found_so, figure, baseline, other, of=of))


def _of_one_run_each(baseline: Sequence[float], other: Sequence[float], figure: Figure, *, of: int) -> Verdict:
    found, more = ratio(baseline, other), statistical_power.fewest_repeats(of=of) - 1
    reason = verdict_text.one_run_each(figure, baseline[0], other[0], found, more=more)
    return Verdict("too few repeats", reason, found, more_repeats=more)


def _word(p: float, delta: float, figure: Figure, *, too_few: bool) -> Word:
    if p <= ALPHA:
        return "faster" if (delta > 0) == (figure.better == "higher") else "slower"
    return "too few repeats" if too_few else "within noise"


def _more_repeats(baseline: Sequence[float], other: Sequence[float], found: Estimate | None, *, of: int) -> int | None:
    fewest = statistical_power.fewest_repeats(of=of) - min(len(baseline), len(other))
    if found is None or statistical_power.noise(baseline, other) is None:
        return fewest if fewest > 0 else None
    settling = statistical_power.more_repeats(baseline, other, difference=found.value)
    return None if settling is None else max(fewest, settling)


def _reason(judged: Verdict, figure: Figure, baseline: Sequence[float], other: Sequence[float], *, of: int) -> str:
    compared = verdict_text.compared(figure, median(baseline), median(other), judged.ratio, judged.shift)
    repeats = f"{len(other)} against {len(baseline)} repeats"
    match judged.word:
        case "faster" | "slower":
            return verdict_text.told_apart(compared, judged.word, repeats, judged.p or 0.0)
        case "too few repeats":
            return verdict_text.too_few(compared, repeats, judged.more_repeats, groups=of)
    return verdict_text.within_noise(compared, repeats, judged.smallest_visible, judged.more_repeats)


def _cautions(values: Sequence[float], figure: Figure, whose: str) -> list[str]:
    found = []
    if kinds := clusters(values):
        found.append(verdict_text.two_kinds(kinds, figure, whose))
    if drifts(values):
        found.append(verdict_text.drift(values, whose))
    return found
