import io
import json
import zipfile

import numpy as np
import pytest

from benchlab.definitions import Refused
from benchlab.models import Benchmark, Run, State
from benchlab.models.exchange import import_run, run_export
from benchlab.models.results import result_document, series_chunks
from tests import factories


@pytest.fixture
def run(settings, tmp_path) -> Run:
    settings.RUNS_DIR = tmp_path
    run = factories.make_run(State.FINISHED, label="Before the change")
    run.folder.mkdir(exist_ok=True)
    (run.folder / "sar.data").write_bytes(b"recorded")
    return run


def exported(run: Run) -> io.BytesIO:
    file = io.BytesIO()
    run_export.export(run, file)
    return file


def changed(file: io.BytesIO, name: str, content: bytes) -> io.BytesIO:
    """The zip with one of its files replaced or added."""
    made = io.BytesIO()
    with zipfile.ZipFile(file) as source, zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as target:
        for entry in source.namelist():
            if entry != name:
                target.writestr(entry, source.read(entry))
        target.writestr(name, content)
    return made


def test_an_imported_run_says_what_the_exported_one_said(run):
    copy = import_run(exported(run), by=None)

    assert result_document.document(copy) == {**result_document.document(run), "run": copy.pk}
    assert (copy.state, copy.label, copy.headline) == (run.state, run.label, run.headline)


def test_charts_are_restored(run):
    copy = import_run(exported(run), by=None)

    before, after = series_chunks.read_all(run), series_chunks.read_all(copy)
    assert before.keys() == after.keys()
    for source, found in before.items():
        for metric, column in found.values.items():
            np.testing.assert_allclose(after[source].values[metric], column)


def test_latencies_log_and_files_are_restored(run):
    copy = import_run(exported(run), by=None)

    assert [phase.histograms.count() for phase in copy.phases.all()] == [
        phase.histograms.count() for phase in run.phases.all()
    ]
    assert list(copy.log.values_list("message")) == list(run.log.values_list("message"))
    assert [artefact.path.read_bytes() for artefact in copy.artefacts()] == [b"recorded"]


def test_the_samples_are_there_for_people(run):
    with zipfile.ZipFile(exported(run)) as archive:
        lines = archive.read("series.csv").decode().splitlines()

    assert lines[0] == "t_s,source,metric,unit,value"
    assert any(",cpu,user,%," in line for line in lines)


def test_no_secret_leaves_with_a_run(run):
    with zipfile.ZipFile(exported(run)) as archive:
        assert not any(b"very secret" in archive.read(name) for name in archive.namelist())


def test_an_import_does_not_change_what_a_launch_takes(run):
    file = exported(run)
    benchmark = run.benchmark
    mine = Benchmark.store(run.revision.text.replace("Notes", "My notes"), by=None)

    copy = import_run(changed(file, "definition.yaml", run.revision.text.replace("Notes", "Theirs").encode()), by=None)

    assert copy.benchmark == benchmark == mine
    assert copy.revision.imported
    assert "My notes" in benchmark.latest.text


@pytest.mark.parametrize(
    ("name", "content", "says"),
    [
        ("result.json", b"{}", "not a run that benchlab exported"),
        ("result.json", b"{", "not a run that benchlab exported"),
        ("result.json", json.dumps({"format": "benchlab.result/9"}).encode(), "the format benchlab.result/9"),
        ("series.csv", b"a,b\n1,2\n", "other columns"),
        ("definition.yaml", b"name: [", "line 1"),
    ],
)
def test_what_is_no_export_is_refused(run, name, content, says):
    with pytest.raises(Refused, match=says):
        import_run(changed(exported(run), name, content), by=None)


def test_what_is_no_zip_is_refused():
    with pytest.raises(Refused, match="not a zip"):
        import_run(io.BytesIO(b"something else"), by=None)
