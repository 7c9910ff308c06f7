"""Whatever a zip holds, it is taken in whole, with pages that can be read, or refused with a sentence and no trace."""

import base64
import copy
import io
import json
import random
import re
import struct
import warnings
import zipfile
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from django.test import Client

from benchlab.charts.runs.panels import TABS
from benchlab.definitions import Refused
from benchlab.histogram import HEADER, MAGIC
from benchlab.models import Benchmark, Note, Revision, Run, State, User
from benchlab.models.exchange import import_run, plan_validation
from benchlab.models.exchange import import_validation as exported_forms
from benchlab.models.results import result_document
from tests import factories
from tests.web.models.exchange.test_exchange import changed, exported

MANY = 25
"""A mapping with so many names, or with latencies, has all of one kind."""
NAME_OF_A_CLASS = re.compile(r"[A-Z]\w+(Error|Exception)\b|Traceback")


@pytest.fixture
def run(settings, tmp_path) -> Run:
    settings.RUNS_DIR = tmp_path / "runs"
    run = factories.make_run(State.FINISHED, seconds=3)
    Note.objects.create(run=run, text="Looks good")
    run.folder.mkdir(parents=True)
    (run.folder / "sar.data").write_bytes(b"recorded")
    return run


@pytest.fixture
def file(run: Run) -> io.BytesIO:
    return exported(run)


def assert_refused(file: io.BytesIO, settings: Any, says: str = "") -> None:
    known = list(Benchmark.objects.all()), list(Revision.objects.all())
    with pytest.raises(Refused) as refused:
        import_run(file, by=None)

    assert says in str(refused.value)
    assert not NAME_OF_A_CLASS.search(str(refused.value))
    assert Run.objects.count() == 1, "a run was left"
    assert (list(Benchmark.objects.all()), list(Revision.objects.all())) == known
    assert [path.name for path in Path(settings.RUNS_DIR).iterdir()] == [str(Run.objects.get().pk)]


def histogram(stored: bytes) -> Any:
    def change(record: Any) -> None:
        record["histograms"][0]["counts"] = base64.b64encode(stored).decode()

    return change


def header(*, filled: int = 1, count: int = 1) -> bytes:
    return HEADER.pack(MAGIC, filled, count, 5, 5, 5.0)


@pytest.mark.parametrize(
    "stored",
    [
        b"",
        b"blh1",
        header(),
        header() + b"no zlib",
        header(filled=2**31) + zlib.compress(b""),
        header() + zlib.compress(struct.pack("<IQ", 2**31, 1)),
        header(count=7) + zlib.compress(struct.pack("<IQ", 5, 1)),
        header() + zlib.compress(bytes(2**20)),
    ],
)
def test_bytes_that_are_no_histogram_are_refused(file, settings, stored):
    assert_refused(with_json(file, "run.json", histogram(stored)), settings, "histogram")


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("result.json", b"[" * 100_000),
        ("result.json", b'{"format":' * 100_000),
        ("result.json", b"[]"),
        ("result.json", b"null"),
        ("result.json", b"\xff\xfe"),
        ("run.json", b"{}"),
        ("definition.yaml", b"\xff"),
        ("definition.yaml", b"[" * 100_000),
        ("definition.yaml", b"a: &a [x,x]\nb: &b [*a,*a]\n"),
        ("series.csv", b""),
        ("series.csv", b"t_s,source,metric,unit,value\n1,cpu\n"),
        ("series.csv", b"t_s,source,metric,unit,value\n1,cpu,user,%,2,3\n"),
        ("series.csv", b"t_s,source,metric,unit,value\nnan,cpu,user,%,2\n"),
        ("series.csv", b"t_s,source,metric,unit,value\n1e300,cpu,user,%,2\n"),
        ("series.csv", b"t_s,source,metric,unit,value\n1,cpu,user,%,inf\n"),
        ("series.csv", b"t_s,source,metric,unit,value\n1,cpu,user,%,many\n"),
        ("series.csv", b"t_s,source,metric,unit,value\n1,cpu,,%,2\n"),
        ("series.csv", b"t_s,source,metric,unit,value\n1," + b"x" * 500 + b",user,%,2\n"),
        ("series.csv", b"t_s,source,metric,unit,value\n1,cpu,user,%," + b"1" * 200_000 + b"\n"),
        ("series.csv", b"t_s,source,metric,unit,value\n1,\xff,user,%,2\n"),
        ("../evil", b"evil"),
        ("/etc/evil", b"evil"),
        ("artefacts/../../evil", b"evil"),
        ("artefacts/deeper/evil", b"evil"),
        ("artefacts/.hidden", b"evil"),
        ("artefacts/a\\b", b"evil"),
        ("artefacts/" + "x" * 300, b"evil"),
        ("artefacts/zeros", bytes(400 * 2**20)),
    ],
)
def test_a_file_that_no_export_has_is_refused(file, settings, name, content):
    assert_refused(changed(file, name, content), settings)


