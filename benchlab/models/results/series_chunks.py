"""The series of a run as rows: chunks of all metrics while it goes on, one chunk a metric once it is over."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from itertools import groupby

from django.db import transaction

from benchlab.analysis.runs.series import Series, pack, unpack
from benchlab.metrics import Sample
from benchlab.models.results.measurements import Chunk
from benchlab.models.runs import Run

STRETCH_S = 60
KEPT_STRETCHES = 5


class LiveChunks:
    """The chunks of a run that goes on, one for each source and minute, rewritten as samples come in."""

    def __init__(self, run: Run) -> None:
        self._run = run
        self._samples: dict[tuple[str, int], list[Sample]] = defaultdict(list)
        self._chunks: dict[tuple[str, int], Chunk] = {}

    def add(self, samples: Iterable[Sample]) -> list[Chunk]:
        """The chunks that changed, not saved."""
        touched = {}
        for sample in samples:
            key = sample.source, int(sample.at_s // STRETCH_S)
            self._samples[key].append(sample)
            touched[key] = self._chunk(*key)
        for key, chunk in touched.items():
            self._fill(chunk, self._samples[key])
        self._forget()
        return list(touched.values())

    def _forget(self) -> None:
        """A day's samples need not stay in memory: what comes late is late by seconds."""
        newest = max((stretch for _, stretch in self._samples), default=0)
        for key in [key for key in self._samples if key[1] < newest - KEPT_STRETCHES]:
            del self._samples[key], self._chunks[key]

    def _chunk(self, source: str, stretch: int) -> Chunk:
        new = Chunk(run=self._run, source=source, start_s=stretch * STRETCH_S)
        return self._chunks.setdefault((source, stretch), new)

    def _fill(self, chunk: Chunk, samples: list[Sample]) -> None:
        series = Series.join([Series.of(samples)])
        chunk.end_s = float(series.times[-1])
        chunk.packed = pack(series)


def compact(run: Run) -> None:
    """Put each metric of each source into one chunk; nothing happens where that was done."""
    sources = run.chunks.filter(metric="").order_by("source").values_list("source", flat=True).distinct()
    for source in list(sources):
        with transaction.atomic():
            live = run.chunks.filter(source=source, metric="")
            series = Series.join(unpack(bytes(chunk.packed)) for chunk in live.order_by("start_s"))
            store(run, source, series)
            live.delete()


def store(run: Run, source: str, series: Series) -> None:
    """Keep a whole series, one chunk a metric."""
    Chunk.objects.bulk_create(_by_metric(run, source, series))


def read_all(run: Run) -> dict[str, Series]:
    """Every series of the run, by source."""
    chunks = run.chunks.order_by("source", "metric", "start_s")
    return {source: _joined(group) for source, group in groupby(chunks.iterator(), key=lambda chunk: chunk.source)}


def measured_until(run: Run) -> float | None:
    """The end of the last second that was kept."""
    last = run.chunks.order_by("-end_s").values_list("end_s", flat=True).first()
    return None if last is None else float(last)


def _by_metric(run: Run, source: str, series: Series) -> Iterator[Chunk]:
    if len(series.times) == 0:
        return
    start_s, end_s = float(series.times[0]), float(series.times[-1])
    for name in series.values:
        packed = pack(series.only(name))
        yield Chunk(run=run, source=source, metric=name, start_s=start_s, end_s=end_s, packed=packed)


def _joined(chunks: Iterable[Chunk]) -> Series:
    parts: dict[str, list[Series]] = defaultdict(list)
    for chunk in chunks:
        parts[chunk.metric].append(unpack(bytes(chunk.packed)))
    columns = [Series.join(each) for each in parts.values()]
    if any(len(each.times) != len(columns[0].times) for each in columns):
        return Series.aligned(columns)
    return Series(columns[0].times, {name: values for each in columns for name, values in each.values.items()})
