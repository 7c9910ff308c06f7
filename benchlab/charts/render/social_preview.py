"""The picture that a preview of a link shows: title, figures and one chart of the page that it leads to."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from math import ceil, floor, log10

from benchlab.charts.publishing.preview_chart import Sketch, Stroke
from benchlab.charts.render.canvas import Paper, Point, length, wrapped
from benchlab.charts.render.number_format import short_count

WIDTH, HEIGHT = 1200, 630
"""What sites that show previews ask for."""
LEFT, RIGHT, BOTTOM = 64, WIDTH - 64, HEIGHT - 44
GUTTER, INSIDE = 70, 24
MOST_NAMED = 4
LINES_APART = 4


@dataclass(frozen=True)
class Scale:
    """Of a chart's y axis, with round numbers at its lines."""

    low: float
    high: float
    marks: Sequence[float]
    is_log: bool

    @property
    def written(self) -> dict[float, str]:
        """Its marks in words: short ones, unless these would say the same of two."""
        short = {mark: short_count(mark) for mark in self.marks}
        return short if len(set(short.values())) == len(short) else {mark: f"{mark:,.10g}" for mark in self.marks}

    def share(self, value: float) -> float:
        low, high, at = (log10(each) if self.is_log else each for each in (self.low, self.high, value))
        return min(1.0, max(0.0, (at - low) / (high - low)))


def png(title: str, description: str, sketch: Sketch | None) -> bytes:
    paper = Paper(WIDTH, HEIGHT)
    _sign(paper)
    y = _head(paper, title, description, lines=2 if sketch else 5)
    if sketch:
        _Chart(paper, sketch, top=y).draw()
    return paper.png()


def _sign(paper: Paper) -> None:
    """As in mark.svg, which is 24 wide."""
    paper.box((LEFT, 44), (LEFT + 36, 80), "accent", radius=9)
    for x, top in ((5, 12), (10.5, 7), (16, 9.5)):
        paper.box((LEFT + x * 1.5, 44 + top * 1.5), (LEFT + (x + 3) * 1.5, 44 + 16.5 * 1.5), "paper")
    paper.text((LEFT + 50, 71), "benchlab", "ink", size=26, weight=650)


def _head(paper: Paper, title: str, description: str, *, lines: int) -> float:
    """Where what comes beneath it may begin."""
    y = 144.0
    for line in wrapped(title, size=46, weight=700, width=RIGHT - LEFT, lines=2):
        paper.text((LEFT, y), line, "ink", size=46, weight=700)
        y += 56
    y -= 6
    for line in wrapped(description, size=25, width=RIGHT - LEFT, lines=lines):
        paper.text((LEFT, y), line, "ink-soft", size=25)
        y += 36
    return y - 8


