"""The charts of a run that a report can show, each read when it is asked for."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cached_property, partial
from typing import Any

from benchlab.charts.publishing.redaction import anonymous
from benchlab.charts.render import chart_json
from benchlab.charts.reports.document_pieces import Part, Piece
from benchlab.charts.runs import RunPage, time_charts
from benchlab.charts.runs.load_decay_chart import Growth
from benchlab.charts.runs.panels import PANELS
from benchlab.metrics import kind_of

CHART = "chart:"
CHARTED = ("overview", "response-times", "server", "host")
GROWTH, CURVE = f"{CHART}growth", f"{CHART}percentiles"
GROWTH_TITLE = "Rows per second by rows written so far"
GROWTH_HINT = "shaded: a new partition starts to fill; dashed: a knee"


class ChartParts:
    """``names_sources``: whether disks and load generators may be called by their names."""

    def __init__(self, page: RunPage, curve: Mapping[str, Any] | None, *, names_sources: bool) -> None:
        self._page, self._curve, self._names_sources = page, curve, names_sources
        self._known: dict[str, dict[str, time_charts.Chart]] = {}

    def all(self) -> dict[str, Part]:
        """For which every series is read."""
        charts = {key: chart for tab in CHARTED for key, chart in self._drawn(tab).items()}
        first = {chart.panel.title: key for key, chart in reversed(charts.items())}  # Two tabs have the processors.
        told = {key: self._part(chart) for key, chart in charts.items() if first[chart.panel.title] == key}
        return {**told, **self._others}

    def part(self, key: str) -> Part | None:
        if key in (GROWTH, CURVE):
            return self._others.get(key)
        chart = next((drawn[key] for tab in _tabs_of(key) if key in (drawn := self._drawn(tab))), None)
        return self._part(chart) if chart else None

    @cached_property
    def _others(self) -> dict[str, Part]:
        found = {}
        if growth := self._page.growth:
            found[GROWTH] = Part(f"Chart: {GROWTH_TITLE}", partial(_grown, growth))
        if self._curve:
            told = chart_json.chart("Response time", "ms", "by percentile, log scale", self._curve)
            found[CURVE] = Part("Chart: Response times by percentile", lambda: [told])
        return found

    def _drawn(self, tab: str) -> dict[str, time_charts.Chart]:
        """By the keys that they have for the team, whatever they are called here."""
        if tab not in self._known:
            drawn = [chart for chart in self._page.drawn(tab).charts if chart.tracks]
            named = drawn if self._names_sources else _numbered(drawn)
            keys = [f"{CHART}{chart.panel.key}" for chart in drawn]
            self._known[tab] = dict(zip(keys, named, strict=True))
        return self._known[tab]

    def _part(self, chart: time_charts.Chart) -> Part:
        return Part(f"Chart: {chart.panel.title}", partial(self._piece, chart))

    def _piece(self, chart: time_charts.Chart) -> Iterator[Piece]:
        content = anonymous(time_charts.as_json([chart], self._page.phases, end_s=self._page.end_s, is_over=True))
        panel = chart_json.panel_of(content, chart.panel.key) or {}
        yield chart_json.chart(chart.panel.title, chart.panel.unit, chart.panel.hint, panel)


def _tabs_of(key: str) -> list[str]:
    """Those that may have the chart."""
    name = key.removeprefix(CHART)
    found = (panel.tab for panel in PANELS if name == panel.key or (panel.each and name.startswith(f"{panel.key}-")))
    return list(dict.fromkeys(found))


def _numbered(drawn: Iterable[time_charts.Chart]) -> Iterator[time_charts.Chart]:
    """Charts of disks, and lines of load generators, by number: their names are those of a host."""
    known: Counter[str] = Counter()
    for chart in drawn:
        panel = chart.panel
        if panel.kind == "phase":
            yield chart
        elif panel.each:
            title = panel.title.partition(", ")[0]
            known[title] += 1
            told = replace(panel, key=f"{title}-{known[title]}", title=f"{title}, {known[title]}")
            yield replace(chart, panel=told)
        else:
            yield replace(chart, tracks=tuple(_unnamed(chart))) if panel.by_source else chart


def _unnamed(chart: time_charts.Chart) -> Iterator[time_charts.Track]:
    for number, track in enumerate(chart.tracks, start=1):
        yield replace(track, line=replace(track.line, label=f"{kind_of(track.source)} {number}"))


def _grown(growth: Growth) -> Iterator[Piece]:
    [panel] = growth.content["panels"]
    yield chart_json.chart(GROWTH_TITLE, panel["unit"], GROWTH_HINT, panel)
