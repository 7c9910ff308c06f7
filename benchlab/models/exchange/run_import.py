"""Taking in the zip that another benchlab exported. Nothing in it is trusted, and a refused one leaves nothing."""

import json
import math
import shutil
import zipfile
from array import array
from collections import defaultdict
from typing import IO, Any, TypeVar

import msgspec
import numpy as np
from django.db import DataError, IntegrityError, transaction

from benchlab.analysis.runs.series import Series
from benchlab.definitions import Plan
from benchlab.histogram import Histogram
from benchlab.models.accounts import User, audit_log
from benchlab.models.benchmarks import Benchmark
from benchlab.models.exchange import import_validation, plan_validation, zip_archive
from benchlab.models.exchange.run_export import FORMAT, LOG_FIELDS, PHASE_FIELDS, SERIES_COLUMNS
from benchlab.models.exchange.zip_archive import refused
from benchlab.models.results import (
    CheckOutcome,
    LayoutCapture,
    Note,
    Phase,
    StoredHistogram,
    result_document,
    series_chunks,
)
from benchlab.models.runs import LogLine, Run

MOST_SAMPLES = 30_000_000
"""A day of 300 metrics; more would not fit into memory."""
LONGEST_S = 10 * 365 * 86400
LARGEST = 1e30
LONGEST_INT = 20
LONGEST_SOURCE, LONGEST_METRIC = 120, 80
"""What a chunk's columns hold; SQLite would hold more."""
CHECK_FIELDS = ("name", "passed", "value", "limit")
NO_EXPORT = "This is not a run that benchlab exported."

T = TypeVar("T")
Stored = dict[str, Any]


def import_run(file: IO[bytes], *, by: User | None) -> Run:
    """The run that the zip holds, as a new one of this installation; Refused where it is no such zip."""
    try:
        with zip_archive.opened(file) as opened:
            return _restore(opened, by)
    except RecursionError as error:
        raise refused("This is not a run that benchlab exported: something in it is nested too deeply.") from error
    except (DataError, IntegrityError, OverflowError, UnicodeEncodeError) as error:
        raise refused(f"The database can not hold what is in it: {error}.") from error


def _restore(opened: zipfile.ZipFile, by: User | None) -> Run:
    document, found = _checked(opened, "result.json", result_document.FORMAT, import_validation.Result)
    stored, record = _checked(opened, "run.json", FORMAT, import_validation.Record)
    known = {"plan_json": _plan(record.plan).to_json(), "label": record.label, "headline": record.headline}
    with transaction.atomic():
        revision = Benchmark.adopt(zip_archive.text(opened, "definition.yaml"))
        run = Run.objects.create(
            benchmark=revision.benchmark,
            revision=revision,
            created_by=by,
            **known,
            **_ended(found),
            **_judged(found),
            snapshot=document["snapshot"],
            host_summary=document["host"],
            imported_result=document,
        )
        _fill(run, opened, document, stored, record)
        audit_log.record("imported", run, benchmark=run.benchmark.slug)
    return run


def _ended(found: import_validation.Result) -> Stored:
    times = {"started_at": found.started_at, "finished_at": found.finished_at}
    return {"state": found.state, "error": found.error or "", "warnings": found.warnings, **times}


def _judged(found: import_validation.Result) -> Stored:
    """What it was worth there, it is worth here."""
    trust, durability, excluded = found.trust, found.durability, found.excluded
    return {
        "grade": trust.grade if trust and found.state == "finished" else "",
        "trust_reasons": trust.reasons if trust else [],
        "durability": durability.badge if durability else "",
        "durability_reason": durability.reason if durability else "",
        "excluded_at": excluded.at if excluded else None,
        "excluded_by": excluded.by if excluded else "",
        "exclusion_reason": excluded.reason if excluded else "",
    }


def _fill(
    run: Run, opened: zipfile.ZipFile, document: Stored, stored: Stored, record: import_validation.Record
) -> None:
    """What belongs to the run; its files come last, and go where anything fails."""
    _restore_phases(run, stored["phases"], record.histograms)
    _restore_lines(run, stored, document)
    _restore_layouts(run, document["layouts"])
    _restore_series(run, opened)
    try:
        _restore_artefacts(run, opened)
    except BaseException:
        shutil.rmtree(run.folder, ignore_errors=True)
        raise


