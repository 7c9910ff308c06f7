"""The footnotes of a report: caveats that follow a run's figures."""

from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from benchlab.analysis.statistics.merged_sentences import with_ranges, without_figures
from benchlab.analysis.trust.trust_grade import DOUBTFUL, GRADES
from benchlab.charts.publishing.redaction import badges_of
from benchlab.models import Reveal, Run, State

HIDDEN = "{count} thing{s} to know about the figures {are} not part of what is shared."
NAMED = 6
"""Runs; of more there are the ends and the number."""


@dataclass(frozen=True)
class Caveat:
    """A caveat of a run, or of none where its text names the subject; those ``about`` the same share a footnote."""

    about: Hashable
    words: str
    runs: tuple[int, ...] = ()
    reasons: tuple[str, ...] = ()
    """benchlab's own sentences, of which those that differ only in figures are merged with their range."""


def caveats_of(
    runs: Iterable[Run], reveals: Collection[str], beyond: Mapping[int, Sequence[str]] | None = None
) -> list[Caveat]:
    """``beyond``: by run, the warnings that no reason of its grade covers."""
    return [caveat for run in runs for caveat in _caveats(run, reveals, (beyond or {}).get(run.pk, ()))]


def _caveats(run: Run, reveals: Collection[str], warnings: Sequence[str]) -> Iterator[Caveat]:
    own, shows_words = (run.pk,), Reveal.WORDS in reveals
    for words in (*_state(run), *_exclusion(run, reveals)):
        yield Caveat(words, words, own)
    reasons = tuple(run.trust_reasons) if run.trust_grade in DOUBTFUL else ()
    if run.trust_grade in DOUBTFUL:
        words = f"trust {run.trust_grade}, {GRADES[run.trust_grade]}."
        yield Caveat(words, words, own, reasons if shows_words else ())
    for warning in warnings if shows_words else ():
        yield warning_of(warning, run)
    if not shows_words and (hidden := len(warnings) + len(reasons)):
        words = HIDDEN.format(count=hidden, s="" if hidden == 1 else "s", are="is" if hidden == 1 else "are")
        yield Caveat(words, words, own)


def warning_of(text: str, run: Run) -> Caveat:
    return Caveat(without_figures(text), "", (run.pk,), (text,))


def note_of(caveats: Sequence[Caveat]) -> str:
    """“Runs 3, 5: trust D, not to be used: ... 74 to 91 % of the CPU went elsewhere. Run 5: The host swapped.”"""
    runs = _runs_of(caveats)
    subject = f"{_subject(runs)}: " if runs else ""
    return subject + " ".join(filter(None, (caveats[0].words, *_reasons(caveats, runs))))


def _reasons(caveats: Sequence[Caveat], runs: Sequence[int]) -> Iterator[str]:
    """Each once, with its runs where it is not of all."""
    alike: dict[Hashable, list[tuple[str, Caveat]]] = {}
    for caveat in caveats:
        for reason in caveat.reasons:
            alike.setdefault(without_figures(reason), []).append((reason, caveat))
    for told in alike.values():
        own = _runs_of([caveat for _, caveat in told])
        sentence = with_ranges([reason for reason, _ in told])
        yield sentence if own == runs else f"{_subject(own)}: {sentence}"


def _runs_of(caveats: Iterable[Caveat]) -> list[int]:
    return sorted({run for caveat in caveats for run in caveat.runs})


def _state(run: Run) -> Iterator[str]:
    if run.state == State.QUEUED:
        yield "not started yet."
    elif run.state == State.RUNNING:
        yield "still running; its results change until it ends."
    elif run.is_cut_short:
        yield f"{'failed' if run.state == State.FAILED else 'cancelled'}; its results are incomplete."
    elif run.cleaned_up_at is None and run.imported_result is None:
        yield "ended; clean-up on the server is not complete."


def _exclusion(run: Run, reveals: Collection[str]) -> Iterator[str]:
    if run.is_excluded:
        reason = f": {run.exclusion_reason}" if Reveal.WORDS in reveals and run.exclusion_reason else ""
        yield f"excluded from medians and comparisons{reason}".rstrip(".") + "."


def _subject(numbers: Sequence[int]) -> str:
    if len(numbers) > NAMED:
        return f"Runs {min(numbers)} to {max(numbers)}, {len(numbers)} of them"
    return f"Run{'s' if len(numbers) > 1 else ''} {', '.join(map(str, numbers))}"


def badge_words(runs: Iterable[Run]) -> list[str]:
    """What follows runs into every caption: “trust A to C”, “durable”."""
    badges = badges_of(runs)
    return [*([f"trust {badges.grades}"] if badges.grades else []), *filter(None, (badges.durability,))]
