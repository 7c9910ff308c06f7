"""Series of a run, and export and import of runs as zips."""

import csv
import math
from collections.abc import Iterator
from tempfile import TemporaryFile
from typing import Any

from django.http import FileResponse, HttpRequest, StreamingHttpResponse
from ninja import Query, Router, Schema, Status
from pydantic import Field

from benchlab.analysis.runs.series import Floats, Series
from benchlab.analysis.statistics.downsample import downsample
from benchlab.api.accounts.access import may, signed_in
from benchlab.api.finding import find_run
from benchlab.api.runs.runs import refuse_unended
from benchlab.api.shapes import Document, answers
from benchlab.definitions.language.problems import Problem, Refused
from benchlab.models.exchange import import_run, run_export
from benchlab.models.exchange.zip_archive import MOST_BYTES
from benchlab.models.results import metric_units, series_chunks

PIECE_BYTES = 2**20
ZIP = {"application/zip": {"schema": {"type": "string", "format": "binary"}}}
ZIP_BODY = {"requestBody": {"required": True, "content": ZIP}}

router = Router(tags=["Runs"])


class Stretch(Schema):
    """All sources and metrics by default; each with at most ``points`` points, keeping spikes and gaps."""

    source: str = ""
    metric: str = ""
    from_s: float = Field(0, alias="from", allow_inf_nan=False)
    to_s: float = Field(1e12, alias="to", allow_inf_nan=False)
    points: int = Field(500, ge=3, le=100_000)


@router.get("/{int:number}/series", response=answers(Document), auth=may("view"))
def show(request: HttpRequest, number: int, wanted: Query[Stretch]) -> Document:  # noqa: ARG001
    """``{source: {metric: {unit, t_s, values}}}``; a gap is null."""
    sources = series_chunks.read_all(find_run(number))
    chosen = {name: found for name, found in sources.items() if wanted.source in ("", name)}
    return {name: _metrics(name, found, wanted) for name, found in chosen.items()}


@router.get("/{int:number}/series.csv", auth=may("view"))
def as_csv(request: HttpRequest, number: int) -> StreamingHttpResponse:  # noqa: ARG001
    """Every sample; columns t_s, source, metric, unit, value."""
    rows = run_export.series_rows(find_run(number))
    name = f'attachment; filename="run-{number}-series.csv"'
    return StreamingHttpResponse(_lines(rows), content_type="text/csv", headers={"Content-Disposition": name})


@router.get("/{int:number}/export.zip", auth=may("view"))
def export(request: HttpRequest, number: int) -> FileResponse:  # noqa: ARG001
    """Export a run: result.json, series.csv, histograms, artefacts. Another benchlab can import it."""
    run = find_run(number)
    refuse_unended(run)
    file = TemporaryFile()  # noqa: SIM115 - the response closes it.
    run_export.export(run, file)
    file.seek(0)
    return FileResponse(file, as_attachment=True, filename=f"run-{number}.zip", content_type="application/zip")


@router.post(
    "/import",
    response=answers(Document, status=201),
    auth=may("launch_run"),
    openapi_extra={"requestBody": {"required": True, "content": ZIP}},
)
def take_in(request: HttpRequest) -> Status[Document]:
    """Import a zip that benchlab exported; it is the request body."""
    with TemporaryFile() as file:
        while piece := request.read(PIECE_BYTES):
            file.write(piece)
            if file.tell() > MOST_BYTES:
                raise Refused([Problem("file", "The file is larger than any exported run.")])
        file.seek(0)
        return Status(201, {"run": import_run(file, by=signed_in(request)).pk})


def _metrics(source: str, found: Series, wanted: Stretch) -> Document:
    cut = found.between(wanted.from_s - 1e-9, wanted.to_s)
    chosen = {name: column for name, column in cut.values.items() if wanted.metric in ("", name)}
    return {name: _points(source, name, cut.times, column, wanted.points) for name, column in chosen.items()}


def _points(source: str, name: str, times: Floats, column: Floats, points: int) -> Document:
    shown, values = downsample(times, column, points=points)
    known = [value if math.isfinite(value) else None for value in values.tolist()]
    return {
        "unit": metric_units.unit_of(source, name),
        "t_s": [round(each, 3) for each in shown.tolist()],
        "values": known,
    }


class _Echo:
    """A file for the csv module that returns each line."""

    def write(self, line: str) -> str:
        return line


def _lines(rows: Iterator[tuple[Any, ...]]) -> Iterator[str]:
    writer = csv.writer(_Echo())
    yield writer.writerow(run_export.SERIES_COLUMNS)
    yield from map(writer.writerow, rows)
