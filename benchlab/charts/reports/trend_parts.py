"""The parts of a trend that a report can show."""

from collections.abc import Collection, Iterator
from urllib.parse import urlencode

from django.urls import reverse

from benchlab.charts.publishing import SharedTrend
from benchlab.charts.publishing.redaction import badge_of
from benchlab.charts.render import chart_json
from benchlab.charts.reports import document_pieces
from benchlab.charts.reports.document_pieces import Part, Piece, column, number, of_words, words
from benchlab.charts.reports.footnotes import Caveat, badge_words, caveats_of
from benchlab.models.comparisons import Trend, TrendPoint

NO_RUN = "No finished run with these parameters is there any more."
HINT = "a dot for each run, hollow where it is excluded; steps are medians of a level; dashed: the baseline"


class ReportedTrend(SharedTrend):
    def __init__(self, trend: Trend, reveals: Collection[str]) -> None:
        super().__init__(trend, reveals)
        self.reveals = reveals

    @property
    def name(self) -> str:
        return f"Trend of {self.benchmark}"

    @property
    def address(self) -> str:
        page = reverse("trend", args=[self.trend.benchmark.slug, self.trend.server.name])
        return f"{page}?{urlencode({'choice': self.trend.choice})}"

    @property
    def source_line(self) -> str:
        on = f" on {self.server}" if self.server else ""
        return ", ".join(
            [f"{self.name}{on}", f"{len(self.measured)} runs", *badge_words(point.run for point in self.measured)]
        )

    @property
    def caveats(self) -> list[Caveat]:
        return caveats_of((point.run for point in self.measured), self.reveals)

    @property
    def parts(self) -> dict[str, Part]:
        return {
            "chart": Part("Chart of every run", self._chart, is_usual=True),
            "turns": Part("Table of its changes of level", self._turns, is_usual=True),
            "runs": Part("Table of its runs", self._runs),
        }

    def part(self, key: str) -> Part | None:
        return self.parts.get(key)

    @property
    def _unit(self) -> str:
        return self.figure.unit if self.figure else ""

    def _chart(self) -> Iterator[Piece]:
        if self.measured and self.figure:
            [panel] = self.content["panels"]
            yield chart_json.chart(self.figure.title, self._unit, HINT, panel)
        else:
            yield {"type": "gap", "text": NO_RUN}

    def _turns(self) -> Iterator[Piece]:
        columns = [
            *of_words("Since"),
            column("Before", self._unit),
            column("After", self._unit),
            column("Ratio"),
            *of_words(""),
        ]
        rows = [
            [
                words(str(turn.run)),
                number(turn.change.before),
                number(turn.change.after, strong=True),
                number(turn.change.ratio),
                words(f"{turn.direction}{', provisional' if turn.change.is_provisional else ''}"),
            ]
            for turn in self.turns
        ]
        if rows:
            yield document_pieces.table("Change points", columns, rows)

    def _runs(self) -> Iterator[Piece]:
        columns = [
            *of_words("Run"),
            column(self.figure.title if self.figure else "", self._unit),
            *of_words("Trust", "Durability", "Started"),
        ]
        yield document_pieces.table("Runs, the latest first", columns, [_row(point) for point in self.latest_first])


def _row(point: TrendPoint) -> list[dict[str, object]]:
    run = point.run
    trust = ", ".join(filter(None, (run.trust_grade or "", "excluded" if run.is_excluded else "")))
    started = f"{run.started_at:%Y-%m-%d %H:%M} UTC" if run.started_at else ""
    return [words(str(run)), number(point.value), words(trust), words(badge_of(run)), words(started)]
