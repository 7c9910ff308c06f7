"""Whether a rate was in a steady state: tests for a drift, a step, and too much variation."""

import math
from dataclasses import dataclass
from typing import Literal

import numpy as np

from benchlab.analysis.runs.series import Floats

FEWEST_SECONDS = 20
"""With fewer, neither test can tell a drift from chance."""
MOST_BATCHES = 30
"""Neighbouring seconds are alike, which the tests do not expect; means of a few of them are less so."""
ALPHA = 0.01
MOVED = 0.1
"""As a share of the median: what is less is of no matter, however sure it is."""
UNEVEN = 0.25
"""The standard deviation of the seconds as a share of their mean."""


@dataclass(frozen=True)
class Unsteady:
    """``share`` is what it moved, as a share of the median (below 0: it fell), or the variation."""

    kind: Literal["drift", "step", "variation"]
    share: float
    at: float | None = None
    """Of a step: after which part of the seconds, 0 to 1."""


def unsteady(seconds: Floats) -> Unsteady | None:
    """How the figures of full seconds are unsteady; None where they are steady, or too few.

    The trend test of Mann (1945, Econometrica 13, 245) with the slope of Sen (1968, JASA 63, 1379), and the change
    point test of Pettitt (1979, Applied Statistics 28, 126), both on means of batches. Where both find something, what
    fits better is told. Whatever is neither may still vary too much.
    """
    known = seconds[np.isfinite(seconds)]
    if len(known) < FEWEST_SECONDS or not np.median(known):
        return None
    batches = np.array([batch.mean() for batch in np.array_split(known, min(len(known), MOST_BATCHES))])
    moved = [each for each in (_drift(batches), _step(batches)) if each and abs(each.share) >= MOVED]
    if moved:
        return min(moved, key=lambda each: _misfit(batches, each))
    variation = float(known.std(ddof=1) / known.mean())
    return Unsteady("variation", variation) if variation > UNEVEN else None


def _drift(batches: Floats) -> Unsteady | None:
    count = len(batches)
    later, earlier = np.triu_indices(count, 1)[::-1]
    rises = batches[later] - batches[earlier]
    score = abs(float(np.sign(rises).sum())) - 1
    z = score / math.sqrt(count * (count - 1) * (2 * count + 5) / 18)
    if math.erfc(z / math.sqrt(2)) > ALPHA:
        return None
    slope = float(np.median(rises / (later - earlier)))
    return Unsteady("drift", slope * (count - 1) / float(np.median(batches)))


def _step(batches: Floats) -> Unsteady | None:
    count = len(batches)
    signs = np.sign(batches[:, np.newaxis] - batches[np.newaxis])
    score = np.abs(np.cumsum(signs.sum(axis=1)))[:-1]
    if 2 * math.exp(-6 * float(score.max()) ** 2 / (count**3 + count**2)) > ALPHA:
        return None
    cut = int(score.argmax()) + 1
    before, after = np.median(batches[:cut]), np.median(batches[cut:])
    return Unsteady("step", float((after - before) / np.median(batches)), cut / count)


def _misfit(batches: Floats, found: Unsteady) -> float:
    """The residual sum of squares of a line, or of two levels."""
    if found.at is None:
        positions = np.arange(len(batches))
        return float(((batches - np.polyval(np.polyfit(positions, batches, 1), positions)) ** 2).sum())
    cut = round(found.at * len(batches))
    return float(sum(((part - part.mean()) ** 2).sum() for part in np.split(batches, [cut])))
