"""Load decay: where a steady load rate begins to fall (its knee), or none where that is uncertain."""

from dataclasses import dataclass

import numpy as np

from benchlab.analysis.runs.series import Floats

LEAST_SECONDS = 45
"""With fewer, a knee is not distinguishable from noise."""
STRETCHES = 40
EDGE = 3
"""Stretches at each end in which no knee is looked for: what is left of it would be fitted to noise."""
SMALLEST_FALL = 0.2
SURE = 10.0
"""By how much the criterion must prefer a knee: "very strong evidence" in Kass and Raftery, Bayes Factors, 1995."""


@dataclass(frozen=True)
class Knee:
    """The rate held at about ``before`` until ``at``, and was ``after`` at the end."""

    at: float
    before: float
    after: float


def knee(progress: Floats, rates: Floats) -> Knee | None:
    """The point up to which the rate was level and from which on it fell by a fifth or more.

    ``progress`` is what the rate is held against, in rising order, such as rows so far. The medians of up to 40
    stretches are fitted by a level, by a straight line, and, for every place of a knee, by a level that then falls
    steadily or at once. A knee is stated only if the Bayesian information criterion (Schwarz 1978) prefers it clearly.
    A rate that falls from the start, as one over the rows does, has none.
    """
    known = np.isfinite(progress) & np.isfinite(rates)
    if known.sum() < LEAST_SECONDS:
        return None
    across, medians = _stretches(progress[known], rates[known])
    plain = min(_criterion(medians, []), _criterion(medians, [across]))
    tried = [_tried(across, medians, place) for place in range(EDGE, len(across) - EDGE + 1)]
    criterion, found = min(tried, key=lambda each: each[0])
    return found if criterion + SURE < plain and _falls(found) else None


def _stretches(progress: Floats, rates: Floats) -> tuple[Floats, Floats]:
    """Medians, so that a stall of a second bends nothing."""
    count = min(STRETCHES, len(rates) // 3)
    middles = [float(each.mean()) for each in np.array_split(progress, count)]
    return np.array(middles), np.array([float(np.median(each)) for each in np.array_split(rates, count)])


def _tried(across: Floats, medians: Floats, place: int) -> tuple[float, Knee]:
    at = float(across[place - 1] + across[place]) / 2
    slope, step = np.maximum(across - at, 0.0), (across > at).astype(np.float64)
    # The place of the knee was looked for too, which costs a parameter.
    criterion = min(_criterion(medians, [each], searched=1) for each in (slope, step))
    return criterion, Knee(at, float(np.median(medians[:place])), float(np.median(medians[-EDGE:])))


def _criterion(medians: Floats, columns: list[Floats], *, searched: int = 0) -> float:
    design = np.column_stack([np.ones(len(medians)), *columns])
    coefficients, *_ = np.linalg.lstsq(design, medians, rcond=None)
    # A fit without any rest would win by an infinity: nothing is measured closer than to a thousandth.
    rest = float(np.mean((medians - design @ coefficients) ** 2)) + (1e-3 * float(np.mean(medians))) ** 2
    return len(medians) * float(np.log(rest)) + (len(coefficients) + searched) * float(np.log(len(medians)))


def _falls(found: Knee) -> bool:
    return found.before > 0 and found.after <= (1 - SMALLEST_FALL) * found.before
