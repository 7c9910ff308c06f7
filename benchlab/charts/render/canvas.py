"""What pictures are drawn on: a sheet in the colours and the type of the pages."""

import re
from collections.abc import Iterator, Sequence
from functools import cache
from io import BytesIO
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles import finders
from PIL import Image, ImageDraw, ImageFont

Point = tuple[float, float]
FINER = 2
"""As many times larger it is drawn, so that lines come out smooth."""
FONT, COLOURS = "inter/files/inter-{subset}-wght-normal.woff2", "benchlab/styles/colours.css"
SUBSETS = {
    "latin": r"[ -~\u00a0-\u00ff\u2010-\u2026\u2212]",
    "latin-ext": r"[\u0100-\u024f\u1e00-\u1eff]",
    "greek": r"[\u0370-\u03ff]",
    "cyrillic": r"[\u0400-\u045f]",
}
"""The files that the font comes in, and what is drawn with each."""
_RUNS = re.compile("|".join(f"(?P<{name.replace('-', '_')}>{letters}+)" for name, letters in SUBSETS.items()))


class Paper:
    """Places and sizes are in pixels of the finished picture."""

    def __init__(self, width: int, height: int) -> None:
        self._size = (width, height)
        self._image = Image.new("RGB", (width * FINER, height * FINER), colour("ground"))
        self._pen = ImageDraw.Draw(self._image)

    def line(self, points: Sequence[Point], paint: str, *, width: float) -> None:
        self._pen.line(_finer(points), fill=colour(paint), width=round(width * FINER), joint="curve")

    def area(self, points: Sequence[Point], paint: str) -> None:
        self._pen.polygon(_finer(points), fill=colour(paint))

    def box(self, corner: Point, opposite: Point, paint: str, *, radius: float = 0, edge: str = "") -> None:
        outline = colour(edge) if edge else None
        self._pen.rounded_rectangle(_finer([corner, opposite]), radius * FINER, colour(paint), outline, FINER)

    def dot(self, at: Point, paint: str, *, radius: float) -> None:
        [(x, y)] = _finer([at])
        self._pen.circle((x, y), radius * FINER, fill=colour(paint))

    def text(self, at: Point, words: str, paint: str, *, size: int, weight: int = 400, anchor: str = "ls") -> None:
        """``anchor``: of the words the left, middle or right, and their baseline or middle, is at the place."""
        [(x, y)] = _finer([at])
        x -= {"l": 0, "m": 0.5, "r": 1}[anchor[0]] * length(words, size=size, weight=weight) * FINER
        for run, face in _runs(words, size, weight):
            self._pen.text((x, y), run, colour(paint), face, anchor=f"l{anchor[1]}")
            x += face.getlength(run)

    def png(self) -> bytes:
        held = BytesIO()
        self._image.resize(self._size, Image.Resampling.LANCZOS).save(held, "PNG", optimize=True)
        return held.getvalue()


def length(words: str, *, size: int, weight: int = 400) -> float:
    return sum(face.getlength(run) for run, face in _runs(words, size, weight)) / FINER


def wrapped(words: str, *, size: int, weight: int = 400, width: float, lines: int) -> list[str]:
    """As many whole words in each line as it takes; the last ends in “…” where something is left."""
    found: list[str] = []
    rest = words.split()
    while rest and len(found) < lines:
        is_last = len(found) == lines - 1
        taken = _fitting(rest, width, is_last=is_last, size=size, weight=weight)
        found.append(" ".join(rest[:taken]) + (" …" if is_last and taken < len(rest) else ""))
        rest = rest[taken:]
    return found


def _fitting(words: Sequence[str], width: float, *, is_last: bool, size: int, weight: int) -> int:
    """How many of the words a line takes: at least one."""
    for taken in range(len(words), 1, -1):
        more = " …" if is_last and taken < len(words) else ""
        if length(" ".join(words[:taken]) + more, size=size, weight=weight) <= width:
            return taken
    return 1


def _runs(words: str, size: int, weight: int) -> Iterator[tuple[str, ImageFont.FreeTypeFont]]:
    """Stretches that one file of the font draws; what none has a shape for is left out."""
    for found in _RUNS.finditer(words):
        yield found[0], _font((found.lastgroup or "").replace("_", "-"), size, weight)


def colour(name: str) -> str:
    """One of the style sheet's, of its light half."""
    return _colours()[name]


@cache
def _font(subset: str, size: int, weight: int) -> ImageFont.FreeTypeFont:
    found = ImageFont.truetype(_static_file(FONT.format(subset=subset)), size * FINER)
    found.set_variation_by_axes([weight])
    return found


@cache
def _colours() -> dict[str, str]:
    light = _static_file(COLOURS).read_text().partition("}")[0]
    return {name: value[:7] for name, value in re.findall(r"--([\w-]+): (#\w{6,8});", light)}


def _static_file(name: str) -> Path:
    """In an image there are only the collected files."""
    return Path(finders.find(name) or settings.STATIC_ROOT / name)


def _finer(points: Sequence[Point]) -> list[Point]:
    return [(x * FINER, y * FINER) for x, y in points]
