"""How wide a line of Inter is, near enough to break lines: nothing has to be read from the font's files."""

import re

WIDTHS = (
    (re.compile(r"[ijlI.,:;'|!]"), 0.28),
    (re.compile(r"[ ()\[\]frt/\\-]"), 0.36),
    (re.compile(r"[mwMW@%\u2026\u2014]"), 0.92),
    (re.compile(r"[A-Z0-9\u00c0-\u00de\u0391-\u03a9\u0410-\u042f+=<>~]"), 0.69),
)
"""In ems, rounded up; everything else is as wide as a small letter."""
OTHERS, BOLD = 0.6, 1.06


def text_width(text: str, *, size: float, is_bold: bool = False) -> float:
    return sum(map(_ems, text)) * size * (BOLD if is_bold else 1.0)


def _ems(letter: str) -> float:
    return next((width for pattern, width in WIDTHS if pattern.match(letter)), OTHERS)


def wrapped(text: str, *, size: float, width: float, lines: int, is_bold: bool = False) -> list[str]:
    """As many whole words in each line as fit; the last ends in “…” where something is left."""
    found: list[str] = []
    rest = text.split()
    while rest and len(found) < lines:
        is_last = len(found) == lines - 1
        for taken in range(len(rest), 0, -1):
            line = " ".join(rest[:taken]) + (" …" if is_last and taken < len(rest) else "")
            if taken == 1 or text_width(line, size=size, is_bold=is_bold) <= width:
                break
        found.append(line)
        rest = rest[taken:]
    return found
