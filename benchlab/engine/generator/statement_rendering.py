"""Statements with their values in place, made in blocks: bytes that a client has only to send."""

from array import array
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, repeat
from typing import Any

import numpy as np
from numpy.typing import NDArray

from benchlab.definitions.language import sql_lexer
from benchlab.definitions.phases.statements import Transaction
from benchlab.definitions.values import generators
from benchlab.definitions.values.generator_output import Part
from benchlab.definitions.values.generators import GeneratorSpec

Columns = Mapping[str, list[bytes]]
Numbers = NDArray[np.int64]

CONTROL = -1
"""The number of BEGIN and COMMIT among statements: they are part of a transaction's time, not of its statements."""


class Template:
    """A statement between its values."""

    def __init__(self, text: str) -> None:
        fragments, names = sql_lexer.split(text)
        self.text = text
        self.names: tuple[str, ...] = tuple(names)
        self.fragments = tuple(fragment.encode() for fragment in fragments)

    def render(self, columns: Columns, count: int) -> Iterable[bytes]:
        if not self.names:
            return repeat(self.fragments[0], count)
        first, *rest = self.fragments
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

    def batch_parts(self, name: str, count: int) -> tuple[Part, ...]:
        parts: tuple[Part, ...] = self._generators[name].batch_parts(count)
        return parts

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

    def uses(self, begun: Sequence[int]) -> dict[str, int]:
        """How many values of each name went to the server, by how many of each transaction were begun."""
        return {name: sum(begun[user] for user in users) for name, users in self.users.items()}


class _Steps:
    def __init__(self, transaction: Transaction, statements: list[str]) -> None:
        own = [Template(each.sql) for each in transaction.statements]
        numbers = [statements.index(each.name) for each in transaction.statements]
        wrapped = len(own) > 1
        self.templates = [Template("BEGIN"), *own, Template("COMMIT")] if wrapped else own
        self.numbers = [CONTROL, *numbers, CONTROL] if wrapped else numbers
        self.names = frozenset(name for template in own for name in template.names)


class Block:
    """Transactions of one client, ready to be sent, with room for their outcomes."""

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

    @property
    def begun(self) -> Numbers:
        """Which transactions were begun."""
        count = int(np.count_nonzero(np.frombuffer(self.began, np.int64)[self.bounds[:-1]]))
        return self.kinds[:count]


@dataclass(frozen=True)
class Draws:
    """Transactions to be: which each is, and of each name a value for every transaction that uses it, in order."""

    kinds: Numbers
    values: dict[str, list[bytes]]


class Renderer:
    """Draws one client's transactions."""

    def __init__(self, script: Script, values: Values, mix: np.random.Generator) -> None:
        self._script = script
        self._values = values
        self._mix = mix

    def draw(self, count: int) -> Draws:
        script = self._script
        if len(script.transactions) == 1:
            kinds = np.zeros(count, np.int64)
        else:
            kinds = self._mix.choice(len(script.odds), count, p=script.odds).astype(np.int64)
        uses = script.uses(np.bincount(kinds, minlength=len(script.odds)).tolist())
        return Draws(kinds, {name: self._values.batch(name, n) for name, n in uses.items() if n})

    def block(self, count: int) -> Block:
        draws = self.draw(count)
        statements = list(chain.from_iterable(self._in_order(draws)))
        lengths = np.array([len(each.numbers) for each in self._script.transactions], np.int64)[draws.kinds]
        bounds = np.concatenate([[0], np.cumsum(lengths)])
        return Block(statements, self._numbers(draws.kinds), bounds, draws.kinds)

    def _numbers(self, kinds: Numbers) -> Numbers:
        numbers = [np.array(each.numbers, np.int64) for each in self._script.transactions]
        if len(numbers) == 1:
            return np.tile(numbers[0], len(kinds))
        return np.concatenate([numbers[kind] for kind in kinds.tolist()])

    def _in_order(self, draws: Draws) -> Iterable[tuple[bytes, ...]]:
        kinds = draws.kinds
        places = {int(kind): np.flatnonzero(kinds == kind) for kind in np.unique(kinds)}
        columns = self._columns(draws, places)
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

    def _columns(self, draws: Draws, places: Mapping[int, Numbers]) -> dict[int, dict[str, list[bytes]]]:
        """The values of each kind of transaction."""
        if len(places) == 1:
            return dict.fromkeys(places, draws.values)
        columns: dict[int, dict[str, list[bytes]]] = {kind: {} for kind in places}
        for name, drawn in draws.values.items():
            users = self._script.users[name]
            ranks = np.cumsum(np.isin(draws.kinds, users)) - 1
            for kind in set(users) & places.keys():
                columns[kind][name] = [drawn[rank] for rank in ranks[places[kind]].tolist()]
        return columns
