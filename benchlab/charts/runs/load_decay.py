"""Load decay of a run: its rate over the rows so far and the data per buffer pool, and where partitions began."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from benchlab.analysis.runs.load_decay import LEAST_SECONDS, Knee, knee
from benchlab.analysis.runs.partition_rollovers import Rollover, rollovers
from benchlab.analysis.runs.series import Floats
from benchlab.analysis.runs.table_growth import ROWS_PER_SECOND, ROWS_SO_FAR, TableGrowth, rows_at
from benchlab.charts.layouts import TableLayout
from benchlab.charts.layouts.layout_history import LayoutHistory, Moment
from benchlab.charts.layouts.table_layout import rows_of
from benchlab.charts.runs import stored_series
from benchlab.definitions.language import create_table
from benchlab.models import Phase, Run

LOOKS = 200
"""Captured layouts that are read for the size of the data; of a longer run not all of them."""
FEWEST_SECONDS = 5
"""A phase that wrote for a shorter time has no curve; its rows count all the same."""
MARKED = 60
"""Rollovers; more would not be distinguishable."""


@dataclass(frozen=True)
class Curve:
    """A phase that wrote rows: ``rows`` are all that its run had written, ``pool`` the data by the buffer pool."""

    label: str
    grown: TableGrowth
    rows: Floats
    pool: Floats | None

    @cached_property
    def knee(self) -> Knee | None:
        return knee(self.rows, self.grown.rates)

    @property
    def first(self) -> float:
        return self.grown.ends[0]

    @property
    def last(self) -> float:
        return self.grown.ends[1]

    @property
    def last_by_first(self) -> float | None:
        return self.last / self.first if self.first else None

    @property
    def why_no_knee(self) -> str:
        measured = self.grown.seconds
        return "none" if measured >= LEAST_SECONDS else f"too short: {measured} s of {LEAST_SECONDS}"

    @property
    def from_rows(self) -> float:
        return self.to_rows - self.grown.total

    @property
    def to_rows(self) -> float:
        return float(np.nanmax(self.rows))

    @property
    def to_pool(self) -> float | None:
        return None if self.pool is None else float(np.nanmax(self.pool))

    @property
    def pool_at_knee(self) -> float | None:
        if self.pool is None or self.knee is None:
            return None
        return float(np.interp(self.knee.at, self.rows, self.pool))


class RunGrowth:
    """Of one run: a curve for each of its phases that wrote rows and did nothing else."""

    def __init__(self, run: Run, phases: Sequence[Phase], history: LayoutHistory, *, looks: int = LOOKS) -> None:
        self.run, self.phases, self.history, self.looks = run, phases, history, looks

    @cached_property
    def growing(self) -> dict[str, TableGrowth]:
        """By phase, in their order."""
        found = stored_series.read(self.run, {("phase", ROWS_SO_FAR), ("phase", ROWS_PER_SECOND)})
        grown = {source.partition(":")[2]: TableGrowth.of(series) for source, series in found.items()}
        ordered = [phase.name for phase in self.phases if grown.get(phase.name)]
        return {name: each for name in ordered if (each := grown[name])}

    @cached_property
    def moments(self) -> list[Moment]:
        return self.history.evenly(self.looks)

    @cached_property
    def curves(self) -> list[Curve]:
        return [self._curve(name, grown) for name, grown in self.growing.items() if grown.seconds >= FEWEST_SECONDS]

    def _curve(self, name: str, grown: TableGrowth) -> Curve:
        return Curve(name, grown, rows_at(grown.times, self.growing), self.pool_at(grown.times))

    def pool_at(self, times: Floats) -> Floats | None:
        """How often the data and indexes would fill the buffer pool; between two captures on a line."""
        if not self.pool_bytes or len(self.moments) < 2:
            return None
        sizes = [sum(table.bytes for table in moment.tables.values()) / self.pool_bytes for moment in self.moments]
        return np.interp(times, [moment.time_s for moment in self.moments], sizes)

    @property
    def pool_bytes(self) -> float | None:
        """None where the tables are another engine's, which the pool does not hold."""
        engines = {create_table.engine(table).lower() for table in self.run.plan_json.get("tables", {}).values()}
        variables = ((self.run.snapshot or {}).get("start") or {}).get("variables") or {}
        told = str(variables.get("innodb_buffer_pool_size") or "")
        # An imported snapshot may say anything.
        return float(told) if told.isdecimal() and engines <= {"", "innodb"} else None

    @cached_property
    def rollovers(self) -> list[tuple[str, Rollover]]:
        """(table, rollover) while a phase wrote."""
        tables = dict.fromkeys(table for moment in self.moments for table in moment.tables)
        found = [(table, each) for table in tables for each in rollovers(self._looks(table))]
        return [each for each in found if self._was_written(each[1])][:MARKED]

    def _looks(self, table: str) -> Iterable[tuple[float, Mapping[str, float]]]:
        for moment in self.moments:
            if (then := moment.tables.get(table)) and then.is_partitioned:
                yield moment.time_s, _rows_by_partition(then)

    def _was_written(self, rollover: Rollover) -> bool:
        stretches = [(each.times[0], each.times[-1]) for each in self.growing.values()]
        return any(began_s < rollover.by_s and rollover.after_s < ended_s for began_s, ended_s in stretches)


def _rows_by_partition(then: TableLayout) -> dict[str, float]:
    return {column[0]["partition"]: rows_of(column) for column in then.columns}
