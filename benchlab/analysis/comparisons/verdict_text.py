"""The sentences of verdicts."""

from collections.abc import Sequence

from benchlab.analysis.comparisons.statistical_power import MOST_REPEATS
from benchlab.analysis.runs import Figure
from benchlab.analysis.runs.figures import three_figures
from benchlab.analysis.statistics import Estimate
from benchlab.analysis.statistics.distribution_shape import Clusters

ENOUGH = 7
"""Repeats of each, with which 5 % are found under noise of 2 % in 19 of 20 comparisons."""
HOW_MANY = (
    "Four repeats of each are the fewest that can show a difference, five are usually recommended, and "
    "seven detect a difference of 5 % with noise of 2 %."
)
BEYOND_REASON = (
    "By the noise that they show, the difference is too small to be settled by repeats in reason: "
    f"{MOST_REPEATS} of each would not do."
)
_MINUS = "\N{MINUS SIGN}"
_TIMES = "\N{MULTIPLICATION SIGN}"


def change(ratio: float) -> str:
    """“+7.2 %” with a true minus below 0, and a factor where percents say little."""
    if not 0.5 <= ratio < 2:
        return f"{_TIMES}{three_figures(ratio)}"
    return f"{(ratio - 1) * 100:+.1f} %".replace("-", _MINUS)


def compared(figure: Figure, baseline: float, other: float, ratio: Estimate | None, shift: Estimate | None) -> str:
    """insert: 19,100 transactions/s against 18,000, +6.1 % (95 % interval +4.3 % to +7.9 %)"""
    medians = f"{figure.title}: {three_figures(other)} {figure.unit} against {three_figures(baseline)}"
    if ratio is not None:
        ends = f" (95 % interval {' to '.join(map(change, ratio.interval))})" if ratio.interval else ""
        return f"{medians}, {change(ratio.value)}{ends}"
    return f"{medians}, a difference of {three_figures(shift.value)} {figure.unit}" if shift else medians


def told_apart(compared: str, word: str, repeats: str, p: float) -> str:
    return f"{compared}: {word}, by more than the noise of {repeats} (p {written_p(p)})."


def within_noise(compared: str, repeats: str, smallest: float | None, more: int | None) -> str:
    seen = f" A difference of {_written_share(smallest)} would have been found four times in five." if smallest else ""
    if more is None:
        return f"{compared}, is within the noise of {repeats}.{seen}"
    settled = f" If the difference is real, about {more} more repeats of each would show it."
    return f"{compared}, is within the noise of {repeats}.{seen}{settled}"


def too_few(compared: str, repeats: str, more: int | None, *, groups: int) -> str:
    at_once = f", of {groups} groups judged at once," if groups > 1 else ""
    times = BEYOND_REASON if more is None else f"Run each at least {more} more {'time' if more == 1 else 'times'}."
    return f"{compared}, but {repeats}{at_once} are too few to distinguish a difference from noise. {times}"


def one_run_each(figure: Figure, baseline: float, other: float, ratio: Estimate | None, *, more: int) -> str:
    return (
        f"{compared(figure, baseline, other, ratio, None)}. One run each says nothing about noise: it is unknown how "
        f"much two equal runs differ. Run each at least {more} more times; {ENOUGH} of each find a difference of "
        "two and a half times their noise."
    )


def not_measured(figure: Figure, *, by_baseline: bool) -> str:
    whose = "the other group" if by_baseline else "the baseline"
    return f"{figure.title} was not measured by {whose}: there is nothing to compare."


def two_kinds(found: Clusters, figure: Figure, whose: str) -> str:
    return (
        f"The repeats of {whose} are of two kinds, {found.lower_count} around {three_figures(found.lower)} and "
        f"{found.upper_count} around {three_figures(found.upper)} {figure.unit}, and the median describes neither. "
        "Look for what the runs of one kind have in common."
    )


def drift(values: Sequence[float], whose: str) -> str:
    way = "rise" if values[-1] > values[0] else "fall"
    return (
        f"The repeats of {whose} {way} from the first, {three_figures(values[0])}, "
        f"to the last, {three_figures(values[-1])}: "
        "something changed meanwhile, such as a disk that fills up. Run what is compared in turn, as experiments do."
    )


def _written_share(share: float) -> str:
    return f"{three_figures(share * 100)} %" if share < 1 else f"{_TIMES}{three_figures(1 + share)}"


def written_p(p: float) -> str:
    return "< 0.0001" if p < 0.0001 else f"= {p:.2g}"
