"""The shared page of a trend."""

from collections.abc import Collection
from functools import cached_property
from typing import Any

from benchlab.analysis.trust.trust_grade import distrust
from benchlab.charts.publishing.preview_chart import preview_chart
from benchlab.charts.publishing.redaction import Badges, badges_of
from benchlab.charts.render.chart_json import Chart
from benchlab.charts.trends import TrendPage
from benchlab.models import Reveal
from benchlab.models.comparisons import Trend


class SharedTrend(TrendPage):
    kind, offers = "trend", (Reveal.SERVERS,)

    def __init__(self, trend: Trend, reveals: Collection[str]) -> None:
        super().__init__(trend)
        self.server = trend.server.name if Reveal.SERVERS in reveals else ""
        self.benchmark, self.figure = trend.benchmark.title, trend.figure

    @property
    def title(self) -> str:
        return f"{self.benchmark}, run after run"

    @property
    def description(self) -> str:
        return f"{self.figure.title} of {len(self.measured)} runs." if self.figure else "No run has finished yet."

    @property
    def distrust(self) -> str:
        return distrust(point.run.grade for point in self.measured)

    @cached_property
    def badges(self) -> Badges:
        return badges_of(point.run for point in self.measured)

    @property
    def preview(self) -> Chart | None:
        return preview_chart(self.figure.title, "trend", self.content) if self.figure else None

    @cached_property
    def content(self) -> dict[str, Any]:
        """Without the addresses of the runs, and without versions as builds call themselves."""
        [panel] = super().content["panels"]
        points = [{name: value for name, value in point.items() if name != "href"} for point in panel["points"]]
        return {"panels": [{**panel, "points": points, "events": []}]}
