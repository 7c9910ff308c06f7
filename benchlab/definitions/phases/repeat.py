"""Phases that a definition repeats: their names in the plan, where each shot is a phase of its own."""

import re
from collections.abc import Collection
from itertools import count, takewhile

from benchlab.definitions.phases.phase import KindHelp

KIND = "repeat"
HELP = KindHelp(
    "Its phases several times over, each under a name of its own.",
    {"": {"times": "How many times."}},
    ('{"?": 1, times: 1, phases: []}',),
)
_SHOT = re.compile(r", shot [1-9]\d*\Z")


def named(phase: str, shot: int) -> str:
    """``read``, ``read, shot 2``, ``read, shot 3``."""
    return phase if shot == 1 else f"{phase}, shot {shot}"


def base(name: str) -> str:
    """The phase that a shot is one of: ``read`` for ``read, shot 2``."""
    return _SHOT.sub("", name)


def of(phase: str, names: Collection[str]) -> list[str]:
    """The names of its shots, in order; only itself where it was not repeated."""
    return list(takewhile(names.__contains__, (named(phase, shot) for shot in count(1))))
