"""The social preview (og:image) of a shared page as PNG: its title, its main figures and one chart."""

import re
from collections.abc import Iterator, Mapping
from functools import cache
from html import escape
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.staticfiles import finders
from resvg_py import svg_to_bytes

from benchlab.charts.render.svg.chart_svg import KINDS
from benchlab.charts.render.svg.shapes import Frame, painted
from benchlab.charts.render.text_width import text_width, wrapped

WIDTH, HEIGHT = 1200, 630
"""What sites that show previews ask for."""
LEFT, RIGHT, BOTTOM = 64, WIDTH - 64, HEIGHT - 44
INSIDE = 24
ZOOM = 1.7
"""The letters of a chart are as large as a page has them; a preview is shown small."""
MOST_NAMED = 4
_NOT_IN_INTER = re.compile(r"[^ -~\u00a0-\u024f\u0370-\u04ff\u1e00-\u1eff\u2010-\u2026\u2190-\u2193\u2212]")
"""Would be drawn as empty boxes."""
FONTS = tuple(f"inter-ttf/{weight}/Inter_{weight}.ttf" for weight in ("400Regular", "600SemiBold", "700Bold"))


def png(title: str, description: str, chart: Mapping[str, Any] | None) -> bytes:
    """``chart`` is made by ``chart_piece.chart``."""
    return svg_to_bytes(
        svg_string=_NOT_IN_INTER.sub("", svg(title, description, chart)),
        style_sheet=_style_sheet(),
        font_files=[str(_static_file(name)) for name in FONTS],
        font_family="Inter",
        skip_system_fonts=True,
    )


def svg(title: str, description: str, chart: Mapping[str, Any] | None) -> str:
    texts, y = _texts(title, description, lines=2 if chart else 5)
    inside = [f'<rect class="card-ground" width="{WIDTH}" height="{HEIGHT}"/>', *_sign(), *texts]
    drawn = "".join([*inside, *(_chart(chart, y) if chart else ())])
    return f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}">{drawn}</svg>'


def _sign() -> Iterator[str]:
    """As in mark.svg, which is 24 wide."""
    yield f'<rect class="card-accent" x="{LEFT}" y="44" width="36" height="36" rx="9"/>'
    for x, top in ((5.0, 12.0), (10.5, 7.0), (16.0, 9.5)):
        place = f'x="{LEFT + x * 1.5:g}" y="{44 + top * 1.5:g}" width="4.5" height="{(16.5 - top) * 1.5:g}"'
        yield f'<rect class="card-paper" {place}/>'
    yield _text(LEFT + 50, 71, "benchlab", "ink", size=26, weight=600)


def _texts(title: str, description: str, *, lines: int) -> tuple[list[str], float]:
    """The title and the description, and where what comes beneath them may begin."""
    found, y = [], 144.0
    for line in wrapped(title, size=46, width=RIGHT - LEFT, lines=2, is_bold=True):
        found.append(_text(LEFT, y, line, "ink", size=46, weight=700))
        y += 56
    y -= 6
    for line in wrapped(description, size=25, width=RIGHT - LEFT, lines=lines):
        found.append(_text(LEFT, y, line, "ink-soft", size=25))
        y += 36
    return found, y - 8


def _chart(chart: Mapping[str, Any], top: float) -> Iterator[str]:
    title = ", ".join(filter(None, (chart["title"], chart["unit"])))
    yield f'<rect class="card-chart" x="{LEFT}" y="{top:g}" width="{RIGHT - LEFT}" height="{BOTTOM - top:g}" rx="10"/>'
    yield _text(LEFT + INSIDE, top + 40, title, "ink", size=22, weight=600)
    yield from _legend(chart, top + 40, room_from=LEFT + INSIDE + text_width(title, size=22, is_bold=True) + 60)
    width, height = RIGHT - LEFT - 2 * INSIDE, BOTTOM - top - 76
    frame = Frame(width / ZOOM, height / ZOOM)
    drawn = "".join(KINDS[chart["panel"]["kind"]](chart["panel"], frame))
    yield f'<g class="plot" transform="translate({LEFT + INSIDE} {top + 64:g}) scale({ZOOM})">{drawn}</g>'


def _legend(chart: Mapping[str, Any], y: float, *, room_from: float) -> Iterator[str]:
    """From the right, as many lines as there is room for after the title."""
    x = float(RIGHT - INSIDE)
    for line in reversed(chart["legend"][:MOST_NAMED]):
        width = text_width(line["label"], size=20)
        if x - width - 28 < room_from:
            return
        yield _text(x - width, y, line["label"], "ink-soft", size=20)
        place = f'x="{x - width - 26:.1f}" y="{y - 9:.1f}" width="18" height="4" rx="2"'
        yield f'<rect class="card-swatch {painted(line["colour"])}" {place}/>'
        x -= width + 46


def _text(x: float, y: float, words: str, colour: str, *, size: int, weight: int = 400) -> str:
    font = f'font-size="{size}" font-weight="{weight}"'
    return f'<text class="card-{colour}" x="{x:.1f}" y="{y:.1f}" {font}>{escape(words)}</text>'


@cache
def _style_sheet() -> str:
    """The rules that reports draw charts by, in the light colours: resvg knows no custom properties."""
    light = _static_file("benchlab/styles/colours.css").read_text().partition("}")[0]
    colours = dict(re.findall(r"--([\w-]+): (#\w{6,8});", light))
    rules = re.findall(r"^\.plot.*\}$", _static_file("benchlab/styles/report.css").read_text(), re.MULTILINE)
    named = re.sub(r"var\(--([\w-]+)\)", lambda found: colours[found[1]], "\n".join([*rules, *_CARD]))
    return named.replace("currentcolor", "currentColor")


_CARD = (
    *(f".card-{name} {{ fill: var(--{name}); }}" for name in ("ground", "accent", "paper", "ink", "ink-soft")),
    ".card-chart { fill: var(--paper); stroke: var(--line); }",
    ".card-swatch { fill: currentcolor; }",
)


def _static_file(name: str) -> Path:
    """In an image there are only the collected files."""
    return Path(finders.find(name) or settings.STATIC_ROOT / name)
