"""Lengths drawn to scale, with a minimum so that all are visible."""

from collections.abc import Sequence
from itertools import accumulate


def to_scale(lengths: Sequence[float], *, least: float) -> list[tuple[float, float]]:
    """(left, width) of each in percent of them all; what is too short gets ``least``, the rest shares."""
    shares = _shares(lengths, least)
    lefts = accumulate(shares, initial=0.0)
    return [(round(left, 3), round(share, 3)) for left, share in zip(lefts, shares, strict=False)]


def _shares(lengths: Sequence[float], least: float) -> list[float]:
    if not lengths:
        return []
    if not sum(lengths) or least * len(lengths) >= 100:
        return [100 / len(lengths)] * len(lengths)
    small: set[int] = set()
    while True:
        room, whole = 100 - least * len(small), sum(each for at, each in enumerate(lengths) if at not in small)
        shares = [least if at in small else each * room / whole for at, each in enumerate(lengths)]
        if not (smaller := {at for at, share in enumerate(shares) if share < least}):
            return shares
        small |= smaller
