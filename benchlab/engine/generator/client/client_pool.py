"""The clients of one process: driven by the compiled core, or by Python for reference."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

from benchlab.definitions.values.generators import seeded
from benchlab.engine.generator import pacing
from benchlab.engine.generator.client.client_connection import ClientConnection
from benchlab.engine.generator.client.drive_state import DriveState
from benchlab.engine.generator.client.work_queue import WorkQueue
from benchlab.engine.generator.pacing import Arrivals
from benchlab.engine.generator.process_messages import DriveTask
from benchlab.engine.generator.statement_rendering import Renderer, Values
from benchlab.engine.generator.tally import Part, Tally

CONNECTING_AT_ONCE = 16
BLOCK_SIZES, BLOCK_EVERY = (16, 1000), 100_000
"""Transactions of a block: the fewer, the more clients there are."""

Tallies = dict[tuple[int, Part], Tally]


class ClientPool(ABC):
    """Clients are numbered by their place in this process."""

    def __init__(self, task: DriveTask, state: DriveState) -> None:
        self.task = task
        self.state = state
        self.connections = [ClientConnection(task.account, task.schema) for _ in task.clients]
        self.queues = [self._new_queue(number) for number in task.clients]
        self.shared = self._arrivals(task.clients) if task.phase.rate_per_s else None
        self.own = [self._arrivals([number]) for number in task.clients] if task.phase.pace_per_s else []

    def _new_queue(self, number: int) -> WorkQueue:
        task, phase, script = self.task, self.task.phase, self.state.script
        lane = task.first_lane + number
        path = (phase.name, number)
        positions = {name: base + lane for name, base in task.bases.items()}
        values = Values(
            task.values, script.names, seed=task.seed, path=path, positions=positions, stride=task.lanes
        )  # fmt: skip
        return WorkQueue(
            Renderer(script, values, seeded(task.seed, *path, "transactions")),
            quota=_share(phase.count, number, phase.clients),
            block_size=block_size(phase.clients),
        )

    def _arrivals(self, clients: Sequence[int]) -> Arrivals:
        phase = self.task.phase
        rate_per_s = phase.total_rate_per_s
        if phase.arrival == "poisson":
            rng = seeded(self.task.seed, phase.name, "arrivals", clients[0])
            return pacing.poisson(rate_per_s * len(clients) / phase.clients, rng)
        return pacing.fixed(rate_per_s, clients, phase.clients)

    def connect(self) -> None:
        """Raises ``mysql.Error``."""
        with ThreadPoolExecutor(CONNECTING_AT_ONCE) as pool:
            list(pool.map(self.connect_one, range(len(self.connections))))

    def connect_one(self, place: int) -> None:
        """Raises ``mysql.Error``."""
        self.connections[place].open()

    def close(self) -> None:
        for connection in self.connections:
            connection.close()

    @abstractmethod
    def render_ahead(self) -> int:
        """Generate one more block for each client; their size in bytes, 0 where no more is needed."""

    @abstractmethod
    def begin(self) -> None:
        """Begin at ``state.start_ns``; the last client to finish sets ``state.finished``."""

    @abstractmethod
    def stop(self) -> None:
        """The drive ends earlier than planned."""

    @abstractmethod
    def collect(self) -> Tallies:
        """All that was counted since the last call."""

    def waiting(self, since_start_ns: int) -> int:
        """Transactions that were due by then and have not begun: here, those that no client has taken."""
        arrivals = self.own or ([self.shared] if self.shared else [])
        return sum(each.waiting(since_start_ns) for each in arrivals)

    @abstractmethod
    def begun(self, place: int) -> Sequence[int]:
        """How many of each transaction a client has begun."""

    @property
    @abstractmethod
    def connected(self) -> int: ...

    @property
    @abstractmethod
    def last_ns(self) -> int:
        """When the last transaction was acknowledged, 0 where none was."""

    @property
    @abstractmethod
    def unstarted(self) -> int:
        """Transactions that a client took and that were due before the end, but never began."""

    @property
    @abstractmethod
    def starved_s(self) -> float:
        """How long clients, added up, waited for statements that were not generated yet."""

    @abstractmethod
    def busiest_s(self, process_s: float) -> float:
        """The CPU time of the busiest part that can not be spread over processors, of what the whole process used."""


def block_size(clients: int) -> int:
    return min(max(BLOCK_EVERY // clients, BLOCK_SIZES[0]), BLOCK_SIZES[1])


def _share(count: int | None, number: int, clients: int) -> int | None:
    """A client's part of a count; the same in every run, so that it generates the same rows."""
    return None if count is None else count // clients + (number < count % clients)
