"""Change points: where a figure that is measured repeatedly changed its level."""

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from benchlab.analysis.runs.series import Floats
from benchlab.analysis.statistics.mann_whitney import ALPHA, doubled_midranks, mann_whitney
from benchlab.metrics import Better

LEAST = 4
"""Figures on each side of a change."""
STRICT = 0.01
"""A series is looked at again with each new figure: the chance of a false alarm is kept small."""
SHUFFLES = 999
LATEST = (3, 2)
"""So many of the last figures may be a change that is not yet beyond doubt."""
BEFORE_LATEST = 8


@dataclass(frozen=True)
class Change:
    """``at`` is the place of the first figure of the new level; ``before`` and ``after`` are medians of the levels."""

    at: int
    before: float
    after: float
    is_provisional: bool = False
    """Seen in the last two or three figures alone: further ones may take it back."""

    @property
    def ratio(self) -> float | None:
        return self.after / self.before if self.before else None

    def direction(self, better: Better) -> Literal["better", "worse", "other"]:
        if better == "neither" or self.after == self.before:
            return "other"
        return "better" if (self.after > self.before) == (better == "higher") else "worse"


def changes(values: Sequence[float]) -> list[Change]:
    """All changes of level, in order, by binary segmentation.

    Each stretch is split where the mean rank of one side is furthest from the other's, in standard deviations (after
    Pettitt 1979, Applied Statistics 28, 126), if at most 1 in 100 shuffles of the stretch splits it as clearly.
    """
    figures = np.array(values, np.float64)
    edges = [0, *_splits(figures, 0, len(figures)), len(figures)]
    last = _latest(figures[edges[-2] :])
    places = [*edges[1:-1], *([len(figures) - last] if last else [])]
    levels = np.split(figures, places)
    return [
        Change(at, median(before.tolist()), median(after.tolist()), is_provisional=bool(last) and at == places[-1])
        for at, before, after in zip(places, levels, levels[1:], strict=False)
    ]


def _splits(figures: Floats, start: int, end: int) -> list[int]:
    if end - start < 2 * LEAST:
        return []
    at, p = _clearest(figures[start:end])
    if p > STRICT:
        return []
    return [*_splits(figures, start, start + at), start + at, *_splits(figures, start + at, end)]


def _clearest(figures: Floats) -> tuple[int, float]:
    """The place that parts the figures best, and the share of shuffles that are parted as well."""
    ranks = doubled_midranks(figures).astype(np.float64)
    found = _apart(ranks[np.newaxis, :])[0]
    # The same series has the same answer each time.
    dice = np.random.default_rng(len(figures))
    shuffled = dice.permuted(np.broadcast_to(ranks, (SHUFFLES, len(ranks))), axis=1)
    as_clear = int((_apart(shuffled).max(axis=1) >= found.max() - 1e-9).sum())
    return LEAST + int(np.argmax(found)), (as_clear + 1) / (SHUFFLES + 1)


def _apart(ranks: NDArray[np.float64]) -> NDArray[np.float64]:
    """Of each row, for each place that leaves ``LEAST`` on both sides: how far the ranks are apart, in deviations."""
    count = ranks.shape[1]
    first = np.arange(LEAST, count - LEAST + 1)
    sums = np.cumsum(ranks, axis=1)[:, first - 1]
    expected = first * (count + 1)  # The ranks are doubled.
    apart: NDArray[np.float64] = np.abs(sums - expected) / np.sqrt(first * (count - first))
    return apart


def _latest(figures: Floats) -> int:
    """How many figures at the end may be of another level; 0 where they are as the ones before."""
    for last in LATEST:
        before = figures[:-last]
        if len(before) >= BEFORE_LATEST and mann_whitney(before.tolist(), figures[-last:].tolist()).p <= ALPHA:
            return last
    return 0
