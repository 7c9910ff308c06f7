"""Statements with their values in place, made in blocks: bytes that a client has only to send."""

from array import array
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain, repeat
from typing import Any

import numpy as np
from numpy.typing import NDArray

from benchlab.definitions import generators, sql
from benchlab.definitions.plan import GeneratorSpec, Transaction

Columns = Mapping[str, list[bytes]]
Numbers = NDArray[np.int64]

CONTROL = -1
"""The number of BEGIN and COMMIT among statements: they are part of a transaction's time, not of its statements."""


class Template:
    """A statement between its values."""

    def __init__(self, text: str) -> None:
        fragments, names = sql.split(text)
        self.text = text
        self.names: tuple[str, ...] = tuple(names)
        self._fragments = [fragment.encode() for fragment in fragments]

    def render(self, columns: Columns, count: int) -> Iterable[bytes]:
        if not self.names:
            return repeat(self._fragments[0], count)
        first, *rest = self._fragments
        parts: list[Iterable[bytes]] = [repeat(first)]
        for name, fragment in zip(self.names, rest, strict=True):
            parts += [columns[name], repeat(fragment)]
        return map(b"".join, zip(*parts, strict=False))

    def render_one(self, columns: Columns) -> bytes:
        return next(iter(self.render(columns, 1)))


class Values:
    """The generators of one client, stream or shot, by name."""

    def __init__(
        self, specs: Mapping[str, GeneratorSpec], names: Iterable[str], *, seed: int, path: Sequence[str | int],
        positions: Mapping[str, int] | None = None, stride: int = 1,
    ) -> None:  # fmt: skip
        starts = positions or {}
        self._generators: dict[str, Any] = {
            name: generators.make(
                specs[name], generators.seeded(seed, *path, name), offset=starts.get(name, 0), stride=stride
            )
            for name in sorted(names)
        }

    def batch(self, name: str, count: int) -> list[bytes]:
        literals: list[bytes] = self._generators[name].batch(count)
        return literals

    def batch_text(self, name: str, count: int) -> list[bytes]:
        fields: list[bytes] = self._generators[name].batch_text(count)
        return fields

    def one_of_each(self) -> dict[str, list[bytes]]:
        return {name: self.batch(name, 1) for name in self._generators}


class Script:
    """The transactions of a drive, taken apart once for all clients of a process."""

    def __init__(self, transactions: Sequence[Transaction]) -> None:
        self.statements = list(dict.fromkeys(each.name for one in transactions for each in one.statements))
        self.transactions = [_Steps(each, self.statements) for each in transactions]
        weights = np.array([each.weight for each in transactions], np.float64)
        self.odds = weights / weights.sum()
        self.names = sorted(set().union(*(each.names for each in self.transactions)))
        self.users = {
            name: [number for number, each in enumerate(self.transactions) if name in each.names] for name in self.names
        }
        self.single = all(len(each.templates) == 1 for each in self.transactions)


class _Steps:
    def __init__(self, transaction: Transaction, statements: list[str]) -> None:
        own = [Template(each.sql) for each in transaction.statements]
        numbers = [statements.index(each.name) for each in transaction.statements]
        wrapped = len(own) > 1
        self.templates = [Template("BEGIN"), *own, Template("COMMIT")] if wrapped else own
        self.numbers = [CONTROL, *numbers, CONTROL] if wrapped else numbers
        self.names = frozenset(name for template in own for name in template.names)


class Block:
    """Transactions of one client, ready to be sent, with room for what became of them."""

    def __init__(self, statements: list[bytes], numbers: Numbers, bounds: Numbers, kinds: Numbers) -> None:
        self.statements = statements
        self.numbers = numbers
        """Which statement each is, or CONTROL."""
        self.bounds = bounds
        """Transaction i is statements bounds[i] to bounds[i + 1]."""
        self.kinds = kinds
        """Which transaction each is."""
        self.began, self.ended, self.rows = (array("q", bytes(8 * len(statements))) for _ in range(3))
        self.starts, self.dues = (array("q", bytes(8 * len(kinds))) for _ in range(2))

    def __len__(self) -> int:
        return len(self.kinds)


class Renderer:
    """Draws one client's transactions; what it has drawn of each sequence can be told at any point."""

    def __init__(self, script: Script, values: Values, mix: np.random.Generator) -> None:
        self._script = script
        self._values = values
        self._mix = mix

    def block(self, count: int) -> Block:
        script = self._script
        if len(script.transactions) == 1:
            kinds = np.zeros(count, np.int64)
        else:
            kinds = self._mix.choice(len(script.odds), count, p=script.odds).astype(np.int64)
        statements = list(chain.from_iterable(self._in_order(kinds)))
        lengths = np.array([len(each.numbers) for each in script.transactions], np.int64)[kinds]
        return Block(statements, self._numbers(kinds), np.concatenate([[0], np.cumsum(lengths)]), kinds)

    def _numbers(self, kinds: Numbers) -> Numbers:
        numbers = [np.array(each.numbers, np.int64) for each in self._script.transactions]
        if len(numbers) == 1:
            return np.tile(numbers[0], len(kinds))
        return np.concatenate([numbers[kind] for kind in kinds.tolist()])

    def _in_order(self, kinds: Numbers) -> Iterable[tuple[bytes, ...]]:
        places = {int(kind): np.flatnonzero(kinds == kind) for kind in np.unique(kinds)}
        columns = self._columns(kinds, places)
        rendered = {
            kind: zip(
                *(each.render(columns[kind], len(where)) for each in self._script.transactions[kind].templates),
                strict=True,
            )
            for kind, where in places.items()
        }
        if len(rendered) == 1:
            return next(iter(rendered.values()))
        return (next(rendered[kind]) for kind in kinds.tolist())

    def _columns(self, kinds: Numbers, places: Mapping[int, Numbers]) -> dict[int, dict[str, list[bytes]]]:
        """Values are drawn in the order of the transactions, so that a sequence is used up in that order."""
        columns: dict[int, dict[str, list[bytes]]] = {kind: {} for kind in places}
        for name, users in self._script.users.items():
            users_here = [kind for kind in users if kind in places]
            if not users_here:
                continue
            used = np.isin(kinds, users_here)
            drawn = self._values.batch(name, int(used.sum()))
            ranks = np.cumsum(used) - 1
            for kind in users_here:
                one_kind = len(places) == 1
                columns[kind][name] = drawn if one_kind else [drawn[rank] for rank in ranks[places[kind]].tolist()]
        return columns

    def uses(self, block: Block) -> dict[str, int]:
        """How many values of each name went out with what was begun of a block."""
        begun = int(np.count_nonzero(np.frombuffer(block.began, np.int64)[block.bounds[:-1]]))
        sent = block.kinds[:begun]
        return {name: int(np.isin(sent, users).sum()) for name, users in self._script.users.items()}
