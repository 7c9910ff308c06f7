"""The positions of each sequence: phases go on where earlier ones ended, and clients at the same time never meet."""

import threading
from collections.abc import Iterable, Mapping

from benchlab.definitions.values.generators import GeneratorSpec


class Sequences:
    """A position counts from 0; the value there is the sequence's start plus the position."""

    def __init__(self, values: Mapping[str, GeneratorSpec]) -> None:
        self._next = {name: 0 for name, spec in values.items() if spec.kind == "sequence"}
        self._lock = threading.Lock()

    def bases(self, names: Iterable[str]) -> dict[str, int]:
        """The first free position of those names that are sequences."""
        with self._lock:
            return {name: self._next[name] for name in names if name in self._next}

    def reserve(self, names: Iterable[str], count: int) -> dict[str, int]:
        """Take ``count`` positions in a row of each; where they begin."""
        with self._lock:
            taken = {name: self._next[name] for name in names if name in self._next}
            self._next.update({name: base + count for name, base in taken.items()})
            return taken

    def move_past(self, positions: Mapping[str, int]) -> None:
        """``positions``: the first free ones after a phase."""
        with self._lock:
            for name, position in positions.items():
                self._next[name] = max(self._next[name], position)
