"""The layouts of a run's tables before, while and after it ran."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from benchlab.charts.layouts.layout_diagram import SIDE, WHOLE, DiagramFrame, LayoutDiagram, tops_of
from benchlab.charts.layouts.partition_pruning import Pruning, pruning_of, reads_of
from benchlab.charts.layouts.table_layout import Column, TableLayout, bytes_in, piece_name, table_layouts
from benchlab.charts.render.number_format import clock
from benchlab.models import Phase, Run

MOMENTS = 24
"""As many as a slider can show; a run of a day has thousands."""
JUST_BEGUN_S = 0.5


@dataclass(frozen=True)
class Moment:
    """``when`` says it in words: ``0:36, during insert``."""

    at: str
    time_s: float
    when: str
    tables: dict[str, TableLayout]


@dataclass(frozen=True)
class TableHistory:
    """A table from its first to its last capture, as its picture, its slider and its figures show it."""

    picture: LayoutDiagram
    moments: Sequence[tuple[Moment, TableLayout]]
    touched: Sequence[Pruning]

    @property
    def table(self) -> str:
        return self.picture.table

    @property
    def now(self) -> TableLayout:
        return self.picture.now

    @property
    def chosen(self) -> Pruning | None:
        """The query that is drawn at first: one that did not read everything."""
        return next((each for each in self.touched if not each.is_all), None)

    @property
    def content(self) -> dict[str, Any]:
        """What layout.js draws."""
        pieces = [piece_name(row) for column in self.picture.places for row in column]
        place = {name: number for number, name in enumerate(pieces)}
        marks = {each.query: [place[name] for name in each.pieces if name in place] for each in self.touched}
        moments = [moment_json(moment, then, pieces) for moment, then in self.moments]
        shown = {"pieces": pieces, "depth": self.picture.depth, "tops": self.picture.tops, "moments": moments}
        return {"table": self.table, **shown, "touched": marks}


class LayoutHistory:
    def __init__(self, run: Run, phases: Sequence[Phase]) -> None:
        self.run, self.phases = run, phases
        self._known: dict[int, Moment] = {}

    @cached_property
    def captures(self) -> list[tuple[int, str, float]]:
        """(pk, at, time_s), in order."""
        return list(self.run.layouts.order_by("time_s", "pk").values_list("pk", "at", "time_s"))

    @cached_property
    def last(self) -> Moment | None:
        return self.read([self.captures[-1][0]])[0] if self.captures else None

    @cached_property
    def tables(self) -> list[TableHistory]:
        """With the moments in between, each table in the order of the definition."""
        return self._histories(self.evenly(), WHOLE)

    @cached_property
    def latest(self) -> list[TableHistory]:
        """As of the last capture alone."""
        return self._histories([self.last], SIDE) if self.last else []

    def _histories(self, moments: Sequence[Moment], frame: DiagramFrame) -> list[TableHistory]:
        names = dict.fromkeys(table for moment in reversed(moments) for table in moment.tables)
        return [self._history(table, [each for each in moments if table in each.tables], frame) for table in names]

    def _history(self, table: str, moments: Sequence[Moment], frame: DiagramFrame) -> TableHistory:
        seen = [moment.tables[table] for moment in moments]
        picture = LayoutDiagram(seen[-1], places_of(seen), frame, tops_of(seen))
        return TableHistory(picture, [(each, each.tables[table]) for each in moments], list(self._touched(table)))

    def _touched(self, table: str) -> Iterable[Pruning]:
        for read, near in self._near_reads.items():
            tables = self.read([near])[0].tables
            if table in tables and (found := pruning_of(self._reads[read], tables[table], tables)):
                yield found

    @cached_property
    def _reads(self) -> dict[str, Any]:
        return {read.query: read for read in reads_of(self.phases)}

    @cached_property
    def _near_reads(self) -> dict[str, int]:
        """By query the capture that was taken next to it: one is asked for at the end of each phase."""
        near = {name: self._nearest(read.phase) for name, read in self._reads.items()} if self.captures else {}
        self.read(near.values())
        return near

    def _nearest(self, phase: Phase) -> int:
        ended_s = phase.started_s if phase.finished_s is None else phase.finished_s
        return min(self.captures, key=lambda each: max(phase.started_s - each[2], each[2] - ended_s, 0.0))[0]

    def evenly(self, most: int = MOMENTS) -> list[Moment]:
        """The first, the last, and some in between."""
        captures = [pk for pk, _, _ in self.captures]
        if len(captures) > most:
            captures = [captures[round(place * (len(captures) - 1) / (most - 1))] for place in range(most)]
        return self.read(captures)

    def read(self, captures: Collection[int]) -> list[Moment]:
        unknown = set(captures) - self._known.keys()
        for capture in self.run.layouts.filter(pk__in=unknown) if unknown else ():
            rows = sorted(capture.rows, key=lambda row: self._place.get(row["table"], len(self._place)))
            when = self._when(capture.at, capture.time_s)
            self._known[capture.pk] = Moment(capture.at, capture.time_s, when, table_layouts(rows))
        return [self._known[pk] for pk in captures]

    @cached_property
    def _place(self) -> dict[str, int]:
        return {table: number for number, table in enumerate(self.run.plan_json.get("tables", ()))}

    def _when(self, at: str, time_s: float) -> str:
        words = {"start": "before", "end": "at the end"}.get(at) or self._phase_words(time_s)
        return f"{clock(time_s)}, {words}" if words else clock(time_s)

    def _phase_words(self, time_s: float) -> str:
        begun = [phase for phase in self.phases if phase.started_s <= time_s and not phase.parent]
        if not begun:
            return ""
        ended = begun[-1].finished_s is not None and begun[-1].finished_s <= time_s
        # One that is asked for when a phase ends is taken when the next has just begun.
        if len(begun) > 1 and time_s - begun[-1].started_s < JUST_BEGUN_S:
            return f"after {begun[-2].name}"
        return f"{'after' if ended else 'during'} {begun[-1].name}"


def places_of(moments: Sequence[TableLayout]) -> list[Column]:
    """Every partition that was ever there, in order; those that are gone hold nothing."""
    places: dict[str | None, Column] = {column[0]["partition"]: column for column in moments[-1].columns}
    order = list(places)
    for moment in reversed(moments[:-1]):
        at = 0
        for column in moment.columns:
            name = column[0]["partition"]
            if name not in places:
                order.insert(at, name)
                places[name] = [{**row, "rows": None, "data_bytes": None, "index_bytes": None} for row in column]
            at = order.index(name) + 1
    return [places[name] for name in order]


def moment_json(moment: Moment, then: TableLayout, pieces: Sequence[str]) -> dict[str, Any]:
    """Rows and bytes of each piece in the order of ``pieces``; null for one that is not there."""
    held = {piece_name(row): row for row in then.pieces}
    rows = [held.get(name) for name in pieces]
    return {
        "time_s": moment.time_s,
        "when": moment.when,
        "exact": then.is_exact,
        "held": then.held_words,
        "words": {measure: then.words_by(measure) for measure in ("rows", "bytes", "per_row")},
        "rows": [row and (row["rows"] or 0) for row in rows],
        "bytes": [row and bytes_in(row) for row in rows],
    }


@dataclass(frozen=True)
class LayoutNews:
    """New layouts for a poll: figures for the diagrams that are there, or that these must be drawn again."""

    is_redrawn: bool
    content: Sequence[dict[str, Any]] = ()


def news_since(after_s: float, history: LayoutHistory) -> LayoutNews | None:
    """None where nothing was captured since."""
    new = [pk for pk, _, time_s in history.captures if time_s > after_s]
    if not new:
        return None
    before = [pk for pk, _, time_s in history.captures if time_s <= after_s]
    if not before or _was_queried(after_s, history) or _was_cut_anew(before[-1], history):
        return LayoutNews(is_redrawn=True)
    return LayoutNews(is_redrawn=False, content=[_figures(each) for each in history.latest if each.now.is_partitioned])


def _was_queried(after_s: float, history: LayoutHistory) -> bool:
    return any(read.phase.finished_s is None or read.phase.finished_s > after_s for read in reads_of(history.phases))


def _was_cut_anew(before: int, history: LayoutHistory) -> bool:
    [then], now = history.read([before]), history.last
    return now is None or _shapes(then) != _shapes(now)


def _shapes(moment: Moment) -> dict[str, Any]:
    return {table: each.shape for table, each in moment.tables.items()}


def _figures(history: TableHistory) -> dict[str, Any]:
    """Without what the page knows: of a table of 440 pieces this is a tenth of its picture."""
    content = history.content
    return {name: content[name] for name in ("table", "pieces", "tops", "moments")}
