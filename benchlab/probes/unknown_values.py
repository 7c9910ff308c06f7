"""Values that may be unknown: null with the reason, never a guess."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

Readers = Mapping[str, Callable[[], Any]]


class HiddenError(Exception):
    """A value is not available here; its text says why."""


def gather(readers: Readers) -> tuple[dict[str, Any], dict[str, str]]:
    """The value of every field, None where it is unknown, and the reasons for those by field."""
    values, reasons = dict[str, Any](), dict[str, str]()
    for field, read in readers.items():
        try:
            values[field] = read()
        except HiddenError as hidden:
            values[field], reasons[field] = None, str(hidden)
    return values, reasons


def text_of(path: str | Path) -> str:
    """A small file of the kernel's, or the reason why it can not be read."""
    try:
        return Path(path).read_text().strip()
    except OSError as error:
        raise HiddenError(f"{path} can not be read here: {error.strerror}") from None


def chosen_of(path: str | Path) -> str:
    """The one in brackets, as in ``always [madvise] never``."""
    text = text_of(path)
    return text.partition("[")[2].partition("]")[0] or text
