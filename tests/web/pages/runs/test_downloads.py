import io
import zipfile
from pathlib import Path

from django.test import Client

from benchlab.models import Run


def test_the_result_document_is_taken_away(viewer: Client, finished: Run) -> None:
    response = viewer.get(f"{finished.get_absolute_url()}result.json")

    assert response.json()["format"] == "benchlab.result/1"


def test_the_export_holds_the_result_and_every_sample(viewer: Client, finished: Run) -> None:
    response = viewer.get(f"{finished.get_absolute_url()}export.zip")

    archive = zipfile.ZipFile(io.BytesIO(b"".join(response.streaming_content)))
    assert {"result.json", "series.csv"} <= set(archive.namelist())


def test_an_artefact_is_taken_away_by_its_name(viewer: Client, finished: Run) -> None:
    finished.folder.mkdir(parents=True, exist_ok=True)
    (finished.folder / "iostat.json").write_text("{}")

    response = viewer.get(f"{finished.get_absolute_url()}files/iostat.json")

    assert b"".join(response.streaming_content) == b"{}"


def test_no_file_outside_of_the_runs_folder_is_given(viewer: Client, finished: Run) -> None:
    finished.folder.mkdir(parents=True, exist_ok=True)
    Path(finished.folder.parent / "secret").write_text("key")

    response = viewer.get(f"{finished.get_absolute_url()}files/../secret")

    assert response.status_code == 404
