"""What must be known of a run wherever its figures stand: the footnotes of a report."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from benchlab.analysis.trust import DOUBTFUL, GRADES
from benchlab.charts.redaction import badges_of
from benchlab.models import Reveal, Run, State

HIDDEN = "{count} thing{s} to know about the figures {are} not part of what is shared."
NAMED = 6
"""Runs; of more there are the ends and the number."""


def doubts_of(
    runs: Iterable[Run], reveals: Collection[str], beyond: Mapping[int, Sequence[str]] | None = None
) -> list[str]:
    """``beyond`` are by run the warnings that no reason of its grade has told. What is said of several is said once."""
    told: dict[str, list[int]] = {}
    for run in runs:
        for words in _words_of(run, reveals, (beyond or {}).get(run.pk, ())):
            told.setdefault(words, []).append(run.pk)
    return [f"{_subject(numbers)}: {words}" for words, numbers in told.items()]


def _words_of(run: Run, reveals: Collection[str], warnings: Sequence[str]) -> list[str]:
    known = [*_state(run), *_exclusion(run, reveals)]
    reasons = run.trust_reasons if run.trust_grade in DOUBTFUL else []
    grade = f"trust {run.trust_grade}, {GRADES[run.trust_grade]}." if run.trust_grade in DOUBTFUL else ""
    if Reveal.WORDS in reveals:
        return [*known, *([" ".join([grade, *reasons])] if grade else []), *warnings]
    hidden = len(warnings) + len(reasons)
    left_out = HIDDEN.format(count=hidden, s="" if hidden == 1 else "s", are="is" if hidden == 1 else "are")
    return [*known, *([grade] if grade else []), *([left_out] if hidden else [])]


def _state(run: Run) -> Iterator[str]:
    if run.state == State.QUEUED:
        yield "not begun yet."
    elif run.state == State.RUNNING:
        yield "still going on; the figures change until it ends."
    elif run.is_cut_short:
        yield f"{'failed' if run.state == State.FAILED else 'cancelled'}; what was measured is no result."
    elif run.settled_at is None and run.imported_result is None:
        yield "ended, but not all that it began on the server is undone yet."


def _exclusion(run: Run, reveals: Collection[str]) -> Iterator[str]:
    if run.is_excluded:
        reason = f": {run.exclusion_reason}" if Reveal.WORDS in reveals and run.exclusion_reason else ""
        yield f"excluded from medians and comparisons{reason}".rstrip(".") + "."


def _subject(numbers: Sequence[int]) -> str:
    if len(numbers) > NAMED:
        return f"Runs {min(numbers)} to {max(numbers)}, {len(numbers)} of them"
    return f"Run{'s' if len(numbers) > 1 else ''} {', '.join(map(str, numbers))}"


def told_of(runs: Iterable[Run]) -> list[str]:
    """What follows runs into every caption: “trust A to C”, “durable”."""
    badges = badges_of(runs)
    return [*([f"trust {badges.grades}"] if badges.grades else []), *filter(None, (badges.durability,))]
