"""Pieces of a picture. Colours are classes, so that the style sheet gives them in light, in the dark and on paper."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from html import escape

from benchlab.charts.render.svg.axes import Axis, Ticks

Spot = tuple[float, float]
COLOUR_NAMES = frozenset({*(f"series-{n}" for n in range(1, 7)), *(f"ramp-{n}" for n in range(1, 5))})
"""A stored drawing is not trusted to name others."""


@dataclass(frozen=True, slots=True)
class Frame:
    """How large a picture is, in the units of its own text: a narrow one has fewer ticks, not smaller letters."""

    width: float
    height: float
    left: float = 46.0
    right: float = 12.0
    top: float = 8.0
    bottom: float = 24.0

    @property
    def across(self) -> tuple[float, float]:
        return self.left, self.width - self.right

    @property
    def up(self) -> tuple[float, float]:
        return self.height - self.bottom, self.top

    @property
    def most_ticks(self) -> int:
        return max(3, int(self.width / 90))


WIDE, NARROW = Frame(760.0, 236.0), Frame(350.0, 210.0)


def picture(frame: Frame, pieces: Iterable[str], *, title: str, css: str) -> str:
    size = f"{frame.width:g} {frame.height:g}"
    inside = "".join(pieces)
    return f'<svg class="plot {css}" viewBox="0 0 {size}" role="img" aria-label="{escape(title)}">{inside}</svg>'


def value_grid(frame: Frame, axis: Axis, ticks: Ticks) -> Iterator[str]:
    left, right = frame.across
    for value, words in ticks:
        y = axis.at(value)
        yield stroke("plot-grid", f"M{left:.1f} {y:.1f}H{right:.1f}")
        yield text(left - 6, y + 3.5, words, anchor="end")


def right_ticks(frame: Frame, axis: Axis, ticks: Ticks) -> Iterator[str]:
    for value, words in ticks:
        yield text(frame.width - frame.right + 6, axis.at(value) + 3.5, words, anchor="start")


def across_ticks(frame: Frame, axis: Axis, ticks: Ticks) -> Iterator[str]:
    """The last of them ends with the picture, rather than beyond it."""
    for value, words in ticks:
        x = axis.at(value)
        is_last = x + 3.2 * len(words) > frame.width
        yield text(frame.width - 1 if is_last else x, frame.height - 8, words, anchor="end" if is_last else "middle")


def text(x: float, y: float, words: str, *, anchor: str = "middle", css: str = "") -> str:
    named = f' class="{css}"' if css else ""
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"{named}>{escape(words)}</text>'


def box(x: float, y: float, width: float, height: float, css: str) -> str:
    place = f'x="{x:.1f}" y="{y:.1f}" width="{max(0.0, width):.1f}" height="{max(0.0, height):.1f}"'
    return f'<rect class="{css}" {place}/>'


def stroke(css: str, path: str) -> str:
    return f'<path class="{css}" d="{path}"/>'


def dot(spot: Spot, css: str, *, radius: float = 2.0, title: str = "") -> str:
    told = f"<title>{escape(title)}</title>" if title else ""
    return f'<circle class="{css}" cx="{spot[0]:.1f}" cy="{spot[1]:.1f}" r="{radius:g}">{told}</circle>'


def line(spots: Sequence[Spot | None], colour: str, *, dashed: bool = False) -> str:
    """With gaps where nothing is known; what stands alone between two of them is a dot."""
    css = f"plot-line {painted(colour)}{' plot-dashed' if dashed else ''}"
    stretches = list(stretches_of(spots))
    path = "".join(path_of(each) for each in stretches if len(each) > 1)
    alone = "".join(dot(each[0], f"plot-dot {painted(colour)}") for each in stretches if len(each) == 1)
    return (stroke(css, path) if path else "") + alone


def area(upper: Sequence[Spot | None], lower: Sequence[Spot | None], colour: str, css: str) -> str:
    """Between two lines that have their gaps at the same places."""
    pairs = zip(stretches_of(upper), stretches_of(lower), strict=True)
    path = "".join(f"{path_of(above)}L{path_of(below[::-1])[1:]}Z" for above, below in pairs if len(above) > 1)
    return stroke(f"{css} {painted(colour)}", path) if path else ""


def path_of(spots: Sequence[Spot]) -> str:
    return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in spots)


def stretches_of(spots: Sequence[Spot | None]) -> Iterator[list[Spot]]:
    """Without their gaps."""
    stretch: list[Spot] = []
    for spot in [*spots, None]:
        if spot is not None:
            stretch.append(spot)
        elif stretch:
            yield stretch
            stretch = []


def painted(colour: str) -> str:
    return f"plot-{colour}" if colour in COLOUR_NAMES else "plot-ink"
