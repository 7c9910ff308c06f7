"""Reads the stored series that a chart needs."""

from collections import defaultdict
from collections.abc import Collection, Iterable

from django.db.models import Q, QuerySet

from benchlab.analysis.runs import Series
from benchlab.analysis.runs.series import unpack
from benchlab.metrics import kind_of
from benchlab.models import Chunk, Run

Sources = dict[str, Series]
Wanted = Collection[tuple[str, str]]


def read(run: Run, wanted: Wanted, *, after_s: float | None = None) -> Sources:
    """The series of the ``(kind, metric)`` that are wanted, by source, with NaN where samples are missing."""
    chunks = _chunks(run.chunks.all(), wanted, after_s)
    if after_s is None:
        return _sources(chunks)
    return {source: series.between(after_s, float("inf")) for source, series in _joined(chunks).items()}


def read_several(runs: Iterable[Run], wanted: Wanted) -> dict[int, Sources]:
    """Those of several runs, by run."""
    by_run: dict[int, list[Chunk]] = defaultdict(list)
    for chunk in _chunks(Chunk.objects.filter(run__in=runs), wanted, None):
        by_run[chunk.run_id].append(chunk)
    return {run: _sources(chunks) for run, chunks in by_run.items()}


def _sources(chunks: Iterable[Chunk]) -> Sources:
    return {source: series.with_gaps() for source, series in _joined(chunks).items()}


def _joined(chunks: Iterable[Chunk]) -> Sources:
    parts: dict[str, dict[str, list[Series]]] = defaultdict(lambda: defaultdict(list))
    for chunk in chunks:
        parts[chunk.source][chunk.metric].append(unpack(bytes(chunk.packed)))
    return {source: _one(by_metric) for source, by_metric in parts.items()}


def _chunks(stored: QuerySet[Chunk], wanted: Wanted, after_s: float | None) -> list[Chunk]:
    from_kind = Q()
    for kind in {kind for kind, _ in wanted}:
        from_kind |= Q(source=kind) | Q(source__startswith=f"{kind}:")
    # While a run goes on its chunks hold all metrics of a source, and have no metric's name.
    named = Q(metric__in=["", *{metric for _, metric in wanted}])
    chunks = stored.filter(from_kind & named)
    if after_s is not None:
        chunks = chunks.filter(end_s__gt=after_s)
    return [chunk for chunk in chunks if not chunk.metric or (kind_of(chunk.source), chunk.metric) in wanted]


def _one(by_metric: dict[str, list[Series]]) -> Series:
    """All metrics of a source on one clock: theirs is the same, whether they were stored together or apart."""
    columns = [Series.join(parts) for parts in by_metric.values()]
    times = columns[0].times
    if all(len(each.times) == len(times) for each in columns):
        return Series(times, {name: values for each in columns for name, values in each.values.items()})
    return Series.join(columns)