@pytest.mark.parametrize("name", ["result.json", "run.json", "series.csv", "definition.yaml"])
def test_a_missing_file_is_refused(file, settings, name):
    made = io.BytesIO()
    with zipfile.ZipFile(file) as source, zipfile.ZipFile(made, "w") as target:
        for entry in source.namelist():
            if entry != name:
                target.writestr(entry, source.read(entry))

    assert_refused(made, settings, f"no {name}")


def test_two_files_of_one_name_are_refused(file, settings):
    with warnings.catch_warnings(), zipfile.ZipFile(file, "a") as archive:
        warnings.simplefilter("ignore")
        archive.writestr("artefacts/sar.data", b"another")

    assert_refused(file, settings, "two files of one name")


def test_a_file_that_is_damaged_within_is_refused(file, settings):
    with zipfile.ZipFile(file) as archive:
        place = archive.getinfo("series.csv").header_offset
    damaged = bytearray(file.getvalue())
    damaged[place + 60 : place + 90] = bytes(30)

    assert_refused(io.BytesIO(bytes(damaged)), settings)


def test_what_is_no_zip_is_refused(run, settings):
    assert_refused(io.BytesIO(b"something else"), settings, "not a zip")


@pytest.mark.parametrize("seed", range(4))
def test_a_zip_with_bytes_changed_at_random_is_refused_or_taken_in(file, seed):
    dice, small = random.Random(seed), io.BytesIO()
    with zipfile.ZipFile(file) as source, zipfile.ZipFile(small, "w", zipfile.ZIP_DEFLATED) as target:
        for name in ("result.json", "run.json", "definition.yaml", "series.csv"):
            target.writestr(name, source.read(name)[:300])

    for _ in range(1000):
        damaged = bytearray(small.getvalue())
        # Mostly in the table of contents, at the end.
        for _ in range(dice.choice((1, 2, 8))):
            damaged[dice.randrange(dice.choice((0, len(damaged) - 400)), len(damaged))] = dice.choice((0, 1, 255, 37))
        with pytest.raises(Refused):
            import_run(io.BytesIO(bytes(damaged)), by=None)


@pytest.mark.parametrize(
    "number", ["1e999", "NaN", "-Infinity", "1" + "0" * 5000, "1" + "0" * 30], ids=lambda each: each[:12]
)
def test_a_number_that_is_none_is_refused(file, settings, number):
    with zipfile.ZipFile(file) as archive:
        document = archive.read("result.json").decode()
    broken = document.replace('"seed": 42', f'"seed": {number}')

    assert_refused(changed(file, "result.json", broken.encode()), settings)


@pytest.mark.parametrize("field", ["label", "plan.title", "notes.0"])
def test_half_a_character_is_refused(file, settings, field):
    def change(record: Any) -> None:
        put(record, [int(step) if step.isdigit() else step for step in field.split(".")], "\ud800")

    assert_refused(with_json(file, "run.json", change), settings)


@pytest.mark.parametrize("name", ["phases", "histograms"])
def test_two_of_what_there_is_one_of_are_refused(file, settings, name):
    def change(record: Any) -> None:
        record[name].append(record[name][0])

    assert_refused(with_json(file, "run.json", change), settings)