class _Chart:
    def __init__(self, paper: Paper, sketch: Sketch, *, top: float) -> None:
        self._paper, self._sketch, self._top = paper, sketch, top
        self._scale = scale_of(sketch.values, is_log=sketch.is_log, from_zero=sketch.looks != "dots")
        self._plot_top, self._plot_bottom = top + 76, BOTTOM - 44
        self._plot_left, self._plot_right = LEFT + INSIDE + GUTTER, RIGHT - INSIDE - 12
        xs = [*(x for stroke in sketch.strokes for x, _ in stroke.points), *(x for x, _ in sketch.ticks)]
        margin = 0.5 if sketch.looks in ("columns", "dots") else 0.0
        self._first, self._last = min(xs) - margin, max(xs) + margin

    def draw(self) -> None:
        self._paper.box((LEFT, self._top), (RIGHT, BOTTOM), "paper", radius=10, edge="line")
        self._paper.text((LEFT + INSIDE, self._top + 40), self._title, "ink", size=22, weight=600)
        self._name_strokes()
        self._mark_axes()
        for stroke in self._sketch.strokes:
            self._draw_stroke(stroke)

    @property
    def _title(self) -> str:
        return ", ".join(filter(None, (self._sketch.title, self._sketch.unit)))

    def _name_strokes(self) -> None:
        """From the right, as many as there is room for beside the title."""
        x, room = float(RIGHT - INSIDE), length(self._title, size=22, weight=600) + 60
        named = {stroke.label: stroke.colour for stroke in self._sketch.strokes if stroke.label}
        for label, paint in reversed(list(named.items())[:MOST_NAMED]):
            width = length(label, size=20)
            if x - width - 28 < LEFT + INSIDE + room:
                return
            self._paper.text((x, self._top + 40), label, "ink-soft", size=20, anchor="rs")
            self._paper.box((x - width - 26, self._top + 31), (x - width - 8, self._top + 35), paint, radius=2)
            x -= width + 46

    def _mark_axes(self) -> None:
        for mark, words in self._scale.written.items():
            y = self._y(mark)
            self._paper.line([(self._plot_left, y), (self._plot_right, y)], "line", width=1)
            self._paper.text((self._plot_left - 12, y), words, "ink-faint", size=18, anchor="rm")
        for x, words in self._readable_ticks():
            self._paper.text((x, self._plot_bottom + 28), words, "ink-faint", size=18, anchor="ms")

    def _readable_ticks(self) -> Iterator[tuple[float, str]]:
        """Those that do not run into the one before."""
        free_from = float(LEFT)
        for at, words in self._sketch.ticks:
            half = length(words, size=18) / 2
            x = min(self._x(at), RIGHT - INSIDE - half)
            if x - half >= free_from:
                yield x, words
                free_from = x + half + 16

    def _draw_stroke(self, stroke: Stroke) -> None:
        for part in self._parts(stroke):
            if self._sketch.looks == "columns":
                self._draw_columns(part, stroke.colour)
                continue
            if self._sketch.looks == "area":
                ends = [(part[-1][0], self._plot_bottom), (part[0][0], self._plot_bottom)]
                self._paper.area([*part, *ends], "accent-soft")
            self._paper.line(part, stroke.colour, width=1.5 if self._sketch.looks == "dots" else 3)
            if self._sketch.looks == "dots" or len(part) == 1:
                for at in part:
                    self._paper.dot(at, stroke.colour, radius=6)

    def _draw_columns(self, tops: Sequence[Point], paint: str) -> None:
        half = min(48.0, 0.3 * (self._plot_right - self._plot_left) / (self._last - self._first))
        for x, y in tops:
            self._paper.box((x - half, min(y, self._plot_bottom - 2)), (x + half, self._plot_bottom), paint)

    def _parts(self, stroke: Stroke) -> Iterator[list[Point]]:
        """Between its gaps."""
        lowest = 0.0 if self._scale.is_log else float("-inf")
        for is_known, points in groupby(stroke.points, key=lambda point: point[1] is not None and point[1] > lowest):
            if is_known:
                yield [(self._x(x), self._y(y)) for x, y in points if y is not None]

    def _x(self, x: float) -> float:
        share = (x - self._first) / (self._last - self._first) if self._last > self._first else 0.5
        return self._plot_left + share * (self._plot_right - self._plot_left)

    def _y(self, y: float) -> float:
        return self._plot_bottom - self._scale.share(y) * (self._plot_bottom - self._plot_top)


def scale_of(values: Sequence[float], *, is_log: bool, from_zero: bool) -> Scale:
    """With about four lines, at 1, 2 or 5 times a power of ten."""
    low, high = min(values), max(values)
    if is_log:
        return _log_scale(low, high)
    if from_zero:
        low, high = min(0.0, low), max(0.0, high)
    spread = (high - low) or abs(high) or 1.0
    step = _round_step(spread / LINES_APART)
    first, last = floor(low / step), ceil((high + (0 if from_zero else step / 2)) / step)
    marks = [place * step for place in range(first, max(last, first + 1) + 1)]
    return Scale(marks[0], marks[-1], marks, is_log=False)


def _log_scale(low: float, high: float) -> Scale:
    first, last = floor(log10(low)), ceil(log10(high))
    marks = [10.0**power for power in range(first, max(last, first + 1) + 1)]
    return Scale(marks[0], marks[-1], marks, is_log=True)


def _round_step(rough: float) -> float:
    power = 10.0 ** floor(log10(rough))
    return next(factor * power for factor in (1, 2, 5, 10) if factor * power >= rough * 0.999)
