"""Taking in the zip that another benchlab exported. Nothing in it is trusted."""

import base64
import binascii
import csv
import io
import json
import shutil
import zipfile
import zlib
from collections import defaultdict
from collections.abc import Iterator
from datetime import datetime
from pathlib import PurePosixPath
from typing import IO, Any

import numpy as np
from django.db import transaction

from benchlab.analysis.series import Series
from benchlab.definitions import Plan, Problem, Refused
from benchlab.histogram import Histogram as Latencies
from benchlab.models import result, series
from benchlab.models.benchmark import Benchmark
from benchlab.models.exporting import FORMAT, LOG_FIELDS, PHASE_FIELDS, SERIES_COLUMNS
from benchlab.models.measured import CheckOutcome, Histogram, LayoutCapture, LogLine, Note, Phase
from benchlab.models.people import User
from benchlab.models.run import ENDED, Run

MOST_BYTES = 4 * 1024**3
MOST_FILES = 100
MOST_JSON_BYTES = 256 * 1024**2
MOST_RATIO = 200
"""Series as text shrink to a twentieth; what shrinks more than this is meant to fill a disk."""


def import_run(file: IO[bytes], *, by: User | None) -> Run:
    """The run that the zip holds, as a new one of this installation; Refused where it is no such zip."""
    try:
        with zipfile.ZipFile(file) as archive:
            _check_sizes(archive)
            return _restore(archive, by)
    except (zipfile.BadZipFile, zlib.error, EOFError) as error:
        raise _refused(f"This is not a zip, or it is damaged: {error}.") from error
    except (KeyError, TypeError, ValueError, binascii.Error) as error:
        raise _refused(f"This is not a run that benchlab exported: {error}.") from error


def _restore(archive: zipfile.ZipFile, by: User | None) -> Run:
    document, record = _json(archive, "result.json"), _json(archive, "run.json")
    if (document["format"], record["format"]) != (result.FORMAT, FORMAT):
        raise _refused(f"The formats {document['format']} and {record['format']} are not known to this version.")
    with transaction.atomic():
        run = _run(archive, document, record, by)
        _restore_rows(run, document, record)
        _restore_series(run, archive)
        _restore_artefacts(run, archive)
    return run


def _run(archive: zipfile.ZipFile, document: dict[str, Any], record: dict[str, Any], by: User | None) -> Run:
    if document["state"] not in ENDED:
        raise _refused(f"The run is {document['state']}; only one that has ended can be imported.")
    revision = Benchmark.adopt(_bytes(archive, "definition.yaml", MOST_JSON_BYTES).decode())
    return Run.objects.create(
        benchmark=revision.benchmark,
        revision=revision,
        created_by=by,
        label=str(record["label"]),
        plan_json=Plan.from_json(record["plan"]).to_json(),
        state=document["state"],
        error=document["error"] or "",
        started_at=_moment(document["started_at"]),
        finished_at=_moment(document["finished_at"]),
        warnings=document["warnings"],
        snapshot=document["snapshot"],
        host_summary=document["host"],
        headline=record["headline"],
        imported_result=document,
    )


def _restore_rows(run: Run, document: dict[str, Any], record: dict[str, Any]) -> None:
    phases = {
        stored["name"]: Phase.objects.create(run=run, **{name: stored[name] for name in PHASE_FIELDS})
        for stored in record["phases"]
    }
    for stored in record["histograms"]:
        counts = base64.b64decode(stored["counts"], validate=True)
        Latencies.from_bytes(counts)
        Histogram.objects.create(phase=phases[stored["phase"]], statement=stored["statement"], counts=counts)
    for line in record["log"]:
        LogLine.objects.create(run=run, **{name: line[name] for name in LOG_FIELDS})
    for check in document["checks"]:
        CheckOutcome.objects.create(run=run, **{name: check[name] for name in ("name", "passed", "value", "limit")})
    for (at, time_s), rows in _captures(document["layouts"]).items():
        LayoutCapture.objects.create(run=run, at=at, time_s=time_s, rows=rows)
    for text in record["notes"]:
        Note.objects.create(run=run, text=str(text))


def _captures(rows: list[dict[str, Any]]) -> dict[tuple[str, float], list[dict[str, Any]]]:
    captures: dict[tuple[str, float], list[dict[str, Any]]] = defaultdict(list)
    for row in rows:
        captures[row["at"], row["time_s"]].append(row)
    return captures


def _restore_series(run: Run, archive: zipfile.ZipFile) -> None:
    columns: dict[tuple[str, str], tuple[list[float], list[float]]] = defaultdict(lambda: ([], []))
    for row in _csv_rows(archive, "series.csv"):
        times, values = columns[row["source"], row["metric"]]
        times.append(float(row["t_s"]))
        values.append(float(row["value"]))
    for (source, metric), (times, values) in columns.items():
        series.store(run, source, Series(np.array(times), {metric: np.array(values)}))


def _restore_artefacts(run: Run, archive: zipfile.ZipFile) -> None:
    for entry in archive.infolist():
        path = PurePosixPath(entry.filename)
        if path.parts[0] != "artefacts" or entry.is_dir():
            continue
        if len(path.parts) != 2 or path.name.startswith(".") or "\\" in path.name:
            raise _refused(f"{entry.filename} is not a place for an artefact.")
        run.folder.mkdir(parents=True, exist_ok=True)
        with archive.open(entry) as source, (run.folder / path.name).open("xb") as target:
            shutil.copyfileobj(source, target)


def _check_sizes(archive: zipfile.ZipFile) -> None:
    """What zipfile reads of an entry is never more than the size that is checked here."""
    entries = archive.infolist()
    unpacked = sum(entry.file_size for entry in entries)
    packed = sum(entry.compress_size for entry in entries)
    if len(entries) > MOST_FILES or unpacked > MOST_BYTES or unpacked > MOST_RATIO * max(packed, 2**20):
        raise _refused(f"It would unpack to {len(entries)} files of {unpacked // 2**20} MB, which is no run's size.")


def _json(archive: zipfile.ZipFile, name: str) -> Any:
    return json.loads(_bytes(archive, name, MOST_JSON_BYTES))


def _bytes(archive: zipfile.ZipFile, name: str, most: int) -> bytes:
    if archive.getinfo(name).file_size > most:
        raise _refused(f"{name} is larger than any run's.")
    return archive.read(name)


def _csv_rows(archive: zipfile.ZipFile, name: str) -> Iterator[dict[str, str]]:
    with archive.open(name) as raw, io.TextIOWrapper(raw, "utf-8", newline="") as text:
        reader = csv.DictReader(text)
        if tuple(reader.fieldnames or ()) != SERIES_COLUMNS:
            raise _refused(f"{name} has other columns than {', '.join(SERIES_COLUMNS)}.")
        yield from reader


def _moment(text: str | None) -> datetime | None:
    return datetime.fromisoformat(text) if text else None


def _refused(sentence: str) -> Refused:
    return Refused([Problem("file", sentence)])
