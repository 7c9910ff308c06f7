"""What the scripts here share: a server of their own, one drive by benchlab, and ratios of interleaved rounds."""

import os
import statistics
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchlab import mysql
from benchlab.definitions.phases.drive import DrivePhase
from benchlab.definitions.phases.phase import PlannedPhase
from benchlab.definitions.plan.plan import Plan, Target
from benchlab.definitions.values.generators import GeneratorSpec
from benchlab.engine import Access, Owner, RunClock, execute
from benchlab.engine.events import PhaseFinished, RunProblem
from benchlab.engine.places import workspace
from benchlab.sandbox import Sandbox

SETTINGS: dict[str, str | int | float | bool] = {
    "innodb_flush_log_at_trx_commit": 0,
    "innodb_buffer_pool_size": 2**30,
    "max_connections": 1200,
}


@dataclass(frozen=True)
class Figures:
    """Of one generator in one round: statements a second, and its own CPU for each, in us."""

    per_second: float
    cpu_us: float


@contextmanager
def server(**settings: str | int | float | bool) -> Iterator[mysql.Address]:
    with tempfile.TemporaryDirectory() as folder:
        sandbox = Sandbox.create(Path(folder), "perf", settings={**SETTINGS, **settings})
        sandbox.start()
        try:
            yield sandbox.address()
        finally:
            sandbox.remove()


def by_tcp(address: mysql.Address) -> mysql.Address:
    return replace(address, socket="")


def facts(address: mysql.Address) -> str:
    with mysql.connected(address) as connection:
        version = mysql.rows(connection, "SELECT VERSION()")[0][0]
    settings = ", ".join(f"{name}={value}" for name, value in SETTINGS.items())
    load = ", ".join(f"{each:.2f}" for each in os.getloadavg())
    return f"MariaDB {version}, {settings}; {os.cpu_count()} processors, load average {load}"


def driven(
    address: mysql.Address, phases: Sequence[PlannedPhase], tables: dict[str, str], values: dict[str, GeneratorSpec]
) -> dict[str, dict]:
    """Carry a plan out on fresh tables, and drop them: the results of its phases by name."""
    name = "benchlab_perf_1"
    target = Target("perf", "primary", "MariaDB", "", "here", schema=name, account=name)
    plan = Plan("perf", 1, "", "", 1, {}, (target,), tables, values, tuple(phases))
    owner, clock, results = Owner("perf", 1), RunClock.start(), {}
    for event in execute(plan, Access(address), owner=owner, clock=clock, stop=threading.Event()):
        if isinstance(event, RunProblem):
            print(f"      {event.message}", file=sys.stderr)
        elif isinstance(event, PhaseFinished):
            results[event.name] = event.result
    with mysql.connected(address) as admin:
        workspace.drop_schema(admin, name, owner.instance)
    return results


def figures(phase: DrivePhase, results: dict[str, dict]) -> Figures:
    result = results[phase.name]
    if not result["seconds"]:
        sys.exit("The drive failed; what it said is above.")
    return Figures(result["statements"] / result["seconds"], result["details"]["client_cpu_us_per_statement"])


def interleaved(
    rounds: int, *, first: Callable[[], Figures], second: Callable[[], Figures]
) -> list[tuple[Figures, Figures]]:
    """Pairs; the one that went second goes first in the next round."""
    pairs = []
    for number in range(rounds):
        if number % 2:
            other, one = second(), first()
        else:
            one, other = first(), second()
        pairs.append((one, other))
    return pairs


def spread(ratios: Sequence[float]) -> str:
    return f"{statistics.median(ratios):.3f} ({min(ratios):.3f} to {max(ratios):.3f})"


def ratios(pairs: Sequence[tuple[Figures, Figures]]) -> tuple[list[float], list[float]]:
    """The second's figure over the first's: of throughput, of CPU a statement."""
    return [b.per_second / a.per_second for a, b in pairs], [b.cpu_us / a.cpu_us for a, b in pairs]
