"""Reports by the API, and by the command line that calls it."""

import csv
import json
from io import StringIO

import pytest
from django.test import Client

from benchlab.models import Report, State
from tests import factories
from tests.web.api.conftest import API
from tests.web.commands.conftest import bench  # noqa: F401 - a fixture


def send(client: Client, method: str, path: str, given: object = None) -> tuple[int, object]:
    answer = getattr(client, method)(f"{API}{path}", json.dumps(given or {}), content_type="application/json")
    return answer.status_code, answer.json()


@pytest.fixture
def run() -> int:
    return factories.make_run(State.FINISHED, seconds=5).pk


def test_a_report_is_written_arranged_frozen_and_copied(runner: Client, run: int) -> None:
    _, report = send(runner, "post", "/reports", {"title": "Nightly", "authors": "CI"})
    sections = f"/reports/{report['report']}/sections"
    _, text = send(runner, "post", sections, {"heading": "The night", "text": "All went well."})
    status, figures = send(runner, "post", sections, {"source": str(run), "shows": ["phases"]})
    assert (status, figures["shows"], figures["query"]) == (201, ["phases"], f"run={run}")
    order = {"sections": [figures["section"], text["section"]]}
    send(runner, "put", f"{sections}/{figures['section']}", {"heading": "Figures", "shows": ["phases", "chart:rate"]})

    _, arranged = send(runner, "put", f"/reports/{report['report']}/order", order)
    document = runner.get(f"{API}/reports/{report['report']}").json()

    assert [each["heading"] for each in arranged] == ["Figures", "The night"]
    assert document["format"] == "benchlab.report/1"
    assert [piece["type"] for piece in document["sections"][0]["pieces"]] == ["table", "chart"]
    assert send(runner, "post", f"/reports/{report['report']}/freezing", {"reveals": ["hosts"]})[1]["state"] == "frozen"
    for method, path, given in (
        ("post", f"/reports/{report['report']}/freezing", None),
        ("put", f"/reports/{report['report']}", {"title": "x"}),
        ("put", f"/reports/{report['report']}/order", order),
        ("post", sections, {"text": "x"}),
        ("delete", f"{sections}/{text['section']}", None),
    ):
        assert send(runner, method, path, given)[0] == 409, path
    assert send(runner, "post", f"/reports/{report['report']}/copies")[1]["state"] == "live"


def test_what_can_not_be_shown_is_refused_with_a_sentence(runner: Client, run: int) -> None:
    _, report = send(runner, "post", "/reports", {"title": "Nightly"})
    sections = f"/reports/{report['report']}/sections"

    for given, says in (
        ({"source": "99"}, "There is no run 99."),
        ({"source": "e999"}, "There is no experiment 999."),
        ({"source": "nothing"}, "A report cannot show"),
        ({"source": str(run), "shows": ["chart:none"]}, "not one of the available choices"),
        ({}, "required"),
    ):
        status, refusal = send(runner, "post", sections, given)
        assert status == 422
        assert says in refusal["problems"][0]["message"]
    assert send(runner, "post", "/reports", {"title": "x" * 121})[0] == 422
    assert not Report.objects.get().sections.exists()


def test_what_a_section_could_show_is_told(viewer: Client, run: int) -> None:
    told = viewer.get(f"{API}/reports/parts", {"source": str(run)}).json()

    assert (told["kind"], told["usual"]) == ("run", ["summary", "phases"])
    assert told["parts"]["chart:rate"] == "Chart: Transactions per second"


def test_the_command_line_lists_and_exports_reports(bench, run: int, tmp_path, monkeypatch) -> None:  # noqa: F811
    monkeypatch.chdir(tmp_path)
    report = Report.make("Nightly", by=None)
    report.add("run", query=f"run={run}", shows=["phases"])

    listed = bench("report", "ls", "--json").document
    written = {form: bench("report", "export", str(report.pk), "--to", form) for form in ("html", "md", "csv", "json")}

    assert [(each["report"], each["title"], each["state"]) for each in listed] == [(report.pk, "Nightly", "live")]
    assert {answer.code for answer in written.values()} == {0}
    assert next(csv.reader(StringIO((tmp_path / f"report-{report.pk}.csv").read_text())))[:2] == ["section", "name"]
    assert json.loads((tmp_path / f"report-{report.pk}.json").read_text())["format"] == "benchlab.report/1"
    assert (tmp_path / f"report-{report.pk}.html").read_text().lstrip().startswith("<!doctype html>")
    assert bench("report", "export", str(report.pk + 1)).code == 2
