"""Sentences that differ only in their figures, merged: “74 to 91 % of the host's CPU went elsewhere”."""

import re
from collections.abc import Sequence

# Neither part of a name, as in p99, nor of a version, as in 10.11.19.
_FIGURE = re.compile(r"(?<![\w.])\d+(?:,\d{3})*(?:\.\d+)?(?!\d|[.,]\d)")


def without_figures(sentence: str) -> tuple[str, ...]:
    """What is before, between and behind its figures: equal for sentences that differ in these alone."""
    return tuple(_FIGURE.split(sentence))


def with_ranges(sentences: Sequence[str]) -> str:
    """The first of sentences that differ in their figures alone, from the least to the most where they differ."""
    told = iter(zip(*(_FIGURE.findall(each) for each in sentences), strict=True))
    return _FIGURE.sub(lambda _: _range(next(told)), sentences[0])


def _range(figures: Sequence[str]) -> str:
    least, *_, most = sorted((*figures, figures[0]), key=_number)
    return least if _number(least) == _number(most) else f"{least} to {most}"


def _number(figure: str) -> float:
    return float(figure.replace(",", ""))
