"""Did you mean?"""

import difflib
from collections.abc import Iterable


def did_you_mean(given: str, known: Iterable[str]) -> str:
    """A sentence to end a message with: the nearest known word, or else what there is."""
    words = list(known)
    by_lower = {word.lower(): word for word in words}
    near = difflib.get_close_matches(given.lower(), by_lower, n=1, cutoff=0.6)
    if near:
        return f"Did you mean “{by_lower[near[0]]}”?"
    return f"Known here: {', '.join(words)}." if words else "There are none."
