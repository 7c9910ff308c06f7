"""Suggestions for unknown words."""

import difflib
from collections.abc import Iterable, Sequence


class Unknown(ValueError):  # noqa: N818 - an unknown word, and the known ones
    """The sentence ends with the nearest known word, or with all of them."""

    def __init__(self, sentence: str, given: str, known: Iterable[str]) -> None:
        self.given, self.known = given, tuple(known)
        self.nearest = _nearest(given, self.known)
        super().__init__(f"{sentence} {did_you_mean(given, self.known)}")


def did_you_mean(given: str, known: Iterable[str]) -> str:
    """A sentence to end a message with: the nearest known word, or else all of them."""
    words = list(known)
    if near := _nearest(given, words):
        return f"Did you mean “{near}”?"
    return f"Known here: {', '.join(words)}." if words else "There are none."


def _nearest(given: str, known: Sequence[str]) -> str:
    """Empty where none is near."""
    by_lower = {word.lower(): word for word in known}
    near = difflib.get_close_matches(given.lower(), by_lower, n=1, cutoff=0.6)
    return by_lower[near[0]] if near else ""
