"""Comparisons of stored runs: their summaries are read, grouped and compared with the first group."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from operator import itemgetter
from typing import Any

from benchlab.analysis.comparisons.comparison import Comparison, compare
from benchlab.analysis.comparisons.paired_combinations import Pairings, pair_up
from benchlab.analysis.comparisons.sides import Member, Side, side_of, sides_of
from benchlab.definitions.language.fingerprint import fingerprint
from benchlab.definitions.language.problems import Problem, Refused
from benchlab.models.benchmarks import Revision
from benchlab.models.experiments import Experiment
from benchlab.models.results import LayoutCapture, Phase
from benchlab.models.runs import Run

MOST_RUNS = 200
"""As many as an experiment has."""
THE_BASELINE = "These runs are the baseline themselves: name others to hold against it."
_UNKNOWN: dict[str, Any] = {
    **dict.fromkeys(("seconds", "warmup_s", "rows", "transactions", "statements", "per_second", "latency_ms")),
    "started_s": 0.0,
    "errors": {},
    "by_statement": {},
    "details": {},
}
"""What the phases of an imported run may leave out."""


def compare_as_groups(
    runs: Sequence[int], *, against: Sequence[int] = (), factors: Collection[str] = (), anyway: bool = False
) -> Comparison:
    """The runs by number, in groups of repeats against the first of them; or as one group ``against`` others as one.

    Runs of an experiment are grouped by its combinations, and what it varies is a factor without being named. Others
    are repeats of each other where nothing that was chosen at their launch differs; where all of them are, each run is
    compared with the first. Refused where there are not two.
    """
    return _read(runs, against).compared(factors, anyway=anyway)


def compare_by_pairs(
    runs: Sequence[int],
    *,
    against: Sequence[int] = (),
    factors: Collection[str] = (),
    anyway: bool = False,
    min_grade: str = "",
) -> Comparison | Pairings:
    """The same; but several combinations ``against`` the same of others are compared each with its own."""
    chosen = _read(runs, against)
    how = {"anyway": anyway, "min_grade": min_grade}
    return chosen.paired(factors, **how) or chosen.compared(factors, **how)


@dataclass(frozen=True)
class _Chosen:
    runs: Sequence[Run]
    members: Mapping[int, Member]
    parts: tuple[Sequence[int], Sequence[int]]
    """The baseline, which may be empty, and the others."""

    def paired(self, factors: Collection[str], **how: Any) -> Pairings | None:
        ours, theirs = ([self.members[number] for number in part] for part in self.parts)
        return pair_up(ours, theirs, factors=factors, **how) if ours else None

    def compared(self, factors: Collection[str], **how: Any) -> Comparison:
        named, labels = list(dict.fromkeys((*factors, *_varied(self.runs)))), _labels(self.runs)
        by_hand = self.parts[0] and _named(self.members, labels, self.parts)
        return compare(by_hand or sides_of(self.members.values(), labels), factors=named, **how)


def _read(runs: Sequence[int], against: Sequence[int]) -> _Chosen:
    baseline, others = list(dict.fromkeys(against)), [number for number in dict.fromkeys(runs) if number not in against]
    if baseline and runs and not others:
        raise Refused([Problem("runs", THE_BASELINE)])
    if not others or len(baseline) + len(others) < 2:
        raise Refused([Problem("runs", "It takes two runs to compare.")])
    found = _runs([*baseline, *others])
    return _Chosen(found, _members(found), (baseline, others))


def _named(members: Mapping[int, Member], labels: Mapping[int, str], parts: Sequence[Sequence[int]]) -> list[Side]:
    """As they were grouped by hand; each has the name of its experiment's group, where those differ."""
    found = [{labels.get(number, "") for number in part} for part in parts]
    shared = [names.pop() if len(names) == 1 else "" for names in found]
    names = shared if len(set(shared)) == len(parts) else [""] * len(parts)
    return [side_of([members[run] for run in part], label=name) for part, name in zip(parts, names, strict=True)]


def _runs(wanted: Sequence[int]) -> list[Run]:
    if len(wanted) > MOST_RUNS:
        raise Refused([Problem("runs", f"These are {len(wanted)} runs, and {MOST_RUNS} can be compared at most.")])
    rows = Run.objects.select_related("experiment", "revision").defer("imported_result", "revision__text", "warnings")
    found = rows.in_bulk(wanted)
    if missing := [number for number in wanted if number not in found]:
        raise Refused([Problem("runs", f"There is no run {', '.join(map(str, missing))}.")])
    return [found[number] for number in wanted]


def _members(runs: Sequence[Run]) -> dict[int, Member]:
    revisions = _revisions({run.revision_id: run.revision.number for run in runs})
    phases: dict[int, dict[str, dict[str, object]]] = {run.pk: {} for run in runs}
    for phase in Phase.objects.filter(run__in=runs, result__isnull=False).order_by("ordinal", "pk"):
        phases[phase.run_id][phase.name] = {**_UNKNOWN, **(phase.result or {})}
    layouts = {each.run_id: each.rows for each in LayoutCapture.objects.filter(run__in=runs, at="end")}
    return {run.pk: _member(run, revisions[run.revision_id], phases[run.pk], layouts.get(run.pk, ())) for run in runs}


def _revisions(numbers: Mapping[int, int]) -> dict[int, int]:
    """The number of each; of those that differ only in what they say, such as a description, that of the first."""
    if len(numbers) < 2:
        return dict(numbers)
    texts = dict(Revision.objects.filter(pk__in=numbers).values_list("pk", "text"))
    first: dict[str, int] = {}
    return {
        revision: first.setdefault(_substance(texts[revision]), number)
        for revision, number in sorted(numbers.items(), key=itemgetter(1))
    }


def _substance(text: str) -> str:
    """Of one that was written for another version of the language: the text itself."""
    try:
        return fingerprint(text)
    except Refused:
        return text


def _member(
    run: Run, revision: int, phases: Mapping[str, Mapping[str, object]], layout: Sequence[Mapping[str, object]]
) -> Member:
    snapshot = run.snapshot or {}
    start, end = (snapshot.get(moment) or {} for moment in ("start", "end"))
    return Member(
        run=run.pk,
        plan=run.plan,
        revision=revision,
        state=f"excluded ({run.exclusion_reason})" if run.is_excluded else run.state,
        grade=run.trust_grade or "",
        phases=phases,
        snapshot=start,
        durability=end.get("durability") or start.get("durability") or {},
        host=run.host_summary,
        layout=layout,
    )


def _experiments(runs: Sequence[Run]) -> set[Experiment]:
    return {run.experiment for run in runs if run.experiment}


def _varied(runs: Sequence[Run]) -> list[str]:
    """What the experiment varies that all of them belong to."""
    experiments = _experiments(runs)
    alone = len(experiments) == 1 and all(run.experiment for run in runs)
    return list(next(iter(experiments)).grid) if alone else []


def _labels(runs: Sequence[Run]) -> dict[int, str]:
    """What group of an experiment each run belongs to, which names the experiment too where there are several."""
    several = len(_experiments(runs)) > 1
    return {run.pk: _label(run.experiment, run, several=several) for run in runs if run.experiment}


def _label(experiment: Experiment, run: Run, *, several: bool) -> str:
    words = experiment.cell_words(run.cell)
    if not several and words:
        return words
    return f"experiment {experiment.pk}, {words}" if words else f"experiment {experiment.pk}"