def _checked(opened: zipfile.ZipFile, name: str, known: str, form: type[T]) -> tuple[Stored, T]:
    """The document as it stands there, and as what it must be."""
    try:
        given = json.loads(zip_archive.text(opened, name), parse_int=_int, parse_float=_float, parse_constant=_float)
        msgspec.json.encode(given)  # Half a character can be written in JSON, and on no page.
        version = msgspec.convert(given, import_validation.Format).format
        if version != known:
            raise refused(f"{name} is in the format {version[:40]}, which this version does not know.")
        return given, msgspec.convert(given, form)
    except ValueError as error:  # The errors of json and msgspec are such.
        raise refused(f"{NO_EXPORT} {name}: {error}.") from error


def _int(digits: str) -> int:
    """Larger ones fit neither a database nor a figure on a page."""
    if len(digits) > LONGEST_INT or not -(2**63) <= int(digits) < 2**64:
        raise ValueError(f"{digits[:LONGEST_INT]} is too large")
    return int(digits)


def _float(written: str) -> float:
    if not math.isfinite(number := float(written)):
        raise ValueError(f"{written} is no number")
    return number


def _plan(stored: Stored) -> Plan:
    try:
        return plan_validation.read(stored)
    except (msgspec.ValidationError, TypeError) as error:
        raise refused(f"{NO_EXPORT} run.json, its plan: {error}.") from error


def _restore_phases(run: Run, stored: list[Stored], histograms: list[import_validation.HistogramRecord]) -> None:
    phases = {
        each["name"]: Phase.objects.create(run=run, **{name: each[name] for name in PHASE_FIELDS}) for each in stored
    }
    for each in histograms:
        if each.phase not in phases:
            raise refused(f"{NO_EXPORT} run.json: the phase “{each.phase}” of a histogram is not there.")
        try:
            Histogram.from_bytes(each.counts)
        except ValueError as error:
            raise refused(f"{NO_EXPORT} run.json, the histogram of “{each.phase}”: {error}.") from error
        StoredHistogram.objects.create(phase=phases[each.phase], statement=each.statement, counts=each.counts)


def _restore_lines(run: Run, stored: Stored, document: Stored) -> None:
    LogLine.objects.bulk_create(LogLine(run=run, **{name: line[name] for name in LOG_FIELDS}) for line in stored["log"])
    for check in document["checks"]:
        CheckOutcome.objects.create(run=run, **{name: check[name] for name in CHECK_FIELDS})
    run.set_tags(document.get("tags", ()))
    for text in stored["notes"]:
        Note.objects.create(run=run, text=text)


def _restore_layouts(run: Run, rows: list[Stored]) -> None:
    captures: dict[tuple[str, float], list[Stored]] = defaultdict(list)
    for row in rows:
        captures[row["at"], row["time_s"]].append(row)
    for (at, time_s), captured in captures.items():
        LayoutCapture.objects.create(run=run, at=at, time_s=time_s, rows=captured)


def _restore_series(run: Run, opened: zipfile.ZipFile) -> None:
    columns: dict[tuple[str, str], tuple[array[float], array[float]]] = defaultdict(lambda: (array("d"), array("d")))
    for number, (t_s, source, metric, _, value) in enumerate(zip_archive.rows(opened, "series.csv", SERIES_COLUMNS)):
        if number >= MOST_SAMPLES:
            raise refused("series.csv has more samples than any run.")
        times, values = columns[source, metric]
        times.append(_sample(t_s, largest=LONGEST_S))
        values.append(_sample(value))
    for (source, metric), (times, values) in columns.items():
        if not 0 < len(metric) <= LONGEST_METRIC or not 0 < len(source) <= LONGEST_SOURCE:
            raise refused(f"series.csv has a metric “{metric[:99]}” of “{source[:99]}”, which is no name of a metric.")
        series_chunks.store(run, source, Series.join([Series(np.array(times), {metric: np.array(values)})]))


def _sample(written: str, *, largest: float = LARGEST) -> float:
    try:
        number = float(written)
    except ValueError:
        number = math.nan
    if not abs(number) <= largest:
        raise refused(f"series.csv has “{written[:99]}” where a number of a run should be.")
    return number


def _restore_artefacts(run: Run, opened: zipfile.ZipFile) -> None:
    # What lies there was left by a run of this number that is in no database any more.
    shutil.rmtree(run.folder, ignore_errors=True)
    for name, entry in zip_archive.artefacts(opened).items():
        run.folder.mkdir(parents=True, exist_ok=True)
        with opened.open(entry) as source, (run.folder / name).open("xb") as target:
            shutil.copyfileobj(source, target)
