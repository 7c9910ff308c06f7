"""The parts of a run that a report can show."""

from collections.abc import Iterator
from functools import cached_property, partial

from benchlab.charts.layouts import TableHistory
from benchlab.charts.publishing import SharedRun
from benchlab.charts.render.number_format import count, duration, measured, setting
from benchlab.charts.reports import document_pieces
from benchlab.charts.reports.document_pieces import Cell, Part, Piece, column, number, words
from benchlab.charts.reports.footnotes import Caveat, caveats_of
from benchlab.charts.reports.run_chart_parts import CHART, ChartParts
from benchlab.charts.runs.published_figures import PublishedAndOurs
from benchlab.charts.runs.run_labels import cache_words
from benchlab.models import Phase, Reveal, State

OTHER_SCALE = "other scale"
CHANGED_SETTINGS = "Settings changed from default"
STATE_TONES = {State.FINISHED: "good", State.FAILED: "bad"}
GRADE_TONES = {"A": "good", "C": "care", "D": "bad"}
KEPT = ("table", "partition", "subpartition", "method", "rows", "data_bytes", "index_bytes", "exact")
"""Of a layout's row: what the picture needs."""
LATENCIES = ("p50", "p95", "p99", "max")


class ReportedRun(SharedRun):
    """As its shared page, with what is revealed."""

    @property
    def name(self) -> str:
        return f"Run {self.number}"

    @property
    def address(self) -> str:
        return self._run.get_absolute_url()

    @property
    def source_line(self) -> str:
        """What follows it into every caption."""
        trust = f"trust {self.grade}" if self.grade else ""
        excluded = "excluded" if self.is_excluded else ""
        state = "" if self.state == State.FINISHED else str(self.state)
        return ", ".join(filter(None, (self.name, state, trust, self.durability, excluded)))

    @property
    def caveats(self) -> list[Caveat]:
        return caveats_of([self._run], self._reveals, {self.number: self._page.other_warnings})

    @property
    def parts(self) -> dict[str, Part]:
        """All that it offers; for which every series is read."""
        return {**self._plain_parts, **self._charts.all()}

    def part(self, key: str) -> Part | None:
        return self._charts.part(key) if key.startswith(CHART) else self._plain_parts.get(key)

    @cached_property
    def _charts(self) -> ChartParts:
        return ChartParts(self._page, self.distribution, names_sources=Reveal.HOSTS in self._reveals)

    @cached_property
    def _plain_parts(self) -> dict[str, Part]:
        found = {
            "summary": Part("Summary", self._summary, is_usual=True),
            "phases": Part("Table of its phases", self._phase_table, is_usual=True),
        }
        if any(each.published.applies for each in self._page.beside):
            found["published"] = Part("The study's figures and its own", self._published)
        if self.changed_settings:
            found["settings"] = Part(CHANGED_SETTINGS, self._settings)
        if self.host_facts:
            found["host"] = Part("Host", self._host)
        for history in self._page.history.latest:
            found[f"layout:{history.table}"] = Part(f"Layout of table {history.table}", partial(_layout, history))
        return found

    def _summary(self) -> Iterator[Piece]:
        trust = f"trust {self.grade}" if self.grade else ""
        yield document_pieces.signs(
            (self.state, STATE_TONES.get(State(self.state), "")),
            (trust, GRADE_TONES.get(self.grade, "")),
            (self.durability, "" if self.durability == "durable" else "care"),
            ("excluded" if self.is_excluded else "", "bad"),
        )
        yield document_pieces.figures(self.cards)
        yield document_pieces.facts(self._circumstances())
        if self.said.sentences and Reveal.WORDS in self._reveals:
            yield document_pieces.listed(
                f"Trust {self.grade}, {self.grade_words}." if self.grade else "", self.said.sentences
            )

    def _circumstances(self) -> Iterator[tuple[str, str]]:
        yield "Benchmark", self.benchmark
        yield "Server", ", ".join(self.versions)
        yield "Parameters", ", ".join(word.text for word in self.words)
        yield (
            CHANGED_SETTINGS,
            ", ".join(
                f"{name} {setting(each.get('value'), name)}" for name, each in list(self.changed_settings.items())
            ),
        )
        yield "Started", f"{self.started_at:%Y-%m-%d %H:%M} UTC" if self.started_at else ""
        yield "Launched by", self.by

    def _phase_table(self) -> Iterator[Piece]:
        told = [column(name, "ms") for name in LATENCIES]
        counts = [column(title) for title in ("Errors", "Transactions", "Rows")]
        columns = [
            column("Phase", is_number=False),
            column("Per second", "/s"),
            *told,
            column("Longest stall", "s", says_unit=False),
        ]
        rows = [_phase_row(phase) for phase in self.phases if phase.result]
        if rows:
            yield document_pieces.table("Phases", [*columns, *counts, column("Measured", "s", says_unit=False)], rows)

    def _published(self) -> Iterator[Piece]:
        columns = [column("Metric", is_number=False), column("Study"), column("Measured"), column("Ratio")]
        told = [each for each in self._page.beside if each.published.applies]
        rows = [_published_row(each) for each in told]
        rows += [
            [
                words(f"{each.over.published.label} / {each.under.published.label}"),
                number(each.published),
                number(each.ours),
                words(""),
            ]
            for each in self._page.ratios
        ]
        yield document_pieces.table("Published and measured results", columns, rows)
        if self._page.published_conditions:
            yield document_pieces.listed("How the study measured:", self._page.published_conditions)
        if self._page.shared_differences:
            yield document_pieces.listed("Differences from the study:", self._page.shared_differences)

    def _settings(self) -> Iterator[Piece]:
        columns = document_pieces.of_words("Setting", "Value")
        told = self.changed_settings.items()
        yield document_pieces.table(
            CHANGED_SETTINGS,
            columns,
            [[words(name), words(setting(each.get("value"), name))] for name, each in told],
        )

    def _host(self) -> Iterator[Piece]:
        yield document_pieces.facts([(fact.name, fact.value) for fact in self.host_facts], title="Host")


