"""A run as a zip: for people result.json, series.csv, histograms.csv and the artefacts; for an import also run.json."""

import base64
import csv
import io
import json
import zipfile
from collections.abc import Iterator
from typing import IO, Any

import numpy as np

from benchlab.histogram import Histogram
from benchlab.models.results import StoredHistogram, metric_units, result_document, series_chunks
from benchlab.models.runs import Run

FORMAT = "benchlab.export/1"
SERIES_COLUMNS = ("t_s", "source", "metric", "unit", "value")
HISTOGRAM_COLUMNS = ("phase", "statement", "low_ms", "high_ms", "count")
PHASE_FIELDS = (
    "ordinal", "name", "kind", "parent", "started_s", "expected_s", "finished_s", "done", "total", "unit", "result",
)  # fmt: skip
LOG_FIELDS = ("at_s", "severity", "phase", "message")


def export(run: Run, file: IO[bytes]) -> None:
    """Write the zip; a day's samples go through it line by line."""
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        _write_json(archive, "result.json", result_document.document(run))
        _write_json(archive, "run.json", _record(run))
        _write_csv(archive, "series.csv", SERIES_COLUMNS, series_rows(run))
        _write_csv(archive, "histograms.csv", HISTOGRAM_COLUMNS, _histogram_rows(run))
        archive.writestr("definition.yaml", run.revision.text)
        for artefact in run.artefacts():
            archive.write(artefact.path, f"artefacts/{artefact.name}")


def _record(run: Run) -> dict[str, Any]:
    """What the result document does not say, and an import restores."""
    return {
        "format": FORMAT,
        "label": run.label,
        "plan": run.plan_json,
        "headline": run.headline,
        "phases": list(run.phases.values(*PHASE_FIELDS)),
        "log": list(run.log.values(*LOG_FIELDS)),
        "notes": [note.text for note in run.notes.all()],
        "histograms": [
            {
                "phase": histogram.phase.name,
                "statement": histogram.statement,
                "counts": base64.b64encode(histogram.counts).decode(),
            }
            for histogram in _histograms(run)
        ],
    }


def _histograms(run: Run) -> list[StoredHistogram]:
    return list(StoredHistogram.objects.filter(phase__run=run).select_related("phase").order_by("phase__ordinal", "pk"))


def series_rows(run: Run) -> Iterator[tuple[Any, ...]]:
    for source, found in series_chunks.read_all(run).items():
        for metric, column in found.values.items():
            unit = metric_units.unit_of(source, metric)
            known = np.isfinite(column)
            for time_s, value in zip(found.times[known].tolist(), column[known].tolist(), strict=True):
                yield round(time_s, 3), source, metric, unit, value


def _histogram_rows(run: Run) -> Iterator[tuple[Any, ...]]:
    for histogram in _histograms(run):
        for bucket in Histogram.from_bytes(bytes(histogram.counts)).buckets():
            yield histogram.phase.name, histogram.statement, bucket.low_ms, bucket.high_ms, bucket.count


def _write_json(archive: zipfile.ZipFile, name: str, content: Any) -> None:
    archive.writestr(name, json.dumps(content, indent=1))


def _write_csv(archive: zipfile.ZipFile, name: str, columns: tuple[str, ...], rows: Iterator[tuple[Any, ...]]) -> None:
    with archive.open(name, "w", force_zip64=True) as raw, io.TextIOWrapper(raw, "utf-8", newline="") as text:
        writer = csv.writer(text)
        writer.writerow(columns)
        writer.writerows(rows)