@pytest.mark.parametrize("name", ["result.json", "run.json"])
@pytest.mark.parametrize("kind", ["left out", "null", "of another type", "too long"])
def test_a_field_that_is_not_as_it_should_be_is_refused_or_does_no_harm(run, file, settings, name, kind):
    with zipfile.ZipFile(file) as archive:
        document = json.loads(archive.read(name))
    refused, tolerated = told_apart(name, document, kind)

    assert refused
    for path in refused[::15]:
        assert_refused(changed(file, name, json.dumps(spoilt(document, [path], kind)).encode()), settings)
    # All at once, because pages take their time; what holds others apart from what it holds.
    leaves = [path for path in tolerated if not isinstance(at(document, path), dict | list)]
    others = [path for path in tolerated if path not in leaves and path[0] != "phases"]
    for paths in (leaves, others):
        taken = import_run(changed(file, name, json.dumps(spoilt(document, paths, kind)).encode()), by=None)
        assert_readable(taken)


Steps = tuple[Any, ...]


def told_apart(name: str, document: Any, kind: str) -> tuple[list[Steps], list[Steps]]:
    """The fields with which the document is refused, and those with which it is not."""
    refused, tolerated = [], []
    for path in (path for path in places(document) if path != ("format",)):
        try:
            check(name, spoilt(document, [path], kind))
        except (msgspec.ValidationError, TypeError):
            refused.append(path)
        else:
            tolerated.append(path)
    return refused, tolerated


def check(name: str, document: Any) -> None:
    if name == "result.json":
        msgspec.convert(document, exported_forms.Result)
    else:
        plan_validation.read(msgspec.convert(document, exported_forms.Record).plan)


def assert_readable(run: Run) -> None:
    client = Client()
    client.force_login(User.objects.first() or factories.make_user())
    assert result_document.document(run)["run"] == run.pk
    for address in ("/", "/runs/", f"/runs/{run.pk}/", *(f"/runs/{run.pk}/tabs/{tab}/" for tab in TABS)):
        assert client.get(address).status_code == 200, address


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Every field; of what there are many of a kind, the first."""
    if path:
        yield path
    if isinstance(value, dict):
        alike = len(value) >= MANY or path[-1:] == ("latency_ms",)
        for name in list(value)[: 1 if alike else None]:
            yield from places(value[name], (*path, name))
    elif isinstance(value, list):
        for index in _of_each_kind(value):
            yield from places(value[index], (*path, index))


def _of_each_kind(items: list[Any]) -> list[int]:
    """Phases are of several kinds, all other lists of one."""
    kinds = [item.get("kind") if isinstance(item, dict) else None for item in items]
    return [index for index, kind in enumerate(kinds) if kind not in kinds[:index]]


def spoilt(document: Any, paths: list[Steps], kind: str) -> Any:
    """A copy; the places of a list keep their numbers as long as they are needed."""
    broken = copy.deepcopy(document)
    for path in reversed(paths):
        inner = at(broken, path[:-1])
        old = inner[path[-1]]
        if kind == "left out":
            del inner[path[-1]]
        else:
            inner[path[-1]] = INSTEAD[kind](old)
    return broken


def at(document: Any, path: Steps) -> Any:
    for step in path:
        document = document[step]
    return document


def _of_another_type(old: Any) -> Any:
    return {str: 7, int: "x", float: {}, bool: "x", dict: [1], list: {"x": 1}}.get(type(old), [[]])


def _too_long(old: Any) -> Any:
    return old * 300 if isinstance(old, str) else 2**62 if isinstance(old, int | float) else old


INSTEAD = {"null": lambda old: None, "of another type": _of_another_type, "too long": _too_long}


def put(document: Any, path: list[Any], value: Any) -> None:
    for step in path[:-1]:
        document = document[step]
    document[path[-1]] = value


def with_json(file: io.BytesIO, name: str, change: Any) -> io.BytesIO:
    with zipfile.ZipFile(file) as archive:
        document = json.loads(archive.read(name))
    change(document)
    return changed(file, name, json.dumps(document).encode())