def _phase_row(phase: Phase) -> list[Cell]:
    result = phase.result or {}
    latency, details = result.get("latency_ms") or {}, result.get("details") or {}
    cache, transactions = details.get("cache"), result.get("transactions")
    errors = None if transactions is None else sum((result.get("errors") or {}).values())
    stall_s, seconds = details.get("longest_stall_s"), result.get("seconds")
    return [
        words(f"{phase.name} ({cache_words(cache)})" if cache else phase.name),
        number(result.get("per_second"), strong=True),
        *(number(latency.get(name)) for name in LATENCIES),
        number(stall_s, duration(stall_s)),
        *(number(each, count(each)) for each in (errors, transactions, result.get("rows"))),
        number(seconds, duration(seconds)),
    ]


def _published_row(each: PublishedAndOurs) -> list[Cell]:
    published = each.published
    caches = "".join(f" ({cache_words(label)})" for label in each.caches)
    ratio = words(OTHER_SCALE) if each.is_of_other_work else number(each.speed)
    told = [
        number(value, measured(value, published.unit), strong=value is each.ours)
        for value in (published.value, each.ours)
    ]
    return [words(f"{published.label}{caches}"), *told, ratio]


def _layout(history: TableHistory) -> Iterator[Piece]:
    """With what its picture is drawn of, and a table for those who read no picture."""
    now = history.now
    rows = [{name: row.get(name) for name in KEPT} for row in now.pieces]
    told = [
        now.cut_words,
        now.held_words,
        now.words_by("rows"),
        *(f"“{each.query}” {each.words}" for each in history.touched),
    ]
    yield {
        "type": "layout",
        "title": f"Layout of table {history.table}",
        "words": "; ".join(filter(None, told)),
        "rows": rows,
    }
